"""Reads, writes, updates and deletes of state that outlives the call."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import STORE_KINDS, Target
from auditor.extract.finders.calls import fact_of
from auditor.extract.unit import Unit
from auditor.facts import Fact


def find_stores(unit: Unit, target: Target) -> Iterator[Fact]:
    """The store operations of a file."""
    for deed in target.effects.operations(unit):
        if deed.done.kind in STORE_KINDS:
            yield fact_of(deed, unit, target)
