"""Findings as text, commands, JSON and Markdown: carets under what is meant, and nothing that acts."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given, settings

from auditor.findings import Finding, Severity
from auditor.places import Place
from auditor.render import findings_github, findings_json, findings_markdown, findings_text
from auditor.render.findings import plain_finding
from auditor.render.source_lines import caret_lines, clipped, harmless
from tests.render import lamplight
from tests.render.hostile import any_text
from tests.render.markdown_shape import shape

LINE = "    part_of: RT-CMP-watch-model"
FINDING = Finding(
    number=112,
    name="dangling-reference",
    severity=Severity.ERROR,
    place=Place("r/register.yaml", 1, 14, 18),
    message="it is declared nowhere",
    remedy="declare it",
    record="EPI-CMP-rule-table",
    field="part_of",
)
LINES = {"r/register.yaml": [LINE]}


def test_a_finding_in_the_style_of_compilers() -> None:
    assert findings_text([FINDING], LINES, suppressed=3) == (
        "r/register.yaml:1:14: error[112] dangling-reference: "
        "EPI-CMP-rule-table.part_of: it is declared nowhere; declare it\n"
        "  1 |     part_of: RT-CMP-watch-model\n"
        "    |              ^^^^^^^^^^^^^^^^^^\n"
        "1 error; 3 suppressed\n"
    )


def test_brief_and_counts() -> None:
    text = findings_text(lamplight.some_findings(), lamplight.audit().case.lines, brief=True)
    assert text.count("\n") == 4
    assert text.endswith("\n1 error, 1 warning, 1 info\n")
    assert findings_text([], {}) == "no findings\n"


def test_related_places() -> None:
    text = findings_text(lamplight.some_findings(), lamplight.audit().case.lines)
    assert (
        "\n  note: registers/lamplight/epistemic/register.yaml:4:1: the supplied records stand here\n" in text
    )


def test_colour_is_asked_for() -> None:
    assert "\x1b[1;31merror[112]\x1b[0m" in findings_text([FINDING], LINES, colour=True)
    assert "\x1b" not in findings_text([FINDING], LINES)


@pytest.mark.parametrize(
    ("line", "column", "width", "shown", "carets"),
    [
        ("abc", 2, 1, "abc", " ^"),
        ("\ta: b", 2, 1, "    a: b", "    ^"),
        ("abc", 4, 5, "abc", "   ^"),
        ("abc", 99, 1, "abc", "   ^"),
        ("漢字x", 2, 1, "漢字x", "  ^^"),
        ("e\u0301x", 3, 1, "e\u0301x", " ^"),
        ("a\u200bb", 3, 1, "a<U+200B>b", "         ^"),
        ("a\x1b[2Jb", 2, 1, "a<U+001B>[2Jb", " ^^^^^^^^"),
        ("אb", 2, 1, "<U+05D0>b", "        ^"),
        ("", 1, 1, "", "^"),
    ],
)
def test_caret(line: str, column: int, width: int, shown: str, carets: str) -> None:
    assert caret_lines(line, column, width) == (shown, carets)


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "a" * 4000 + "HERE" + "b" * 4000
    shown, carets = caret_lines(line, 4001, 4)
    assert len(shown) < 130
    assert shown.startswith("…a")
    assert shown.endswith("b…")
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_of_a_register_in_one_line_only_what_is_meant_is_looked_at() -> None:
    line = "x" * 2_000_000 + "HERE" + "y" * 2_000_000
    place = Place(path="r.yaml", line=1, column=2_000_001, width=4)
    findings = [
        Finding(number=130, name="n", severity=Severity.ERROR, place=place, message=f"m{n}", remedy="r")
        for n in range(500)
    ]
    lines = {"r.yaml": (line,)}
    assert max(map(len, findings_text(findings, lines).splitlines())) < 200
    for saved in json.loads(findings_json(findings, lines))["findings"]:
        assert len(saved["line"]) == 202
        assert "HERE" in saved["line"]
    assert max(map(len, findings_markdown(findings, lines).splitlines())) < 200


@pytest.mark.parametrize("column", [1, 2, 100, 101, 150, 299, 300, 301, 900])
def test_a_saved_line_is_cut_around_its_column(column: int) -> None:
    line = "".join(chr(0x4E00 + n) for n in range(300))
    saved = clipped(line, column)
    assert saved.strip("…") in line
    assert len(saved.strip("…")) == 200
    assert column > len(line) or line[column - 1] in saved
    assert clipped(line[:200], column) == line[:200]


def test_a_long_stretch_at_the_end() -> None:
    shown, carets = caret_lines("a" * 8000, 7999, 2)
    assert shown[carets.index("^") :] == "aa"
    shown, carets = caret_lines("a" * 8000, 1, 8000)
    assert len(carets) == len(shown) - 1


@settings(derandomize=True, deadline=None, max_examples=300)
@given(any_text)
def test_no_text_acts_on_a_terminal(text: str) -> None:
    hostile = replace(FINDING, message=text, remedy=text, record=text, place=Place(text, 1, 3, 4))
    shown = findings_text([hostile], {text: [text]})
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2066-\u2069\u200b]", shown)
    assert len(shown.split("\n")) in (3, 5)
    assert "\n" not in harmless(text)


def test_github_commands_are_escaped() -> None:
    odd = replace(
        FINDING, place=Place("a,b:c%.yaml", 1, 14, 18), message="50%\r\n::error::x", field="", record=""
    )
    assert findings_github([odd]) == (
        "::error file=a%2Cb%3Ac%25.yaml,line=1,col=14,endColumn=31,title=dangling-reference [112]"
        "::50%25%0A::error::x; declare it\n"
    )


@settings(derandomize=True, deadline=None, max_examples=200)
@given(any_text)
def test_a_github_command_is_one_line(text: str) -> None:
    made = findings_github([replace(FINDING, message=text, place=Place(text, 1, 1, 1))])
    assert made.count("\n") == 1
    assert "\r" not in made
    assert made.startswith("::error ")
    properties = made.removeprefix("::error ").split("::")[0]
    assert [part.split("=")[0] for part in properties.split(",")] == (
        ["file", "line", "col", "endColumn", "title"] if text else ["line", "col", "endColumn", "title"]
    )


def test_severities_of_github() -> None:
    commands = findings_github(lamplight.some_findings()).split("\n")
    assert [command.split(" ")[0] for command in commands[:3]] == ["::error", "::warning", "::notice"]


def test_findings_in_json() -> None:
    made = json.loads(findings_json([FINDING], LINES, suppressed=1, within="r"))
    assert made["format"] == "audit-findings/1"
    assert made["counts"] == {"error": 1, "warning": 0, "info": 0}
    assert made["suppressed"] == 1
    assert made["findings"] == [plain_finding(FINDING, LINES, "r")]
    assert made["findings"][0]["place"] == {"path": "register.yaml", "line": 1, "column": 14, "width": 18}
    assert made["findings"][0]["line"] == LINE
    jsonschema.Draft202012Validator({"type": "object"}).validate(made)


def test_a_page_without_findings() -> None:
    assert findings_markdown([], {}) == "# Findings\n\nNo findings.\n"
    assert "2 suppressed" in findings_markdown([], {}, suppressed=2)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(any_text)
def test_no_text_changes_the_page(text: str) -> None:
    odd = replace(FINDING, message=text, remedy=text, record=text, place=Place(text, 1, 3, 4))
    found = shape(findings_markdown([odd], {text: [text]}))
    assert found.headings == ["h1", "h2", "h3", "h4"]
    assert found.rows == [2, 2, 2, 2]
    assert not found.foreign_html
    assert not found.links


@pytest.mark.parametrize(
    ("within", "said", "meant"),
    [
        ("/home/a/r", "`audit compare /home/a/r --to HEAD` tells", "`audit compare . --to HEAD` tells"),
        ("a b", "`audit compare 'a b' --to HEAD`", "`audit compare '.' --to HEAD`"),
        ("r", "`audit check r`, of r", "`audit check .`, of r"),
        ("memory", "its memory, memory/a and `a memory`", "its memory, memory/a and `a memory`"),
        ("a/r", "see a/r/notes.yaml, and a/r, or (a/r/b.yaml)", "see notes.yaml, and ., or (b.yaml)"),
        ("a/r", "a/r.yaml and x/a/r/y are other paths", "a/r.yaml and x/a/r/y are other paths"),
        (".", "a sentence. ./a", "a sentence. ./a"),
    ],
)
def test_what_is_written_names_paths_from_the_folder_of_the_register(
    within: str, said: str, meant: str
) -> None:
    finding = replace(FINDING, message=said, remedy=said)
    form = json.loads(findings_json([finding], {}, within=within))["findings"][0]
    assert (form["message"], form["remedy"]) == (meant, meant)
    assert said in findings_text([finding], {})
