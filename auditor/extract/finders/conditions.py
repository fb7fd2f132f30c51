"""What a condition turns on: a bound, a state, a membership, a verdict, what a model said, whether two
contents are the same. Tests for null, type and existence turn on nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from auditor.extract.effects import Target
from auditor.extract.finders.judging import LOGIC, atoms, how_it_judges, judges_by_name
from auditor.extract.finders.thresholds.numbers import evaluated
from auditor.extract.finders.verdict_words import BOUNDS, GUARD_CALLS, KINDS, POSITIONS
from auditor.extract.neutral import (
    Attribute,
    Await,
    Call,
    Collection,
    Comparison,
    Comprehension,
    Conditional,
    Constant,
    Expression,
    Name,
    Number,
    Operation,
    Other,
    Subscript,
    Text,
)
from auditor.extract.origins import comes_from_a_model, is_gathered, values_of
from auditor.extract.unit import Unit, last_name, receiver_of
from auditor.extract.vocabulary import STATE_WORDS, words_of

ORDERINGS = frozenset({"<", "<=", ">", ">="})
_DEEPEST = 6
_MOST_GUARDS = 3
"""So many tests for null and type together ask for the shape of content."""


class Ground(Enum):
    """What a condition turns on."""

    BOUND = "a bound"
    STATE = "a state or action"
    WORD = "a word"
    MEMBER = "membership"
    VERDICT = "a verdict"
    MODEL = "what a model said"
    SAME = "whether two contents are the same"
    NOTHING_LEFT = "whether anything was found"
    FLAG = "a setting of the caller"
    SHAPE = "the shape of content"


class Turn(NamedTuple):
    """One thing that a condition turns on, with the expression that says it."""

    ground: Ground
    node: Expression


def turns(test: Expression, unit: Unit, target: Target, *, depth: int = 0) -> tuple[Turn, ...]:
    """What a condition turns on; empty for a plain guard."""
    return tuple(_turns(test, unit, target, depth))


def _turns(test: Expression, unit: Unit, target: Target, depth: int) -> Iterator[Turn]:
    if depth > _DEEPEST:
        return
    if isinstance(test, Operation) and test.operator in LOGIC:
        parts = list(atoms(test))
        found = [turn for each in parts for turn in _turns(each, unit, target, depth + 1)]
        yield from found
        if not found and depth == 0 and sum(map(is_guard, parts)) >= _MOST_GUARDS:
            yield Turn(Ground.SHAPE, test)
    elif isinstance(test, Comparison):
        yield from _compared(test, unit)
    elif isinstance(test, Await):
        yield from _turns(test.value, unit, target, depth + 1)
    elif isinstance(test, Call):
        yield from _called(test, unit, target, depth)
    elif isinstance(test, Other) and test.kind == "named_expression" and len(test.parts) == 2:
        yield from _turns(test.parts[1], unit, target, depth + 1)
    elif isinstance(test, Name | Attribute | Subscript):
        yield from _named(test, unit, target, depth)


def is_guard(node: Expression) -> bool:
    """Whether a part of a condition asks for null, type or presence."""
    if isinstance(node, Comparison):
        return {"is", "is not"}.issuperset(node.operators)
    return isinstance(node, Name | Attribute | Subscript) or (
        isinstance(node, Call) and last_name(node) in GUARD_CALLS
    )


def _compared(node: Comparison, unit: Unit) -> Iterator[Turn]:
    for at, operator in enumerate(node.operators):
        if at + 1 >= len(node.operands):
            return
        left, right = node.operands[at], node.operands[at + 1]
        if operator in ORDERINGS:
            if not _counts_places(left, right):
                yield Turn(Ground.BOUND, node)
        elif operator in ("==", "!="):
            yield from _equal(node, left, right)
        elif operator in ("in", "not in"):
            yield from _within(node, left, right, unit)


def _counts_places(left: Expression, right: Expression) -> bool:
    """Whether an ordering only asks whether there is anything, or where in a text or list one is."""
    for one, other in ((left, right), (right, left)):
        if evaluated(one) in (0, 1, -1):
            return True
        if isinstance(one, Name | Attribute) and POSITIONS.intersection(words_of(last_name(one))):
            if isinstance(other, Call) and last_name(other.function) == "len":
                return True
            if isinstance(other, Name | Attribute) and POSITIONS.intersection(words_of(last_name(other))):
                return True
    return False


def _equal(node: Comparison, left: Expression, right: Expression) -> Iterator[Turn]:
    if isinstance(left, Text | Number | Constant):
        left, right = right, left
    if isinstance(left, Operation | Other) and "typeof" in (
        getattr(left, "operator", ""),
        getattr(left, "kind", ""),
    ):
        return
    if isinstance(right, Text) or _is_member_name(right):
        if _holds_state(left) or _is_member_name(right):
            yield Turn(Ground.STATE, node)
        elif not KINDS.intersection(words_of(_called_so(left))):
            yield Turn(Ground.WORD, node)
    elif isinstance(right, Number | Operation):
        if STATE_WORDS.intersection(words_of(last_name(left))) and isinstance(right, Number):
            yield Turn(Ground.WORD, node)
        elif _names_bound(right) or (isinstance(left, Operation) and left.operator == "%"):
            yield Turn(Ground.BOUND, node)
    elif isinstance(right, Name | Attribute | Subscript | Call) and isinstance(
        left, Name | Attribute | Subscript | Call
    ):
        if isinstance(left, Operation) and left.operator == "%":
            yield Turn(Ground.BOUND, node)
        elif not {last_name(left), last_name(right)} & {"len", "type", "__name__", "__class__"}:
            yield Turn(Ground.SAME, node)
    elif isinstance(left, Operation) and left.operator == "%":
        yield Turn(Ground.BOUND, node)


def _within(node: Comparison, left: Expression, right: Expression, unit: Unit) -> Iterator[Turn]:
    if isinstance(right, Collection):
        if right.items and all(isinstance(each, Text) or _is_member_name(each) for each in right.items):
            yield Turn(Ground.STATE if _holds_state(left) else Ground.WORD, node)
    elif isinstance(left, Text):
        if left.how == "formatted" or _is_lowered(right, unit):
            yield Turn(Ground.VERDICT, node)
    elif isinstance(left, Name | Attribute | Subscript | Call) and not isinstance(right, Text):
        yield Turn(Ground.MEMBER, node)


def _is_lowered(node: Expression, unit: Unit) -> bool:
    """Whether something is a text made ready to be searched for a word."""
    if isinstance(node, Call):
        return last_name(node.function) in ("lower", "casefold", "upper")
    return isinstance(node, Name) and any(
        isinstance(each, Call) and last_name(each.function) in ("lower", "casefold", "upper")
        for each in values_of(node, unit)
    )


def _is_member_name(node: Expression) -> bool:
    """Whether an expression is a member of an enumeration: `State.NEW`, `State.NEW.value`."""
    if isinstance(node, Attribute) and node.name in ("value", "name"):
        node = node.value
    return (
        isinstance(node, Attribute)
        and node.name.isupper()
        and isinstance(node.value, Name | Attribute)
        and last_name(node.value)[:1].isupper()
    )


def _holds_state(node: Expression) -> bool:
    """Whether a name, a key or a look-up is called after states or actions."""
    words: tuple[str, ...] = words_of(last_name(node))
    if isinstance(node, Subscript) and isinstance(node.key, Text):
        words = words_of(node.key.value)
    elif isinstance(node, Call) and node.arguments and isinstance(node.arguments[0].value, Text):
        words = words_of(node.arguments[0].value.value)
    elif isinstance(node, Call) and isinstance(node.function, Attribute):
        words = words_of(last_name(node.function.value)) if node.function.name in _CASES else words
    return bool(STATE_WORDS.intersection(words))


_CASES = frozenset({"lower", "upper", "strip", "casefold"})


def _names_bound(node: Expression) -> bool:
    while isinstance(node, Operation):
        node = node.operands[0]
    return isinstance(node, Name | Attribute | Subscript) and bool(
        BOUNDS.intersection(words_of(_called_so(node)))
    )


def _called_so(node: Expression) -> str:
    """The name by which something is kept: its last name, or the text of its key."""
    if isinstance(node, Subscript) and isinstance(node.key, Text):
        return node.key.value
    return last_name(node)


def _called(node: Call, unit: Unit, target: Target, depth: int) -> Iterator[Turn]:
    name = last_name(node.function)
    if name in ("any", "all") and node.arguments and isinstance(node.function, Name):
        inner = node.arguments[0].value
        if isinstance(inner, Comprehension) and not all(map(_asks_for_type, inner.results)):
            yield Turn(Ground.VERDICT, node)
    elif name in ("has", "includes") and len(node.arguments) == 1:
        if not isinstance(node.arguments[0].value, Text):
            yield Turn(Ground.MEMBER, node)
    elif name == "bool" and len(node.arguments) == 1:
        yield from _turns(node.arguments[0].value, unit, target, depth + 1)
    elif name in _MATCHING:
        yield Turn(Ground.WORD, node)
    elif name not in GUARD_CALLS and (
        name in _TELLING or judges_by_name(name) or _judges(node, unit, target)
    ):
        yield Turn(Ground.VERDICT, node)


def _asks_for_type(node: Expression) -> bool:
    return isinstance(node, Call) and last_name(node.function) in GUARD_CALLS


_MATCHING = frozenset(
    {"search", "match", "fullmatch", "startswith", "endswith", "startsWith", "endsWith", "test"}
)
_TELLING = frozenset({"is_set", "cancelled"})


def _judges(node: Call, unit: Unit, target: Target) -> bool:
    reached = target.resolver.callee(node, unit).definitions
    return any(how_it_judges(each, target) is not None for each in reached)


def _named(node: Name | Attribute | Subscript, unit: Unit, target: Target, depth: int) -> Iterator[Turn]:
    """What stands behind a name that is tested for truth."""
    held = values_of(node, unit) if isinstance(node, Name) else ()
    name = _called_so(node)
    if name.isupper():
        return
    if held and _was_judged(node, held, unit, target, depth):
        yield Turn(Ground.VERDICT, node)
    elif comes_from_a_model(node, unit, target):
        yield Turn(Ground.MODEL, node)
    elif isinstance(node, Name) and is_gathered(node, unit):
        yield Turn(Ground.NOTHING_LEFT, node)
    elif _is_own(node, unit):
        return
    elif judges_by_name(name) and not any(isinstance(each, Comparison) for each in held):
        yield Turn(Ground.VERDICT, node)
    elif isinstance(node, Name) and _is_flag(node, unit):
        yield Turn(Ground.FLAG, node)


def _was_judged(node: Expression, held: Sequence[Expression], unit: Unit, target: Target, depth: int) -> bool:
    """Whether a name was assigned a verdict; remembered by its node."""
    if id(node) not in target.verdicts:
        target.verdicts[id(node)] = False  # ends a circle
        target.verdicts[id(node)] = any(_is_verdict(each, unit, target, depth + 1) for each in held)
    return target.verdicts[id(node)]


def _is_verdict(value: Expression, unit: Unit, target: Target, depth: int) -> bool:
    """Whether what a name was assigned is a verdict: a comparison, a predicate, a choice on a bound."""
    if isinstance(value, Conditional):
        return any(each.ground is Ground.BOUND for each in _turns(value.test, unit, target, depth))
    if isinstance(value, Await):
        value = value.value
    if isinstance(value, Call):
        reached = target.resolver.callee(value, unit).definitions
        return any(how_it_judges(each, target) in ("predicate", "detection") for each in reached)
    if not isinstance(value, Comparison | Operation):
        return False
    return any(each.ground in _ASSIGNED for each in _turns(value, unit, target, depth))


_ASSIGNED = frozenset({Ground.BOUND, Ground.STATE, Ground.MEMBER, Ground.SAME, Ground.VERDICT})


def _is_own(node: Expression, unit: Unit) -> bool:
    """Whether something is kept on the object itself: a setting or a part of it."""
    around = unit.definition(node)
    while around is not None and around.is_class is False and around.class_around is None:
        around = around.owner
    own = receiver_of(around) if around is not None and not around.is_class else ""
    at = node
    while isinstance(at, Attribute | Subscript):
        at = at.value
    return isinstance(at, Name) and at.name == own and at is not node


def _is_flag(node: Name, unit: Unit) -> bool:
    """Whether a name is a parameter that is true or false."""
    at = unit.definition(node)
    while at is not None:
        for binding in at.bindings.get(node.name, ()):
            default = binding.value
            stated = binding.annotation is not None and last_name(binding.annotation) == "bool"
            return stated or (isinstance(default, Constant) and default.written in ("True", "False"))
        at = at.owner
    return False
