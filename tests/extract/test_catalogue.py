"""The catalogue: every entry finds its good example and lets its bad one be."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.errors import BadCatalogue
from auditor.extract import extract
from auditor.extract.catalogue import Entry
from auditor.extract.catalogue.loading import entries_of, own_catalogue
from auditor.snapshot import open_snapshot

ENTRIES = own_catalogue().entries


SUFFIXES = {"python": "py", "typescript": "ts"}


def rules_found(folder: Path, text: str, language: str) -> set[str]:
    (folder / f"a.{SUFFIXES[language]}").write_text(text, encoding="utf-8")
    return {each.rule for each in extract(open_snapshot(folder)).facts}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_good_example_is_found_and_the_bad_one_is_not(entry: Entry, tmp_path: Path) -> None:
    assert entry.id in rules_found(tmp_path, entry.good, entry.language)
    assert entry.id not in rules_found(tmp_path, entry.bad, entry.language)


def test_no_two_entries_share_an_id() -> None:
    assert len({each.id for each in ENTRIES}) == len(ENTRIES)


WHOLE = {"id": "a/b", "names": "[a.b]", "called": "llm_call", "good": "x", "bad": "y"}


def written(**changes: str | None) -> str:
    entry = {key: value for key, value in {**WHOLE, **changes}.items() if value is not None}
    lines = [f"{key}: {value}" for key, value in entry.items()]
    return "framework: F\nentries:\n  - " + "\n    ".join(lines) + "\n"


def test_a_whole_entry_loads() -> None:
    (entry,) = entries_of(written(), "own.yaml")
    assert entry.names == ("a.b",)
    assert entry.called is not None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (written(good=None), "own.yaml: entry a/b needs `good`"),
        (written(bad=None), "own.yaml: entry a/b needs `bad`"),
        (written(names=None), "own.yaml: entry a/b needs `names`"),
        (written(called="thought"), "names `thought`, which is no kind of fact"),
        (written(callled="llm_call"), "unknown key `callled`"),
        ("language: basic\nentries: []", "has the language `basic`"),
        ("entries: {", "is no YAML"),
        ("entries: x", "needs `framework` and a list `entries`"),
    ],
)
def test_what_has_another_form_is_refused_with_file_and_entry(text: str, says: str) -> None:
    with pytest.raises(BadCatalogue, match=r"own\.yaml") as refused:
        entries_of(text, "own.yaml")
    assert says in str(refused.value)
