"""Numbers as sources write them, by value: `0.80`, `8e-1`, `16_000`, `2 * 60`, `timedelta(days=7)`.

An expression is read and never run: it may hold numerals, the four operations, powers and shifts of bounded
size, conversions, and durations.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

_LONGEST = 200
"""Characters of an expression; a longer one is no threshold."""
_LARGEST_POWER = 128

_SECONDS = {
    "milliseconds": Fraction(1, 1000),
    "seconds": Fraction(1),
    "minutes": Fraction(60),
    "hours": Fraction(3600),
    "days": Fraction(86400),
    "weeks": Fraction(604800),
}
_SHORT = {
    "milliseconds": ("ms", "millis"),
    "seconds": ("s", "sec", "secs"),
    "minutes": ("min", "mins"),
    "hours": ("h", "hr", "hrs"),
    "days": ("d",),
    "weeks": ("w",),
}
_UNITS = {word: unit for unit, short in _SHORT.items() for word in (unit, unit.removesuffix("s"), *short)}
_CONVERSIONS = frozenset({"int", "float", "Decimal", "Fraction", "Number", "BigInt"})
_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_EXPONENT = r"(?:[eE][+-]?\d+)?"
_DIGITS = rf"0[xX][0-9a-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?{_EXPONENT}|\.\d[\d_]*{_EXPONENT}"
_NUMERAL = rf"(?<![\w.])(?:{_DIGITS})n?(?![\w.])"
_NUMERALS = re.compile(_NUMERAL)
_PRODUCT = re.compile(rf"-?{_NUMERAL}(?:\s*(?:\*\*|<<|[-+*/])\s*{_NUMERAL})*")
_WITH_UNIT = re.compile(r"(?<![\w])\.?(\d[\d_]*(?:\.\d+)?)[A-Za-z%]{1,4}\b")
"""A number with its unit or form behind it: `30s`, `.3f`."""
_DURATION = re.compile(r"\b(?:timedelta|relativedelta)\([^()\n]{1,80}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number by its value; a duration is in seconds where `unit` is `seconds` and `written_as` holds the
    number and unit that the source writes, such as 7 days."""

    number: Fraction
    unit: str = ""
    written_as: tuple[Fraction, str] | None = None

    def equals(self, other: Quantity, *, unit: str = "") -> bool:
        """Whether another quantity, of the unit that a register names, is the same by value."""
        if self.written_as is None or other.written_as is not None:
            return self.number == other.number
        number, own = self.written_as
        named = _UNITS.get(unit.strip().lower(), "")
        if named:
            return other.number * _SECONDS[named] == self.number
        return other.number in (number, self.number) if not own or not unit else other.number == number


@lru_cache(maxsize=4096)
def quantity(written: str) -> Quantity | None:
    """The quantity that an expression is; None where it is none."""
    text = written.strip().rstrip(";,").strip()
    if text[:1] in "'\"" and text[-1:] == text[:1]:
        text = text[1:-1].strip()
    if not text or len(text) > _LONGEST:
        return None
    text = re.sub(r"(?<=\d)n\b", "", text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _quantity(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, ArithmeticError):
        return None


def quantities_in(text: str) -> Iterator[str]:
    """Every numeral and arithmetic expression that a stretch of source holds, as written."""
    for match in _DURATION.finditer(text):
        yield match.group()
    for match in _PRODUCT.finditer(text):
        yield match.group()
        pieces = _NUMERALS.findall(match.group())
        if len(pieces) > 1:
            yield from pieces
    for match in _WITH_UNIT.finditer(text):
        yield match.group(1)


def _quantity(node: ast.expr) -> Quantity | None:
    if isinstance(node, ast.Call):
        return _called(node)
    number = _number(node)
    return Quantity(number=number) if number is not None else None


def _called(node: ast.Call) -> Quantity | None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _CONVERSIONS and len(node.args) == 1 and not node.keywords:
        inner = node.args[0]
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            return quantity(inner.value)
        return _quantity(inner)
    if name not in ("timedelta", "relativedelta"):
        return None
    parts = [(each.arg or "", _number(each.value)) for each in node.keywords]
    parts += [("days", _number(each)) for each in node.args[:1]]
    if not parts or any(unit not in _SECONDS or number is None for unit, number in parts):
        return None
    total = sum((number * _SECONDS[unit] for unit, number in parts if number is not None), Fraction(0))
    single = parts[0] if len(parts) == 1 else (("seconds", total))
    return Quantity(number=total, unit="seconds", written_as=(single[1] or Fraction(0), single[0]))


def _number(node: ast.expr) -> Fraction | None:
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return Fraction(str(value)) if isinstance(value, float) and math.isfinite(value) else _whole(value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _number(node.operand)
        return -inner if inner is not None and isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = _number(node.left), _number(node.right)
        if left is None or right is None:
            return None
        return _combined(node.op, left, right)
    return None


def _whole(value: float) -> Fraction | None:
    return Fraction(value) if isinstance(value, int) else None


def _combined(op: ast.operator, left: Fraction, right: Fraction) -> Fraction | None:
    if isinstance(op, ast.Pow | ast.LShift):
        small = right.denominator == 1 and 0 <= right <= _LARGEST_POWER and abs(left) <= 2**64
        if not small:
            return None
        return left ** int(right) if isinstance(op, ast.Pow) else left * 2 ** int(right)
    operation = _OPERATIONS.get(type(op))
    return operation(left, right) if operation else None
