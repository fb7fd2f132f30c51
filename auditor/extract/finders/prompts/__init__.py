"""Instruction texts where they are defined, and the places where retained content enters a prompt, a context
or what a tool answers."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.prompts.deliveries import deliveries
from auditor.extract.finders.prompts.instructions import instructions
from auditor.extract.unit import Unit
from auditor.facts import Fact

__all__ = ["find_prompts"]


def find_prompts(unit: Unit, target: Target) -> Iterator[Fact]:
    """The prompts of a file, and the deliveries into them."""
    told = instructions(unit, target)
    for each in told.values():
        yield each.fact(unit)
    yield from deliveries(unit, target, told)
