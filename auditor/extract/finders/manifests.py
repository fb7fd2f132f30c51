"""What manifests register: each graph that a server offers, each event that a hook waits for, and the time
that a hook is given."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_line
from auditor.extract.manifests import LANGUAGE
from auditor.extract.neutral import Entry, Evaluation, MappingLiteral, Number, Text
from auditor.extract.unit import Unit
from auditor.facts import Fact
from auditor.terms import FactKind, ThresholdRole

_HOW = {"graphs": "served graph", "hooks": "hook"}


def find_manifest_entries(unit: Unit, target: Target) -> Iterator[Fact]:
    """The entry points and time-outs of a manifest, each at its own line."""
    if unit.module.language != LANGUAGE:
        return
    for statement in unit.module.body:
        if isinstance(statement, Evaluation) and isinstance(statement.value, MappingLiteral):
            for section in statement.value.entries:
                yield from _section(section, unit)


def _section(section: Entry, unit: Unit) -> Iterator[Fact]:
    how = _HOW.get(section.key.value) if isinstance(section.key, Text) else None
    if how is None or not isinstance(section.value, MappingLiteral):
        return
    for each in section.value.entries:
        yield from _entry(each, how, unit)
    for each in unit.inside(Entry, section.value):
        if isinstance(each.key, Text) and each.key.value == "timeout" and isinstance(each.value, Number):
            yield unit.fact(
                FactKind.THRESHOLD,
                each,
                name="timeout",
                rule="manifest/time-out",
                value=each.value.written,
                details={"number": each.value.value, "role": str(ThresholdRole.TIMEOUT)},
            )


def _entry(entry: Entry, how: str, unit: Unit) -> Iterator[Fact]:
    if isinstance(entry.key, Text) and entry.key.value.isprintable():
        held = unit.inside(Text, entry.value)
        called = next((each.value for each in held if set(each.value) & set("/. :")), None)
        address = called if called is None or called.isprintable() else None
        rule = "manifest/entry-point"
        yield entry_line(entry.key, unit, name=entry.key.value, rule=rule, how=how, address=address)
