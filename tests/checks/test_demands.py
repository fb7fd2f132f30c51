"""What is demanded, and where it is not."""

from __future__ import annotations

from pathlib import Path

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
