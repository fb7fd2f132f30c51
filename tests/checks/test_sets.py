"""What is checked of a set, and of a member of one alone."""

from __future__ import annotations

from pathlib import Path

from auditor.assembly import case_of
from auditor.checks import audit_of
from auditor.findings import Finding
from auditor.sets import load
from auditor.settings import Settings
from tests.writing import write_register


def _findings(folder: Path) -> tuple[Finding, ...]:
    return audit_of(case_of(load(folder)), Settings()).findings


def _set(folder: Path, members: dict[str, str], more: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    text = f"format: audit-set/1\nsystem: Shelf\nmembers: [{', '.join(members)}]\n{more}"
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    for name, register in members.items():
        write_register(folder / name, f"format: audit-register/1\nmember: {name}\n{register}")
    return folder


def test_the_own_text_of_a_set_is_checked_whatever_the_number_of_its_members(tmp_path: Path) -> None:
    section = "sections:\n  - {section: synthesis, text: As RT-RTE-gone says.}\n"
    folder = _set(tmp_path / "one", {"runtime": ""}, section)
    dangling = [each for each in _findings(folder) if each.name == "dangling-reference"]
    assert [(Path(each.place.path).name, each.place.line) for each in dangling] == [("set.yaml", 5)]
    assert not [each for each in _findings(folder / "runtime") if each.name == "dangling-reference"]


def test_a_record_that_another_member_or_the_set_cites_is_no_orphan_when_its_member_is_alone(
    tmp_path: Path,
) -> None:
    members = {
        "runtime": "components:\n  - id: RT-CMP-clock\n  - id: RT-CMP-lamp\n  - id: RT-CMP-door\n",
        "memory": "objects:\n  - {id: MEM-OBJ-hour, note: Read from RT-CMP-clock.}\n",
    }
    section = "sections:\n  - {section: synthesis, text: As RT-CMP-lamp says.}\n"
    folder = _set(tmp_path, members, section)
    orphans = [each.record for each in _findings(folder / "runtime") if each.name == "orphan-record"]
    assert orphans == ["RT-CMP-door"]


def test_what_a_set_says_of_amendments_and_limitations_is_whole_or_found(tmp_path: Path) -> None:
    more = "amendments:\n  - {kind: correction, record: RT-CMP-clock}\nlimitations:\n  - limitation: TODO\n"
    folder = _set(tmp_path, {"runtime": "components:\n  - id: RT-CMP-clock\n"}, more)
    found = {each.field for each in _findings(folder) if each.place.path.endswith("set.yaml")}
    assert found >= {"amendments[0].because", "amendments[0].now", "limitations[0].limitation"}


def test_a_member_that_a_set_names_twice_is_read_once_and_said(tmp_path: Path) -> None:
    folder = _set(tmp_path / "set", {"runtime": "components:\n  - id: RT-CMP-clock\n"})
    text = (folder / "set.yaml").read_text(encoding="utf-8")
    (folder / "set.yaml").write_text(text.replace("[runtime]", "[runtime, runtime/]"), encoding="utf-8")
    case = case_of(load(folder))
    assert len(case.members) == 1
    said = [each for each in audit_of(case, Settings()).findings if each.name == "repeated-member"]
    assert [(each.place.line, each.place.column) for each in said] == [(3, 20)]
    assert not [each for each in _findings(folder) if each.name == "duplicate-identifier"]


def test_each_of_a_thousand_members_is_read_once(tmp_path: Path) -> None:
    names = [f"part-{number}" for number in range(1_000)]
    folder = _set(tmp_path / "set", dict.fromkeys(names, ""))
    assert [member.folder for member in case_of(load(folder)).members] == names
