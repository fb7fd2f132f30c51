"""Inputs on which a careless reader or check grows with the square of their length. Each is so large that it
would take minutes; none is timed."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.assembly import case_of
from auditor.case import Audit
from auditor.checks import audit_of
from auditor.places import Place, Text
from auditor.registers.loading import load_member
from auditor.render import findings_json
from auditor.render.source_lines import LONGEST, stretch
from auditor.sets import load
from auditor.settings import Settings

HEAD = "format: audit-register/1\nmember: epistemic\nquestion: What?\n"


def _checked(folder: Path, text: str) -> Audit:
    (folder / "register.yaml").write_text(text, encoding="utf-8")
    return audit_of(case_of(load(folder)), Settings())


def test_ten_thousand_mentions_in_one_text_are_each_placed(tmp_path: Path) -> None:
    number = 10_000
    lines = "".join(f"      It cites EPI-OBJ-gone-n{index} and goes on.\n" for index in range(number))
    audit = _checked(tmp_path, HEAD + f"objects:\n  - id: EPI-OBJ-note\n    note: |\n{lines}")
    dangling = [each for each in audit.findings if each.name == "dangling-reference"]
    assert [(each.place.line, each.place.column) for each in dangling] == [
        (7 + index, 16) for index in range(number)
    ]


def test_a_chain_of_ten_thousand_parts_is_followed_to_its_end(tmp_path: Path) -> None:
    number = 10_000
    chain = "".join(f"  - id: EPI-OBJ-part-n{i}\n    part_of: EPI-OBJ-part-n{i + 1}\n" for i in range(number))
    row = "inventory:\n  - {object: EPI-OBJ-part-n0, content: notes, role: recall, gap: none — all seen}\n"
    audit = _checked(tmp_path, HEAD + f"objects:\n{chain}  - id: EPI-OBJ-part-n{number}\n{row}")
    assert not [each for each in audit.findings if each.name == "object-without-inventory"]


@pytest.mark.parametrize(
    "text",
    ["none" + "." * 300_000 + "x", "-" * 300_000 + "x", ".." + " ." * 150_000 + "x", "n" + " " * 300_000],
    ids=["bare none", "dashes", "dots", "spaces"],
)  # fmt: skip
def test_a_long_run_of_one_character_is_no_placeholder_and_is_read_once(tmp_path: Path, text: str) -> None:
    audit = _checked(tmp_path, HEAD + f'claims:\n  - id: EPI-CLM-note\n    operation: "{text}"\n')
    said = {each.name for each in audit.findings if each.field == "operation"}
    assert not said & {"placeholder", "none-without-reason"}


@pytest.mark.parametrize("text", ["none", "none.", "None —", "inapplicable ; ", "not applicable."])
def test_a_bare_none_stays_one(tmp_path: Path, text: str) -> None:
    audit = _checked(tmp_path, HEAD + f'claims:\n  - id: EPI-CLM-note\n    operation: "{text}"\n')
    assert "none-without-reason" in {each.name for each in audit.findings if each.field == "operation"}


@pytest.mark.parametrize("text", ["TODO", "to do.", "n/a", "-", "...", ".. .", "…", "[ ]", "<what>!", "???"])
def test_a_placeholder_stays_one(tmp_path: Path, text: str) -> None:
    audit = _checked(tmp_path, HEAD + f'claims:\n  - id: EPI-CLM-note\n    operation: "{text}"\n')
    assert "placeholder" in {each.name for each in audit.findings if each.field == "operation"}


def test_blank_lines_without_end_in_a_lost_stretch_are_passed_over_once(tmp_path: Path) -> None:
    text = (
        HEAD
        + "objects:\n  - id: EPI-OBJ-note\n    label: a: b\n"
        + "\n" * 200_000
        + "    id:"
        + " " * 200_000
    )
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    loaded = load_member(tmp_path)
    assert loaded.lost == {"EPI-OBJ-note"}


def test_reading_goes_on_after_each_of_five_thousand_syntax_errors(tmp_path: Path) -> None:
    number = 5_000
    damaged = "".join(f"  - id: EPI-OBJ-note-n{i}\n    label: a: b\n" for i in range(number))
    (tmp_path / "register.yaml").write_text(
        HEAD + "objects:\n" + damaged + "system: Shelf\n", encoding="utf-8"
    )
    loaded = load_member(tmp_path)
    broken = [fault.place.line for fault in loaded.faults if fault.rule == "invalid-yaml"]
    assert broken == [6 + 2 * index for index in range(number)]
    assert len(loaded.lost) == number
    assert loaded.member.system == "Shelf"


@pytest.mark.parametrize("key", ['"a\\nb"', "'a: b'", '"a # b"', '"é\\t"'])
def test_reading_goes_on_in_a_list_whatever_its_key(tmp_path: Path, key: str) -> None:
    text = HEAD + f"{key}:\n  - one: a: b\n  - two: c\nsystem: Shelf\n"
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    loaded = load_member(tmp_path)
    assert {(fault.rule, fault.place.line) for fault in loaded.faults} == {
        ("invalid-yaml", 5),
        ("unknown-key", 4),
    }
    assert loaded.member.system == "Shelf"


def test_what_follows_a_syntax_error_has_its_own_places(tmp_path: Path) -> None:
    text = (
        HEAD
        + "objects:\n  - id: EPI-OBJ-one\n    label: a: b\n  - id: EPI-OBJ-two\n    lable: é EPI-OBJ-no\n"
    )
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    loaded = load_member(tmp_path)
    assert loaded.member.objects[0].place == Place((tmp_path / "register.yaml").as_posix(), 7, 9, 11)
    unknown = [fault.place for fault in loaded.faults if fault.rule == "unknown-key"]
    assert [(place.line, place.column, place.width) for place in unknown] == [(8, 5, 5)]


def test_a_register_on_one_line_shows_a_stretch_of_it_for_each_finding(tmp_path: Path) -> None:
    records = ", ".join(f"{{id: EPI-OBJ-note-n{index}}}" for index in range(1_000))
    audit = _checked(tmp_path, HEAD + f"objects: [{records}]\n")
    assert len(audit.findings) > 1_000
    longest = max(len(stretch(line, 1)[0]) for line in next(iter(audit.case.lines.values())))
    assert longest == LONGEST + 1
    size = len(findings_json(audit.findings, audit.case.lines))
    assert size < 2_000 * len(audit.findings)


@pytest.mark.parametrize(
    ("text", "raw", "start", "place"),
    [
        ("a\nb EPI-OBJ-x", "|-\n    a\n    b EPI-OBJ-x", 4, (3, 7)),
        ("- EPI-OBJ-x", "|-\n    - EPI-OBJ-x", 2, (2, 7)),
        ("a EPI-OBJ-x", ">-\n    a\n    EPI-OBJ-x\n", 2, (3, 5)),
        ("it's EPI-OBJ-x", "'it''s EPI-OBJ-x'", 5, (1, 17)),
        ("a\tEPI-OBJ-x", '"a\\tEPI-OBJ-x"', 2, (1, 14)),
        ("a b EPI-OBJ-x", "a\n      b EPI-OBJ-x", 4, (2, 9)),
    ],
)
def test_a_mention_is_placed_in_whatever_style_the_text_is_written(
    text: str, raw: str, start: int, place: tuple[int, int]
) -> None:
    found = Text(text, Place("a.yaml", 1, 10), raw).at(start, len("EPI-OBJ-x"))
    assert (found.line, found.column) == place
