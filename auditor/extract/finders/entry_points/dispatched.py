"""Hand-written dispatchers: branches that compare the path of a request, the command of a call or the name of
a tool, each of which is an entry point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_line
from auditor.extract.neutral import (
    Attribute,
    Branch,
    Call,
    Collection,
    Comparison,
    Expression,
    Function,
    Handler,
    Match,
    Name,
    Node,
    Subscript,
    Text,
)
from auditor.extract.unit import Definition, Unit, dotted, last_name
from auditor.extract.vocabulary import (
    COMMAND_WORDS,
    GIVEN_BY_A_CALLER,
    PATH_WORDS,
    VERB_WORDS,
    words_of,
)
from auditor.facts import Fact

_RULE = "python/entry-point/dispatcher"
_FEWEST = 2
"""So many branches of a function on a path or command make it a dispatcher."""

_VERBS = frozenset(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Branch:
    """One branch: where it stands, what it is taken for, and how that is called."""

    node: Node
    name: str
    how: str
    sure: bool


def dispatched_entries(unit: Unit, target: Target) -> Iterator[Fact]:
    """The branches of the dispatchers of a file, in the order of the source."""
    by_function: dict[str, list[_Branch]] = {}
    for branch in unit.nodes(Branch):
        found = _request(branch, unit) or _command(branch.test, branch, unit)
        _keep(found, branch, unit, by_function)
    for match in unit.nodes(Match):
        for case in match.cases:
            _keep(_case(match.subject, case, unit), match, unit, by_function)
    registers = any(last_name(call.function) == "add_parser" for call in unit.nodes(Call))
    for branches in by_function.values():
        yield from _facts([each for each in branches if each.how == "HTTP route"], unit)
        if not registers:
            yield from _facts([each for each in branches if each.how == "CLI command"], unit)


def _keep(found: _Branch | None, node: Node, unit: Unit, held: dict[str, list[_Branch]]) -> None:
    if found is not None:
        around = unit.definition(node)
        held.setdefault(around.qualified if around is not None else "", []).append(found)


def _facts(branches: list[_Branch], unit: Unit) -> Iterator[Fact]:
    if len(branches) < _FEWEST and not any(each.sure for each in branches):
        return
    for each in branches:
        line = unit.line(each.node.start)
        fact = entry_line(each.node, unit, name=each.name, rule=_RULE, how=each.how, address=each.name)
        yield unit.fact(
            fact.kind, each.node, span=(line, line), name=fact.name, rule=fact.rule, details=fact.details
        )


def _request(branch: Branch, unit: Unit) -> _Branch | None:
    """A branch on the path of a request, alone or with its method."""
    path = next(_texts_compared(branch.test, PATH_WORDS, unit, "/"), None)
    if path is None:
        return None
    verb = next(_texts_compared(branch.test, VERB_WORDS, unit, ""), None)
    verb = verb if verb in _VERBS else _verb_around(branch, unit)
    name = f"{verb} {path}" if verb else path
    return _Branch(node=branch, name=name, how="HTTP route", sure=verb is not None)


def _verb_around(branch: Branch, unit: Unit) -> str | None:
    """The method that a branch around compares, or that the name of the function says."""
    for around in unit.ancestors(branch):
        if isinstance(around, Branch):
            verb = next(_texts_compared(around.test, VERB_WORDS, unit, ""), None)
            if verb in _VERBS:
                return verb
        if isinstance(around, Function):
            last = around.name.rpartition("_")[2]
            return last if around.name.startswith("do_") and last in _VERBS else None
    return None


def _texts_compared(test: Expression, words: frozenset[str], unit: Unit, start: str) -> Iterator[str]:
    """The texts, beginning with `start`, with which a test compares something named by one of the words."""
    for comparison in unit.inside(Comparison, test):
        if comparison.operators in (("==",), ("in",)):
            first, second = comparison.operands
            if _named(first) in words:
                yield from _plain(second, start)
            elif _named(second) in words and comparison.operators == ("==",):
                yield from _plain(first, start)
    for call in unit.inside(Call, test):
        if last_name(call.function) != "startswith" or not isinstance(call.function, Attribute):
            continue
        if call.arguments and _named(call.function.value) in words:
            yield from _plain(call.arguments[0].value, start)


def _named(node: Expression) -> str:
    """By what name a value goes: its own, its key, or that of what it is a cleaned copy of."""
    if isinstance(node, Subscript):
        return node.key.value if isinstance(node.key, Text) else ""
    if isinstance(node, Call) and isinstance(node.function, Attribute):
        if node.function.name == "get" and node.arguments:
            key = node.arguments[0].value
            return key.value if isinstance(key, Text) else ""
        return _named(node.function.value)
    return last_name(node)


def _plain(node: Expression, start: str) -> Iterator[str]:
    """The texts that an expression is or lists, those that begin with `start`."""
    for each in node.items if isinstance(node, Collection) else (node,):
        if isinstance(each, Text) and each.how != "formatted" and each.value.startswith(start):
            yield each.value


def _command(test: Expression, branch: Branch, unit: Unit) -> _Branch | None:
    """A branch on the command that a command line gave."""
    for comparison in unit.inside(Comparison, test):
        operands = comparison.operands
        if comparison.operators not in (("==",), ("in",)) or not _is_given(operands[0], unit):
            continue
        name = next(_plain(operands[1], ""), "")
        if name:
            return _Branch(node=branch, name=name, how="CLI command", sure=False)
    return None


def _case(subject: Expression, case: Handler, unit: Unit) -> _Branch | None:
    """A case of a match on the command of a command line or the path of a request."""
    texts = list(unit.inside(Text, case.error)) if case.error is not None else []
    if not texts:
        return None
    if _is_given(subject, unit):
        return _Branch(node=case, name=texts[0].value, how="CLI command", sure=False)
    if isinstance(subject, Collection) and any(_named(each) in PATH_WORDS for each in subject.items):
        paths = [each.value for each in texts if each.value.startswith("/")]
        verbs = [each.value for each in texts if each.value in _VERBS]
        if paths:
            return _Branch(node=case, name=" ".join((*verbs, *paths)), how="HTTP route", sure=bool(verbs))
    return None


def _is_given(node: Expression, unit: Unit) -> bool:
    """Whether an expression is the command that a command line gave: an attribute of parsed arguments, an
    item of the arguments, or a name that took one of these."""
    if isinstance(node, Attribute):
        on = set(words_of(last_name(node.value)))
        return node.name in COMMAND_WORDS and not on.isdisjoint(GIVEN_BY_A_CALLER)
    if isinstance(node, Subscript):
        return dotted(node.value).endswith("argv")
    if isinstance(node, Name) and node.name in COMMAND_WORDS:
        around: Definition | None = unit.definition(node)
        held = around.bindings.get(node.name, ()) if around is not None else unit.bindings.get(node.name, ())
        values = [each.value for each in held if each.value is not None]
        return any(_reads_arguments(each, unit) for each in values)
    return False


def _reads_arguments(value: Expression, unit: Unit) -> bool:
    if isinstance(value, Attribute) and not isinstance(value.value, Name):
        return False
    names = {each.name for each in unit.inside(Attribute, value)}
    return "argv" in names or (_is_given(value, unit) if isinstance(value, Attribute) else False)


def has_branches(function: Definition) -> bool:
    """Whether a function tells the paths of requests apart by itself."""
    unit = function.unit
    return any(_request(each, unit) is not None for each in unit.inside(Branch, function.node))
