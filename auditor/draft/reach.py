"""How far the draft reaches: boundary and coverage, from what was read and what was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from auditor.facts import CoverageOfFiles, Fact, Facts, Skipped, TargetDescription
from auditor.places import Text
from auditor.records import (
    NOT_YET_JUDGED,
    Boundary,
    BoundaryItem,
    Coverage,
    Judged,
    OperativeObject,
    Record,
    Route,
)
from auditor.terms import BoundaryKind, FactKind, Grounding, Reading, Unread

MOST_ROWS = 25
"""Rows of one sort: with more files than this, a row is a folder."""

_SCANNED = "scanned by program for entry points, objects and thresholds; no person has read it"
_SOURCE = Text("SRC-1")


def boundary(target: TargetDescription, files: CoverageOfFiles, *, cutoff: str) -> Boundary:
    """The boundary: whole only where nothing was left unread."""
    whole = not files.skipped
    what = f"{target.location}, folder {target.part}" if target.part else target.location
    return Boundary(
        kind=Text(BoundaryKind.WHOLE_SYSTEM if whole else BoundaryKind.SUBSYSTEM_ONLY),
        target_class=Text(NOT_YET_JUDGED),
        grounding=Text(Grounding.CODE_GROUNDED),
        cutoff=Text(cutoff),
        reviewed=Text(target.revision),
        included=(BoundaryItem(what=Text(f"{len(files.read):,} Python files of {what}")),),
        excluded=tuple(
            BoundaryItem(
                what=Text(f"{reason}: {count:,} {'file' if count == 1 else 'files'}"),
                prevents=Text(_prevents(reason)),
            )
            for reason, count in _by_reason(files.skipped).items()
        ),
    )


def coverage(
    facts: Facts, routes: Sequence[Route], objects: Sequence[OperativeObject]
) -> tuple[Coverage, ...]:
    """Rows for the files with entry points, the other files read, and what was not read, by reason."""
    with_entries = {fact.path for fact in facts.facts if fact.kind is FactKind.ENTRY_POINT}
    records = _records_by_path((*routes, *objects))
    first = [path for path in facts.coverage.read if path in with_entries]
    rest = [path for path in facts.coverage.read if path not in with_entries]
    return (
        *_read_rows("Entry points in", first, records, by_file=len(first) <= MOST_ROWS),
        *_read_rows("Files without an entry point in", rest, records, by_file=False),
        *_unread_rows(facts.coverage.skipped),
    )


def loose_thresholds(loose: Sequence[Fact]) -> tuple[Coverage, ...]:
    """Rows for the thresholds that stand on no one route, so that none is lost."""
    held: dict[str, list[Fact]] = {}
    for fact in loose:
        held.setdefault(fact.path, []).append(fact)
    by_file = len(held) <= MOST_ROWS
    rows: dict[str, list[Fact]] = {}
    for path in held:
        rows.setdefault(path if by_file else _folder(path), []).extend(held[path])
    return tuple(
        Coverage(
            entry=Text(f"Thresholds not placed on a route, in {where}"),
            source=_SOURCE,
            files=tuple(Text(path) for path in dict.fromkeys(fact.path for fact in facts)),
            read=_judged(Reading.PART, _SCANNED),
            limit=Text("; ".join(_as_listed(fact, by_file=by_file) for fact in facts)),
            prevents=Text("that the thresholds under a route are all that bound it"),
        )
        for where, facts in rows.items()
    )


def _as_listed(fact: Fact, *, by_file: bool) -> str:
    where = f"line {fact.line_start}" if by_file else f"{PurePosixPath(fact.path).name}:{fact.line_start}"
    return f"{fact.name} {fact.value} ({where})"


def _records_by_path(records: Sequence[Record]) -> Mapping[str, list[Text]]:
    held: dict[str, list[Text]] = {}
    for record in records:
        for path in dict.fromkeys(str(each.path) for each in record.evidence):
            if record.id is not None:
                held.setdefault(path, []).append(record.id)
    return held


def _read_rows(
    title: str, paths: Sequence[str], records: Mapping[str, list[Text]], *, by_file: bool
) -> tuple[Coverage, ...]:
    rows: dict[str, list[str]] = {}
    for path in paths:
        rows.setdefault(path if by_file else _folder(path), []).append(path)
    return tuple(
        Coverage(
            entry=Text(f"{title} {where}"),
            source=_SOURCE,
            files=tuple(Text(path) for path in held),
            read=_judged(Reading.PART, _SCANNED),
            records=tuple(dict.fromkeys(record for path in held for record in records.get(path, ()))),
            limit=Text(
                "calls were not followed to their effects, no run was inspected, and candidates are "
                "not yet judged"
            ),
            prevents=Text("conclusions about wiring, operation and authority"),
        )
        for where, held in rows.items()
    )


def _unread_rows(skipped: Sequence[Skipped]) -> tuple[Coverage, ...]:
    return tuple(
        Coverage(
            entry=Text(f"Not read: {reason}"),
            source=_SOURCE,
            files=tuple(Text(path) for path in dict.fromkeys(each.path for each in held)),
            read=_judged(Reading.NONE, f"{count:,} {'file' if count == 1 else 'files'}"),
            limit=Text(_details(held) or str(reason)),
            prevents=Text(_prevents(reason)),
        )
        for reason, count in _by_reason(skipped).items()
        for held in [[each for each in skipped if each.reason is reason]]
    )


def _details(skipped: Sequence[Skipped]) -> str:
    """What is known of each, those of the same detail as one."""
    held: dict[str, list[str]] = {}
    for each in skipped:
        held.setdefault(each.detail, []).append(
            f"{each.path} ({each.count:,})" if each.count > 1 else each.path
        )
    if len(held) == 1:
        (detail,) = held
        return detail or "; ".join(held[detail])
    return "; ".join(f"{', '.join(paths)}: {detail}" for detail, paths in held.items())


def _by_reason(skipped: Sequence[Skipped]) -> dict[Unread, int]:
    counts: dict[Unread, int] = {}
    for each in skipped:
        counts[each.reason] = counts.get(each.reason, 0) + each.count
    return counts


def _prevents(reason: Unread) -> str:
    if reason is Unread.EXCLUDED:
        return "conclusions about what tests, examples and documents show or promise"
    if reason is Unread.LANGUAGE:
        return "whole-system conclusions: parts in other languages, and what documents claim"
    return "whole-system conclusions"


def _judged(word: Reading, says: str) -> Judged:
    return Judged(word=Text(word), says=Text(says))


def _folder(path: str) -> str:
    folder = str(PurePosixPath(path).parent)
    return "the root" if folder == "." else f"{folder}/"
