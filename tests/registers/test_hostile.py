"""Files made to break the loader: each gives one clear fault at its line, and what can be read is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from auditor.assembly import case_of
from auditor.checks import audit_of
from auditor.errors import NotARegister, Unreadable
from auditor.findings import Fault
from auditor.registers import parsing
from auditor.registers.loading import Loaded, load_member
from auditor.sets import load
from auditor.settings import Settings

HEAD = "format: audit-register/1\nmember: epistemic\n"


def _load(folder: Path, data: bytes | str) -> Loaded:
    folder.mkdir(parents=True, exist_ok=True)
    raw = data.encode("utf-8") if isinstance(data, str) else data
    (folder / "register.yaml").write_bytes(raw)
    loaded = load_member(folder)
    audit_of(case_of(load(folder)), Settings())  # what was read can be checked, whatever it was
    return loaded


def _said(faults: tuple[Fault, ...]) -> list[tuple[str, int]]:
    return [(fault.rule, fault.place.line) for fault in faults]


LAUGHS = HEAD + "".join(
    f"x{n}: {'&' + 'abcdefgh'[n]} [{', '.join(['*' + 'abcdefgh'[n - 1]] * 9) if n else 'lol'}]\n"
    for n in range(8)
)


def test_aliases_that_would_grow_to_millions_are_refused_and_never_followed(tmp_path: Path) -> None:
    loaded = _load(tmp_path, LAUGHS)
    refused = [fault for fault in loaded.faults if fault.rule == "yaml-feature"]
    assert {fault.place.line for fault in refused} == set(range(3, 11))
    assert len(loaded.faults) < 200


def test_nesting_beyond_the_limit_is_one_fault_where_it_begins(tmp_path: Path) -> None:
    loaded = _load(
        tmp_path, HEAD + "objects:\n  - id: EPI-OBJ-note\n    label: " + "[" * 500 + "]" * 500 + "\n"
    )
    assert ("unreadable-file", 5) in _said(loaded.faults)
    assert len([fault for fault in loaded.faults if fault.rule == "unreadable-file"]) == 1


def test_nesting_deep_enough_to_exhaust_a_stack_is_survived(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "description: " + "[" * 100_000 + "\n")
    assert loaded.faults
    assert {fault.place.line for fault in loaded.faults} <= {3, 4}


def test_a_file_over_the_limit_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "MAX_BYTES", 100)
    loaded = _load(tmp_path, HEAD + "description: " + "long " * 40)
    assert _said(loaded.faults) == [("unreadable-file", 1)]
    assert "over the limit of 100" in loaded.faults[0].message


@pytest.mark.parametrize("character", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\u2028", "\ufffe"])
def test_a_character_that_no_text_holds_is_one_fault_at_its_line(tmp_path: Path, character: str) -> None:
    loaded = _load(tmp_path, HEAD + f"system: She{character}lf\nquestion: What?\n")
    assert _said(loaded.faults) == [("unreadable-file", 3)]
    assert loaded.faults[0].place.column == len("system: She") + 1
    assert loaded.member.question == "What?", "what stands beside it is read"


def test_lines_that_end_in_a_carriage_return_are_lines(tmp_path: Path) -> None:
    loaded = _load(tmp_path, (HEAD + "systm: Shelf\nquestion: What?\n").replace("\n", "\r"))
    assert _said(loaded.faults) == [("unknown-key", 3)]
    assert loaded.member.question == "What?"


def test_lines_that_end_in_both_are_lines(tmp_path: Path) -> None:
    loaded = _load(tmp_path, (HEAD + "systm: Shelf\nquestion: What?\n").replace("\n", "\r\n"))
    assert _said(loaded.faults) == [("unknown-key", 3)]


def test_a_byte_order_mark_is_read_over_and_moves_no_column(tmp_path: Path) -> None:
    loaded = _load(tmp_path, b"\xef\xbb\xbf" + (HEAD.replace("format", "formt")).encode())
    assert [(f.rule, f.place.line, f.place.column) for f in loaded.faults] == [("unknown-key", 1, 1)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_another_unicode_encoding_is_one_fault(tmp_path: Path, encoding: str) -> None:
    loaded = _load(tmp_path, (HEAD + "system: Shélf\n").encode(encoding))
    assert {fault.rule for fault in loaded.faults} == {"unreadable-file"}
    assert len(loaded.faults) == 1
    assert loaded.faults[0].remedy == "save it as UTF-8"


def test_latin_1_is_one_fault_at_the_byte_that_cannot_be_decoded(tmp_path: Path) -> None:
    loaded = _load(tmp_path, (HEAD + "system: Shélf\n").encode("latin-1"))
    assert [(f.rule, f.place.line, f.place.column) for f in loaded.faults] == [("unreadable-file", 3, 11)]


def test_a_tab_in_the_indentation_is_one_fault_that_names_it(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "boundary:\n\tkind: whole-system\nquestion: What?\n")
    assert _said(loaded.faults) == [("invalid-yaml", 4)]
    assert "a tab" in loaded.faults[0].message
    assert loaded.member.question == "What?"


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "empty"), (" \n\n", "empty"), ("# a\n# b\n", "comments only"), ("---\n", "a list or a bare value"),
     ("- a\n- b\n", "a list or a bare value"), ("just text\n", "a list or a bare value"),
     ("[]", "a list or a bare value")],
)  # fmt: skip
def test_a_file_without_keys_at_its_top_is_one_fault_at_its_first_line(
    tmp_path: Path, text: str, says: str
) -> None:
    loaded = _load(tmp_path, text)
    assert _said(loaded.faults) == [("unreadable-file", 1)]
    assert says in loaded.faults[0].message


def test_a_second_document_is_one_fault_where_it_begins(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "---\nsystem: Another\n")
    assert _said(loaded.faults) == [("unreadable-file", 3)]
    assert loaded.member.member == "epistemic"


def test_after_an_open_quote_later_records_are_read_and_their_faults_reported(tmp_path: Path) -> None:
    text = HEAD + (
        "objects:\n"
        '  - id: EPI-OBJ-broken\n    label: "never closed\n    identity: here\n'
        "  - id: EPI-OBJ-sound\n    labl: Sound\n"
        "routes:\n  - id: EPI-RTE-save\n    note: Writes EPI-OBJ-broken and EPI-OBJ-sound.\n    ledgr: []\n"
    )
    loaded = _load(tmp_path, text)
    rules = [fault.rule for fault in loaded.faults]
    assert rules.count("invalid-yaml") >= 1
    assert [(f.place.line, f.record) for f in loaded.faults if f.rule == "unknown-key"] == [
        (8, "EPI-OBJ-sound"),
        (12, "EPI-RTE-save"),
    ]
    assert [str(record.id) for record in loaded.member.records] == ["EPI-OBJ-sound", "EPI-RTE-save"]
    assert "EPI-OBJ-broken" in loaded.lost, "what was lost is not dangling"


def test_the_fault_of_an_open_quote_stands_where_the_quote_opens(tmp_path: Path) -> None:
    text = HEAD + 'objects:\n  - id: EPI-OBJ-broken\n    label: "never closed\n  - id: EPI-OBJ-sound\n'
    loaded = _load(tmp_path, text)
    assert ("invalid-yaml", 5) in _said(loaded.faults)


def test_a_folder_named_like_the_register_is_no_register(tmp_path: Path) -> None:
    (tmp_path / "register.yaml").mkdir()
    with pytest.raises(NotARegister, match=r"neither register\.yaml nor set\.yaml"):
        load(tmp_path)


def test_a_folder_named_like_a_file_beside_the_register_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "more.yaml").mkdir()
    assert _load(tmp_path, HEAD).faults == ()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read_ends_the_run_with_its_name(tmp_path: Path) -> None:
    _load(tmp_path, HEAD)
    (tmp_path / "closed.yaml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "closed.yaml").chmod(0)
    with pytest.raises(Unreadable, match=r"closed\.yaml"):
        load(tmp_path)


def test_a_link_that_leads_to_itself_is_a_fault_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    loaded = _load(tmp_path, HEAD)
    assert [(fault.rule, fault.place.path.endswith("loop.yaml")) for fault in loaded.faults] == [
        ("unreadable-file", True)
    ]


def test_a_pipe_beside_the_register_is_a_fault_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    loaded = _load(tmp_path, HEAD)
    assert [fault.message for fault in loaded.faults] == [
        "it is no regular file, or a link that leads nowhere"
    ]


def test_a_line_of_a_hundred_thousand_characters_is_read(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "description: " + "x" * 100_000 + "\nsystm: Shelf\n")
    assert _said(loaded.faults) == [("unknown-key", 4)]
    assert len(loaded.member.description or "") == 100_000


@pytest.mark.parametrize("where", ["", "objects:\n  - id: EPI-OBJ-note\n    "])
def test_a_key_of_two_thousand_characters_is_one_fault_of_one_line(tmp_path: Path, where: str) -> None:
    loaded = _load(tmp_path, f"{HEAD}{where}{'k' * 2000}: value\nsystem: Shelf\n")
    assert len(loaded.faults) == 1
    assert loaded.faults[0].place.line == 3 + where.count("\n")
    assert loaded.member.system == "Shelf"
    assert len(loaded.faults[0].message) < 300, "a message is for reading"


def test_five_thousand_unknown_keys_are_five_thousand_faults_in_their_order(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "".join(f"key{n}: {n}\n" for n in range(5000)))
    assert _said(loaded.faults) == [("unknown-key", line) for line in range(3, 5003)]


def test_each_repetition_of_a_key_is_a_fault_that_shows_the_first(tmp_path: Path) -> None:
    loaded = _load(tmp_path, HEAD + "system: Shelf\nsystem: Shelf\nsystem: Shelf\n")
    assert _said(loaded.faults) == [("duplicate-key", 4), ("duplicate-key", 5)]
    assert [fault.related[0].place.line for fault in loaded.faults] == [3, 3]


def test_each_repetition_of_a_record_is_a_finding_that_shows_the_first(tmp_path: Path) -> None:
    _load(tmp_path, HEAD + "objects:\n" + "  - id: EPI-OBJ-note\n" * 3)
    found = [e for e in audit_of(case_of(load(tmp_path)), Settings()).findings if e.number == 123]
    assert [(each.place.line, each.related[0].place.line) for each in found] == [(5, 4), (6, 4)]


def test_the_faults_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    tmp_path.joinpath("a.yaml").write_text(
        "objects:\n  - id: EPI-OBJ-note\n    labl: Note\n", encoding="utf-8"
    )
    tmp_path.joinpath("b.yaml").write_bytes(b"claims:\n  - id: \xff\n")
    tmp_path.joinpath("c.yaml").write_text("", encoding="utf-8")
    tmp_path.joinpath("d.yaml").write_text("routes:\n  - id: &x EPI-RTE-save\n", encoding="utf-8")
    loaded = _load(tmp_path, HEAD + "systm: Shelf\n")
    assert [(Path(f.place.path).name, f.place.line, f.rule) for f in loaded.faults] == [
        ("register.yaml", 3, "unknown-key"),
        ("a.yaml", 3, "unknown-key"),
        ("b.yaml", 2, "unreadable-file"),
        ("c.yaml", 1, "unreadable-file"),
        ("d.yaml", 2, "yaml-feature"),
    ]


@pytest.mark.parametrize("name", ["register.yaml", "claims.yaml"])
def test_a_link_out_of_the_folder_is_a_fault_that_shows_nothing_of_what_it_leads_to(
    tmp_path: Path, name: str
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("root:x:0:0\npassword: sesame\n", encoding="utf-8")
    home = tmp_path / "register"
    home.mkdir()
    (home / "register.yaml").write_text("format: audit-register/1\n", encoding="utf-8")
    (home / name).unlink(missing_ok=True)
    (home / name).symlink_to(secret)
    loaded = load_member(home)
    assert [fault.message for fault in loaded.faults if "leads out" in fault.message]
    assert not any("sesame" in fault.message for fault in loaded.faults)
    assert not any("sesame" in line for file in loaded.files.values() for line in file.lines)


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "whole.txt").write_text("format: audit-register/1\n", encoding="utf-8")
    (tmp_path / "register.yaml").symlink_to("whole.txt")
    assert load_member(tmp_path).faults == ()
