"""The saved audit: valid under its schema, read back equal, and faults where it cannot be read."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings, strategies

from auditor.forms import Holds, keys_of
from auditor.records import RECORD_KINDS, Member
from auditor.registers.schema import register_schema
from auditor.render import audit_json, audit_schema, read_audit
from tests.render import lamplight
from tests.render.hostile import any_text

VALIDATOR = jsonschema.Draft202012Validator(audit_schema())


def test_the_schemas_are_schemas() -> None:
    jsonschema.Draft202012Validator.check_schema(audit_schema())
    jsonschema.Draft202012Validator.check_schema(register_schema())


def test_the_output_is_valid_and_read_back_equal() -> None:
    audit = lamplight.audit(lamplight.some_findings(), suppressed=2)
    text = audit_json(audit)
    jsonschema.validate(json.loads(text), audit_schema())
    saved = read_audit(text)
    assert not saved.faults
    assert saved.members == tuple(each.member for each in audit.case.members)
    assert not saved.others


def test_the_small_system_holds_every_field() -> None:
    """What the golden register leaves out is not tested by it."""
    text = audit_json(lamplight.audit())
    names = {
        key.name for kind in (*RECORD_KINDS, Member) for key in keys_of(kind) if key.holds is not Holds.ID
    }
    assert {name for name in names if f'"{name}"' not in text} <= {"imported", "superseded_by"}


@settings(derandomize=True, deadline=None, max_examples=25)
@given(strategies.lists(any_text.filter(lambda text: text.isprintable()), min_size=3, max_size=12))
def test_any_text_is_read_back(texts: list[str]) -> None:
    turn = iter(range(10**6))
    audit = lamplight.changed_audit(
        lambda key, value: value if key.holds is Holds.NUMBER else texts[next(turn) % len(texts)]
    )
    text = audit_json(audit)
    saved = read_audit(text)
    expected = tuple(each.member for each in audit.case.members)
    assert [len(each.records) for each in saved.members] == [len(each.records) for each in expected]
    VALIDATOR.validate(json.loads(text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "the format is None"),
        ('{"format": "audit/9"}', "the format is 'audit/9'"),
        ('{"format": "audit/1"}', "`members` is missing"),
        ('{"format": "audit/1", "members": [{"register": []}]}', "holds a list where a mapping belongs"),
        ('{"format": "audit/1", "members": [3]}', "where a mapping belongs"),
        ('{"format": "audit/1", "members": [{"register": {"sytem": "x"}}]}', "no key `sytem`"),
        ("[" * 100000, "nested too deep"),
    ],
)
def test_a_form_that_cannot_be_read(text: str, says: str) -> None:
    saved = read_audit(text, "old.json")
    assert any(says in fault.message for fault in saved.faults)
    assert all(fault.place.path == "old.json" for fault in saved.faults)


def test_a_lone_surrogate_becomes_a_replacement() -> None:
    saved = read_audit('{"format": "audit/1", "members": [{"register": {"system": "a\\ud800"}}]}')
    assert saved.members[0].system == "a\ufffd"


@pytest.mark.parametrize("name", ["runtime", "memory", "epistemic"])
def test_a_register_fits_the_schema_for_editors(name: str) -> None:
    text = (lamplight.FOLDER / name / "register.yaml").read_text(encoding="utf-8")
    as_text: Any = yaml.load(text, yaml.BaseLoader)
    jsonschema.validate(as_text, register_schema())
    as_text["objcts"] = []
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(as_text, register_schema())
