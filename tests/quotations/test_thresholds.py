"""A threshold is live: the number that the source gives its name, or holds at its lines or passage, is
compared by value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from auditor.evidence import Cited
from auditor.places import NOWHERE, Text
from auditor.quotations.matching import Page
from auditor.quotations.named_numbers import NamedNumbers
from auditor.quotations.thresholds import ThresholdsOfPage
from auditor.records import Threshold

PYTHON = '''\
"""Not LIMIT = 99, which stands in prose."""
import os

LIMIT = 16_000  # LIMIT = 3 would be too few
RATE: float = 8e-1
KEPT = timedelta(days=7)
TRIES = int(os.getenv("SHELF_TRIES", "5"))
WEIGHTS = {"recency": 0.3, "salience": 0.7}


class Settings:
    top_k: int = Field(default=4, ge=1)

    def search(self, query, *, limit=10, wait: float = 2 * 60):
        self.cut = 0.5
        return client.search(query, timeout=30)[:limit]


def search(limit=20):
    if score(limit) > 0.25:
        return []
    return run(LIMIT)
'''
SCRIPT = """\
// MAX_ITEMS = 3 was too few
export const MAX_ITEMS: number = 16_000;
const options = { topK: 5, 'min-score': 0.25, wait: 30 * 60 * 1000 };
let limit = fallback ?? 8;
if (score > 0.9) keep();
"""


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("LIMIT", ["16_000"]), ("RATE", ["8e-1"]), ("KEPT", ["timedelta(days=7)"]), ("TRIES", ['"5"']),
        ("SHELF_TRIES", ['"5"']), ("recency", ["0.3"]), ("top_k", ["4"]), ("Settings.top_k", ["4"]),
        ("limit", ["10", "20"]), ("Settings.search.limit", ["10"]), ("search.limit", ["10", "20"]),
        ("wait", ["2 * 60"]), ("cut", ["0.5"]), ("timeout", ["30"]), ("nothing", []), ("Other.top_k", []),
        ("prose", []),
    ],
)  # fmt: skip
def test_python_gives_a_name_to_constants_defaults_fields_keys_and_settings(
    name: str, written: list[str]
) -> None:
    assert [each.written for each in NamedNumbers("a.py", PYTHON).called(name)] == written


@pytest.mark.parametrize(
    ("name", "written"),
    [("MAX_ITEMS", ["16_000"]), ("topK", ["5"]), ("min-score", ["0.25"]), ("wait", ["30 * 60 * 1000"]),
     ("options.topK", ["5"]), ("score", []), ("ITEMS", [])],
)  # fmt: skip
def test_other_languages_are_read_by_the_name_and_what_stands_behind_it(
    name: str, written: list[str]
) -> None:
    assert [each.written for each in NamedNumbers("a.ts", SCRIPT).called(name)] == written


@pytest.mark.parametrize(
    "text", ["LIMIT = 8\ndef f(:\n", "print 'LIMIT'\nLIMIT = 8\n", "(" * 3000 + "\nLIMIT = 8"]
)
def test_python_that_cannot_be_parsed_is_read_like_the_others(text: str) -> None:
    assert [each.written for each in NamedNumbers("a.py", text).called("LIMIT")] == ["8"]


def outcome(text: str, *, path: str = "a.py", **fields: str) -> tuple[str, list[str]]:
    texts: dict[str, Any] = {key: Text(value) for key, value in fields.items()}
    entry = Threshold(**texts, path=Text(path))
    cited = Cited(
        record="EPI-RTE-recall", field="thresholds[0]", place=NOWHERE, source="SRC-1", path=path,
        path_place=NOWHERE, lines=fields.get("lines", ""), quote=fields.get("quote", ""),
    )  # fmt: skip
    check = ThresholdsOfPage(Page(path, text)).check(entry, cited)
    return str(check.result), [written for written, _ in check.found]


@pytest.mark.parametrize(
    ("fields", "result", "found"),
    [
        ({"name": "LIMIT", "value": "16000"}, "match", ["16_000"]),
        ({"name": "LIMIT", "value": "8000"}, "differs", ["16_000"]),
        ({"name": "RATE", "value": "0.80"}, "match", ["8e-1"]),
        ({"name": "KEPT", "value": "7", "unit": "days"}, "match", ["timedelta(days=7)"]),
        ({"name": "KEPT", "value": "8", "unit": "days"}, "differs", ["timedelta(days=7)"]),
        ({"name": "TRIES", "value": "5"}, "match", ['"5"']),
        ({"name": "limit", "value": "10"}, "not found", ["10", "20"]),
        ({"name": "limit", "value": "10", "lines": "14"}, "match", ["10"]),
        ({"name": "limit", "value": "10", "lines": "19"}, "differs", ["20"]),
        ({"name": "Settings.search.limit", "value": "10"}, "match", ["10"]),
        ({"name": "score", "value": "0.25", "lines": "20"}, "match", ["0.25"]),
        ({"name": "score", "value": "0.3", "lines": "20"}, "differs", ["0.25"]),
        ({"value": "0.25", "quote": "if score(limit) > 0.25:"}, "match", ["0.25"]),
        ({"value": "0.3", "quote": "if score(limit) > 0.25:"}, "differs", ["0.25"]),
        ({"value": "0.3", "quote": "if score(limit) > 0.3:"}, "not found", []),
        ({"name": "LIMIT", "value": "16000", "lines": "400"}, "not found", ["16_000"]),
        ({"name": "LIMIT", "value": "16000", "lines": "3"}, "not found", ["16_000"]),
        ({"name": "absent", "value": "1"}, "not found", []),
        ({"name": "LIMIT", "value": "8", "quote": "LIMIT = 8"}, "differs", ["16_000"]),
        ({"name": "limit", "value": "5", "quote": "limit=5", "lines": "14"}, "differs", ["10"]),
        ({"name": "limit", "value": "10", "quote": "limit=10.0", "lines": "14"}, "not found", ["10", "20"]),
        ({"name": "LIMIT", "value": "many"}, "unverified", []),
    ],
    ids=lambda each: " ".join(each.values()) if isinstance(each, dict) else None,
)
def test_a_threshold_is_compared_with_what_the_source_says(
    fields: dict[str, str], result: str, found: list[str]
) -> None:
    assert outcome(PYTHON, **fields) == (result, found)


def test_a_comment_or_a_text_is_no_constant() -> None:
    assert outcome(PYTHON, name="LIMIT", value="3")[0] == "differs"
    assert outcome(SCRIPT, path="a.ts", name="MAX_ITEMS", value="3")[0] == "differs"


def test_the_cells_of_a_notebook_are_read_as_one_text() -> None:
    cells = [{"cell_type": kind, "source": f"LIMIT = {n}"} for kind, n in (("markdown", 3), ("code", 8))]
    book = json.dumps({"cells": cells})
    assert outcome(book, path="a.ipynb", name="LIMIT", value="8") == ("match", ["8"])


@pytest.mark.parametrize("line", ["a=1;" * 250_000, "limit = [" + "1," * 200_000 + "]"])
def test_a_megabyte_of_code_on_one_line_is_read_like_any_other(line: str) -> None:
    assert NamedNumbers("a.py", line + "\nLIMIT = 8\n").called("LIMIT")[0].written == "8"


def test_an_expression_over_several_lines_and_letters_of_several_bytes_is_read_whole() -> None:
    text = "é = 'ü'; LIMIT = (2 *\n  60)\n"
    assert [each.written for each in NamedNumbers("a.py", text).called("LIMIT")] == ["2 * 60"]
