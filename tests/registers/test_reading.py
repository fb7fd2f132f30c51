"""Nodes read by the form: what is of another shape is said once, where it stands."""

from __future__ import annotations

from pathlib import Path

from auditor.registers.loading import load_set_file
from tests.writing import findings


def _faults(folder: Path, text: str) -> list[tuple[str, int, str]]:
    found = findings(folder, text)
    return [(each.name, each.place.line, each.remedy) for each in found if 100 < each.number < 110]


def test_a_misspelt_on_of_an_annotation_is_named_and_its_other_keys_are_left_alone(tmp_path: Path) -> None:
    text = "annotations:\n  - onn: RT-OBJ-note\n    consumers: the turn\n    ledger: []\n"
    assert _faults(tmp_path, text) == [("unknown-key", 2, "did you mean `on`?")]


def test_an_annotation_on_a_list_has_the_wrong_shape(tmp_path: Path) -> None:
    text = "annotations:\n  - on: [RT-OBJ-note]\n    consumers: the turn\n"
    assert [fault[:2] for fault in _faults(tmp_path, text)] == [("wrong-shape", 2)]


def test_a_list_of_members_holds_no_lists(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text("format: audit-set/1\nmembers: [[runtime]]\n", encoding="utf-8")
    assert [(fault.rule, fault.place.line) for fault in load_set_file(tmp_path).faults] == [
        ("wrong-shape", 2)
    ]
