"""Numbers as they are written: numerals, arithmetic on them, durations, fields, and defaults of settings."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from auditor.extract.neutral import Call, Node, Number, Operation, Text
from auditor.extract.unit import last_name
from auditor.extract.vocabulary import UNITS

_LARGEST = 10**18
_DEEPEST = 12
_OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
_FIELD_CALLS = frozenset({"Field", "field", "attrib"})
_CONVERSIONS = frozenset({"int", "float", "Decimal"})
_NUMERAL = re.compile(r"-?\d[\d_]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Numeral:
    """A number with the node that writes it; `written` is empty where that node's own text says it."""

    value: int | float
    node: Node
    written: str = ""
    unit: str | None = None

    @property
    def trivial(self) -> bool:
        return self.value in (0, 1, -1)


def numeral_of(node: Node) -> Numeral | None:
    """The number that an expression of literals is, also in a field, a duration or a setting's default."""
    value = evaluated(node)
    if value is not None:
        return Numeral(value=value, node=node)
    if not isinstance(node, Call):
        return None
    called = last_name(node.function)
    if called in _FIELD_CALLS:
        held = node.argument("default", 0)
        return numeral_of(held) if held is not None else None
    if called == "timedelta" and len(node.arguments) == 1 and node.arguments[0].name:
        inner = numeral_of(node.arguments[0].value)
        unit = UNITS.get(node.arguments[0].name)
        return Numeral(value=inner.value, node=inner.node, unit=unit) if inner is not None else None
    if called in _CONVERSIONS and len(node.arguments) == 1:
        return _setting(node.arguments[0].value)
    return None


def evaluated(node: Node, *, depth: int = 0) -> int | float | None:
    """The value of a numeral, or of plain arithmetic on numerals."""
    if isinstance(node, Number):
        return _bounded(node.value) if node.value is not None else None
    if not isinstance(node, Operation) or depth > _DEEPEST:
        return None
    values = [evaluated(each, depth=depth + 1) for each in node.operands]
    if node.operator == "-" and len(values) == 1 and values[0] is not None:
        return -values[0]
    operation = _OPERATIONS.get(node.operator)
    if operation is None or len(values) != 2 or values[0] is None or values[1] is None:
        return None
    try:
        return _bounded(operation(values[0], values[1]))
    except (ArithmeticError, ValueError):
        return None


def _setting(node: Node) -> Numeral | None:
    """The default of a setting read from the environment: `os.getenv("NAME", "5")`."""
    if (
        not isinstance(node, Call)
        or len(node.arguments) != 2
        or last_name(node.function) not in ("get", "getenv")
    ):
        return None
    default = node.arguments[1].value
    if not isinstance(default, Text):
        return numeral_of(default)
    if not _NUMERAL.fullmatch(default.value):
        return None
    number = float(default.value) if "." in default.value else int(default.value)
    return Numeral(value=number, node=default, written=default.value)


def _bounded(value: int | float) -> int | float | None:
    """The value, unless it is too large to be a bound or no number at all."""
    return value if math.isfinite(value) and abs(value) <= _LARGEST else None
