"""Branches that act on a verdict or a bound: they admit, reject, skip, cut, retire or route content."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.conditions import ORDERINGS, Ground, Turn, is_guard, turns
from auditor.extract.finders.consequences import ACTING, LEAVING, Doing, doing, looks_up, told
from auditor.extract.finders.judging import atoms
from auditor.extract.finders.verdict_words import ALREADY, BOUNDS, RETRIES, ROUNDS
from auditor.extract.neutral import (
    Argument,
    Assignment,
    Attribute,
    Branch,
    Call,
    Comparison,
    Comprehension,
    Constant,
    Expression,
    Lambda,
    Loop,
    Match,
    Name,
    Node,
    Number,
    Operation,
    Raise,
    Slice,
    Subscript,
    Text,
)
from auditor.extract.origins import values_of
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import STATE_WORDS, words_of
from auditor.facts import Fact
from auditor.terms import FactKind

_LONGEST_NAME = 60
_MOST_LINES = 40
"""A branch of more lines is cited by its condition and its first statement."""

_STRONG = {
    Ground.BOUND: LEAVING | ACTING | Doing.NAME | Doing.CALL,
    Ground.STATE: LEAVING | ACTING | Doing.CALL,
    Ground.WORD: Doing.SKIP | Doing.RAISE | Doing.CHANGE,
    Ground.MEMBER: LEAVING | Doing.CHANGE | Doing.ADMIT | Doing.FIELD,
    Ground.VERDICT: LEAVING | ACTING,
    Ground.MODEL: LEAVING | Doing.CHANGE,
    Ground.SAME: LEAVING | ACTING,
    Ground.NOTHING_LEFT: Doing.RAISE | Doing.RETURN,
    Ground.FLAG: Doing.CHANGE,
    Ground.SHAPE: Doing.RAISE | Doing.SKIP,
}
"""Which consequences make a branch on such a ground a disposition."""


def find_dispositions(unit: Unit, target: Target) -> Iterator[Fact]:
    """The dispositions of a file."""
    for branch in unit.nodes(Branch):
        yield from _branch(branch, unit, target)
    for loop in unit.nodes(Loop):
        yield from _loop(loop, unit, target)
    for comprehension in unit.nodes(Comprehension):
        yield from _filter(comprehension, unit, target)
    for call in unit.nodes(Call):
        yield from _filter_by_function(call, unit, target)
    for match in unit.nodes(Match):
        yield from _match(match, unit, target)
    for subscript in unit.nodes(Subscript):
        yield from _ranked(subscript, unit)


def disposing(
    branch: Branch, unit: Unit, target: Target, only: Ground | None = None
) -> tuple[Turn, Doing] | None:
    """What a branch turns on and does, where it disposes; `only` names the first ground it may have."""
    found = turns(branch.test, unit, target)
    if only is not None and (not found or found[0].ground is not only):
        return None
    if not found:
        return _known_already(branch, unit, target) or _either_way(branch, unit, target)
    done = doing(branch.body, unit, target)
    if branch.otherwise and isinstance(branch.otherwise[-1], Raise):
        done |= Doing.RAISE
    for turn in found:
        acts = done & (_STRONG[turn.ground] | _more(turn, unit))
        if turn.ground is Ground.BOUND and RETRIES & _words_in(turn.node, unit):
            acts &= Doing.RAISE
        if acts and not _is_look_up(turn, branch, acts, unit) and not _keeps_an_end(turn, branch, acts, unit):
            return turn, done
    return _either_way(branch, unit, target)


def _more(turn: Turn, unit: Unit) -> Doing:
    """What counts beside, by what the verdict is: one that a name states, or a word found in a text."""
    if turn.ground is Ground.VERDICT and (
        isinstance(turn.node, Comparison) or words_of(last_name(turn.node))[:1] in (("should",), ("needs",))
    ):
        return Doing.NAME
    if turn.ground is Ground.VERDICT and isinstance(turn.node, Name):
        compared = any(isinstance(each, Comparison | Operation) for each in values_of(turn.node, unit))
        return Doing.CALL if compared else Doing.NOTHING
    return Doing.NOTHING


def _keeps_an_end(turn: Turn, branch: Branch, acts: Doing, unit: Unit) -> bool:
    """Whether a branch only keeps the largest or smallest so far: `if at < first: first = at`."""
    if turn.ground is not Ground.BOUND or acts & ~Doing.NAME or not isinstance(turn.node, Comparison):
        return False
    compared = {unit.code(each) for each in turn.node.operands}
    return all(
        isinstance(each, Assignment)
        and each.value is not None
        and compared & {unit.code(t) for t in each.targets}
        for each in branch.body
    )


def _known_already(branch: Branch, unit: Unit, target: Target) -> tuple[Turn, Doing] | None:
    """A branch that ends where something was there before."""
    test = branch.test
    if isinstance(test, Comparison) and test.operators in (("is not",), ("!==",), ("!=",)):
        test = test.operands[0]
    if isinstance(test, Name) and ALREADY.intersection(words_of(test.name)):
        done = doing(branch.body, unit, target)
        if done & (Doing.RETURN | Doing.RAISE | Doing.SKIP):
            return Turn(Ground.MEMBER, test), done
    return None


def _either_way(branch: Branch, unit: Unit, target: Target) -> tuple[Turn, Doing] | None:
    """A branch on presence that changes a store both ways: what is there is updated, else written anew."""
    if not branch.otherwise or not all(map(is_guard, atoms(branch.test))):
        return None
    done = doing(branch.body, unit, target)
    if Doing.CHANGE not in done:
        return None
    other = doing(branch.otherwise, unit, target)
    if other & (Doing.CHANGE | Doing.ADMIT):
        return Turn(Ground.MEMBER, branch.test), done | other
    return None


def _is_look_up(turn: Turn, branch: Branch, acts: Doing, unit: Unit) -> bool:
    """Whether a membership only asks a table for an entry, or makes one that is not there yet."""
    if turn.ground is not Ground.MEMBER or not isinstance(turn.node, Comparison):
        return False
    container = unit.code(turn.node.operands[-1])
    if not looks_up(branch.body, container, unit):
        return False
    if Doing.RAISE in acts:
        return False
    return bool(branch.otherwise) or not acts & ~(Doing.FIELD | Doing.RETURN)


def _branch(branch: Branch, unit: Unit, target: Target) -> Iterator[Fact]:
    found = disposing(branch, unit, target)
    if found is None or not branch.body:
        return
    turn, done = found
    first, last = unit.line(branch.start), unit.span(branch.body[-1])[1]
    if last - first >= _MOST_LINES:
        last = unit.span(branch.body[0])[1]
    yield _fact(branch, (first, last), branch.test, turn, done, unit)


def _loop(loop: Loop, unit: Unit, target: Target) -> Iterator[Fact]:
    """A loop that a bound ends: so many rounds, or as long as something is below it."""
    span = (unit.line(loop.start), unit.span(loop.iterable)[1])
    if loop.target is None:
        found = [each for each in turns(loop.iterable, unit, target) if each.ground is Ground.BOUND]
        if found and not RETRIES.intersection(_words_in(loop.iterable, unit)):
            yield _fact(loop, span, loop.iterable, found[0], Doing.SKIP, unit)
        return
    called = loop.iterable
    if isinstance(called, Call) and last_name(called.function) == "range" and called.arguments:
        words = _words_in(called, unit)
        if (ROUNDS | BOUNDS) & words and not words & {"len", *RETRIES}:
            yield _fact(loop, span, called, Turn(Ground.BOUND, called), Doing.SKIP, unit)


def _words_in(node: Expression, unit: Unit) -> set[str]:
    """The words of all names in an expression."""
    named = [each.name for each in unit.inside(Name, node)]
    named.extend(each.name for each in unit.inside(Attribute, node))
    return {word for name in named for word in words_of(name)}


def _filter(node: Comprehension, unit: Unit, target: Target) -> Iterator[Fact]:
    """A comprehension that admits some of what it goes through."""
    around = unit.parent(node)
    call = unit.parent(around) if isinstance(around, Argument) else None
    if isinstance(call, Call) and last_name(call.function) in ("any", "all", "sum", "len"):
        return
    for clause in node.clauses:
        for condition in clause.conditions:
            found = turns(condition, unit, target) or _between(condition)
            for turn in found:
                if turn.ground in _FILTERS and (node.kind != "dict" or turn.ground is not Ground.MEMBER):
                    yield _fact(node, unit.span(node), condition, turn, Doing.ADMIT, unit)
                    return


def _filter_by_function(node: Call, unit: Unit, target: Target) -> Iterator[Fact]:
    """What a function without a name admits: `filter(lambda row: ..., rows)`, `rows.filter(row => ...)`."""
    if last_name(node.function) != "filter" or not node.arguments:
        return
    judge = node.arguments[0].value
    if isinstance(judge, Lambda):
        for turn in turns(judge.body, unit, target):
            if turn.ground in _FILTERS:
                yield _fact(node, unit.span(node), judge.body, turn, Doing.ADMIT, unit)
                return


def _between(condition: Expression) -> tuple[Turn, ...]:
    """A condition that something lies between two ends, places in a list included."""
    if (
        isinstance(condition, Comparison)
        and len(condition.operators) > 1
        and ORDERINGS.issuperset(condition.operators)
    ):
        return (Turn(Ground.BOUND, condition),)
    return ()


_FILTERS = frozenset([Ground.BOUND, Ground.STATE, Ground.MEMBER, Ground.VERDICT, Ground.MODEL])


def _match(match: Match, unit: Unit, target: Target) -> Iterator[Fact]:
    """The cases of a match on a state or action, one by one."""
    if not STATE_WORDS.intersection(words_of(_kept_as(match.subject))):
        return
    for case in match.cases:
        if case.error is not None and any(True for _ in unit.inside(Text, case.error)):
            done = doing(case.body, unit, target)
            if done and case.body:
                span = (unit.line(case.start), unit.span(case.body[-1])[1])
                yield _fact(case, span, case.error, Turn(Ground.STATE, match.subject), done, unit)


def _kept_as(node: Expression) -> str:
    if isinstance(node, Subscript) and isinstance(node.key, Text):
        return node.key.value
    return last_name(node)


def _ranked(node: Subscript, unit: Unit) -> Iterator[Fact]:
    """The best that are taken of what was sorted."""
    cut = node.key
    if not isinstance(cut, Slice) or cut.high is None or cut.low is not None:
        return
    if isinstance(cut.high, Number | Constant) and not isinstance(node.value, Call):
        return
    held = values_of(node.value, unit) if isinstance(node.value, Name) else (node.value,)
    if any(isinstance(each, Call) and last_name(each.function) == "sorted" for each in held) or _is_sorted(
        node.value, unit
    ):
        yield _fact(node, unit.span(node), cut.high, Turn(Ground.BOUND, cut.high), Doing.CUT, unit)


def _is_sorted(node: Expression, unit: Unit) -> bool:
    """Whether a list is sorted in place in the same function."""
    if not isinstance(node, Name):
        return False
    around = unit.definition(node)
    for mention in unit.mentions(node.name):
        parent = unit.parent(mention)
        if isinstance(parent, Attribute) and parent.name == "sort" and unit.definition(mention) is around:
            return True
    return False


def _fact(node: Node, span: tuple[int, int], test: Expression, turn: Turn, done: Doing, unit: Unit) -> Fact:
    name = " ".join(unit.code(test).split())
    on = " ".join(unit.code(turn.node).split())
    return unit.fact(
        FactKind.DISPOSITION,
        node,
        span=span,
        name=name[:_LONGEST_NAME],
        rule=f"python/disposition/{turn.ground.name.lower().replace('_', '-')}",
        details={
            "turns_on": on[: 2 * _LONGEST_NAME],
            "ground": turn.ground.value,
            "does": told(done) or None,
        },
    )
