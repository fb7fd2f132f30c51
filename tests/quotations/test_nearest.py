"""The nearest text of a file tells a reader what became of a passage; where nothing is like it, nothing is
told."""

from __future__ import annotations

import pytest

from auditor.quotations.matching import Page
from auditor.quotations.nearest import NearestTexts

CODE = """\
def gate(score):
    # below this, nothing is kept
    if score < 0.80:
        return None
    return score


def other(value):
    return value * 2
"""


@pytest.mark.parametrize(
    ("passage", "lines", "difference"),
    [
        ("if score < 0.85:\n    return None", "3-4", "if score < 0.[-85-]{+80+}: return None"),
        ("if score <= 0.80:\n    return None", "3-4", "if score <[-=-] 0.80: return None"),
        ("# under this, nothing is kept", "2", "# [-under-]{+below+} this, nothing is kept"),
        ("def other(value, factor):\n    return value * factor", "8-9", None),
    ],
)
def test_the_words_that_differ_are_marked(passage: str, lines: str, difference: str | None) -> None:
    found = NearestTexts().of(passage, Page("gate.py", CODE))
    assert found is not None
    assert found.span.lines == lines
    assert 0.5 <= found.similarity < 1
    if difference is not None:
        assert found.difference == difference


@pytest.mark.parametrize("passage", ["class Store:", "import os", "%%%", " ", "x" * 5000])
def test_nothing_is_told_where_nothing_is_like_it(passage: str) -> None:
    assert NearestTexts().of(passage, Page("gate.py", CODE)) is None


def test_a_long_passage_is_compared_by_its_beginning() -> None:
    body = "\n".join(f"    step_{n}(value, {n})" for n in range(500))
    page = Page("long.py", f"def run(value):\n{body}\n")
    found = NearestTexts().of(f"def run(values):\n{body}", page)
    assert found is not None
    assert found.span.first == 1
    assert found.difference.startswith("def run([-values-]{+value+})")


def test_a_file_of_one_line_has_a_nearest_text_too() -> None:
    page = Page("app.min.js", ";".join(f"var a{n}={n}" for n in range(5000)))
    found = NearestTexts().of("var a300=300;var a301=999;var a302=302", page)
    assert found is not None
    assert found.difference == "var a300=300;var a301=[-999-]{+301+};var a302=302"


def test_the_search_ends_at_its_bound() -> None:
    nearest = NearestTexts(most_steps=40)
    page = Page("gate.py", CODE)
    assert nearest.of("if score < 0.85:", page) is not None
    assert nearest.of("if score < 0.85:", page) is None


def test_a_notebook_tells_the_cell() -> None:
    text = '{"cells": [{"cell_type": "code", "source": "if score < 0.80:\\n    keep()"}]}'
    found = NearestTexts().of("if score < 0.90:\n    keep()", Page("trial.ipynb", text))
    assert found is not None
    assert (found.span.cell, found.span.lines) == (1, "1-2")
