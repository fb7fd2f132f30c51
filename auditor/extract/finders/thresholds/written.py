"""Numbers under a name of their own: constants, defaults, fields and local values, and those that something
is compared with or cut at."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.finders.thresholds.bound import Bound, is_shown, names_no_bound, role_of, short
from auditor.extract.finders.thresholds.numbers import Numeral, numeral_of
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Call,
    Comparison,
    Conditional,
    Name,
    Node,
    Operation,
    Parameter,
    Slice,
    Subscript,
)
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import COUNTERS, DIGEST_WORDS, SCORING_WORDS, words_of
from auditor.terms import ThresholdRole

_ORDERINGS = frozenset({"<", "<=", ">", ">="})
_FEW = 3
_COUNTED = frozenset({"count", "counter", "total", "num", "number"})
_UNITARY = frozenset(
    {
        ThresholdRole.TOP_K,
        ThresholdRole.TIMEOUT,
        ThresholdRole.RETRY,
        ThresholdRole.BATCH,
        ThresholdRole.INTERVAL,
    }
)
"""Roles in which even the number 1 bounds something."""


def in_names(unit: Unit) -> Iterator[Bound]:
    """The named, compared and cutting numbers of a file."""
    for assignment in unit.nodes(Assignment):
        yield from _in_assignment(assignment, unit)
    for parameter in unit.nodes(Parameter):
        yield from _in_default(parameter)
    for comparison in unit.nodes(Comparison):
        yield from _in_comparison(comparison, unit)
    for subscript in unit.nodes(Subscript):
        yield from _in_slice(subscript, unit)
    for operation in unit.nodes(Operation):
        if operation.operator == "or":
            yield from _in_fallback(operation, unit)
    for conditional in unit.nodes(Conditional):
        yield from _in_choice(conditional, unit)


def bounds(number: Numeral, name: str) -> bool:
    """Whether a number under a name bounds something: not zero, not the name of something else, and for 1
    only where the name tells of a count or a time."""
    if number.value == 0 or names_no_bound(name):
        return False
    return not number.trivial or role_of(name) in _UNITARY


def named_place(node: Node, unit: Unit) -> str:
    """The name that the value of an expression is kept under or given to."""
    for around in unit.ancestors(node):
        if isinstance(around, Assignment):
            return last_name(around.targets[0]) if around.targets else ""
        if isinstance(around, Parameter):
            return around.name
        name = getattr(around, "name", "")
        if type(around).__name__ == "Argument" and name not in ("", "*", "**"):
            return str(name)
        if type(around).__name__ in ("Return", "Evaluation", "Branch", "Loop", "Function"):
            return ""
    return ""


def _in_assignment(node: Assignment, unit: Unit) -> Iterator[Bound]:
    """A number that a name takes: at the top of a file or class in capitals, annotated, or named as a bound;
    inside a function, and on an object, only where it is named as a bound."""
    if node.value is None or len(node.targets) != 1:
        return
    target, number = node.targets[0], numeral_of(node.value)
    if node.operator and node.operator != "or":
        yield from _in_score(node, target, number)
        return
    if number is None or not isinstance(target, Name | Attribute):
        return
    name = target.name
    around = unit.definition(node)
    role = role_of(name)
    if not bounds(number, name) and not (
        number.trivial and role and not names_no_bound(name) and number.value
    ):
        return
    if around is None or around.is_class:
        if isinstance(target, Name) and (name.isupper() or node.annotation is not None or role):
            yield Bound(number=number, node=node, name=name, rule="constant")
    elif role is not None and name not in COUNTERS and words_of(name) != ("count",):
        yield Bound(number=number, node=node, name=name, rule="local")


def _in_score(node: Assignment, target: Node, number: Numeral | None) -> Iterator[Bound]:
    """What a score is raised, lowered or scaled by."""
    name = last_name(target)
    words = set(words_of(name))
    if number is None or number.value == 0 or not words & SCORING_WORDS or words & _COUNTED:
        return
    yield Bound(number=number, node=node, name=name, rule="score", role=ThresholdRole.WEIGHT)


def _in_default(node: Parameter) -> Iterator[Bound]:
    number = numeral_of(node.default) if node.default is not None else None
    if number is None or number.value == 0 or names_no_bound(node.name):
        return
    if not number.trivial or role_of(node.name) is not None:
        yield Bound(number=number, node=node, name=node.name, rule="default")


def _in_comparison(node: Comparison, unit: Unit) -> Iterator[Bound]:
    """The numbers that something is compared with by order, and the turns of a counter."""
    for at, operator in enumerate(node.operators):
        if at + 1 >= len(node.operands):
            break
        left, right = node.operands[at], node.operands[at + 1]
        if operator in _ORDERINGS:
            for number, other in ((numeral_of(right), left), (numeral_of(left), right)):
                if number is not None and not number.trivial and not _counts(other, number):
                    yield Bound(number=number, node=node, name=short(unit, other), rule="comparison")
        elif operator in ("==", "!=") and isinstance(left, Operation) and left.operator == "%":
            number = numeral_of(left.operands[-1])
            if number is not None and not number.trivial and abs(number.value) > 2:
                name = short(unit, left.operands[0])
                yield Bound(number=number, node=node, name=name, rule="turn", role=ThresholdRole.INTERVAL)


def _in_slice(node: Subscript, unit: Unit) -> Iterator[Bound]:
    """The number at which `[:n]` or `[-n:]` cuts, unless a person alone is shown the cut."""
    cut = node.key
    if not isinstance(cut, Slice) or is_shown(node, unit):
        return
    number = None
    low = numeral_of(cut.low) if cut.low is not None else None
    if cut.high is not None and (cut.low is None or (low is not None and low.value == 0)):
        number = numeral_of(cut.high)
    elif low is not None and cut.high is None and low.value < 0:
        number = low
    if number is None or number.trivial or DIGEST_WORDS.intersection(words_of(unit.code(node.value))):
        return
    yield Bound(
        number=number, node=node, name=short(unit, node.value), rule="slice", role=ThresholdRole.TRUNCATION
    )


def _in_fallback(node: Operation, unit: Unit) -> Iterator[Bound]:
    """`value or 10`: the number that stands in for what is absent."""
    number = numeral_of(node.operands[-1])
    if number is None or number.value == 0:
        return
    name = _said(node.operands[0]) or named_place(node, unit)
    place = named_place(node, unit)
    told = name if role_of(name) else place if role_of(place) else name
    if names_no_bound(told) or names_no_bound(name):
        return
    if role_of(told) is not None or (not number.trivial and abs(number.value) > _FEW and told):
        yield Bound(number=number, node=number.node, name=told or "default", rule="fallback")


def _in_choice(node: Conditional, unit: Unit) -> Iterator[Bound]:
    """`given if given is not None else 10`."""
    for value in (node.chosen, node.otherwise):
        number = numeral_of(value)
        if number is None or number.trivial:
            continue
        other = node.otherwise if value is node.chosen else node.chosen
        name = named_place(node, unit) or _said(other)
        name = name if role_of(name) else _said(other) or name
        if role_of(name) is not None and not names_no_bound(name):
            yield Bound(number=number, node=number.node, name=name, rule="choice")


def _said(node: Node) -> str:
    """The name of a value, or the text that it is asked for by."""
    if isinstance(node, Call):
        if node.arguments and type(node.arguments[0].value).__name__ == "Text":
            return str(getattr(node.arguments[0].value, "value", ""))
        return last_name(node.function)
    if isinstance(node, Subscript) and type(node.key).__name__ == "Text":
        return str(getattr(node.key, "value", ""))
    return last_name(node)


def _counts(node: Node, number: Numeral) -> bool:
    """Whether what is compared is a position, a shape or an answer of a protocol."""
    if isinstance(node, Call) and last_name(node.function) == "len" and abs(number.value) <= _FEW:
        return True
    name = last_name(node)
    return name in COUNTERS or names_no_bound(name) or numeral_of(node) is not None
