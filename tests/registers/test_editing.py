"""Edits by marks: the change is made, and every other byte stays."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.records import Member
from auditor.registers.editing import Append, EditError, Insert, Remove, Replace, edit, path_to_record
from auditor.registers.writing import register_text
from tests.strategies import members, texts

REGISTER = """\
# The register of Shelf.

format: audit-register/1   # the form
system: Shelf

objects:
  # What is kept.
  - id: EPI-OBJ-note          # the first
    label: "A note"
    identity: Note.text   
    evidence:
      - source: SRC-1
        path: src/notes.py
        quote: |-
          text: str

          # kept as typed
    candidate: 0123456789abcdef

  - {id: EPI-OBJ-title, label: Title, form: [symbolic]}
routes: []
claims:
"""  # noqa: W291


def _differ(before: str, after: str) -> tuple[str, str]:
    """The stretch of each text in which the two differ."""
    start = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
        min(len(before), len(after)),
    )
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end], after[start : len(after) - end]


@pytest.mark.parametrize(
    ("change", "gone", "come"),
    [
        (Replace(path=("system",), value="Shelf: two"), "system: Shelf", 'system: "Shelf: two"'),
        (Replace(path=("objects", 0, "label"), value="A kept note"), '"A note"', '"A kept note"'),
        (Replace(path=("objects", 1, "form", 0), value="a, b"), "symbolic", '"a, b"'),
        (
            Replace(path=("objects", 0, "evidence", 0, "quote"), value="one\ntwo"),
            "text: str\n\n          # kept as typed",
            "one\n          two",
        ),
    ],
)
def test_a_scalar_is_replaced(change: Replace, gone: str, come: str) -> None:
    edited = edit(REGISTER, [change])
    assert edited == REGISTER.replace(gone, come, 1)


def test_a_key_is_inserted_after_the_last_of_its_mapping() -> None:
    edited = edit(REGISTER, [Insert(path=("objects", 0), key="reviewed", value="2026-01-02")])
    assert edited == REGISTER.replace(
        "    candidate: 0123456789abcdef\n", "    candidate: 0123456789abcdef\n    reviewed: 2026-01-02\n"
    )


def test_a_key_is_inserted_into_braces() -> None:
    edited = edit(REGISTER, [Insert(path=("objects", 1), key="note", value="short, and sweet")])
    assert edited == REGISTER.replace("[symbolic]}", '[symbolic], note: "short, and sweet"}')


def test_an_item_is_appended_after_a_block_scalar() -> None:
    change = Append(path=("objects", 0, "evidence"), value={"source": "SRC-1", "path": "src/shelf.py"})
    assert edit(REGISTER, [change]) == REGISTER.replace(
        "          # kept as typed\n",
        "          # kept as typed\n      - source: SRC-1\n        path: src/shelf.py\n",
    )


@pytest.mark.parametrize("empty", ["routes", "claims"])
def test_a_record_is_appended_to_an_empty_list(empty: str) -> None:
    edited = edit(REGISTER, [Append(path=(empty,), value={"id": "EPI-RTE-save", "label": "Save"})])
    gone, come = _differ(REGISTER, edited)
    assert gone in ("", " []", "[]")
    assert come.strip("\n") in (
        "\n  - id: EPI-RTE-save\n    label: Save",
        "  - id: EPI-RTE-save\n    label: Save",
    )


def test_a_record_is_appended_after_braces() -> None:
    edited = edit(REGISTER, [Append(path=("objects",), value={"id": "EPI-OBJ-tag"})])
    assert edited == REGISTER.replace("[symbolic]}\n", "[symbolic]}\n  - id: EPI-OBJ-tag\n")


def test_a_key_is_taken_away_with_its_line() -> None:
    edited = edit(REGISTER, [Remove(path=("objects", 0, "candidate"))])
    assert edited == REGISTER.replace("    candidate: 0123456789abcdef\n", "")
    again = edit(edited, [Remove(path=("objects", 0, "evidence"))])
    assert "# kept as typed" not in again
    assert again.endswith("\n  - {id: EPI-OBJ-title, label: Title, form: [symbolic]}\nroutes: []\nclaims:\n")


def test_line_ends_stay_as_they_are() -> None:
    text = REGISTER.replace("\n", "\r\n")
    edited = edit(text, [Insert(path=("objects", 0), key="note", value="one\ntwo")])
    assert edited.replace("\r\n", "").count("\n") == 0


def test_a_record_is_found_by_its_identifier() -> None:
    assert path_to_record(REGISTER, "EPI-OBJ-title") == ("objects", 1)
    with pytest.raises(EditError, match="declares no EPI-OBJ-absent"):
        path_to_record(REGISTER, "EPI-OBJ-absent")


@pytest.mark.parametrize(
    "change",
    [
        Replace(path=("objects", 7, "label"), value="x"),
        Replace(path=("objects",), value="x"),
        Insert(path=("objects", 0), key="label", value="x"),
        Remove(path=("objects", 1, "form")),
        Remove(path=("nothing",)),
    ],
)
def test_what_cannot_be_done_is_refused(change: Any) -> None:
    with pytest.raises(EditError):
        edit(REGISTER, [change])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(members(), texts(), st.randoms(use_true_random=False))
def test_any_scalar_of_any_register_can_be_replaced(member: Member, value: str, random: Any) -> None:
    text = register_text(member)
    paths = list(_scalar_paths(yaml.compose(text, Loader=yaml.CSafeLoader), ()))
    path = random.choice(paths)
    edited = edit(text, [Replace(path=path, value=value)])
    before, after = text.split("\n"), edited.split("\n")
    assert [line for line in before[:1] if path != ("format",)] == [
        line for line in after[:1] if path != ("format",)
    ]
    assert (
        edit(edited, [Replace(path=path, value="x")]).count("\n") <= text.count("\n") + value.count("\n") + 1
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(members(), texts())
def test_a_record_can_be_appended_to_any_register(member: Member, value: str) -> None:
    text = register_text(member)
    if "\nobjects:" in text:
        edited = edit(text, [Append(path=("objects",), value={"id": "EPI-OBJ-new", "note": value})])
        gone, _ = _differ(text, edited)
        assert gone == ""


def _scalar_paths(node: Any, path: tuple[str | int, ...]) -> Any:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalar_paths(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _scalar_paths(value, (*path, index))
    else:
        yield path
