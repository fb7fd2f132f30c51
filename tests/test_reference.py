"""Held beside published reports: the same blocks in the same order, the same columns, the same identifiers.

The reports are found in the folder that AUDIT_REFERENCE names; without it these tests are skipped, and what
they compare with is held by `test_the_blocks_of_a_report_stand_in_their_order`, which always runs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from auditor.identifiers import IDENTIFIER, MENTION, NUMBERED, kind_of, mentions_in_prose

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "registers" / "almanac" / "epistemic" / "report" / "epistemic.md"
BLOCKS = [
    "Source-and-claim boundary",
    "Epistemic-object inventory",
    "Authority-route ledger",
    "System-claim versus route comparison",
    "Bounded conclusion",
    "Shared records",
]
KINDS = [
    "Components",
    "Operative objects",
    "Routes",
    "Claims",
    "Evidenced absences",
    "Behavioral-authority paths",
]
_REFERENCE = os.environ.get("AUDIT_REFERENCE")
needs_reference = pytest.mark.skipif(
    not _REFERENCE, reason="AUDIT_REFERENCE names no folder with published reports"
)


def _reference(*parts: str) -> str:
    return Path(_REFERENCE or "", "reports", *parts).read_text(encoding="utf-8")


def _headings(markdown: str, level: int) -> list[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(_body(markdown))
    found = [tokens[i + 1].content for i, each in enumerate(tokens) if each.type == "heading_open"]
    marks = [each.markup for each in tokens if each.type == "heading_open"]
    return [text for text, mark in zip(found, marks, strict=True) if len(mark) == level]


def _columns(markdown: str) -> list[list[str]]:
    tokens = MarkdownIt("commonmark").enable("table").parse(_body(markdown))
    tables: list[list[str]] = []
    for index, token in enumerate(tokens):
        if token.type == "table_open":
            tables.append([])
        if token.type == "th_open":
            tables[-1].append(tokens[index + 1].content)
    return tables


def _body(markdown: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", "", markdown, count=1, flags=re.DOTALL)


def test_the_blocks_of_a_report_stand_in_their_order() -> None:
    report = REPORT.read_text(encoding="utf-8")
    assert _headings(report, 2)[: len(BLOCKS)] == BLOCKS
    assert [each for each in _headings(report, 3) if each in KINDS] == KINDS


@needs_reference
def test_the_blocks_are_those_of_the_seed_report() -> None:
    seed = _reference("talorys", "epistemic.md")
    assert _headings(seed, 2) == BLOCKS
    assert _headings(seed, 3) == KINDS


@needs_reference
def test_the_tables_have_the_columns_of_the_seed_report() -> None:
    seed = {tuple(each) for each in _columns(_reference("talorys", "epistemic.md"))}
    ours = {tuple(each) for each in _columns(REPORT.read_text(encoding="utf-8"))}
    assert seed <= ours


@needs_reference
def test_the_records_of_the_ledger_have_the_labels_of_the_seed_report() -> None:
    def labels(markdown: str) -> list[str]:
        block = markdown.split("## Authority-route ledger", 1)[1].split("\n## ", 1)[0]
        first = block[block.index("Route ID: ") :].split("\n\n", 1)[0]
        return [line.rsplit(": ", 1)[0] for line in first.splitlines()][-17:]

    seed, ours = labels(_reference("talorys", "epistemic.md")), labels(REPORT.read_text(encoding="utf-8"))
    assert [each.split(":")[0] for each in ours] == [each.split(":")[0] for each in seed]


@needs_reference
@pytest.mark.parametrize(
    ("report", "declared", "supplied"),
    [(("talorys", "epistemic.md"), 20, 15)],
)
def test_the_identifiers_of_a_published_report_are_found(
    report: tuple[str, ...], declared: int, supplied: int
) -> None:
    text = _reference(*report)
    headings = [match.group() for match in map(MENTION.match, _headings(text, 4)) if match]
    assert len(headings) == declared
    cited = {each.id for each in mentions_in_prose(_body(text)) if kind_of(each.id) != "SRC"}
    assert len(cited - set(headings)) == supplied


@needs_reference
@pytest.mark.parametrize("folder", ["dynamic-cheatsheet", "dynamic-cheatsheet-1002"])
def test_every_identifier_of_a_published_set_is_well_formed_and_declared(folder: str) -> None:
    declared: set[str] = set()
    cited: set[str] = set()
    for path in sorted(Path(_REFERENCE or "", "reports", folder).glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for heading in _headings(text, 4):
            found = MENTION.match(heading)
            declared.update([found.group()] if found else [])
        cited.update(each.id for each in mentions_in_prose(_body(text)))
    assert all(IDENTIFIER.fullmatch(each) or NUMBERED.fullmatch(each) for each in cited)
    assert {each for each in cited if kind_of(each) != "SRC"} <= declared
