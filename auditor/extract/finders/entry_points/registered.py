"""What a call registers: the function that it is given, or what the line itself makes callable."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import address_of, entry_at, entry_line, name_of
from auditor.extract.unit import Definition, Unit
from auditor.facts import Fact


def handed_over(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a function is handed to what calls it from outside, with the first place where it is."""
    for each in target.handovers.of(definition)[:1]:
        yield entry_at(
            definition,
            rule=each.rule,
            how=each.how,
            address=address_of(each.call, each.how),
            registered_at=f"{each.unit.path}:{each.unit.line(each.call.start)}",
        )


def registering_lines(unit: Unit, target: Target) -> Iterator[Fact]:
    """The facts of the calls of a file that register something by themselves."""
    for each in target.handovers.lines_in(unit):
        yield entry_line(
            each.call,
            unit,
            name=name_of(each.call, unit),
            rule=each.rule,
            how=each.how,
            address=address_of(each.call, each.how),
        )
