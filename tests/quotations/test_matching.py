"""A passage stands in a text when it occurs exactly once, white space apart; nothing else is ever folded in
code."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.quotations.matching import FOLDED_NOTE, Page, lines_of
from auditor.terms import PassageResult

CODE = """\
LIMIT = 8


def recall(notes, limit=LIMIT):
    if not notes:
        return []

    found = [each for each in notes if each.kept]
    return found[:limit]


def recent(notes):
    if not notes:
        return []
    return sorted(notes)
"""


def result(text: str, passage: str, *, lines: str = "") -> tuple[str, list[str]]:
    match = Page("a.py", text).match(passage, lines=lines)
    return str(match.result), [span.lines for span in match.found]


@pytest.mark.parametrize(
    ("passage", "lines"),
    [
        ("LIMIT = 8", "1"),
        ("def recall(notes, limit=LIMIT):\n    if not notes:\n        return []", "4-6"),
        ("def recall(notes, limit=LIMIT):\nif not notes:\nreturn []", "4-6"),
        ("found = [each for each\n  in notes\n  if each.kept]", "8"),
        ("    found = [each", "8"),
        ("kept]\n    return found[:lim", "8-9"),
        ("return []\n\n    found = [each", "6-8"),
        ("\n\n  LIMIT\t=\r\n8\n", "1"),
        ("sorted(notes)\n", "15"),
    ],
    ids=[
        "one line", "several lines", "without indentation", "wrapped", "from the middle of a line",
        "ends mid-word", "over a blank line", "tabs and line ends", "mark at the end",
    ],
)  # fmt: skip
def test_a_passage_is_found_however_its_white_space_lies(passage: str, lines: str) -> None:
    assert result(CODE, passage) == ("match", [lines])


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\n\n", "\n\t", " \n "])
def test_line_ends_and_trailing_space_do_not_count(ends: str) -> None:
    text = CODE.replace("\n", ends)
    assert result(text, "found = [each for each in notes if each.kept]\nreturn found[:limit]")[0] == "match"


def test_a_passage_that_occurs_twice_is_ambiguous_until_lines_settle_it() -> None:
    assert result(CODE, "return []") == ("ambiguous", ["6", "14"])
    assert result(CODE, "return []", lines="14") == ("match", ["14"])
    assert result(CODE, "return []", lines="4-9") == ("match", ["6"])
    assert result(CODE, "return []", lines="1-20") == ("ambiguous", ["6", "14"])


def test_overlapping_occurrences_count_each() -> None:
    assert result("aXaXa\n", "aXa") == ("ambiguous", ["1", "1"])


def test_a_passage_outside_its_lines_is_missing_and_told_where_it_stands() -> None:
    assert result(CODE, "LIMIT = 8", lines="4-6") == ("missing", ["1"])
    assert result(CODE, "def recall(notes, limit=LIMIT):\n if not notes:", lines="4") == ("missing", ["4-5"])


@pytest.mark.parametrize(
    "passage",
    [
        "LIMIT = 9",
        "limit = 8",
        "LIMIT=8",
        "L.*8",
        "return (found|notes)",
        "^LIMIT",
        "LIMIT = 8\\Z",
        "‘LIMIT’",
    ],
)
def test_what_differs_in_anything_but_white_space_is_missing(passage: str) -> None:
    assert result(CODE, passage) == ("missing", [])


@pytest.mark.parametrize("passage", ["", " ", "\n\t \r\n", "\u00a0"])
def test_a_passage_of_white_space_only_never_matches(passage: str) -> None:
    match = Page("a.py", CODE).match(passage)
    assert match.result is PassageResult.MISSING
    assert "white space" in match.note


TYPESET = "# Shelf\n\nEvery note is “kept” — it’s never lost…\n"
PLAIN = 'Every note is "kept" - it\'s never lost...'


def test_in_prose_quotation_marks_and_dashes_are_folded_with_a_note() -> None:
    match = Page("README.md", TYPESET).match(PLAIN)
    assert (match.result, match.note) == (PassageResult.MATCH, FOLDED_NOTE)
    assert [span.lines for span in match.found] == ["3"]
    assert Page("README.md", TYPESET).match("Every note is “kept” — it’s").note == ""


def test_in_code_they_are_not() -> None:
    assert Page("shelf.py", TYPESET).match(PLAIN).result is PassageResult.MISSING


def test_words_and_numbers_are_not_folded_in_prose_either() -> None:
    assert Page("README.md", TYPESET).match('every note is "kept"').result is PassageResult.MISSING


def notebook(*cells: tuple[str, str]) -> str:
    return json.dumps(
        {
            "cells": [{"cell_type": kind, "source": source.splitlines(True)} for kind, source in cells],
            "nbformat": 4,
        }
    )


BOOK = notebook(
    ("markdown", "# Notes\nThe limit is 8.\n"),
    ("code", "LIMIT = 8\nprint('a\\n')\n"),
    ("code", "x = 1\nLIMIT = 8\n"),
)


def test_a_notebook_is_searched_by_the_text_of_its_cells() -> None:
    page = Page("trial.ipynb", BOOK)
    assert page.match("print('a\\n')").found[0].cell == 1
    assert page.match("The limit is 8.").result is PassageResult.MATCH
    assert page.match("LIMIT = 8").result is PassageResult.AMBIGUOUS
    second = page.match("LIMIT = 8", cell="2")
    assert (second.result, second.found[0].lines, second.found[0].cell) == (PassageResult.MATCH, "2", 2)


def test_a_passage_does_not_run_from_one_cell_into_the_next() -> None:
    assert Page("trial.ipynb", BOOK).match("print('a\\n')\nx = 1").result is PassageResult.MISSING


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 3}', '{"cells": [3, null]}', "[" * 5000, "LIMIT = 8"])
def test_what_is_no_notebook_is_searched_as_it_is_written(text: str) -> None:
    page = Page("trial.ipynb", text)
    assert page.match("nothing of the kind").result is PassageResult.MISSING
    assert page.match("LIMIT = 8").result is (
        PassageResult.MATCH if "LIMIT" in text else PassageResult.MISSING
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("3", (3, 3)),
        ("3-5", (3, 5)),
        (" 3 – 5 ", (3, 5)),
        ("", None),
        ("x", None),
        ("3-", None),
        ("-3", None),
    ],
)
def test_a_line_range_is_read_as_registers_write_it(written: str, read: tuple[int, int] | None) -> None:
    assert lines_of(written) == read


def test_a_passage_of_a_megabyte_and_a_line_of_a_megabyte_are_as_good_as_any() -> None:
    long = "word " * 200_000 + "end"
    assert result(long, long) == ("match", ["1"])
    assert result(long.replace(" ", "\n"), long)[0] == "match"
    assert result(long, "word end") == ("match", ["1"])


_TEXTS = st.lists(st.text("ab(=]\t \u00a0é", max_size=12), min_size=1, max_size=12).map("\n".join)


@given(_TEXTS, st.data())
def test_any_stretch_of_a_text_is_found_in_the_lines_that_hold_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    stretch = text[start:end]
    if not stretch.strip():
        return
    lead = len(stretch) - len(stretch.lstrip())
    first = text.count("\n", 0, start + lead) + 1
    last = text.count("\n", 0, start + len(stretch.rstrip())) + 1
    match = Page("a.py", text).match(stretch, lines=f"{first}-{last}")
    assert match.result in (PassageResult.MATCH, PassageResult.AMBIGUOUS)
    assert all(first <= span.first <= span.last <= last for span in match.found)


@given(_TEXTS, st.sampled_from([" ", "\n", "\t\t", "\r\n", " \u00a0"]))
def test_a_match_does_not_depend_on_the_white_space_of_the_passage(text: str, space: str) -> None:
    page = Page("a.py", text)
    plain = page.match(text)
    assert page.match(re.sub(r"\s+", space, text)) == plain
    assert plain.result is (PassageResult.MATCH if text.strip() else PassageResult.MISSING)


@given(_TEXTS, st.text("ab(=] \n", max_size=6))
def test_the_result_is_the_same_where_nobody_asks_for_the_places(text: str, passage: str) -> None:
    page = Page("a.py", text)
    assert page.match(passage, placed=False).result is page.match(passage).result
