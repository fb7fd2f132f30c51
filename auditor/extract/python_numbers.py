"""Plain cases of thresholds: numbers in constants, defaults, comparisons, slices and arguments that bound."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from auditor.extract.python_source import Definition, PythonSource, last_name, string_of, words_of
from auditor.extract.words import COUNTERS, DIGEST_WORDS, NO_BOUNDS, ROLES, UNITS
from auditor.facts import Fact
from auditor.terms import FactKind, ThresholdRole

_LONGEST_NAME = 60
_LARGEST = 10**18
_TIGHT = 3
"""A statement of more lines is cited by the line of its number."""

_OPERATIONS: dict[type[cst.BaseBinaryOp], Callable[[float, float], float]] = {
    cst.Add: operator.add,
    cst.Subtract: operator.sub,
    cst.Multiply: operator.mul,
    cst.Divide: operator.truediv,
}
_ORDERINGS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
_FIELD_CALLS = frozenset({"Field", "field", "attrib"})
_CONVERSIONS = frozenset({"int", "float", "Decimal"})
_NUMERAL = re.compile(r"-?\d[\d_]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Number:
    """A number as written, with its value and the node that holds it."""

    written: str
    value: int | float
    node: cst.CSTNode
    unit: str | None = None

    @property
    def trivial(self) -> bool:
        return self.value in (0, 1, -1)


def threshold_in_constant(
    target: cst.BaseExpression,
    value: cst.BaseExpression,
    source: PythonSource,
    around: Sequence[Definition],
    *,
    annotated: bool,
) -> Fact | None:
    """A named number at the top of a file or class: in capitals, annotated, or named as a bound."""
    if not isinstance(target, cst.Name) or (around and around[-1].class_ is None):
        return None
    name = target.value
    number = _number(value)
    role = role_of(name)
    if number is None or _names_no_bound(name) or number.value == 0 or (number.trivial and role is None):
        return None
    if not (name.isupper() or annotated or role):
        return None
    span = _tight(source, value, number, start=target)
    return _threshold(number, span, name, "python/threshold/constant", source, around)


def threshold_in_parameter(
    node: cst.Param, source: PythonSource, around: Sequence[Definition]
) -> Fact | None:
    """The numeric default of a parameter."""
    if node.default is None:
        return None
    name = node.name.value
    number = _number(node.default)
    if number is None or _names_no_bound(name) or number.value == 0:
        return None
    if number.trivial and role_of(name) is None:
        return None
    span = _tight(source, node, number, start=node)
    return _threshold(number, span, name, "python/threshold/default", source, around)


def threshold_in_comparison(
    node: cst.Comparison, source: PythonSource, around: Sequence[Definition]
) -> Iterator[Fact]:
    """The numbers that something is compared with by order."""
    left = node.left
    for target in node.comparisons:
        right = target.comparator
        if isinstance(target.operator, _ORDERINGS):
            for number, other in ((_number(right), left), (_number(left), right)):
                if number is not None and not number.trivial and not _counts(other, number):
                    name = _short(source.code(other))
                    span = _tight(source, node, number, start=node)
                    yield _threshold(number, span, name, "python/threshold/comparison", source, around)
        left = right


def threshold_in_slice(
    node: cst.Subscript, source: PythonSource, around: Sequence[Definition]
) -> Fact | None:
    """The number at which `[:n]` or `[-n:]` cuts."""
    if len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Slice):
        return None
    cut = node.slice[0].slice
    number = None
    if cut.lower is None and cut.upper is not None:
        number = _number(cut.upper)
    elif cut.lower is not None and cut.upper is None:
        number = _number(cut.lower)
        number = number if number is not None and number.value < 0 else None
    if number is None or number.trivial or DIGEST_WORDS.intersection(words_of(source.code(node.value))):
        return None
    span = _tight(source, node, number, start=node)
    name = _short(source.code(node.value))
    return _threshold(
        number, span, name, "python/threshold/slice", source, around, role=ThresholdRole.TRUNCATION
    )


def threshold_in_call(node: cst.Call, source: PythonSource, around: Sequence[Definition]) -> Iterator[Fact]:
    """Numbers given to a call under the name of a bound, and the default of `get(name, number)`."""
    if last_name(node.func) in _FIELD_CALLS:
        return
    for argument in node.args:
        number = _number(argument.value) if argument.keyword else None
        if number is None or number.trivial or argument.keyword is None:
            continue
        name = argument.keyword.value
        if role_of(name) is not None and not _names_no_bound(name) and name not in ("max_length", "delta"):
            span = _tight(source, argument, number, start=argument)
            yield _threshold(number, span, name, "python/threshold/argument", source, around)
    positional = [each for each in node.args if each.keyword is None and not each.star]
    if last_name(node.func) in ("get", "getenv", "getattr", "pop") and len(positional) >= 2:
        name = string_of(positional[-2].value) or ""
        number = _number(positional[-1].value)
        if number is None or number.trivial or role_of(name) is None or _names_no_bound(name):
            return
        span = _tight(source, node, number, start=node)
        yield _threshold(number, span, name, "python/threshold/fallback", source, around)


def role_of(name: str) -> ThresholdRole | None:
    """What a number of this name is guessed to do; None where the name suggests no bound."""
    words = words_of(name)
    for role, known in ROLES:
        if known.intersection(words):
            return role
    return None


def _threshold(
    number: _Number,
    span: tuple[int, int],
    name: str,
    rule: str,
    source: PythonSource,
    around: Sequence[Definition],
    *,
    role: ThresholdRole | None = None,
) -> Fact:
    unit = number.unit or next((UNITS[each] for each in reversed(words_of(name)) if each in UNITS), None)
    guessed = role or role_of(name)
    if guessed is None:
        guessed = ThresholdRole.CUT_OFF if rule.endswith("comparison") else ThresholdRole.OTHER
    if rule.endswith("comparison") and guessed is ThresholdRole.TOP_K:
        guessed = ThresholdRole.CUT_OFF
    return source.fact(
        FactKind.THRESHOLD,
        span,
        name=name,
        value=number.written,
        rule=rule,
        around=around,
        details={"number": number.value, "role": str(guessed), "unit": unit},
    )


def _number(node: cst.BaseExpression) -> _Number | None:
    """The number that an expression of literals is, also in a field, a duration or a setting's default."""
    value = _evaluated(node)
    if value is not None:
        return _Number(written=cst.Module(body=[]).code_for_node(node), value=value, node=node)
    if not isinstance(node, cst.Call):
        return None
    called = last_name(node.func)
    if called in _FIELD_CALLS:
        for argument in node.args:
            if (argument.keyword is None and argument is node.args[0]) or (
                argument.keyword is not None and argument.keyword.value == "default"
            ):
                return _number(argument.value)
    if called == "timedelta" and len(node.args) == 1 and node.args[0].keyword is not None:
        inner = _number(node.args[0].value)
        unit = UNITS.get(node.args[0].keyword.value)
        return (
            _Number(written=inner.written, value=inner.value, node=inner.node, unit=unit) if inner else None
        )
    if called in _CONVERSIONS and len(node.args) == 1:
        return _setting(node.args[0].value)
    return None


def _setting(node: cst.BaseExpression) -> _Number | None:
    """The default of a setting read from the environment: `os.getenv("NAME", "5")`."""
    if not isinstance(node, cst.Call) or len(node.args) != 2 or last_name(node.func) not in ("get", "getenv"):
        return None
    default = node.args[1].value
    text = string_of(default)
    if text is None:
        return _number(default)
    if not _NUMERAL.fullmatch(text):
        return None
    return _Number(written=text, value=float(text) if "." in text else int(text), node=default)


def _evaluated(node: cst.BaseExpression) -> int | float | None:
    """The value of a literal, or of plain arithmetic on literals."""
    if isinstance(node, cst.Integer | cst.Float):
        try:
            return _bounded(node.evaluated_value)
        except (ValueError, OverflowError, SyntaxError):  # a numeral of thousands of digits
            return None
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        value = _evaluated(node.expression)
        return None if value is None else -value
    operation = _OPERATIONS.get(type(node.operator)) if isinstance(node, cst.BinaryOperation) else None
    if operation is None or not isinstance(node, cst.BinaryOperation):
        return None
    left, right = _evaluated(node.left), _evaluated(node.right)
    if left is None or right is None:
        return None
    try:
        return _bounded(operation(left, right))
    except (ArithmeticError, ValueError):
        return None


def _bounded(value: int | float) -> int | float | None:
    """The value, unless it is too large to be a bound or no number at all."""
    return value if math.isfinite(value) and abs(value) <= _LARGEST else None


def _names_no_bound(name: str) -> bool:
    return bool(NO_BOUNDS.intersection(words_of(name)))


def _counts(node: cst.BaseExpression, number: _Number) -> bool:
    """Whether what is compared is a position, a shape or an answer of a protocol."""
    if isinstance(node, cst.Call) and last_name(node.func) == "len" and abs(number.value) <= 3:
        return True
    name = last_name(node)
    if name in COUNTERS or _names_no_bound(name):
        return True
    return _evaluated(node) is not None


def _tight(
    source: PythonSource, node: cst.CSTNode, number: _Number, *, start: cst.CSTNode
) -> tuple[int, int]:
    """The lines from `start` to the end of `node` where they are few, else those of the number."""
    first, last = source.span(start)[0], source.span(node)[1]
    return (first, last) if last - first < _TIGHT else source.span(number.node)


def _short(code: str) -> str:
    flat = " ".join("".join(each if each.isprintable() else " " for each in code).split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1] + "…"
