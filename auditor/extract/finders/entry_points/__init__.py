"""What something outside can call: registrations by decorator, call, table or manifest, branches of
dispatchers, workers, scripts, and the public interface."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.decorated import decorated_entry
from auditor.extract.finders.entry_points.public import public_entry
from auditor.extract.neutral import Function
from auditor.extract.unit import Unit
from auditor.facts import Fact

__all__ = ["find_entry_points"]


def find_entry_points(unit: Unit, target: Target) -> Iterator[Fact]:
    """The entry points of a file, each definition once."""
    for node in unit.nodes(Function):
        definition = unit.definition_of(node)
        registered = list(decorated_entry(definition, target))
        yield from registered or public_entry(definition, target)
