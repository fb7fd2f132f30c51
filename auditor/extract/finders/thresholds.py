"""Numbers that bound, gate or rank: where each is written, what it does, and where it bites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from auditor.extract.effects import Target
from auditor.extract.finders.numbers import Numeral, numeral_of
from auditor.extract.neutral import (
    Argument,
    Assignment,
    Call,
    Comparison,
    Expression,
    Name,
    Node,
    Parameter,
    Raise,
    Slice,
    Subscript,
    Text,
)
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import COUNTERS, DIGEST_WORDS, LOG_CALLS, NO_BOUNDS, ROLES, UNITS, words_of
from auditor.facts import Details, Fact
from auditor.terms import FactKind, ThresholdRole

_LONGEST_NAME = 60
_TIGHT = 3
"""A statement of more lines is cited by the line of its number."""

_ORDERINGS = frozenset({"<", "<=", ">", ">="})
_FIELD_CALLS = frozenset({"Field", "field", "attrib"})
_FALLBACKS = frozenset({"get", "getenv", "getattr", "pop"})


def find_thresholds(unit: Unit, target: Target) -> Iterator[Fact]:
    """The thresholds of a file, each with the definitions of the file that reach its place."""
    for fact in _written(unit):
        users = fact.details.get("used_in", ())
        places = (fact.within, *(users if isinstance(users, tuple) else ()))
        called_by = target.callers.within(unit, [each for each in places if each])
        yield replace(fact, details=Details({**fact.details, "called_by": called_by or None}))


def _written(unit: Unit) -> Iterator[Fact]:
    for assignment in unit.nodes(Assignment):
        yield from _in_constant(assignment, unit)
    for parameter in unit.nodes(Parameter):
        yield from _in_default(parameter, unit)
    for comparison in unit.nodes(Comparison):
        yield from _in_comparison(comparison, unit)
    for subscript in unit.nodes(Subscript):
        yield from _in_slice(subscript, unit)
    for call in unit.nodes(Call):
        yield from _in_call(call, unit)


def role_of(name: str) -> ThresholdRole | None:
    """What a number of this name is guessed to do; None where the name suggests no bound."""
    words = words_of(name)
    return next((role for role, known in ROLES if known.intersection(words)), None)


def _in_constant(node: Assignment, unit: Unit) -> Iterator[Fact]:
    """A named number at the top of a file or class: in capitals, annotated, or named as a bound."""
    around = unit.definition(node)
    if node.value is None or node.operator or len(node.targets) != 1 or (around and not around.is_class):
        return
    target = node.targets[0]
    number = numeral_of(node.value)
    if not isinstance(target, Name) or number is None or number.value == 0:
        return
    name = target.name
    role = role_of(name)
    if _names_no_bound(name) or (number.trivial and role is None):
        return
    if name.isupper() or node.annotation is not None or role:
        yield _threshold(unit, number, node, name, "python/threshold/constant")


def _in_default(node: Parameter, unit: Unit) -> Iterator[Fact]:
    number = numeral_of(node.default) if node.default is not None else None
    if number is None or number.value == 0 or _names_no_bound(node.name):
        return
    if not number.trivial or role_of(node.name) is not None:
        yield _threshold(unit, number, node, node.name, "python/threshold/default")


def _in_comparison(node: Comparison, unit: Unit) -> Iterator[Fact]:
    """The numbers that something is compared with by order."""
    for at, operator in enumerate(node.operators):
        left, right = node.operands[at], node.operands[at + 1] if at + 1 < len(node.operands) else node
        if operator not in _ORDERINGS:
            continue
        for number, other in ((numeral_of(right), left), (numeral_of(left), right)):
            if number is not None and not number.trivial and not _counts(other, number):
                name = _short(unit, other)
                yield _threshold(unit, number, node, name, "python/threshold/comparison")


def _in_slice(node: Subscript, unit: Unit) -> Iterator[Fact]:
    """The number at which `[:n]` or `[-n:]` cuts, unless a person alone is shown the cut."""
    cut = node.key
    if not isinstance(cut, Slice) or _shown(node, unit):
        return
    number = None
    if cut.low is None and cut.high is not None:
        number = numeral_of(cut.high)
    elif cut.low is not None and cut.high is None:
        number = numeral_of(cut.low)
        number = number if number is not None and number.value < 0 else None
    if number is None or number.trivial or DIGEST_WORDS.intersection(words_of(unit.code(node.value))):
        return
    role = ThresholdRole.TRUNCATION
    yield _threshold(unit, number, node, _short(unit, node.value), "python/threshold/slice", role=role)


def _in_call(node: Call, unit: Unit) -> Iterator[Fact]:
    """Numbers given to a call under the name of a bound, and the default of `get(name, number)`."""
    called = last_name(node.function)
    if called in _FIELD_CALLS:
        return
    for argument in node.arguments:
        number = numeral_of(argument.value) if argument.name else None
        if number is None or number.trivial or _names_no_bound(argument.name):
            continue
        if role_of(argument.name) is not None and argument.name not in ("max_length", "delta"):
            yield _threshold(unit, number, argument, argument.name, "python/threshold/argument")
    given = [each.value for each in node.arguments if not each.name]
    if called in _FALLBACKS and len(given) >= 2 and isinstance(given[-2], Text):
        name, number = given[-2].value, numeral_of(given[-1])
        if number is None or number.trivial or role_of(name) is None or _names_no_bound(name):
            return
        yield _threshold(unit, number, node, name, "python/threshold/fallback")


def _threshold(
    unit: Unit, number: Numeral, node: Node, name: str, rule: str, *, role: ThresholdRole | None = None
) -> Fact:
    bound = number.unit or next((UNITS[each] for each in reversed(words_of(name)) if each in UNITS), None)
    guessed = role or role_of(name)
    if guessed is None:
        guessed = ThresholdRole.CUT_OFF if rule.endswith("comparison") else ThresholdRole.OTHER
    if rule.endswith("comparison") and guessed is ThresholdRole.TOP_K:
        guessed = ThresholdRole.CUT_OFF
    first, last = unit.span(node)
    span = (first, last) if last - first < _TIGHT else unit.span(number.node)
    return unit.fact(
        FactKind.THRESHOLD,
        node,
        span=span,
        name=name,
        value=number.written or unit.code(number.node),
        rule=rule,
        details={
            "number": number.value,
            "role": str(guessed),
            "unit": bound,
            **_uses(unit, node, name, rule),
        },
    )


def _uses(unit: Unit, node: Node, name: str, rule: str) -> dict[str, tuple[str, ...] | None]:
    """Where a named constant of the file is read, and in which definitions."""
    if not rule.endswith("constant"):
        return {}
    used = [each for each in unit.mentions(name) if not node.start <= each.start < node.end]
    places = tuple(dict.fromkeys(f"{unit.path}:{unit.line(each.start)}" for each in used))[:20]
    around = (unit.definition(each) for each in used)
    users = tuple(dict.fromkeys(each.qualified for each in around if each is not None))[:20]
    return {"used_at": places or None, "used_in": users or None}


def _shown(node: Node, unit: Unit) -> bool:
    """Whether a place stands in what is only logged, printed or raised, or in an annotation."""
    for around in unit.ancestors(node):
        if isinstance(around, Raise):
            return True
        if isinstance(around, Call) and last_name(around.function) in LOG_CALLS:
            return True
        if not isinstance(around, Expression | Argument):
            return False
    return False


def _names_no_bound(name: str) -> bool:
    return bool(NO_BOUNDS.intersection(words_of(name)))


def _counts(node: Node, number: Numeral) -> bool:
    """Whether what is compared is a position, a shape or an answer of a protocol."""
    if isinstance(node, Call) and last_name(node.function) == "len" and abs(number.value) <= 3:
        return True
    name = last_name(node)
    return name in COUNTERS or _names_no_bound(name) or numeral_of(node) is not None


def _short(unit: Unit, node: Node) -> str:
    flat = " ".join("".join(each if each.isprintable() else " " for each in unit.code(node)).split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1] + "…"
