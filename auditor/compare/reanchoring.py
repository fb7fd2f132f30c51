"""Writing into a register where its evidence has moved to: the text of its files is edited at the marks of
paths, lines and revisions, and every other byte stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.cited import citations
from auditor.compare.overwriting import CHANGED_MEANWHILE, Edit, write_all
from auditor.compare.revisions import declared_sources, shared_in_focus
from auditor.comparison import PassageChange, Reanchored, RevisionComparison, ThresholdChange
from auditor.errors import CannotReanchor
from auditor.evidence import Span
from auditor.places import Place, Text
from auditor.quotations.matching import lines_of
from auditor.registers.editing import EditError, replaced_at
from auditor.registers.parsing import MAX_BYTES
from auditor.sets import LoadedSet
from auditor.snapshot.files import read_regular
from auditor.terms import PassageFate, SourceKind, ThresholdFate

_BOM = "\ufeff"
_REMEDY = {
    SourceKind.CAPTURE: "; give --to a revision, or a path with its repository",
    SourceKind.GIT: " source; give --to the path of the later folder or file",
}
"""What to give in place of later bytes of this kind, which is not that of the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    """A scalar of a register that is to say something else."""

    place: Place
    text: str


def reanchor(loaded: LoadedSet, comparison: RevisionComparison) -> Reanchored:
    """Write the new path and lines of whatever moved to one place, and the new revision of its source.

    What changed is never touched, but for the path of a renamed file in a row of coverage, which quotes
    nothing. Raises CannotReanchor, before anything is written, where some of the
    register could not be read, where a source is of another kind than its later bytes or is declared by a
    set that is not compared as a whole, and where a file cannot be edited.
    """
    if comparison.damaged:
        reason = "some of it cannot be read, and would be left behind; `audit check` says what"
        raise CannotReanchor(loaded.folder, reason)
    revisions = list(_revisions(loaded, comparison))
    moved = [*_moved(loaded, comparison)]
    by_file: dict[str, list[_Value]] = defaultdict(list)
    for value in (*(each for entry in moved for each in entry), *(value for _, value in revisions)):
        by_file[value.place.path].append(value)
    read = _texts_read(loaded)
    edits = [_edited(Path(path), values, read.get(path)) for path, values in sorted(by_file.items())]
    write_all(edits)
    told = dict.fromkeys((name, value.text) for name, value in revisions)
    return Reanchored(
        files=tuple(each.path.as_posix() for each in edits), entries=len(moved), revisions=tuple(told)
    )


def _revisions(loaded: LoadedSet, comparison: RevisionComparison) -> Iterator[tuple[str, _Value]]:
    """The revision of each source that was compared, wherever the files in focus declare it."""
    shared = shared_in_focus(loaded)
    homes = {Path(each.place.path).parent for each in shared}
    declared = declared_sources(shared)
    for change in comparison.sources:
        source = declared[change.id]
        kind = SourceKind.CAPTURE if change.newer.startswith("sha256:") else SourceKind.GIT
        if SourceKind.of(source.kind) is not kind:
            reason = f"{change.id} is a {source.kind} source, and what --to names is a {kind}{_REMEDY[kind]}"
            raise CannotReanchor(source.place.path, reason)
        for one in shared:
            for each in (s for s in one.sources if s.id == change.id and s.revision is not None):
                assert each.revision is not None
                if Path(each.revision.place.path).parent not in homes:
                    reason = f"the set declares {change.id} for all its members; give the set's folder"
                    raise CannotReanchor(each.revision.place.path, reason)
                if str(each.revision) != change.newer:
                    yield change.id, _Value(place=each.revision.place, text=change.newer)


def _moved(loaded: LoadedSet, comparison: RevisionComparison) -> Iterator[tuple[_Value, ...]]:
    """For each entry that moved to one place, its scalars that say so."""
    entries = {each.cited: each.entry for each in citations(shared_in_focus(loaded))}
    changes: list[PassageChange | ThresholdChange] = [*comparison.passages, *comparison.thresholds]
    for change in changes:
        if not _has_one_place(change):
            continue
        now, entry = change.now[0], entries[change.cited]
        assert entry.path is not None
        values = []
        if now.path != change.cited.path:
            values.append(_Value(place=entry.path.place, text=now.path))
        if entry.lines is not None and not _holds(entry.lines, now):
            values.append(_Value(place=entry.lines.place, text=now.lines))
        if values:
            yield tuple(values)
    for each in comparison.coverage:
        if each.now and each.now != each.path:
            yield (_Value(place=each.place, text=each.now),)


def _has_one_place(change: PassageChange | ThresholdChange) -> bool:
    """Whether what an entry cites stands, as it was, at one place that can be written."""
    if len(change.now) != 1 or change.is_lost:
        return False
    if isinstance(change, PassageChange):
        return change.fate in (PassageFate.MOVED, PassageFate.UNCHANGED)
    return change.fate in (ThresholdFate.MOVED, ThresholdFate.SAME) and not change.note


def _holds(lines: Text, now: Span) -> bool:
    """Whether a range of lines still holds a place; it may be wider."""
    read = lines_of(lines)
    return read is not None and read[0] <= now.first and now.last <= read[1]


def _texts_read(loaded: LoadedSet) -> dict[str, str]:
    """The texts of the files as they were when the register was read, by their paths."""
    every = (*loaded.members, *([loaded.set_file] if loaded.set_file else []))
    return {path: file.text for each in every for path, file in each.files.items()}


def _edited(path: Path, values: Sequence[_Value], read: str | None) -> Edit:
    """The file with its values replaced; the marks hold only in the text that was read."""
    try:
        before = read_regular(path.resolve(), limit=MAX_BYTES)
        text = before.decode("utf-8")
        mark = _BOM if text.startswith(_BOM) else ""
        if text.removeprefix(mark) != read:
            raise CannotReanchor(path.as_posix(), CHANGED_MEANWHILE)
        at = {(each.place.line, each.place.column): each.text for each in values}
        after = (mark + replaced_at(text.removeprefix(mark), at)).encode("utf-8")
    except (OSError, UnicodeDecodeError, EditError) as error:
        raise CannotReanchor(path.as_posix(), getattr(error, "strerror", None) or str(error)) from error
    return Edit(path=path, before=before, after=after)
