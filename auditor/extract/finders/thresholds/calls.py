"""Numbers given to a call: under the name of a bound, at the position of a parameter that bounds, to a call
that is known to bound by it, and as the default of what is asked for by name."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.thresholds.bound import Bound, names_no_bound, role_of, short
from auditor.extract.finders.thresholds.numbers import Numeral, numeral_of
from auditor.extract.finders.thresholds.written import bounds
from auditor.extract.neutral import Call, Expression, Function, Loop, Name, Text
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import BOUNDING_CALLS, HANDED_FIRST, words_of
from auditor.terms import ThresholdRole

_FIELD_CALLS = frozenset(
    {"Field", "field", "attrib", "mapped_column", "Column", "Query", "Body", "Path", "Param"}
)
_FIELD_LIMITS = frozenset(
    {"ge", "gt", "le", "lt", "max_length", "min_length", "max_items", "min_items", "multiple_of"}
)
_FALLBACKS = frozenset(
    {"get", "getenv", "getattr", "pop", "setdefault", "get_int", "get_float", "getint", "getfloat"}
)
_ENVIRONMENT = frozenset({"getenv", "environ", "env", "config", "settings"})
_OPTIONS = frozenset({"add_argument", "option", "Option", "argument", "Argument"})
_SETTINGS_OF_TYPES = frozenset(
    {"delta", "indent", "width", "level", "verbosity", "precision", "decimals", "ndigits"}
)
_EXTREMES = frozenset({"min", "max"})
_MOST_REPEATED = 50
_TRIES = frozenset({"attempt", "retry", "round", "step", "iteration", "turn"})


def in_calls(unit: Unit, target: Target) -> Iterator[Bound]:
    """The bounding numbers in the calls of a file."""
    for call in unit.nodes(Call):
        called = last_name(call.function)
        if called in _FIELD_CALLS:
            yield from _in_field(call, called, unit)
        elif called in _OPTIONS:
            yield from _in_option(call)
        else:
            yield from _by_keyword(call, called)
            yield from _by_position(call, called, unit, target)
        if called in _FALLBACKS:
            yield from _in_fallback(call, unit)
        if called in _EXTREMES:
            yield from _in_extreme(call, called, unit)
    for loop in unit.nodes(Loop):
        yield from _in_repetition(loop, unit)


def _by_keyword(call: Call, called: str) -> Iterator[Bound]:
    for argument in call.arguments:
        number = numeral_of(argument.value) if argument.name else None
        if number is None or argument.name in _SETTINGS_OF_TYPES or names_no_bound(argument.name):
            continue
        role = role_of(argument.name)
        if role is None and called in BOUNDING_CALLS:
            role = BOUNDING_CALLS[called][1]
            if number.value and not number.trivial:
                yield Bound(number=number, node=argument, name=argument.name, rule="argument", role=role)
        elif role is not None and bounds(number, argument.name):
            yield Bound(number=number, node=argument, name=argument.name, rule="argument")


def _by_position(call: Call, called: str, unit: Unit, target: Target) -> Iterator[Bound]:
    known = BOUNDING_CALLS.get(called)
    place = 0
    names: list[str] | None = None
    for argument in call.arguments:
        if argument.name:
            continue
        number = numeral_of(argument.value)
        if number is not None and number.value and not isinstance(argument.value, Name):
            if known is not None and place == known[0] and not (number.trivial and known[1] is None):
                yield Bound(number=number, node=argument, name=called, rule="bounding-call", role=known[1])
            else:
                if names is None:
                    names = _parameters(call, called, unit, target)
                name = names[place] if place < len(names) else ""
                if role_of(name) is not None and bounds(number, name):
                    yield Bound(number=number, node=argument, name=name, rule="position")
                elif role_of(name) is None and not number.trivial and _gives_bound(called):
                    yield Bound(number=number, node=argument, name=called, rule="named-call")
        place += 1


def _gives_bound(called: str) -> bool:
    """Whether a call is named as what works out or sets a time or limit, and not as what converts one."""
    return role_of(called) in _SET_BY_CALL and words_of(called)[0] not in ("round", "format", "pow", "ceil")


_SET_BY_CALL = frozenset(
    {
        ThresholdRole.TIMEOUT,
        ThresholdRole.RETRY,
        ThresholdRole.TTL,
        ThresholdRole.TOP_K,
        ThresholdRole.INTERVAL,
    }
)


def _parameters(call: Call, called: str, unit: Unit, target: Target) -> list[str]:
    """The names of the parameters that positions of a call fill, where one function of the target is meant;
    one that is handed over with its arguments counts as called."""
    function: Expression = call.function
    skipped = HANDED_FIRST.get(called, 0)
    if skipped and len(call.arguments) >= skipped:
        function = call.arguments[skipped - 1].value
    found = target.resolver.reached(function, unit).definitions
    if len(found) != 1:
        return []
    return [""] * skipped + _parameter_names(found[0], target)


def _parameter_names(definition: Definition, target: Target) -> list[str]:
    if definition.is_class:
        member = target.index.member(definition, "__init__") or target.index.member(definition, "constructor")
        if member is None:
            return [each for each in definition.bindings if not each.startswith("_")]
        definition = member
    node = definition.node
    if not isinstance(node, Function):
        return []
    names = [each.name for each in node.parameters if not each.kind]
    bound = definition.class_around is not None and "staticmethod" not in definition.decorator_names
    return names[1:] if bound else names


def _in_field(call: Call, called: str, unit: Unit) -> Iterator[Bound]:
    """The limits that a field or parameter declares; its default is found under its own name."""
    for argument in call.arguments:
        number = numeral_of(argument.value) if argument.name in _FIELD_LIMITS else None
        if number is not None and not number.trivial:
            yield Bound(number=number, node=argument, name=argument.name, rule="field")


def _in_option(call: Call) -> Iterator[Bound]:
    """The default of a command-line option."""
    default = call.argument("default")
    texts = [each.value.value for each in call.arguments if not each.name and isinstance(each.value, Text)]
    number = numeral_of(default) if default is not None else None
    if number is None or not texts:
        return
    name = max(texts, key=len).lstrip("-").replace("-", "_")
    if bounds(number, name) and (role_of(name) is not None or not number.trivial):
        yield Bound(number=number, node=number.node, name=name, rule="option")


def _in_fallback(call: Call, unit: Unit) -> Iterator[Bound]:
    """`get("name", 10)`."""
    given = [each.value for each in call.arguments if not each.name]
    if len(given) < 2 or not isinstance(given[-2], Text):
        return
    name, number = given[-2].value, numeral_of(given[-1])
    default = given[-1]
    if number is None and isinstance(default, Text):
        number = (
            _written_out(default) if _ENVIRONMENT.intersection(words_of(unit.code(call.function))) else None
        )
    if number is None or names_no_bound(name) or number.value == 0:
        return
    if role_of(name) is not None and bounds(number, name):
        yield Bound(number=number, node=call, name=name, rule="fallback")


def _written_out(text: Text) -> Numeral | None:
    """The number that a default of the environment is written as."""
    try:
        value = float(text.value)
    except ValueError:
        return None
    whole = int(value) if value == value and abs(value) < 1e15 and value.is_integer() else value
    return Numeral(value=whole, node=text, written=text.value)


def _in_extreme(call: Call, called: str, unit: Unit) -> Iterator[Bound]:
    """`max(limit * 4, 60)`: the number that clamps the other."""
    numbers = [numeral_of(each.value) for each in call.arguments if not each.name]
    if len(numbers) < 2 or all(each is not None for each in numbers):
        return
    for number in numbers:
        if number is not None and not number.trivial:
            others = [each.value for each in call.arguments if each.value is not number.node]
            name = short(unit, others[0]) if others else called
            yield Bound(number=number, node=number.node, name=name, rule="clamp")


def _in_repetition(loop: Loop, unit: Unit) -> Iterator[Bound]:
    """`for attempt in range(3)`: how often something is tried."""
    iterable = loop.iterable
    if not isinstance(iterable, Call) or last_name(iterable.function) != "range" or loop.target is None:
        return
    given = [each.value for each in iterable.arguments]
    number = numeral_of(given[-1]) if 1 <= len(given) <= 2 else None
    name = last_name(loop.target)
    tries = role_of(name) is ThresholdRole.RETRY or name in _TRIES
    if number is not None and not number.trivial and tries and number.value <= _MOST_REPEATED:
        yield Bound(number=number, node=number.node, name=name, rule="tries", role=ThresholdRole.RETRY)
