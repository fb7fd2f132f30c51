"""Classes that frameworks call by what they stand on: the class as a whole, or those of its methods that the
framework knows by name."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from auditor.extract.catalogue import Effect
from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.dispatched import has_branches
from auditor.extract.finders.entry_points.places import entry_at
from auditor.extract.unit import Definition
from auditor.facts import Fact
from auditor.terms import FactKind


def inherited_entry(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a class, or a method of one, is called by the framework whose class it stands on."""
    class_ = definition if definition.is_class else definition.class_around
    if class_ is None or (definition.is_class and target.index.heirs(definition)):
        return
    for effect in _effects(class_, target):
        details = dict(effect.details)
        patterns = [each.strip() for each in details.get("methods", "").split(",") if each.strip()]
        fits = any(fnmatchcase(definition.node.name, each) for each in patterns)
        if definition.is_class != bool(patterns) and (definition.is_class or fits):
            if fits and has_branches(definition):
                return
            yield entry_at(definition, rule=effect.entry, how=details.get("how", ""))
            return


def _effects(class_: Definition, target: Target) -> Iterator[Effect]:
    for base in target.index.foreign_bases(class_):
        effect = target.catalogue.inherited(base)
        if effect is not None and FactKind.ENTRY_POINT in effect.facts:
            yield effect
