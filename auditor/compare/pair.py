"""The earlier and the later bytes of one source: every file is read once, and found under its later path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from auditor.comparison import RenamedFile, SourceChange
from auditor.errors import AuditError, NothingToCompare
from auditor.evidence import Span
from auditor.facts import Skipped
from auditor.quotations.at_hand import location_of
from auditor.quotations.matching import Page
from auditor.quotations.named_numbers import NamedNumbers
from auditor.records import Source
from auditor.records.scopes import covers, patterns_of
from auditor.snapshot import Changes, Snapshot, SourceFile, changes, open_capture, open_snapshot
from auditor.terms import SourceKind


class Reading(Snapshot):
    """A snapshot whose files are kept once they were read, and whose walk is of some of them only: those in
    which something can stand that did not stand there before."""

    def __init__(self, inner: Snapshot, *, walked: tuple[str, ...]) -> None:
        self.target = inner.target
        self._inner = inner
        self._walked = walked
        self._files: dict[str, SourceFile | Skipped | None] = {}
        self._pages: dict[str, Page] = {}
        self._numbers: dict[str, NamedNumbers] = {}

    @property
    def count(self) -> int:
        return len(self._walked)

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (file for path in self._walked if (file := self.read(path)) is not None)

    def read(self, path: str) -> SourceFile | Skipped | None:
        if path not in self._files:
            self._files[path] = self._inner.read(path)
        return self._files[path]

    def paths(self) -> Iterator[str]:
        return self._inner.paths()

    def exists(self, path: str) -> bool:
        return self._inner.exists(path)

    @cached_property
    def _identities(self) -> Mapping[str, str]:
        return self._inner.identities()

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

    def named_numbers(self, path: str) -> NamedNumbers | None:
        """The numbers to which a file gives names; None where it is absent or no text."""
        page = self.page(path)
        if page is None:
            return None
        if path not in self._numbers:
            self._numbers[path] = NamedNumbers(path, page.code)
        return self._numbers[path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A source at its own revision, where that is at hand, and at a later one."""

    id: str
    older: Reading | None
    newer: Reading
    changes: Changes
    renamed: Mapping[str, str]
    """Later paths by earlier ones, of the files that were renamed."""
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
    found = changes(older, newer) if older is not None else Changes()
    walked = (*found.new, *found.changed, *(each.newer for each in found.renamed))
    ordered = tuple(sorted(walked)) if older is not None else tuple(newer.paths())
    return Pair(
        id=str(source.id),
        older=Reading(older, walked=()) if older is not None else None,
        newer=Reading(newer, walked=ordered),
        changes=found,
        renamed=MappingProxyType({each.older: each.newer for each in found.renamed}),
        note=note,
    )


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
