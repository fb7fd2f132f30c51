"""Two structures field by field: what moved, what changed, which entries of two lists are the same one."""

from __future__ import annotations

import pytest

from auditor.compare.fields import field_changes

QUOTE = {"path": "a.py", "lines": "3", "quote": "found = kept(notes)"}
LIMIT = {"name": "LIMIT", "value": "8", "path": "a.py", "lines": "3"}

MOVED = {
    "other lines": (QUOTE, {**QUOTE, "lines": "4"}, "a.py:3", "a.py:4"),
    "another path": (QUOTE, {**QUOTE, "path": "b.py"}, "a.py:3", "b.py:3"),
    "lines come": (
        {"path": "a.py", "quote": "x"}, {"path": "a.py", "lines": "9", "quote": "x"}, "a.py", "a.py:9",
    ),
    "another cell": ({**QUOTE, "cell": "1"}, {**QUOTE, "cell": "2"}, "a.py, cell 1:3", "a.py, cell 2:3"),
    "with a source": (
        {**QUOTE, "source": "SRC-2"}, {**QUOTE, "source": "SRC-2", "lines": "7"},
        "SRC-2 a.py:3", "SRC-2 a.py:7",
    ),
    "a threshold": (LIMIT, {**LIMIT, "path": "b.py", "lines": "1"}, "a.py:3", "b.py:1"),
    "a place with what it shows": (
        {"path": "a.py", "shows": "the cut"}, {"path": "b.py", "shows": "the cut"}, "a.py", "b.py",
    ),
    "a place alone": ({"path": "a.py", "lines": "3"}, {"path": "a.py", "lines": "5"}, "a.py:3", "a.py:5"),
    "where a claim is made": (
        {"path": "a.md", "lines": "3", "layer": "doctrine/design"},
        {"path": "a.md", "lines": "4", "layer": "doctrine/design"}, "a.md:3", "a.md:4",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", MOVED)
def test_what_says_the_same_of_another_place_moved(kind: str) -> None:
    one, other, was, now = MOVED[kind]
    kept = {"path": "a.py", "quote": "another passage of the same file"}
    (change,) = field_changes({"evidence": [kept, one]}, {"evidence": [other, kept]})
    assert (change.field, change.older, change.newer, change.moved) == ("evidence[1]", was, now, True)


CHANGED = {
    "another passage": (QUOTE, {**QUOTE, "quote": "else"}, [("e[0].quote", "found = kept(notes)", "else")]),
    "another source": (
        {**QUOTE, "source": "SRC-1"}, {**QUOTE, "source": "SRC-2"}, [("e[0].source", "SRC-1", "SRC-2")],
    ),
    "shows something else elsewhere": (
        {**QUOTE, "shows": "x"}, {**QUOTE, "path": "b.py", "shows": "y"},
        [("e[0].path", "a.py", "b.py"), ("e[0].shows", "x", "y")],
    ),
    "another value elsewhere": (
        LIMIT, {**LIMIT, "value": "9", "lines": "4"},
        [("e[0].value", "8", "9"), ("e[0].lines", "3", "4")],
    ),
    "another file": (
        {"path": "a.py", "lines": "3"}, {"path": "b.py"}, [("e[0]", "a.py:3", ""), ("e[0]", "", "b.py")],
    ),
    "another document of the same layer": (
        {"path": "a.md", "layer": "l"}, {"path": "b.md", "layer": "l"},
        [("e[0]", '{"path": "a.md", "layer": "l"}', ""), ("e[0]", "", '{"path": "b.md", "layer": "l"}')],
    ),
    "one text for another": ("a", "b", [("e[0]", "a", "b")]),
    "a list for a text": (["a", "b"], "a", [("e[0]", "a, b", ""), ("e[0]", "", "a")]),
}  # fmt: skip


@pytest.mark.parametrize("kind", CHANGED)
def test_what_says_something_else_changed(kind: str) -> None:
    one, other, told = CHANGED[kind]
    found = field_changes({"e": [one]}, {"e": [other]})
    assert [(each.field, each.older, each.newer) for each in found] == told
    assert not any(each.moved for each in found)


def test_entries_of_one_file_are_each_told_by_themselves() -> None:
    older = [{"path": "a.py", "lines": str(number), "quote": f"passage {number}"} for number in range(5)]
    newer = [{**each, "path": "b.py"} for each in reversed(older)]
    found = field_changes({"evidence": older}, {"evidence": newer})
    assert [(each.older, each.newer, each.moved) for each in found] == [
        (f"a.py:{number}", f"b.py:{number}", True) for number in range(5)
    ]


def test_the_same_entry_twice_is_told_as_often_as_it_is_new() -> None:
    (change,) = field_changes({"evidence": [QUOTE]}, {"evidence": [QUOTE, QUOTE]})
    assert (change.field, change.older) == ("evidence[1]", "")


@pytest.mark.parametrize(
    "alike", [{}, {"name": "x"}, {"path": "a.py"}, {"id": "EPI-RTE-x"}], ids=["nothing", "name", "path", "id"]
)
def test_long_lists_are_not_compared_item_by_item(alike: dict[str, str]) -> None:
    """Twenty thousand entries on both sides, none of them equal: four hundred million pairs."""
    older = [{**alike, "value": str(number)} for number in range(20_000)]
    newer = [{**alike, "value": f"later {number}"} for number in range(20_000)]
    found = field_changes({"items": older}, {"items": newer})
    assert len(found) == (20_000 if alike else 40_000)
