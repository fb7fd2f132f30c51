"""What something outside can call: registrations by decorator, call, table or manifest, branches of
dispatchers, workers, scripts, and the public interface."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.decorated import decorated_entry
from auditor.extract.finders.entry_points.dispatched import dispatched_entries
from auditor.extract.finders.entry_points.inherited import inherited_entry
from auditor.extract.finders.entry_points.public import public_entry
from auditor.extract.finders.entry_points.registered import handed_over, registering_lines
from auditor.extract.finders.entry_points.started import started_entry
from auditor.extract.finders.entry_points.workers import worker_entry
from auditor.extract.neutral import Class, Function
from auditor.extract.unit import Unit
from auditor.facts import Fact

__all__ = ["find_entry_points"]


def find_entry_points(unit: Unit, target: Target) -> Iterator[Fact]:
    """The entry points of a file, each definition once."""
    yield from registering_lines(unit, target)
    yield from dispatched_entries(unit, target)
    for class_ in unit.nodes(Class):
        yield from inherited_entry(unit.definition_of(class_), target)
    for node in unit.nodes(Function):
        definition = unit.definition_of(node)
        found = (each for ask in _OF_A_FUNCTION for each in ask(definition, target))
        yield from islice(found, 1)


_OF_A_FUNCTION = (decorated_entry, handed_over, inherited_entry, started_entry, worker_entry, public_entry)
"""What can make an entry point of a function, in the order in which it is asked; one answer is enough."""
