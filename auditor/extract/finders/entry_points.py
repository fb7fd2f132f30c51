"""What something outside can call: registrations, and the public interface that packages export."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.objects import Category, category_of
from auditor.extract.neutral import Call, Class, Expression, Function, Text
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import NO_METHODS
from auditor.facts import Fact
from auditor.terms import FactKind

PUBLIC_FUNCTION = "public function"
PUBLIC_METHOD = "public method"


def find_entry_points(unit: Unit, target: Target) -> Iterator[Fact]:
    """The entry points of a file."""
    for node in unit.nodes(Function):
        definition = unit.definition_of(node)
        registered = list(_registrations(definition, target))
        yield from registered
        if not registered:
            yield from _public(definition, target)


def _registrations(definition: Definition, target: Target) -> Iterator[Fact]:
    unit, node = definition.unit, definition.node
    for decorator in node.decorators:
        called = decorator.function if isinstance(decorator, Call) else decorator
        for value in target.resolver.values(called, unit):
            effect = target.catalogue.decorating(value.name)
            if effect is None or FactKind.ENTRY_POINT not in effect.facts:
                continue
            details = dict(effect.details)
            yield unit.fact(
                FactKind.ENTRY_POINT,
                node,
                span=(unit.line(decorator.start), head_end(unit, node)),
                name=node.name,
                rule=effect.entry,
                details={**details, "address": _address(decorator, details.get("how", ""))},
            )
            break


def _public(definition: Definition, target: Target) -> Iterator[Fact]:
    """A public function or method of what a package exports."""
    unit, node = definition.unit, definition.node
    if not node.name or node.name.startswith("_") or NO_METHODS.intersection(definition.decorator_names):
        return
    class_ = definition.class_around
    if definition.owner is not None and class_ is None:
        return
    how, offered = (PUBLIC_FUNCTION, definition) if class_ is None else (PUBLIC_METHOD, class_)
    if offered.owner is not None or offered.node.name.startswith("_"):
        return
    if class_ is not None and category_of(class_, target) is not Category.OTHER:
        return
    if not target.offers.offers(offered) or (class_ is not None and not target.offers.shows(node.name)):
        return
    yield unit.fact(
        FactKind.ENTRY_POINT,
        node,
        span=(unit.line(node.name_start), head_end(unit, node)),
        name=node.name,
        rule=f"python/entry-point/{how.replace(' ', '-')}",
        details={"how": how, "exported_by": target.offers.exporter(offered)},
    )


def _address(decorator: Expression, how: str) -> str | None:
    """Under which path or name a decorator registers, with the method of an HTTP route."""
    if not isinstance(decorator, Call):
        return None
    held = decorator.argument("path", 0) or decorator.argument("name")
    address = held.value if isinstance(held, Text) and held.how != "formatted" else None
    if address is None or not address.isprintable() or how != "HTTP route":
        return address if address is None or address.isprintable() else None
    verb = last_name(decorator)
    return f"{verb.upper()} {address or '/'}" if verb not in ("route", "api_route") else address or "/"


def head_end(unit: Unit, node: Function | Class) -> int:
    """The last line of a signature."""
    return unit.line(node.head_end - 1)
