"""Numbers that bound, gate or rank: where each is written, what it does, and where it bites."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.thresholds.arithmetic import in_arithmetic
from auditor.extract.finders.thresholds.bound import Bound, threshold_of
from auditor.extract.finders.thresholds.calls import in_calls
from auditor.extract.finders.thresholds.queries import in_queries
from auditor.extract.finders.thresholds.tables import in_tables
from auditor.extract.finders.thresholds.written import in_names
from auditor.extract.unit import Unit
from auditor.facts import Fact

__all__ = ["find_thresholds"]


def find_thresholds(unit: Unit, target: Target) -> Iterator[Fact]:
    """The thresholds of a file, each number once: the rule that knows most of it comes first."""
    seen: set[tuple[int, int]] = set()
    for bound in _bounds(unit, target):
        place = (bound.number.node.start, bound.number.node.end)
        if bound.within_text is not None or place not in seen:
            seen.add(place)
            yield threshold_of(bound, unit, target)


def _bounds(unit: Unit, target: Target) -> Iterator[Bound]:
    yield from in_names(unit)
    yield from in_calls(unit, target)
    yield from in_tables(unit)
    yield from in_arithmetic(unit)
    yield from in_queries(unit, target)
