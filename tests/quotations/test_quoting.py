"""`audit quote` gives an entry that verifies: verbatim, found exactly once, with a range only where it
must."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.errors import NothingToQuote
from auditor.quotations.matching import Page
from auditor.quotations.quoting import quoted
from auditor.terms import PassageResult

CODE = """\
class Shelf:
    def recall(self, notes):
        if not notes:
            return []
        return notes[:8]

    def recent(self, notes):
        if not notes:
            return []
        return notes[:8]
"""


def entry(**asked: str) -> dict[str, str]:
    return quoted(Page("shelf.py", CODE), **asked).fields()


def test_lines_are_quoted_without_the_indentation_that_they_share() -> None:
    assert entry(lines="2-3") == {
        "path": "shelf.py",
        "quote": "def recall(self, notes):\n    if not notes:",
    }


def test_a_range_is_added_only_where_the_passage_occurs_elsewhere_too() -> None:
    assert entry(lines="3-5") == {
        "path": "shelf.py",
        "lines": "3-5",
        "quote": "if not notes:\n    return []\nreturn notes[:8]",
    }
    assert "lines" not in entry(lines="2-5")


def test_text_is_quoted_as_it_is_where_it_occurs_once() -> None:
    assert entry(text="def recent(self, notes)") == {"path": "shelf.py", "quote": "def recent(self, notes)"}


def test_a_scrap_is_lengthened_to_its_line() -> None:
    assert entry(text="Shelf") == {"path": "shelf.py", "quote": "class Shelf:"}


def test_text_that_occurs_twice_needs_the_lines_that_are_meant() -> None:
    with pytest.raises(NothingToQuote, match=r"shelf\.py:4, shelf\.py:9; say with --lines"):
        entry(text="return []")
    assert entry(text="return []", lines="9") == {"path": "shelf.py", "lines": "9", "quote": "return []"}


@pytest.mark.parametrize(
    "asked",
    [{"lines": "40-50"}, {"lines": "6"}, {"lines": "5-3"}, {"lines": "x"}, {"text": "nothing"},
     {"text": "class Shelf", "lines": "5"}],
)  # fmt: skip
def test_what_cannot_be_quoted_is_said_in_a_sentence(asked: dict[str, str]) -> None:
    with pytest.raises(NothingToQuote) as refused:
        entry(**asked)
    assert str(refused.value).startswith("shelf.py: ")


@pytest.mark.parametrize(
    ("asked", "remedy"),
    [
        ({"lines": "5-3"}, "write it as 3-5"),
        ({"lines": "40-50"}, "it ends on line 10; give lines up to there"),
        ({"text": "nothing"}, "copy it verbatim, or give --lines"),
        ({"text": "class Shelf", "lines": "5"}, "it stands in shelf.py:1"),
    ],
)
def test_what_cannot_be_quoted_is_said_with_what_to_give_instead(asked: dict[str, str], remedy: str) -> None:
    with pytest.raises(NothingToQuote) as refused:
        entry(**asked)
    assert remedy in str(refused.value)


def test_a_line_that_holds_a_text_twice_is_named_once() -> None:
    page = Page("shelf.py", "limit = limit\nother = limit\n")
    with pytest.raises(NothingToQuote, match=r"occurs in shelf\.py:1, shelf\.py:2; say"):
        quoted(page, text="limit")


def test_a_notebook_is_quoted_by_text_with_its_cell() -> None:
    cells = [{"cell_type": "code", "source": source} for source in ("a = 1\nb = 22222222", "a = 1\nc = 3")]
    page = Page("trial.ipynb", json.dumps({"cells": cells}))
    assert quoted(page, text="b = 22222222").fields() == {"path": "trial.ipynb", "quote": "b = 22222222"}
    with pytest.raises(NothingToQuote, match="--text"):
        quoted(page, lines="1")


_LINE = st.text("ab =\t", max_size=5)


@given(st.lists(_LINE, min_size=1, max_size=10), st.data())
def test_whatever_is_quoted_verifies(lines: list[str], data: st.DataObject) -> None:
    page = Page("a.py", "\n".join(lines))
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    try:
        made = quoted(page, lines=f"{first}-{last}")
    except NothingToQuote:
        return
    match = page.match(made.quote, lines=made.lines)
    assert match.result is PassageResult.MATCH
    assert first <= match.found[0].first <= match.found[0].last <= last
