"""A work tree compared with a commit: which files differ, which are new. Nothing of it is trusted or run.

Filters, attributes and settings have no say; what version control ignores is told by the ignore files. A file
that the index knows unchanged is not read.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from auditor.snapshot.files import open_regular, read_inside
from auditor.snapshot.git_folder import GitFolder
from auditor.snapshot.ignores import IgnorePattern, is_ignored, read_patterns
from auditor.snapshot.index import IndexEntry, read_index
from auditor.snapshot.patterns import MAX_FILES

MAX_LISTED = 1_000
"""More paths are not listed."""

_IGNORE_FILE = 1024 * 1024
_INDEX_FILE = 512 * 1024 * 1024
_COMPARISONS = 20_000_000
_READ = 1024 * 1024 * 1024
_CHUNK = 1024 * 1024
_MAX_DEPTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracked:
    """A file of the commit: the name of its blob, and whether it is a link or another repository's commit."""

    blob: bytes
    is_link: bool = False
    is_submodule: bool = False


class NotCompared(Exception):
    """The work tree could not be compared: it is too large, or the index or an ignore file is unreadable."""


def uncommitted_paths(git: GitFolder, tracked: Mapping[bytes, Tracked]) -> tuple[bytes, ...] | None:
    """The paths, relative to the part that was named, that differ from the commit or are not in it; in order.

    None where there is no work tree: none at all, or nothing was ever checked out. Raises NotCompared.
    """
    if git.work_tree is None:
        return None
    try:
        comparison = _Comparison.of(git, tracked)
        if comparison is None:
            return None
        found = sorted(comparison.differences())
    except (OSError, ValueError) as error:
        raise NotCompared(getattr(error, "strerror", None) or str(error)) from error
    return tuple(found[:MAX_LISTED])


@dataclass(slots=True, kw_only=True)
class _Comparison:
    base: bytes
    part: tuple[str, ...]
    tracked: Mapping[bytes, Tracked]
    folders: frozenset[bytes]
    index: Mapping[bytes, IndexEntry]
    index_time: int
    patterns: tuple[IgnorePattern, ...]
    met: int = 0
    compared: int = 0
    read: int = 0
    seen: set[bytes] = field(default_factory=set)

    @classmethod
    def of(cls, git: GitFolder, tracked: Mapping[bytes, Tracked]) -> _Comparison | None:
        assert git.work_tree is not None
        data = read_inside(git.own, "index", limit=_INDEX_FILE)
        if data is None:
            return None
        prefix = os.fsencode(git.part) + b"/" if git.part else b""
        index = {
            path[len(prefix) :]: entry for path, entry in read_index(data).items() if path.startswith(prefix)
        }
        part = tuple(git.part.split("/")) if git.part else ()
        patterns = _patterns(git.shared, "info/exclude", ())
        for depth in range(len(part)):
            patterns += _patterns(git.work_tree, "/".join((*part[:depth], ".gitignore")), part[:depth])
        return cls(
            base=os.fsencode(git.work_tree.joinpath(*part)),
            part=part,
            tracked=tracked,
            folders=frozenset(_folders(tracked)),
            index=index,
            index_time=(git.own / "index").lstat().st_mtime_ns,
            patterns=patterns,
        )

    def differences(self) -> Iterator[bytes]:
        yield from self._folder(b"", self.patterns, depth=0)
        for raw, file in self.tracked.items():
            known = self.index.get(raw)
            if raw not in self.seen and not file.is_submodule and not (known and known.left_alone):
                yield raw

    def _folder(self, folder: bytes, patterns: tuple[IgnorePattern, ...], *, depth: int) -> Iterator[bytes]:
        """What differs in a folder that holds tracked files."""
        patterns += self._own_patterns(folder)
        for entry, raw in self._entries(folder):
            is_folder = entry.is_dir(follow_symlinks=False)
            file = self.tracked.get(raw)
            if is_folder and file is None and raw in self.folders and depth < _MAX_DEPTH:
                yield from self._folder(raw + b"/", patterns, depth=depth + 1)
            elif file is not None:
                self.seen.add(raw)
                if not file.is_submodule and self._differs(entry, raw, file):
                    yield raw
            elif self._is_new(entry, raw, patterns, depth=depth):
                yield raw + b"/" if is_folder else raw

    def _is_new(
        self, entry: os.DirEntry[bytes], raw: bytes, patterns: tuple[IgnorePattern, ...], *, depth: int
    ) -> bool:
        """Whether a path that the commit does not have is a file, or a folder with a file, not ignored."""
        is_folder = entry.is_dir(follow_symlinks=False)
        self.compared += len(patterns)
        if self.compared > _COMPARISONS:
            raise ValueError("its ignore files and new files are too many to be compared")
        if is_ignored((*self.part, *os.fsdecode(raw).split("/")), is_folder=is_folder, patterns=patterns):
            return False
        if not is_folder:
            return entry.is_symlink() or entry.is_file(follow_symlinks=False)
        if depth >= _MAX_DEPTH:
            return True
        inner = patterns + self._own_patterns(raw + b"/")
        return any(
            self._is_new(each, path, inner, depth=depth + 1) for each, path in self._entries(raw + b"/")
        )

    def _entries(self, folder: bytes) -> Iterator[tuple[os.DirEntry[bytes], bytes]]:
        with os.scandir(os.path.join(self.base, folder)) as found:  # noqa: PTH118
            for entry in found:
                self.met += 1
                if self.met > MAX_FILES:
                    raise ValueError(f"it holds more than {MAX_FILES:,} files")
                if entry.name != b".git":
                    yield entry, folder + entry.name

    def _own_patterns(self, folder: bytes) -> tuple[IgnorePattern, ...]:
        inner = tuple(each for each in os.fsdecode(folder).split("/") if each)
        name = f"{os.fsdecode(folder)}.gitignore"
        return _patterns(Path(os.fsdecode(self.base)), name, (*self.part, *inner))

    def _differs(self, entry: os.DirEntry[bytes], raw: bytes, file: Tracked) -> bool:
        status = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode) != file.is_link:
            return True
        if file.is_link:
            return _blob_name(os.readlink(entry.path)) != file.blob  # noqa: PTH115
        if not stat.S_ISREG(status.st_mode):
            return True
        known = self.index.get(raw)
        if known is not None and (known.left_alone or self._is_unchanged(known, status, file)):
            return False
        self.read += status.st_size
        if self.read > _READ:
            raise ValueError("its changed files are too large to be compared")
        return not _is_blob(entry.path, status.st_size, file.blob)

    def _is_unchanged(self, known: IndexEntry, status: os.stat_result, file: Tracked) -> bool:
        """Whether size and time are those that the index noted, and older than the index itself."""
        seconds, nanoseconds = divmod(status.st_mtime_ns, 1_000_000_000)
        return (
            known.blob == file.blob
            and known.size == status.st_size & 0xFFFFFFFF
            and known.seconds == seconds & 0xFFFFFFFF
            and known.nanoseconds in (0, nanoseconds)
            and status.st_mtime_ns < self.index_time
        )


def _patterns(root: Path, name: str, folder: tuple[str, ...]) -> tuple[IgnorePattern, ...]:
    try:
        data = read_inside(root, name, limit=_IGNORE_FILE)
    except OSError:  # a pipe, a device, a link, or too large: it ignores nothing
        return ()
    return read_patterns((data or b"").decode("utf-8", "surrogateescape"), folder=folder)


def _folders(tracked: Mapping[bytes, Tracked]) -> set[bytes]:
    found: set[bytes] = set()
    for raw in tracked:
        folder = raw.rpartition(b"/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition(b"/")[0]
    return found


def _blob_name(data: bytes) -> bytes:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).digest()


def _is_blob(path: bytes, size: int, blob: bytes) -> bool:
    """Whether a file is a blob as it stands, or with the line ends that a checkout may have given it."""
    whole = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    kept: list[bytes] = []
    with os.fdopen(open_regular(path), "rb") as stream:
        while chunk := stream.read(_CHUNK):
            whole.update(chunk)
            if size <= 4 * _CHUNK:
                kept.append(chunk)
    data = b"".join(kept)
    return whole.digest() == blob or (b"\r\n" in data and _blob_name(data.replace(b"\r\n", b"\n")) == blob)
