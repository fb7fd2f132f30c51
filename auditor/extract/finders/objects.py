"""Definitions of what is stored or passed as content."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from auditor.extract.effects import Target
from auditor.extract.finders.records import attributes_of, holds_only_fields, is_kept_record
from auditor.extract.neutral import (
    Assignment,
    Call,
    Class,
    Collection,
    Expression,
    Function,
    MappingLiteral,
    Name,
    Text,
)
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import ABSTRACT_BASES, FAULT_ENDINGS
from auditor.facts import Fact
from auditor.terms import FactKind

_WHOLE_CLASS = 15
"""A class of more lines is cited by its head."""

_HEAD = 8
"""So many lines of a long class are cited."""


class Category(Enum):
    """What a class is, as far as its head and body say."""

    OBJECT = "a data definition"
    STATES = "a closed set of states"
    FAULT = "an exception"
    ABSTRACT = "an interface"
    OTHER = "any other class"


def find_objects(unit: Unit, target: Target) -> Iterator[Fact]:
    """The data definitions of a file."""
    for node in unit.nodes(Class):
        definition = unit.definition_of(node)
        category = category_of(definition, target)
        if category is Category.OBJECT:
            sort, rule = _sort(definition, target) or _by_shape(node)
            yield unit.fact(
                FactKind.OBJECT,
                node,
                span=class_span(unit, node),
                name=node.name,
                rule=rule,
                details={"sort": sort, "fields": _fields(node) or None, "store": _table(node)},
            )
        elif category is Category.OTHER and is_kept_record(definition, target):
            yield unit.fact(
                FactKind.OBJECT,
                node,
                span=class_span(unit, node),
                name=node.name,
                rule="python/object/plain-record",
                details={"sort": "plain class", "fields": attributes_of(definition) or None},
            )
    for assignment in unit.nodes(Assignment):
        yield from _made(assignment, unit, target)


def _by_shape(node: Class) -> tuple[str, str]:
    if node.sort == "interface":
        return "interface", "typescript/object/interface"
    return "data class by inheritance", "python/object/inherited"


def _made(assignment: Assignment, unit: Unit, target: Target) -> Iterator[Fact]:
    """A record or table that a call makes of its name and fields."""
    call = assignment.value
    if not isinstance(call, Call) or len(assignment.targets) != 1 or not call.arguments:
        return
    for effect in target.resolver.effects(call.function, unit):
        if FactKind.OBJECT in effect.facts:
            yield unit.fact(
                FactKind.OBJECT,
                assignment,
                name=last_name(assignment.targets[0]),
                rule=effect.entry,
                details={
                    "sort": dict(effect.details).get("sort"),
                    "fields": _listed(call) or None,
                    "store": first.value if isinstance(first := call.arguments[0].value, Text) else None,
                },
            )


def _listed(call: Call) -> tuple[str, ...]:
    """The fields that such a call lists: names in a list or text, keys, keywords, or columns."""
    names: list[str] = []
    first = call.arguments[0].value
    for argument in call.arguments if isinstance(first, MappingLiteral) else call.arguments[1:]:
        given = argument.value
        if argument.name:
            names.append(argument.name)
        elif isinstance(given, Text):
            names.extend(given.value.replace(",", " ").split())
        elif isinstance(given, MappingLiteral):
            names.extend(each.key.value for each in given.entries if isinstance(each.key, Text))
        elif isinstance(given, Call):
            names.extend(_first_text(given.arguments[0].value) if given.arguments else ())
        elif isinstance(given, Collection):
            names.extend(name for each in given.items for name in _first_text(each))
    return tuple(dict.fromkeys(names))


def _first_text(node: Expression) -> tuple[str, ...]:
    if isinstance(node, Collection) and node.items:
        node = node.items[0]
    return (node.value,) if isinstance(node, Text) else ()


def _fields_only(node: Function | Class) -> bool:
    """Whether an interface tells what a thing holds and not what it does."""
    return any(isinstance(each, Assignment) for each in node.body) and not any(
        isinstance(each, Function) for each in node.body
    )


def category_of(definition: Definition, target: Target) -> Category:
    """What a class is by its decorators, its bases and what those stand on."""
    sort = getattr(definition.node, "sort", "")
    if sort == "enumeration":
        return Category.STATES
    if sort == "interface":
        return Category.OBJECT if _fields_only(definition.node) else Category.ABSTRACT
    lineage = target.index.lineage(definition)
    foreign = target.index.foreign_bases(definition)
    if any(base.rpartition(".")[2].endswith(FAULT_ENDINGS) for base in foreign):
        return Category.FAULT
    kinds = [
        kind for base in foreign if (effect := target.catalogue.inherited(base)) for kind in effect.facts
    ]
    if FactKind.STATUS_VOCABULARY in kinds:
        return Category.STATES
    if FactKind.OBJECT in kinds or any(_sort(each, target) for each in lineage):
        return Category.OBJECT
    keywords = getattr(definition.node, "keywords", ())
    last = {base.rpartition(".")[2] for base in target.index.bases(definition)}
    if ABSTRACT_BASES.intersection(last) or any(last_name(each.value) == "ABCMeta" for each in keywords):
        return Category.ABSTRACT
    if foreign and holds_only_fields(definition):
        return Category.OBJECT
    return Category.OTHER


def _sort(definition: Definition, target: Target) -> tuple[str, str] | None:
    """What sort of data a class defines by itself and the rule that says so; None where it says none."""
    for decorator in definition.node.decorators:
        called = decorator.function if isinstance(decorator, Call) else decorator
        for value in target.resolver.values(called, definition.unit):
            effect = target.catalogue.decorating(value.name)
            if effect is not None and FactKind.OBJECT in effect.facts:
                return dict(effect.details).get("sort", ""), effect.entry
    if isinstance(definition.node, Class) and _table(definition.node) is not None:
        return "ORM table", "python/object/table"
    for base in target.index.foreign_bases(definition):
        effect = target.catalogue.inherited(base)
        if effect is not None and FactKind.OBJECT in effect.facts:
            return dict(effect.details).get("sort", ""), effect.entry
    return None


def _table(node: Class) -> str | None:
    for each in node.body:
        if isinstance(each, Assignment) and last_name(each.targets[0]) == "__tablename__":
            return each.value.value if isinstance(each.value, Text) else "(computed)"
    return None


def _fields(node: Class) -> tuple[str, ...]:
    """The names that a class body annotates or assigns, leaving out private ones and class settings."""
    names: list[str] = []
    for each in node.body:
        if not isinstance(each, Assignment) or not each.targets or not isinstance(each.targets[0], Name):
            continue
        if each.annotation is None or last_name(each.annotation) != "ClassVar":
            names.append(each.targets[0].name)
    return tuple(name for name in dict.fromkeys(names) if not name.startswith("_") and name != "model_config")


def class_span(unit: Unit, node: Class) -> tuple[int, int]:
    """The lines by which a class is cited: all of a short one, the head of a long one."""
    first, last = unit.span(node)
    if last - first < _WHOLE_CLASS:
        return first, last
    return first, min(last, max(first + _HEAD - 1, unit.line(node.head_end)))
