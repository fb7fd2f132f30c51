"""The JSON Schema takes what the form takes, and refuses what an editor should underline."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from auditor.registers.schema import register_schema, set_schema

GOOD = """
format: audit-register/1
system: Shelf
member: epistemic
sources: [{id: SRC-1, kind: capture, layers: {implementation: ["src/**"], doctrine/design: }}]
objects:
  - id: EPI-OBJ-note
    form: {word: natural-language, says: sentences}
    status: {implementation: wired}
    inventory: {content: statements, role: recalled, gap: unknown}
routes:
  - id: EPI-RTE-save
    superseded_by: EPI-RTE-keep
    thresholds: [{name: LIMIT, value: 5, path: a.py, role: top-k}]
    ledger:
      - {function: other — sorts, object: [EPI-OBJ-note, text], relation: see EPI-RTE-save, claims: none}
annotations:
  - {on: RT-OBJ-x, note: read later, lineage: imported}
"""


def _errors(schema: dict[str, Any], text: str) -> list[str]:
    validator = Draft202012Validator(schema)
    return [error.json_path for error in validator.iter_errors(yaml.load(text, Loader=yaml.BaseLoader))]


@pytest.mark.parametrize("schema", [register_schema(), set_schema()], ids=["register", "set"])
def test_the_schema_is_one(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


def test_a_good_register_passes() -> None:
    assert _errors(register_schema(), GOOD) == []


@pytest.mark.parametrize(
    ("good", "bad", "where"),
    [
        ("member: epistemic", "member: epistemc", "$.member"),
        ("id: EPI-OBJ-note", "id: EPI-Note", "$.objects[0].id"),
        ("natural-language", "natural", "$.objects[0].form"),
        ("role: top-k", "role: topk", "$.routes[0].thresholds"),
        ("implementation: wired", "implementatio: wired", "$.objects[0].status"),
    ],
)
def test_a_slip_is_refused_where_it_stands(good: str, bad: str, where: str) -> None:
    assert any(path.startswith(where) for path in _errors(register_schema(), GOOD.replace(good, bad)))
