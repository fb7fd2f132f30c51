"""The invented system that the tests of rendering share: its set of registers, loaded, and made hostile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from auditor.assembly import case_of
from auditor.case import Audit
from auditor.findings import Finding, Related, Severity
from auditor.forms import Entry, Holds, Key, keys_of
from auditor.places import Place, Text
from auditor.sets import LoadedSet, load

DATA = Path(__file__).parent / "data"
FOLDER = DATA / "lamplight"
SHOWN_FOLDER = "registers/lamplight"

E = TypeVar("E", bound=Entry)
Change = Callable[[Key, Text], str]

KEPT = frozenset({"member", "section", "members", "format", "record", "field", "now_field"})
"""Keys whose text decides what is printed where."""


@cache
def loaded() -> LoadedSet:
    """The set as it is read."""
    return load(FOLDER)


def audit(findings: tuple[Finding, ...] = (), *, suppressed: int = 0) -> Audit:
    """The audit of the set, its folder named as if it lay in the current directory."""
    case = case_of(loaded())
    lines = {path.replace(FOLDER.as_posix(), SHOWN_FOLDER): lines for path, lines in case.lines.items()}
    shown = replace(case, folder=SHOWN_FOLDER, lines=lines)
    return Audit(case=shown, findings=findings, suppressed=suppressed, unverifiable=1)


def changed_audit(change: Change) -> Audit:
    """The audit of the set with each text that does not steer the report changed."""
    was = loaded()
    assert was.set_file is not None
    now = replace(
        was,
        set_file=replace(was.set_file, shared=changed(was.set_file.shared, change)),
        members=tuple(replace(each, shared=changed(each.shared, change)) for each in was.members),
    )
    return Audit(case=case_of(now), findings=(), suppressed=0, unverifiable=0)


def changed(entry: E, change: Change) -> E:
    """An entry with its texts changed, and those of the entries inside it."""
    values: dict[str, Any] = {}
    for key in keys_of(type(entry)):
        value = getattr(entry, key.attribute)
        if value is None or value == () or key.name in KEPT:
            continue
        if key.holds in (Holds.ENTRY, Holds.INLINE):
            many = isinstance(value, tuple)
            values[key.attribute] = (
                tuple(changed(each, change) for each in value) if many else changed(value, change)
            )
        elif isinstance(value, tuple):
            values[key.attribute] = tuple(Text(change(key, each)) for each in value)
        else:
            values[key.attribute] = Text(change(key, value))
    return replace(entry, **values)


def some_findings() -> tuple[Finding, ...]:
    """One finding of each severity, with all that a finding can hold."""
    path = f"{SHOWN_FOLDER}/epistemic/register.yaml"
    lines = audit().case.lines[path]
    part_of = next(number for number, line in enumerate(lines, start=1) if "part_of: RT-CMP" in line)
    quote = next(number for number, line in enumerate(lines, start=1) if "```not a fence```" in line)
    return (
        Finding(
            number=112,
            name="dangling-reference",
            severity=Severity.ERROR,
            place=Place(path, part_of, 14, 18),
            message="`RT-CMP-watch-model` is declared nowhere",
            remedy="declare it, or list it under `supplied`",
            record="EPI-CMP-rule-table",
            field="part_of",
            related=(Related(place=Place(path, 4, 1), says="the supplied records stand here"),),
        ),
        Finding(
            number=404,
            name="passage-missing",
            severity=Severity.WARNING,
            place=Place(path, quote, 11, 19),
            message="the passage is not in lamplight/store.py",
            remedy="quote it as it stands",
            record="EPI-OBJ-log-entry",
            field="evidence[0].quote",
        ),
        Finding(
            number=301,
            name="gaps-of-candidates",
            severity=Severity.INFO,
            place=Place(path, 1, 1),
            message="1 candidate has gaps",
            remedy="judge it",
        ),
    )
