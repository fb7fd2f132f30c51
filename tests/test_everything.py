"""The everything-set: it holds every kind of record and every key of the form, and has no fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.assembly import case_of
from auditor.checks import audit_of
from auditor.findings import Severity
from auditor.forms import Entry, Holds, entries_in, keys_of
from auditor.records import RECORD_KINDS, AuditSet, Member
from auditor.registers.loading import load_member
from auditor.sets import load
from auditor.settings import Settings
from tests.mutations.bench import EVERYTHING

MEMBERS = ("runtime", "memory", "epistemic")


def _reachable(kind: type[Entry], seen: dict[type[Entry], None]) -> None:
    if kind in seen:
        return
    seen[kind] = None
    for key in keys_of(kind):
        if key.holds is Holds.INLINE:
            for record in RECORD_KINDS:
                _reachable(record, seen)
        elif key.entry is not None:
            _reachable(key.entry, seen)


def test_every_key_of_every_entry_of_the_form_occurs_with_a_value() -> None:
    audit_set = load(EVERYTHING).audit_set
    assert audit_set is not None
    held: dict[type[Entry], set[str]] = {}
    for root in (audit_set, *(load_member(EVERYTHING / name).member for name in MEMBERS)):
        for entry, _ in entries_in(root):
            values = held.setdefault(type(entry), set())
            values.update(key.name for key in keys_of(type(entry)) if getattr(entry, key.attribute))
    reachable: dict[type[Entry], None] = {}
    _reachable(Member, reachable)
    _reachable(AuditSet, reachable)
    missing = [
        f"{kind.__name__}.{key.name}"
        for kind in reachable
        for key in keys_of(kind)
        if key.name not in held.get(kind, set())
    ]
    assert missing == []
    assert len(reachable) > 30


@pytest.mark.parametrize("part", ["", *MEMBERS])
def test_no_error_and_no_warning_is_found_in_the_set_or_in_a_member_alone(part: str) -> None:
    audit = audit_of(case_of(load(EVERYTHING / part)), Settings())
    assert [each for each in audit.findings if each.severity > Severity.INFO] == []


def test_most_records_are_findings_and_neither_candidates_nor_imported() -> None:
    records = [record for name in MEMBERS for record in load_member(EVERYTHING / name).member.records]
    plain = [record for record in records if not record.candidate and not record.imported]
    assert len(plain) > len(records) / 2
    assert {type(record) for record in plain} == set(RECORD_KINDS)


def test_the_set_reads_the_same_from_any_folder(tmp_path: Path) -> None:
    for path in EVERYTHING.rglob("*.yaml"):
        copy = tmp_path / path.relative_to(EVERYTHING)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    here, there = case_of(load(EVERYTHING)), case_of(load(tmp_path))
    assert [spot.leaf.value for spot in here.leaves()] == [spot.leaf.value for spot in there.leaves()]
    assert [each.place.line for each in here.references] == [each.place.line for each in there.references]
