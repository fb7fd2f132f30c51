"""The finders: one module a family of facts, each a pure function from a file and its target to facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.calls import find_calls
from auditor.extract.finders.checks import find_checks
from auditor.extract.finders.dispositions import find_dispositions
from auditor.extract.finders.entry_points import find_entry_points
from auditor.extract.finders.objects import find_objects
from auditor.extract.finders.prompts import find_prompts
from auditor.extract.finders.states import find_states
from auditor.extract.finders.stores import find_stores
from auditor.extract.finders.tables import find_tables
from auditor.extract.finders.thresholds import find_thresholds
from auditor.extract.unit import Unit
from auditor.facts import Fact

__all__ = ["FINDERS"]

FINDERS: tuple[Callable[[Unit, Target], Iterator[Fact]], ...] = (
    find_entry_points,
    find_calls,
    find_stores,
    find_prompts,
    find_objects,
    find_tables,
    find_states,
    find_thresholds,
    find_checks,
    find_dispositions,
)
"""In the order in which they are asked; the order of facts does not depend on it."""
