"""`audit compare A B`: two audits, each a register or a saved audit."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from auditor.build import BuildOptions, SourcesAt, build_register
from auditor.cli import main
from auditor.compare import compare_audits, sides
from auditor.comparison import AuditComparison
from auditor.errors import NotAnAudit
from auditor.render.comparison_json import comparison_json, comparison_schema
from auditor.settings import Settings
from tests.compare.conftest import Notes

JOTTER = Path(__file__).parent.parent.parent / "registers" / "jotter"


def _later(notes: Notes, *changes: tuple[str, str]) -> Path:
    """A second register, with some of the first one's text replaced."""
    text = notes.file.read_text()
    for older, newer in changes:
        assert older in text
        text = text.replace(older, newer)
    folder = notes.register.parent / "later"
    folder.mkdir()
    (folder / "register.yaml").write_text(text)
    return folder


def _compared(notes: Notes, *changes: tuple[str, str]) -> AuditComparison:
    made = compare_audits(notes.register, _later(notes, *changes))
    jsonschema.validate(json.loads(comparison_json(made)), comparison_schema())
    return made


def _differing(made: AuditComparison) -> list[object]:
    """Everything that a comparison tells, of whatever sort."""
    lists = (made.records, made.members, made.thresholds, made.reguarded, made.claims, made.sources)
    return [each for listed in (*lists, made.passages) for each in listed]


def test_nothing_differs(notes: Notes) -> None:
    made = _compared(notes)
    assert not _differing(made)
    assert not made.has_lost_evidence


def test_records_new_gone_and_changed(notes: Notes) -> None:
    made = _compared(notes, ("id: EPI-RTE-recall", "id: EPI-RTE-search"), ("Notes are kept", "Notes stay"))
    assert [(each.id, str(each.fate)) for each in made.records] == [
        ("EPI-RTE-search", "new"),
        ("EPI-RTE-recall", "gone"),
        ("EPI-CLM-kept", "changed"),
    ]
    (field,) = made.records[-1].fields
    assert (field.field, field.older, field.newer) == ("label", "Notes are kept", "Notes stay")


def test_threshold_and_the_route_that_it_guards(notes: Notes) -> None:
    made = _compared(notes, ("value: 8", "value: 12"), ("value: 30", "value: 3e1"))
    assert [(each.record, each.name, each.older, each.newer) for each in made.thresholds] == [
        ("EPI-RTE-recall", "LIMIT", "8", "12")
    ]
    assert [each.id for each in made.reguarded] == ["EPI-RTE-save", "EPI-RTE-recall"]


def test_a_guard_that_only_moved_is_the_same_guard(notes: Notes) -> None:
    made = _compared(notes, ("path: recall.py, lines: '3'", "path: search.py, lines: '4'"))
    assert [each.id for each in made.records] == ["EPI-RTE-recall"]
    assert made.reguarded == ()


def test_support_of_a_claim(notes: Notes) -> None:
    made = _compared(notes, ("routes: [EPI-RTE-save]", "routes: [EPI-RTE-save, EPI-RTE-recall]"))
    assert [(each.id, each.because) for each in made.claims] == [
        ("EPI-CLM-kept", (("comparison.routes[1]", "new"),))
    ]


def test_source_pinned_otherwise_and_passages(notes: Notes, first: str) -> None:
    made = _compared(notes, (first, "1" * 40), ('lines: "9"', 'lines: "10"'), ("notes.append(text)", "x"))
    assert [(each.id, each.older, each.newer) for each in made.sources] == [("SRC-1", first, "1" * 40)]
    assert [(str(each.fate), each.quote, each.older, each.newer) for each in made.passages] == [
        ("gone", "notes.append(text)", "SRC-1 store.py", ""),
        ("moved", "return len(notes)", "SRC-1 store.py:9", "SRC-1 store.py:10"),
        ("new", "x", "", "SRC-1 store.py"),
    ]
    assert not made.has_lost_evidence


def test_a_record_left_without_a_passage(notes: Notes, capsys: pytest.CaptureFixture[str]) -> None:
    later = _later(notes, ("        quote: found = [each for each in notes if words in each]\n", ""))
    assert main(["compare", str(notes.register), str(later)]) == 1
    assert "## Left without a passage\n\n- `EPI-RTE-recall`\n" in capsys.readouterr().out


def test_a_row_that_moved_into_the_list_of_its_member_is_the_same_row(notes: Notes) -> None:
    made = _compared(
        notes,
        (
            "    comparison:\n      routes: [EPI-RTE-save]\n",
            "",
        ),
        ("claims:\n", "comparisons:\n  - {claim: EPI-CLM-kept, routes: [EPI-RTE-save]}\nclaims:\n"),
    )
    assert not _differing(made)


def test_a_saved_audit_is_its_register(tmp_path: Path) -> None:
    options = BuildOptions(out=tmp_path, sources=SourcesAt(compared=False))
    build_register(JOTTER, Settings(), options)
    for older, newer in ((JOTTER, tmp_path / "audit.json"), (tmp_path / "audit.json", JOTTER)):
        made = compare_audits(older, newer)
        assert not _differing(made)


HOSTILE = {
    "no JSON": b"not json",
    "not UTF-8": b"\xff\xfe{}",
    "nothing": b"",
    "another format": b'{"format": "audit-facts/1", "members": []}',
    "no member": b'{"format": "audit/1", "members": []}',
    "members of another shape": b'{"format": "audit/1", "members": [1, null, {"register": 3}]}',
    "nested very deep": b'{"format": "audit/1", "members": ' + b"[" * 100_000,
    "nested deep and closed": b'{"format": "audit/1", "members": [' + b"[" * 900 + b"]" * 900 + b"]}",
    "a very long number": b'{"format": "audit/1", "members": [' + b"1" * 10_000 + b"]}",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_audit(
    notes: Notes, tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "audit.json"
    file.write_bytes(content)
    for pair in ([str(file), str(notes.register)], [str(notes.register), str(file)]):
        assert main(["compare", *pair]) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(f"audit: {file}: not a saved audit (")
        assert captured.out == ""


def test_two_audits_are_only_read(notes: Notes, capsys: pytest.CaptureFixture[str]) -> None:
    for option in (["--write"], ["--to", "HEAD"], ["--source", "SRC-1=x"]):
        assert main(["compare", str(notes.register), str(notes.register), *option]) == 2
        assert option[0] in capsys.readouterr().err


def test_what_only_moved_is_one_line_a_record(notes: Notes, capsys: pytest.CaptureFixture[str]) -> None:
    later = _later(
        notes,
        ("path: store.py", "path: storage.py"),
        ("path: recall.py, lines: '3'", "path: recall.py, lines: '4'"),
        ("path: README.md, lines: \"3\"", "path: README.md, lines: \"5\""),
    )  # fmt: skip
    assert main(["compare", str(notes.register), str(later)]) == 0
    page = capsys.readouterr().out
    assert page.split("\n")[2] == (
        "**Records: 3 moved; 0 thresholds with another value; 0 routes with other guards; "
        "0 claims with other support.**"
    )
    assert [line for line in page.split("\n") if line.startswith(("- ", "#"))] == [
        f"# Two audits: `{notes.register}` and `{later}`",
        "## Only moved",
        "- EPI-RTE-save — Saving a note: `thresholds[0]` `store.py` → `storage.py`; "
        "`evidence[0]` `store.py` → `storage.py`; `evidence[1]` `store.py:9` → `storage.py:9`; "
        "`evidence[2]` `store.py` → `storage.py`",
        "- EPI-RTE-recall — Recall: `thresholds[0]` `recall.py:3` → `recall.py:4`",
        "- EPI-CLM-kept — Notes are kept: `said_in[0]` `README.md:3` → `README.md:5`",
    ]


def test_a_record_that_moved_and_changed_is_told_with_both(
    notes: Notes, capsys: pytest.CaptureFixture[str]
) -> None:
    later = _later(notes, ("Saving a note", "Saving"), ("path: store.py", "path: storage.py"))
    assert main(["compare", str(notes.register), str(later)]) == 0
    page = capsys.readouterr().out
    changed = page.partition("## Records that say something else\n")[2]
    assert [line for line in changed.split("\n") if line.startswith("- ")] == [
        "- `label`: Saving a note → Saving",
        "- moved: `thresholds[0]` `store.py` → `storage.py`; `evidence[0]` `store.py` → `storage.py`; "
        "`evidence[1]` `store.py:9` → `storage.py:9`; `evidence[2]` `store.py` → `storage.py`",
    ]
    assert "## Only moved" not in page
    assert "## Passages" not in page


def test_audits_of_two_systems_are_compared_and_it_is_said_first(
    notes: Notes, capsys: pytest.CaptureFixture[str]
) -> None:
    later = _later(notes, ("system: Notes", "system: Shelf"))
    assert main(["compare", str(notes.register), str(later)]) == 0
    first = capsys.readouterr().out.split("\n")[0]
    assert first == "**Warning: these are audits of two different systems, `Notes` and `Shelf`.**"
    assert main(["compare", str(notes.register), str(later), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["systems"] == ["Notes", "Shelf"]


@pytest.mark.parametrize("named", ["system: notes", "system: ' Notes '", "description: no system is named"])
def test_a_system_that_is_written_otherwise_or_not_named_is_no_other(
    notes: Notes, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["compare", str(notes.register), str(_later(notes, ("system: Notes", named)))])
    assert capsys.readouterr().out.startswith("# Two audits: ")


def _saved(notes: Notes, tmp_path: Path) -> dict[str, Any]:
    options = BuildOptions(out=tmp_path, sources=SourcesAt(compared=False))
    build_register(notes.register, Settings(), options)
    made = json.loads((tmp_path / "audit.json").read_text())
    assert isinstance(made, dict)
    return made


WRONG: dict[str, Any] = {
    "null": None, "a flag": True, "a number": 10**40, "text": "x", "nothing": "", "an empty list": [],
    "a mapping": {"a": 1}, "lists in lists": [[[]]], "a lone surrogate": "\ud800", "null in a list": [None],
    "very long text": "x" * 100_000, "very many": ["x"] * 500,
}  # fmt: skip
AT = {
    "records": ("members", 0, "register", "routes"),
    "a record": ("members", 0, "register", "routes", 0),
    "an identifier": ("members", 0, "register", "routes", 0, "id"),
    "evidence": ("members", 0, "register", "routes", 0, "evidence"),
    "a passage": ("members", 0, "register", "routes", 0, "evidence", 0, "quote"),
    "a value": ("members", 0, "register", "routes", 0, "thresholds", 0, "value"),
    "routes of a claim": ("members", 0, "register", "claims", 0, "comparison", "routes"),
    "sources": ("members", 0, "register", "sources"),
    "system": ("members", 0, "register", "system"),
    "findings": ("findings",),
}


@pytest.mark.parametrize("at", AT)
def test_a_saved_audit_with_a_wrong_type_is_compared_as_far_as_it_can_be_read(
    notes: Notes, tmp_path: Path, at: str, capsys: pytest.CaptureFixture[str]
) -> None:
    form = _saved(notes, tmp_path)
    saved = jsonschema.Draft202012Validator(comparison_schema())
    held: Any = form
    for step in AT[at][:-1]:
        held = held[step]
    file = tmp_path / "wrong.json"
    for wrong in WRONG.values():
        held[AT[at][-1]] = wrong
        file.write_text(json.dumps(form))
        assert main(["compare", str(notes.register), str(file), "--format", "json"]) in (0, 1)
        made = json.loads(capsys.readouterr().out)
        saved.validate(made)
        assert main(["compare", str(file), str(notes.register)]) in (0, 1)
        page = capsys.readouterr().out
        for damaged in made["damaged"]:
            assert f"- some of `{damaged}` could not be read, and was not compared\n" in page


def test_what_could_not_be_read_of_an_audit_is_said(notes: Notes, tmp_path: Path) -> None:
    form = _saved(notes, tmp_path)
    form["members"][0]["register"]["routes"] = 5
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(form))
    assert compare_audits(notes.register, file).damaged == (file.as_posix(),)
    assert compare_audits(notes.register, notes.register).damaged == ()


@pytest.mark.parametrize("size", [100, 10_000])
def test_an_audit_that_is_too_large_is_refused_unread(
    notes: Notes, tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sides, "MAX_BYTES", 10)
    file = tmp_path / "audit.json"
    file.write_bytes(b"[" * size)
    with pytest.raises(NotAnAudit, match="larger than 80 bytes"):
        compare_audits(file, notes.register)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_no_audit_and_is_not_waited_for(notes: Notes, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "audit.json")
    with pytest.raises(NotAnAudit, match="no regular file"):
        compare_audits(tmp_path / "audit.json", notes.register)


def test_of_very_many_fields_the_page_tells_some_and_counts_the_rest(
    notes: Notes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = _saved(notes, tmp_path)
    route, other = form["members"][0]["register"]["routes"]
    route["evidence"] += [{"path": "store.py", "quote": f"passage {number}"} for number in range(3_000)]
    other["evidence"] = [{"path": "recall.py", "quote": f"other {number}"} for number in range(300)]
    older, newer = tmp_path / "older.json", tmp_path / "newer.json"
    older.write_text(json.dumps({**form, "members": form["members"]}))
    for each in other["evidence"]:
        each["path"] = "search.py"
    route["evidence"] = route["evidence"][:3]
    newer.write_text(json.dumps(form))
    main(["compare", str(older), str(newer)])
    page = capsys.readouterr().out
    assert "\n- and 2,900 fields more\n" in page
    assert " and 200 more\n" in page.partition("## Only moved")[2]
