"""What is demanded, and where it is not."""

from __future__ import annotations

from pathlib import Path

from auditor.terms import ContentRelation
from tests.writing import findings

ROUTE = """\
routes:
  - id: RT-RTE-save
    label: Saving
    status: {operation: {is: inapplicable, because: nothing runs}}
"""


def test_a_word_of_a_closed_list_needs_no_reason_where_it_stands_in_the_place_of_none(tmp_path: Path) -> None:
    assert "status.operation.is" not in [each.field for each in findings(tmp_path, ROUTE)]


def test_a_record_superseded_by_an_amendment_need_not_be_told_from_supplied_ones(tmp_path: Path) -> None:
    register = """\
supplied: [RT-OBJ-entry]
objects:
  - {id: EPI-OBJ-note, label: Note}
  - {id: EPI-OBJ-item, label: Item}
amendments:
  - {kind: supersession, record: EPI-OBJ-note, superseded_by: EPI-OBJ-item, because: it is the same}
"""
    demanded = {each.record for each in findings(tmp_path, register) if each.field == "closest"}
    assert demanded == {"EPI-OBJ-item"}


def test_a_source_without_an_identifier_is_found(tmp_path: Path) -> None:
    register = "sources:\n  - {kind: git, location: a, revision: b, layers: implementation}\n"
    found = [each for each in findings(tmp_path, register) if each.field == "sources[0].id"]
    assert [(each.name, each.place.line) for each in found] == [("missing-field", 2)]


def _at(folder: Path, register: str, field: str) -> list[tuple[str, int]]:
    return [(each.name, each.place.line) for each in findings(folder, register) if each.field == field]


def test_a_conflict_without_its_records_is_found(tmp_path: Path) -> None:
    register = "conflicts:\n  - says: the one denies the other\n"
    assert _at(tmp_path, register, "conflicts[0].records") == [("missing-field", 2)]


def test_an_empty_comparison_with_the_closest_records_is_found(tmp_path: Path) -> None:
    register = "supplied: [RT-OBJ-entry]\nobjects:\n  - id: EPI-OBJ-note\n    closest:\n"
    assert _at(tmp_path, register, "closest") == [("empty-field", 4)]


def test_a_placeholder_for_the_path_of_evidence_or_the_object_of_a_row_is_found(tmp_path: Path) -> None:
    register = """\
objects:
  - id: EPI-OBJ-note
    evidence: [{path: TODO}]
inventory:
  - {object: tbd, content: none, role: none — it is not used, gap: none — it is simple}
"""
    assert _at(tmp_path, register, "evidence[0].path") == [("placeholder", 3)]
    assert _at(tmp_path, register, "inventory[0].object") == [("placeholder", 5)]


def test_one_imported_record_does_not_excuse_the_rows_of_others(tmp_path: Path) -> None:
    register = """\
routes:
  - {id: EPI-RTE-save}
  - {id: EPI-RTE-load}
  - {id: EPI-RTE-old, imported: true}
ledger:
  - {routes: [EPI-RTE-save], function: retention}
  - {routes: [EPI-RTE-old], function: retention}
coverage:
  - {entry: Save, files: [a.py], read: whole}
"""
    assert _at(tmp_path, register, "ledger[0].target") == [("missing-field", 6)]
    assert _at(tmp_path, register, "ledger[1].target") == []
    assert _at(tmp_path, register, "coverage[0].limit") == [("missing-field", 9)]


def test_where_most_records_were_imported_what_is_about_none_of_them_was_too(tmp_path: Path) -> None:
    register = """\
routes:
  - {id: EPI-RTE-save}
  - {id: EPI-RTE-old, imported: true}
  - {id: EPI-RTE-older, imported: true}
coverage:
  - {entry: Save, files: [a.py], read: whole}
"""
    assert _at(tmp_path, register, "coverage[0].limit") == []


def test_what_an_absence_supports_or_prevents_is_no_placeholder(tmp_path: Path) -> None:
    register = """\
absences:
  - {id: EPI-ABS-timer, supports: n/a}
  - {id: EPI-ABS-job, prevents: tbd}
  - {id: EPI-ABS-clock, prevents: that a note ends}
"""
    found = [(each.name, each.field, each.place.line) for each in findings(tmp_path, register)]
    assert ("placeholder", "supports", 2) in found
    assert ("placeholder", "prevents", 3) in found
    assert not [each for each in found if each[1] in ("supports", "prevents") and each[2] == 4]


def test_a_candidate_does_not_excuse_the_unjudged_rows_of_others(tmp_path: Path) -> None:
    register = """\
routes:
  - {id: EPI-RTE-save}
  - {id: EPI-RTE-load, candidate: 0123456789abcdef}
ledger:
  - {routes: [EPI-RTE-save], target: uninspected — not yet judged}
  - {routes: [EPI-RTE-load], target: uninspected — not yet judged}
"""
    assert _at(tmp_path, register, "ledger[0].target") == [("placeholder", 5)]
    assert _at(tmp_path, register, "ledger[1].target") == []


def test_an_empty_item_of_a_required_list_is_found(tmp_path: Path) -> None:
    register = (
        'routes:\n  - id: EPI-RTE-save\n    ledger:\n      - function: retention\n        object: [""]\n'
    )
    assert _at(tmp_path, register, "ledger[0].object") == [("empty-field", 5)]


def test_a_relation_without_its_kind_is_told_the_words(tmp_path: Path) -> None:
    register = ROUTE + "    ledger:\n      - relation: {says: taken from outside}\n"
    (found,) = [each for each in findings(tmp_path, register) if each.field == "ledger[0].relation.kind"]
    assert all(f"`{word.value}`" in found.remedy for word in ContentRelation)
