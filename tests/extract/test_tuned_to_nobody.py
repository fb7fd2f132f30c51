"""No rule of the extraction names what only one system calls so: neither catalogue nor code holds an
identifier of a labelled system."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import auditor.extract

_REFERENCE = os.environ.get("AUDIT_REFERENCE")
_TELLING = frozenset({"entry_point", "object", "prompt", "status_vocabulary"})
_NAME = re.compile(r"[A-Za-z_]\w{8,}")


def own_names(names: Iterable[str]) -> set[str]:
    """The names among some that a system made up: several words run together, of some length."""
    found = {each for name in names for each in _NAME.findall(name)}
    return {each for each in found if "_" in each.strip("_") or re.search(r"[a-z][A-Z]", each)}


def names_of_the_extraction() -> set[str]:
    home = Path(auditor.extract.__file__).parent
    files = [*home.rglob("*.py"), *home.rglob("*.yaml")]
    assert len(files) > 20
    return {name for file in files for name in _NAME.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.skipif(not _REFERENCE, reason="AUDIT_REFERENCE names no folder with labelled systems")
def test_no_identifier_of_a_labelled_system_stands_in_catalogue_or_code() -> None:
    names: set[str] = set()
    for file in Path(_REFERENCE or "", "groundtruth").glob("*.jsonl"):
        labels = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        names |= own_names(each["name"] or "" for each in labels if each["kind"] in _TELLING)
    assert len(names) > 100
    assert names & names_of_the_extraction() == set()


@pytest.mark.parametrize("trial", [1, 2, 3])
def test_nor_one_of_the_blind_trials(trial: int) -> None:
    folder = Path(__file__).parents[2] / "benchmarks" / "blind_trials" / str(trial)
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    names = own_names(each["name"] or "" for each in labels if each["kind"] in _TELLING)
    assert names
    assert names & names_of_the_extraction() == set()


def test_a_planted_name_would_be_found() -> None:
    assert own_names(["KeeperOfRecords.keep_for_ever", "search", "memory"]) == {
        "KeeperOfRecords",
        "keep_for_ever",
    }
