"""Definitions of what is stored or passed as content, and closed sets of states."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from auditor.extract.effects import Target
from auditor.extract.neutral import Assignment, Call, Class, Name, Text
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
    """The data definitions and closed sets of states of a file."""
    for node in unit.nodes(Class):
        definition = unit.definition_of(node)
        category = category_of(definition, target)
        if category is Category.OBJECT:
            sort, rule = _sort(definition, target) or ("data class by inheritance", "python/object/inherited")
            yield unit.fact(
                FactKind.OBJECT,
                node,
                span=_class_span(unit, node),
                name=node.name,
                rule=rule,
                details={"sort": sort, "fields": _fields(node) or None, "store": _table(node)},
            )
        elif category is Category.STATES and (members := _fields(node)):
            yield unit.fact(
                FactKind.STATUS_VOCABULARY,
                node,
                span=_class_span(unit, node),
                name=node.name,
                rule=_rule_of(definition, target),
                details={"members": members},
            )


def category_of(definition: Definition, target: Target) -> Category:
    """What a class is by its decorators, its bases and what those stand on."""
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
    return Category.OTHER


def _rule_of(definition: Definition, target: Target) -> str:
    """The entry by which a class is a closed set."""
    known = (target.catalogue.inherited(base) for base in target.index.foreign_bases(definition))
    return next((each.entry for each in known if each is not None), "")


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


def _class_span(unit: Unit, node: Class) -> tuple[int, int]:
    first, last = unit.span(node)
    if last - first < _WHOLE_CLASS:
        return first, last
    return first, min(last, max(first + _HEAD - 1, unit.line(node.head_end)))
