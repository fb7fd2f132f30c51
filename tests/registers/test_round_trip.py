"""What a tool writes reads back as what was meant, for registers that hold every kind and field."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from auditor.forms import keys_of, walk
from auditor.places import Text
from auditor.records import AuditSet, Member
from auditor.registers.loading import load_member, load_set_file
from auditor.registers.writing import register_text
from tests.strategies import audit_sets, members

_THOROUGH = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
_FORM_FAULTS = {"malformed-number", "malformed-date", "malformed-lines", "malformed-revision"}


@_THOROUGH
@given(members())
def test_a_member_is_read_back_as_it_was_written(member: Member) -> None:
    with tempfile.TemporaryDirectory() as folder:
        written = register_text(member, heading="made by a test")
        Path(folder, "register.yaml").write_text(written, encoding="utf-8", newline="")
        loaded = load_member(Path(folder))
    assert {fault.rule for fault in loaded.faults} <= _FORM_FAULTS, written
    for key in keys_of(Member):
        assert getattr(loaded.member, key.attribute) == getattr(member, key.attribute), (key.name, written)


@_THOROUGH
@given(audit_sets())
def test_a_set_is_read_back_as_it_was_written(audit_set: AuditSet) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "set.yaml").write_text(register_text(audit_set), encoding="utf-8", newline="")
        loaded = load_set_file(Path(folder))
    assert {fault.rule for fault in loaded.faults} <= _FORM_FAULTS
    assert loaded.shared == audit_set


@_THOROUGH
@given(members())
def test_every_text_that_is_read_stands_where_its_place_says(member: Member) -> None:
    """A text of one plain line is found in its file at its line and column."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "register.yaml")
        path.write_text(register_text(member), encoding="utf-8", newline="")
        lines = path.read_text(encoding="utf-8").split("\n")
        loaded = load_member(Path(folder))
    for leaf in walk(loaded.member):
        value: Text = leaf.value
        if value and not value.raw and value.place.line:
            start = value.place.column - 1
            assert lines[value.place.line - 1][start : start + len(value)] == value
