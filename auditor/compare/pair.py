"""The earlier and the later bytes of one source: every file is read once, and found under its later path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from auditor.comparison import RenamedFile, SourceChange
from auditor.errors import AuditError, NothingToCompare
from auditor.evidence import Span
from auditor.facts import Skipped
from auditor.quotations.at_hand import location_of
from auditor.quotations.folders import Folders
from auditor.quotations.matching import Page
from auditor.quotations.thresholds import ThresholdsOfPage
from auditor.records import Source
from auditor.records.scopes import covers, patterns_of
from auditor.snapshot import Changes, Snapshot, SourceFile, changes, open_capture, open_snapshot
from auditor.terms import SourceKind

MOST_KEPT = 256 * 1024 * 1024
"""So many characters of files are kept; what is read beyond is read again where it is asked for again."""


class Reading(Snapshot):
    """A snapshot whose files are kept once they were read, and whose walk may be of some of them only."""

    def __init__(self, inner: Snapshot) -> None:
        self.target = inner.target
        self.inner = inner
        self._walked: Sequence[str] | None = None
        self._kept = 0
        self._files: dict[str, SourceFile | Skipped | None] = {}
        self._pages: dict[str, Page] = {}
        self._thresholds: dict[str, ThresholdsOfPage] = {}

    def walk(self, paths: Sequence[str]) -> None:
        """Walk these files from now on: those in which something can stand that did not stand there
        before."""
        self._walked = paths

    @property
    def count(self) -> int:
        return self.inner.count if self._walked is None else len(self._walked)

    def files(self) -> Iterator[SourceFile | Skipped]:
        paths = self.inner.paths() if self._walked is None else self._walked
        return (file for path in paths if (file := self.read(path)) is not None)

    def read(self, path: str) -> SourceFile | Skipped | None:
        if path in self._files:
            return self._files[path]
        file = self.inner.read(path)
        self._kept += len(file.text) if isinstance(file, SourceFile) else 0
        if self._kept <= MOST_KEPT:
            self._files[path] = file
        return file

    def paths(self) -> Iterator[str]:
        return self.inner.paths()

    def exists(self, path: str) -> bool:
        return self.inner.exists(path)

    @cached_property
    def _identities(self) -> Mapping[str, str]:
        return self.inner.identities()

    def identities(self) -> Mapping[str, str]:
        return self._identities

    def page(self, path: str) -> Page | None:
        """A file as a page to look for passages in; None where it is absent or no text."""
        if path not in self._pages:
            file = self.read(path)
            if not isinstance(file, SourceFile):
                return None
            self._pages[path] = Page(path, file.text)
        return self._pages[path]

    def thresholds(self, path: str) -> ThresholdsOfPage | None:
        """What compares thresholds with a file; None where it is absent or no text."""
        page = self.page(path)
        if page is None:
            return None
        if path not in self._thresholds:
            self._thresholds[path] = ThresholdsOfPage(page)
        return self._thresholds[path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A source at its own revision, where that is at hand, and at a later one."""

    id: str
    older: Reading | None
    newer: Reading
    changes: Changes
    renamed: Mapping[str, str]
    """Later paths by earlier ones, of the files that were renamed."""
    folders: Folders
    """The folders of the later bytes."""
    differing: tuple[str, ...]
    """The paths of every file that is new, gone, changed or renamed, in both of its names."""
    note: str = ""
    """Why the earlier bytes are not at hand."""

    def now_at(self, path: str) -> str:
        """The path under which a file is to be looked for: its own, or what it was renamed to."""
        return self.renamed.get(path, path)

    def is_same_file(self, path: str) -> bool:
        """Whether a file has the bytes that it had, at its path."""
        if self.older is None or self.older.target.kind is not self.newer.target.kind:
            return False
        before = self.older.identities().get(path)
        return before is not None and before == self.newer.identities().get(path)

    def stood_before(self, wanted: str, path: str) -> bool:
        """Whether a normalised text stood in a file before: then it has not come from elsewhere."""
        page = self.older.page(path) if self.older else None
        return page is not None and bool(page.places_of(wanted))


def open_pair(source: Source, *, to: str, at: Path | None) -> Pair:
    """Open a source at its own revision and at `to`: a path where one of that name exists, else a revision
    of the repository at `at` or at the source's location.

    Raises NothingToCompare where nothing is at hand that could have revisions, and what opening a snapshot
    raises.
    """
    home = at if at is not None else location_of(source)
    newer = _newer(source, to, home)
    older: Snapshot | None = None
    note = ""
    if not isinstance(home, Path):
        note = home.reason
    else:
        try:
            older = _older(source, home)
        except AuditError as error:
            note = str(error)
    if older is not None and older.target.revision != str(source.revision or ""):
        note = f"what lies at {home} is {older.target.revision}, and not what the register was made from"
        older = None
    later = Reading(newer)
    before = Reading(older) if older is not None else None
    found = _changes(before, later) if before is not None else Changes()
    here = (*found.new, *found.changed, *(each.newer for each in found.renamed))
    if before is not None:
        later.walk(sorted(here))
    return Pair(
        id=str(source.id),
        older=before,
        newer=later,
        changes=found,
        renamed=MappingProxyType({each.older: each.newer for each in found.renamed}),
        folders=Folders(later),
        differing=(*here, *found.gone, *(each.older for each in found.renamed)),
        note=note,
    )


def _changes(before: Reading, later: Reading) -> Changes:
    """What became of the files; those that are read for it are kept, unless it takes all of them."""
    if before.target.kind is later.target.kind:
        return changes(before, later)
    return changes(before.inner, later.inner)


def _older(source: Source, home: Path) -> Snapshot:
    if SourceKind.of(source.kind) is SourceKind.GIT:
        return open_snapshot(home, revision=str(source.revision or ""))
    return open_capture(home)


def _newer(source: Source, to: str, home: object) -> Snapshot:
    path = Path(to)
    if "\x00" not in to and path.exists():
        is_capture = SourceKind.of(source.kind) is SourceKind.CAPTURE
        return open_capture(path) if is_capture and path.is_dir() else open_snapshot(path)
    if not isinstance(home, Path):
        raise NothingToCompare(str(source.id), getattr(home, "reason", "it is not at hand"))
    return open_snapshot(home, revision=to)


def source_change(pair: Pair, source: Source) -> SourceChange:
    """The files of a source that differ, those alone that one of its layers covers."""
    scopes = [patterns_of(each) for each in source.layers]
    patterns = [each for scope in scopes if scope for each in scope]
    whole = not patterns or any(scope is None for scope in scopes)

    def inside(*paths: str) -> bool:
        return whole or any(covers(patterns, path) for path in paths)

    made = SourceChange(
        id=pair.id,
        older=str(source.revision or ""),
        newer=pair.newer.target.revision,
        says=pair.newer.target.says,
        older_at_hand=pair.older is not None,
        note=pair.note,
    )
    return replace(
        made,
        new=tuple(each for each in pair.changes.new if inside(each)),
        gone=tuple(each for each in pair.changes.gone if inside(each)),
        changed=tuple(each for each in pair.changes.changed if inside(each)),
        renamed=tuple(
            RenamedFile(older=each.older, newer=each.newer, similarity=each.similarity)
            for each in pair.changes.renamed
            if inside(each.older, each.newer)
        ),
    )


def beside(page: Page, span: Span, count: int = 3) -> tuple[str, str]:
    """The lines before and behind a place, white space normalised."""
    before = page.lines_text(max(1, span.first - count), span.first - 1) if span.first > 1 else ""
    behind = page.lines_text(span.last + 1, span.last + count)
    return " ".join(before.split()), " ".join(behind.split())
