"""Reports: whole expected texts, and a structure that no text of a register can change."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from auditor.assembly import case_of
from auditor.case import Audit
from auditor.forms import Holds, Key
from auditor.places import Text
from auditor.render import graph_text, report_files
from auditor.render.links import file_names
from auditor.render.reports import member_report
from auditor.sets import load
from tests.render import lamplight
from tests.render.hostile import hostile
from tests.render.markdown_shape import Shape, body, shape

EXPECTED = lamplight.DATA / "lamplight-report"
PROSE = frozenset({"note", "text"})


@cache
def golden_files() -> dict[str, str]:
    audit = lamplight.audit(lamplight.some_findings(), suppressed=2)
    files = report_files(audit)
    files["ledger-records.md"] = member_report(audit, audit.case.members[2], ledger="records")
    files["graph.mmd"] = graph_text(audit.case, "mmd")
    files["graph.dot"] = graph_text(audit.case, "dot")
    files["graph.json"] = graph_text(audit.case, "json")
    del files["audit.schema.json"]
    return files


@pytest.mark.parametrize("name", sorted(golden_files()))
def test_expected_text(name: str) -> None:
    """The whole text. `UPDATE_EXPECTED=1` writes it anew, to be read before it is kept."""
    made = golden_files()[name]
    if os.environ.get("UPDATE_EXPECTED"):
        (EXPECTED / name).write_text(made, encoding="utf-8")
    assert made == (EXPECTED / name).read_text(encoding="utf-8")


def test_no_expected_text_is_left_over() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == set(golden_files())


def test_the_same_audit_gives_the_same_bytes() -> None:
    audit = lamplight.audit(lamplight.some_findings())
    assert report_files(audit) == report_files(lamplight.audit(lamplight.some_findings()))


def test_every_link_leads_somewhere() -> None:
    files = report_files(lamplight.audit())
    anchors = {
        f"{name}#{part.split(chr(34))[0]}"
        for name, text in files.items()
        if name.endswith(".md")
        for part in text.split('<a id="')[1:]
    }
    for name, text in files.items():
        if name.endswith(".md"):
            for link in shape(text).links:
                target = link if not link.startswith("#") else f"{name}{link}"
                assert target in anchors or target in files


def test_the_five_blocks_stand_in_their_order() -> None:
    text = report_files(lamplight.audit())["epistemic.md"]
    blocks = [line for line in body(text).split("\n") if line.startswith(("## ", "### "))]
    assert [block for block in blocks if block.startswith("## ")] == [
        "## Source-and-claim boundary",
        "## Epistemic-object inventory",
        "## Authority-route ledger",
        "## System-claim versus route comparison",
        "## Bounded conclusion",
        "## Shared records",
    ]
    assert blocks[-6:] == [
        "### Components",
        "### Operative objects",
        "### Routes",
        "### Claims",
        "### Evidenced absences",
        "### Behavioral-authority paths",
    ]


def test_notes_on_top() -> None:
    text = report_files(lamplight.audit(lamplight.some_findings()))["epistemic.md"]
    assert "> **1 finding at error severity:** see [findings.md](findings.md)" in text
    assert "> **1 record is a candidate**" in text


def test_a_long_ledger_is_printed_as_records() -> None:
    audit = lamplight.audit()
    member = audit.case.members[2]
    long = replace(member, ledger=member.ledger * 5)
    assert "Route function: check/evidence production  \n" in member_report(audit, long)
    assert "Route function: " not in member_report(audit, member)
    assert "Route function: " not in member_report(audit, long, ledger="table")


def test_members_of_one_kind_have_files_of_their_own() -> None:
    case = lamplight.audit().case
    twice = replace(case, members=(case.members[0], case.members[0], replace(case.members[1], kind=None)))
    assert file_names(twice) == ("runtime.md", "runtime-2.md", "member.md")


def test_a_member_alone_lists_what_others_declare() -> None:
    alone = case_of(load(lamplight.FOLDER / "epistemic"))
    files = report_files(Audit(case=alone, findings=(), suppressed=0, unverifiable=0))
    assert "overview.md" not in files
    assert (
        '| <a id="rt-cmp-watch-model"></a>RT-CMP-watch-model | Model that reads reports |'
        in files["epistemic.md"]
    )
    assert "Part of: [RT-CMP-watch-model](#rt-cmp-watch-model)" in files["epistemic.md"]


def test_a_register_that_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "register.yaml").write_text("format: audit-register/1\n", encoding="utf-8")
    empty = case_of(load(tmp_path))
    files = report_files(Audit(case=empty, findings=(), suppressed=0, unverifiable=0))
    assert shape(files["member.md"]).headings == ["h1", *["h2"] * 6, *["h3"] * 6]
    assert not shape(files["member.md"]).rows


def _with_texts(texts: list[str]) -> Audit:
    """The audit with each text that is not prose replaced by one of `texts` in turn."""
    turn = iter(range(10**6))

    def change(key: Key, value: Text) -> str:
        if key.holds in (Holds.ID, Holds.MARKDOWN):
            return value
        return texts[next(turn) % len(texts)]

    return lamplight.changed_audit(change)


def _shapes(audit: Audit) -> dict[str, Shape]:
    return {name: shape(text) for name, text in report_files(audit).items() if name.endswith(".md")}


HARMLESS = _shapes(_with_texts(["x"]))


@settings(derandomize=True, deadline=None, max_examples=25)
@given(strategies.lists(hostile, min_size=3, max_size=25))
def test_no_text_changes_the_structure(texts: list[str]) -> None:
    for name, found in _shapes(_with_texts(texts)).items():
        expected = HARMLESS[name]
        assert found.headings == expected.headings
        assert found.rows == expected.rows
        assert found.blocks == expected.blocks
        assert not found.foreign_html
        assert not found.images
        assert all(link.split("#")[0] in ("", *HARMLESS) for link in found.links)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(strategies.lists(hostile, min_size=3, max_size=12))
def test_no_prose_adds_headings_tables_or_html(texts: list[str]) -> None:
    turn = iter(range(10**6))

    def change(key: Key, value: Text) -> str:
        return texts[next(turn) % len(texts)] if key.holds is Holds.MARKDOWN else value

    audit = lamplight.changed_audit(change)
    usual = _shapes(lamplight.audit())
    for name, found in _shapes(audit).items():
        assert found.headings == usual[name].headings
        assert found.rows == usual[name].rows
        assert not found.foreign_html
        assert not found.images


@settings(derandomize=True, deadline=None, max_examples=25)
@given(strategies.lists(hostile, min_size=3, max_size=12))
def test_no_identifier_adds_headings_tables_or_html(texts: list[str]) -> None:
    turn = iter(range(10**6))

    def change(key: Key, value: Text) -> str:
        return texts[next(turn) % len(texts)] if key.holds is Holds.ID else value

    for name, found in _shapes(lamplight.changed_audit(change)).items():
        if name != "findings.md":
            usual = HARMLESS[name]
            records = [tag for tag in usual.headings if tag == "h4"]
            assert [tag for tag in found.headings if tag == "h4"] == records
        assert not found.foreign_html
        assert not found.images


@pytest.mark.parametrize("blank", ["", " ", "\n", "\t\n "])
def test_blank_texts_keep_the_headings(blank: str) -> None:
    audit = lamplight.changed_audit(lambda key, value: value if key.holds is Holds.ID else blank)
    text = report_files(audit)["epistemic.md"]
    assert shape(text).headings.count("h4") == HARMLESS["epistemic.md"].headings.count("h4")


def test_the_front_matter_is_yaml_whatever_it_holds() -> None:
    yaml = pytest.importorskip("yaml")
    audit = _with_texts(['a"b: #c\n---\n\x85\u2028', "{{ x }}"])
    for name, text in report_files(audit).items():
        if name.endswith(".md") and name != "findings.md":
            front = yaml.safe_load(text.split("\n---\n")[0].removeprefix("---\n"))
            assert front["system"] in ('a"b: #c --- \ufffd', "{{ x }}")


def test_the_saved_audit_is_json() -> None:
    assert json.loads(report_files(lamplight.audit())["audit.json"])["format"] == "audit/1"


def test_paths_of_the_report_do_not_depend_on_where_the_register_lies(tmp_path: Path) -> None:
    for text in golden_files().values():
        assert lamplight.DATA.as_posix() not in text
        assert "registers/lamplight" not in text
