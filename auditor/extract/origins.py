"""Where a value comes from: what a name was assigned, whether a model said it, whether it was gathered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.extract.effects import Target
from auditor.extract.neutral import (
    Attribute,
    Await,
    Call,
    Collection,
    Comprehension,
    Conditional,
    Expression,
    MappingLiteral,
    Name,
    Node,
    Operation,
    Subscript,
)
from auditor.extract.unit import Binding, Bound, Definition, Unit, last_name
from auditor.terms import FactKind

_DEEPEST = 10
_MOST_BINDINGS = 8
_TAKES = frozenset({"append", "add", "extend", "update", "setdefault"})
_PASSING = frozenset(
    [
        "loads",
        "get",
        "strip",
        "lower",
        "json",
        "parse",
        "content",
        "next",
        "dict",
        "list",
        "str",
        "getattr",
        "cast",
    ]
)
"""Calls whose result says what they were given."""


def values_of(node: Name, unit: Unit) -> tuple[Expression, ...]:
    """What a name was assigned in the nearest scope that binds it, parts of a value left out."""
    held = _bindings(node, unit)
    found = [each.value for each in held if each.bound is Bound.VALUE and each.value is not None]
    return tuple(found[:_MOST_BINDINGS])


def comes_from_a_model(node: Expression, unit: Unit, target: Target, *, depth: int = 0) -> bool:
    """Whether a value is what a model said, or part of it, as far as one function shows."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, Await | Attribute | Subscript):
        return comes_from_a_model(node.value, unit, target, depth=depth + 1)
    if isinstance(node, Conditional):
        return any(
            comes_from_a_model(each, unit, target, depth=depth + 1) for each in (node.chosen, node.otherwise)
        )
    if isinstance(node, Comprehension):
        return (
            comes_from_a_model(node.clauses[0].iterable, unit, target, depth=depth + 1)
            if node.clauses
            else False
        )
    if isinstance(node, Call):
        return _calls_a_model(node, unit, target) or _passes_on(node, unit, target, depth)
    if isinstance(node, Name):
        known = target.origins.get(id(node))
        if known is None:
            target.origins[id(node)] = False
            known = any(
                comes_from_a_model(each.value, unit, target, depth=depth + 1)
                for each in _bindings(node, unit)[:_MOST_BINDINGS]
                if each.value is not None and each.bound in (Bound.VALUE, Bound.PART)
            )
            target.origins[id(node)] = known
        return known
    return False


def is_gathered(node: Name, unit: Unit) -> bool:
    """Whether a name holds what was chosen from more: filtered, left over, or taken in one by one."""
    values = values_of(node, unit)
    for value in values:
        if isinstance(value, Comprehension) and any(each.conditions for each in value.clauses):
            return True
        if isinstance(value, Operation) and value.operator in ("-", "&"):
            return True
    started = any(_is_empty(each) for each in values)
    return started and any(_takes_in(each, unit) for each in _mentions(node, unit))


def _is_empty(value: Expression) -> bool:
    if isinstance(value, Collection):
        return not value.items
    if isinstance(value, MappingLiteral):
        return not value.entries
    return isinstance(value, Call) and not value.arguments and last_name(value) in ("list", "set", "dict")


def _takes_in(mention: Name, unit: Unit) -> bool:
    around = unit.parent(mention)
    if isinstance(around, Attribute):
        return around.name in _TAKES
    return isinstance(around, Subscript) and around.value is mention and _is_target(around, unit)


def _is_target(node: Node, unit: Unit) -> bool:
    return node in getattr(unit.parent(node), "targets", ())


def _mentions(node: Name, unit: Unit) -> Iterator[Name]:
    around = _scope(node, unit)
    for each in unit.mentions(node.name):
        if around is None or (around.node.start <= each.start < around.node.end):
            yield each


def _bindings(node: Name, unit: Unit) -> Sequence[Binding]:
    around = _scope(node, unit)
    return around.bindings[node.name] if around is not None else unit.bindings.get(node.name, ())


def _scope(node: Name, unit: Unit) -> Definition | None:
    """The nearest function around a name that binds it."""
    at = unit.definition(node)
    while at is not None and node.name not in at.bindings:
        at = at.owner
    return at


def _calls_a_model(call: Call, unit: Unit, target: Target) -> bool:
    if any(done.kind is FactKind.LLM_CALL for done in target.effects.of(call, unit)):
        return True
    for argument in call.arguments:
        if isinstance(argument.value, Attribute):
            effects = target.resolver.effects(argument.value, unit)
            carried = target.effects.carried(argument.value, unit)
            if any(FactKind.LLM_CALL in each.facts for each in effects) or any(
                each.kind is FactKind.LLM_CALL for each in carried
            ):
                return True
    reached = target.resolver.callee(call, unit).definitions
    return any(FactKind.LLM_CALL in target.effects.body(each).kinds for each in reached if not each.is_class)


def _passes_on(call: Call, unit: Unit, target: Target, depth: int) -> bool:
    """Whether a call gives on what it is given or asked of: `json.loads(answer)`, `answer.get("x")`."""
    if last_name(call.function) not in _PASSING:
        return False
    given: list[Expression] = [each.value for each in call.arguments[:1]]
    if isinstance(call.function, Attribute):
        given.append(call.function.value)
    return any(comes_from_a_model(each, unit, target, depth=depth + 1) for each in given)
