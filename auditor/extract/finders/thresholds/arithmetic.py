"""Numbers inside arithmetic that scores, weighs, decays or scales a bound; not conversions of units."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.finders.thresholds.bound import Bound, is_shown, names_no_bound, role_of, short
from auditor.extract.finders.thresholds.numbers import Numeral, evaluated, numeral_of
from auditor.extract.finders.thresholds.written import named_place
from auditor.extract.neutral import Call, Name, Node, Operation
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import COUNTERS, MEASURING_WORDS, SCORING_WORDS, words_of
from auditor.terms import ThresholdRole

_OPERATORS = frozenset({"*", "/", "//", "**", "-", "+"})
_CONVERSIONS = frozenset(
    [2, 7, 10, 12, 16, 24, 30, 32, 60, 64, 100, 365, 1000, 1024, 3600, 10_000, 86_400, 1_000_000,
     1_000_000_000, 0.001, 1e-6, 1e-9, 1_048_576, 604_800, 60_000, 3_600_000, 86_400_000]
)  # fmt: skip
_OF_UNITS = frozenset(
    [1000, 1024, 3600, 86_400, 1_000_000, 1_000_000_000, 1_048_576, 60_000, 3_600_000, 86_400_000]
)
"""Factors that only ever convert."""

_SCALED = frozenset({ThresholdRole.TOP_K, ThresholdRole.BUDGET, ThresholdRole.BATCH, ThresholdRole.OTHER,
                     ThresholdRole.TIMEOUT, ThresholdRole.INTERVAL,
                     ThresholdRole.RETRY})  # fmt: skip
_SCORED = frozenset({ThresholdRole.CUT_OFF, ThresholdRole.WEIGHT, ThresholdRole.DECAY})


def in_arithmetic(unit: Unit) -> Iterator[Bound]:
    """The bounding numbers in the arithmetic of a file."""
    for operation in unit.nodes(Operation):
        if operation.operator not in _OPERATORS or len(operation.operands) != 2:
            continue
        if evaluated(operation) is not None or is_shown(operation, unit):
            continue
        for number, other in _numbers(operation):
            role = _role(number, other, operation, unit)
            if role is not None:
                name = _name(other, operation, unit)
                yield Bound(number=number, node=number.node, name=name, rule="arithmetic", role=role)


def _numbers(operation: Operation) -> Iterator[tuple[Numeral, Node]]:
    left, right = operation.operands
    for node, other in ((right, left), (left, right)):
        number = numeral_of(node) if not isinstance(node, Call) else None
        if number is not None and numeral_of(other) is None:
            yield number, other


def _role(number: Numeral, other: Node, operation: Operation, unit: Unit) -> ThresholdRole | None:
    """What a number does in arithmetic; None where it bounds nothing."""
    names = (last_name(_inner(other)), named_place(operation, unit), *_around(operation, unit))
    if any(names_no_bound(each) or each in COUNTERS for each in names[:1]):
        return None
    roles = [role_of(each) for each in names if each]
    scoring = any(SCORING_WORDS.intersection(words_of(each)) for each in names)
    scored = scoring or any(each in _SCORED for each in roles)
    scaled = next((each for each in roles if each in _SCALED), None)
    if operation.operator in ("+", "-"):
        fraction = isinstance(number.value, float) and 0 < abs(number.value) < 1
        constant = (not number.trivial and number.value not in _CONVERSIONS) or number.value == 60
        return ThresholdRole.WEIGHT if scored and not number.trivial and (fraction or constant) else None
    if number.trivial:
        return None
    fraction = isinstance(number.value, float) and 0 < abs(number.value) < 1
    if fraction and (scored or number.value not in _CONVERSIONS):
        return _decay_or_weight(operation) if scored or not _measures(names) else None
    if number.value in _OF_UNITS or (number.value in _CONVERSIONS and _measures(names)):
        return None
    if scored:
        return _decay_or_weight(operation)
    return scaled


def _decay_or_weight(operation: Operation) -> ThresholdRole:
    return ThresholdRole.DECAY if operation.operator == "**" else ThresholdRole.WEIGHT


def _measures(names: tuple[str, ...]) -> bool:
    """Whether names tell of time or size, which a plain factor converts."""
    return any(MEASURING_WORDS.intersection(words_of(each)) for each in names)


def _around(operation: Operation, unit: Unit) -> tuple[str, ...]:
    """The name of the function around, which often says what is worked out."""
    at = unit.definition(operation)
    return (at.named.node.name,) if at is not None else ()


def _inner(node: Node) -> Node:
    """What is scaled, inside calls that only convert it."""
    while (
        isinstance(node, Call)
        and node.arguments
        and last_name(node.function) in ("len", "float", "int", "abs")
    ):
        node = node.arguments[0].value
    return node


def _name(other: Node, operation: Operation, unit: Unit) -> str:
    place = named_place(operation, unit)
    return place or (other.name if isinstance(other, Name) else short(unit, other))
