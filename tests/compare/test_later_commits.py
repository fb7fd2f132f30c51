"""Ten kinds of later commit: what `compare` tells of each citation, and what `check` then finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from auditor.build import check_register
from auditor.compare import compare_revisions, reanchor
from auditor.comparison import RevisionComparison
from auditor.sets import load
from auditor.settings import Settings
from tests.compare.conftest import FILES, README, RECALL, STORE, Notes

APPENDED, COUNTED, COMMENT = (f"EPI-RTE-save.evidence[{number}]" for number in range(3))
KEEP, LIMIT = "EPI-RTE-save.thresholds[0]", "EPI-RTE-recall.thresholds[0]"
FOUND, CUT = (f"EPI-RTE-recall.evidence[{number}]" for number in range(2))
SAID, README_FILE = "EPI-CLM-kept.said_in[0]", "EPI-CLM-kept.evidence[0]"
EVERY = (APPENDED, COUNTED, COMMENT, KEEP, FOUND, CUT, LIMIT, SAID, README_FILE)

SAVE = STORE[STORE.index("def save") : STORE.index("\n\ndef forget")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """A later commit: its files; what is not as it was, and where it is now; and what a check of the register
    finds at that commit, before and after re-anchoring."""

    files: Mapping[str, str]
    became: Mapping[str, str] = field(default_factory=dict)
    found: frozenset[tuple[str, str]] = frozenset()
    after_writing: frozenset[tuple[str, str]] = frozenset()


def _without(*names: str, **more: str) -> dict[str, str]:
    kept = {name: text for name, text in FILES.items() if name not in names}
    return {**kept, **{f"{name}.py": text for name, text in more.items()}}


KINDS = {
    "rename": Later(
        files=_without("store.py", storage=STORE),
        became={
            APPENDED: "moved storage.py:8",
            COUNTED: "moved storage.py:9",
            COMMENT: "moved storage.py:7",
            KEEP: "moved storage.py:3",
        },
        found=frozenset(
            {
                ("no-such-path", APPENDED),
                ("no-such-path", COUNTED),
                ("no-such-path", COMMENT),
                ("threshold-not-found", KEEP),
            }
        ),
    ),
    "reformat": Later(
        files=_without(recall=RECALL.replace("notes if", "notes\n             if").replace(" = [", "  =  [")),
        became={CUT: "moved recall.py:9"},
    ),
    "constant changed": Later(
        files=_without(recall=RECALL.replace("8", "12")),
        became={LIMIT: "changed recall.py:3"},
        found=frozenset({("threshold-differs", LIMIT)}),
        after_writing=frozenset({("threshold-differs", LIMIT)}),
    ),
    "line duplicated": Later(
        files=_without(store=STORE.replace("    notes.append(text)\n", "    notes.append(text)\n" * 2)),
        became={
            APPENDED: "ambiguous store.py:8 store.py:9",
            COUNTED: "ambiguous store.py:10 store.py:15, likely store.py:10",
        },
        found=frozenset({("passage-ambiguous", APPENDED), ("passage-missing", COUNTED)}),
        after_writing=frozenset({("passage-ambiguous", APPENDED), ("passage-missing", COUNTED)}),
    ),
    "function moved": Later(
        files=_without(store=STORE.replace(SAVE, ""), saving=f'"""Saving."""\n\n\n{SAVE}'),
        became={
            APPENDED: "moved saving.py:6",
            COUNTED: "ambiguous store.py:10",
            COMMENT: "moved saving.py:5",
        },
        found=frozenset(
            {("passage-missing", APPENDED), ("passage-missing", COUNTED), ("passage-missing", COMMENT)}
        ),
        after_writing=frozenset({("passage-missing", COUNTED)}),
    ),
    "file deleted": Later(
        files=_without("recall.py"),
        became={FOUND: "gone", CUT: "gone", LIMIT: "gone"},
        found=frozenset(
            {("no-such-path", FOUND), ("no-such-path", CUT), ("threshold-not-found", LIMIT)},
        ),
        after_writing=frozenset(
            {("no-such-path", FOUND), ("no-such-path", CUT), ("threshold-not-found", LIMIT)},
        ),
    ),
    "CRLF conversion": Later(files={name: text.replace("\n", "\r\n") for name, text in FILES.items()}),
    "comment edited": Later(
        files=_without(store=STORE.replace("as it was typed", "as it was said")),
        became={COMMENT: "changed"},
        found=frozenset({("passage-missing", COMMENT)}),
        after_writing=frozenset({("passage-missing", COMMENT)}),
    ),
    "quote inside a new string": Later(
        files=_without(store=STORE + '\n\nHELP = "it calls notes.append(text) once"\n'),
        became={APPENDED: "ambiguous store.py:8 store.py:17, likely store.py:8"},
        found=frozenset({("passage-ambiguous", APPENDED)}),
        after_writing=frozenset({("passage-ambiguous", APPENDED)}),
    ),
}

MERGED = Later(
    files={**FILES, "recall.py": "import re\n" + RECALL, "README.md": README.replace("kept", "held")},
    became={
        FOUND: "moved recall.py:8",
        CUT: "moved recall.py:9",
        LIMIT: "moved recall.py:4",
        SAID: "changed",
        README_FILE: "changed",
    },
    found=frozenset({("threshold-not-found", LIMIT)}),
)


@pytest.mark.parametrize("kind", KINDS)
def test_later_commit(notes: Notes, first: str, kind: str) -> None:
    later = KINDS[kind]
    commit = notes.commit(later.files, parents=(first,))
    notes.point(commit)
    _holds(notes, later, commit, ahead=1)


def test_merge(notes: Notes, first: str) -> None:
    """Both sides of a merge have come: a file that one side moved and a sentence that the other changed."""
    ours = notes.commit({**FILES, "recall.py": MERGED.files["recall.py"]}, parents=(first,))
    theirs = notes.commit({**FILES, "README.md": MERGED.files["README.md"]}, parents=(first,))
    commit = notes.commit(MERGED.files, parents=(ours, theirs))
    notes.point(commit)
    _holds(notes, MERGED, commit, ahead=3)


def _holds(notes: Notes, later: Later, commit: str, *, ahead: int) -> None:
    """Hold every finding of compare and of check beside what is meant, before and after --write."""
    moved_on = check_register(notes.register, Settings(select=("400",)))
    assert [(each.name, each.record) for each in moved_on.findings if each.number != 406] == [
        ("source-moved-on", "SRC-1")
    ]
    assert f"{ahead} commit" in next(each.message for each in moved_on.findings if each.number == 412)

    comparison = compare_revisions(load(notes.register), to={"SRC-1": "HEAD"}, at={})
    assert _became(comparison) == later.became
    lost = {name for name, became in later.became.items() if not became.startswith("moved")}
    assert comparison.has_lost_evidence is bool(lost - {README_FILE})
    assert {each.id for each in comparison.records} == {name.split(".")[0] for name in lost}
    rests = any(name.startswith("EPI-RTE-save") for name in lost)
    assert [each.id for each in comparison.claims] == (["EPI-CLM-kept"] if rests else [])

    notes.pin(commit)
    assert _found(notes) == later.found
    notes.pin(comparison.sources[0].older)
    reanchor(load(notes.register), comparison)
    assert _found(notes) == later.after_writing


def _became(comparison: RevisionComparison) -> dict[str, str]:
    """What is not as it was, by record and field, with the places of what moved or stands several times."""
    made: dict[str, str] = {}
    for passage in comparison.passages:
        likely = f", likely {passage.likely}" if passage.likely else ""
        made[f"{passage.cited.record}.{passage.cited.field}"] = (
            " ".join([passage.fate, *map(str, passage.now)]) + likely
        )
    for each in comparison.thresholds:
        made[f"{each.cited.record}.{each.cited.field}"] = " ".join([each.fate, *map(str, each.now)])
    assert set(made) == set(EVERY)
    return {name: what for name, what in made.items() if what.split()[0] not in ("unchanged", "same")}


def _found(notes: Notes) -> frozenset[tuple[str, str]]:
    audit = check_register(notes.register, Settings(select=("400",)))
    return frozenset(
        (each.name, f"{each.record}.{each.field}")
        for each in audit.findings
        if each.name not in ("anchor-alone", "capture-differs")
    )
