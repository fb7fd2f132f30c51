"""Faults that were found once, each as a test of its kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.assembly import case_of
from auditor.checks import audit_of
from auditor.checks.gaps.deferrals import unverifiable
from auditor.errors import SettingsError
from auditor.sets import load
from auditor.settings import Settings, find_settings
from tests.writing import audit, case, findings, names, write_register


def _route(name: str, text: str) -> str:
    return f"  - {{id: EPI-RTE-{name}, immediate_return: {text}}}\n"


def test_a_chain_of_five_thousand_deferrals_is_followed_to_its_end(tmp_path: Path) -> None:
    chain = "".join(_route(f"a{n}", f"see EPI-RTE-a{n + 1}") for n in range(5_000))
    register = "member: epistemic\nroutes:\n" + chain
    assert "deferral-unheld" not in names(tmp_path / "held", register + _route("a5000", "a number"))
    broken = findings(tmp_path / "broken", register + "  - {id: EPI-RTE-a5000}\n")
    assert sum(each.name == "deferral-unheld" for each in broken) == 5_000


def test_a_circle_of_five_thousand_deferrals_is_one_path(tmp_path: Path) -> None:
    chain = "".join(_route(f"a{n}", f"see EPI-RTE-a{(n + 1) % 5_000}") for n in range(5_000))
    found = findings(tmp_path, "member: epistemic\nroutes:\n" + chain)
    assert sum(each.name == "deferral-circle" for each in found) == 5_000


def test_layers_of_deferrals_are_not_followed_path_by_path(tmp_path: Path) -> None:
    """Sixty layers of two records hold two to the sixtieth paths: no run would end that took each."""
    layers = [
        _route(f"{side}{n}", f"see EPI-RTE-a{n + 1} and EPI-RTE-b{n + 1}") for n in range(60) for side in "ab"
    ]
    last = "".join(f"  - {{id: EPI-RTE-{side}60}}\n" for side in "ab")
    found = findings(tmp_path, "member: epistemic\nroutes:\n" + "".join(layers) + last)
    assert sum(each.name == "deferral-unheld" for each in found) == 120


def test_a_dense_graph_of_wholes_gives_one_circle(tmp_path: Path) -> None:
    routes = "".join(
        f"  - {{id: EPI-RTE-r{n}, part_of: [{', '.join(f'EPI-RTE-r{m}' for m in range(60) if m != n)}]}}\n"
        for n in range(60)
    )
    found = findings(tmp_path, "member: epistemic\nroutes:\n" + routes)
    assert sum(each.name == "part-of-cycle" for each in found) == 1


def test_a_range_in_a_quotation_or_a_fence_is_none(tmp_path: Path) -> None:
    quoted = "    note: |-\n      > SRC-1 to SRC-4\n\n"
    note = quoted + "      ```\n      SRC-1 to SRC-4 and EPI-OBJ-gone\n      ```\n"
    register = "member: epistemic\nobjects:\n  - id: EPI-OBJ-note\n" + note
    assert {"range-reference", "dangling-reference"}.isdisjoint(names(tmp_path, register))


def test_a_fence_under_a_list_item_is_one_for_checks_as_for_reports(tmp_path: Path) -> None:
    note = "    note: |-\n      - item\n          ```\n          EPI-OBJ-gone\n          ```\n"
    register = "member: epistemic\nobjects:\n  - id: EPI-OBJ-note\n" + note
    assert "dangling-reference" not in names(tmp_path, register)


def test_a_row_about_another_members_imported_route_is_counted(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").parent.mkdir(exist_ok=True)
    (tmp_path / "set.yaml").write_text(
        "format: audit-set/1\nmembers: [runtime, epistemic]\n", encoding="utf-8"
    )
    write_register(tmp_path / "runtime", "member: runtime\nroutes:\n  - {id: RT-RTE-chat, imported: true}\n")
    write_register(
        tmp_path / "epistemic",
        "member: epistemic\nledger:\n  - {routes: [RT-RTE-chat], function: retention}\n",
    )
    found = audit_of(case_of(load(tmp_path)), Settings()).findings
    assert "imported-gaps" in {each.name for each in found}


def test_what_a_syntax_error_cut_off_is_not_reported_as_missing(tmp_path: Path) -> None:
    register = (
        "member: epistemic\nobjects:\n  - id: EPI-OBJ-note\n   label: Note\n    identity: a\n"
        "  - id: EPI-OBJ-title\n    label: Title\n    identity: b\n"
    )
    found = findings(tmp_path, register)
    assert {each.record for each in found if each.name == "missing-field"} == {"EPI-OBJ-title"}
    assert not any("system" in each.message for each in found)


def test_deferrals_to_supplied_records_are_counted(tmp_path: Path) -> None:
    register = "member: epistemic\nsupplied: [RT-RTE-chat]\nroutes:\n" + _route("save", "see RT-RTE-chat")
    assert unverifiable(case(tmp_path, register)) == 1
    assert audit(tmp_path, register).unverifiable == 1


@pytest.mark.parametrize("text", ["fail_on: [error]\n", "fail_on: {a: b}\n", "ledger: [table]\n"])
def test_a_setting_of_another_shape_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "audit.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"audit\.yaml:1: "):
        find_settings(tmp_path)


def test_a_setting_is_named_at_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        "[tool.ruff.lint]\nselect = ['E']\n[tool.audit]\nselect = 3\n", encoding="utf-8"
    )
    with pytest.raises(SettingsError, match=r"pyproject\.toml:4: "):
        find_settings(tmp_path)
