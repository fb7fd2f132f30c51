"""A folder or file of the file system, pinned by a SHA-256 digest."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from auditor.errors import TooManyFiles, Unreadable
from auditor.facts import Skipped, TargetDescription
from auditor.snapshot.contents import Snapshot, SourceFile, decoded, named, too_large
from auditor.snapshot.files import open_regular, read_regular
from auditor.snapshot.patterns import IGNORED_FILES, IGNORED_FOLDERS, MAX_BYTES, MAX_FILES
from auditor.terms import SourceKind, Unread

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """A path met on the walk: bytes relative to the root, and its skip where it is not to be read."""

    raw: bytes
    path: str
    skip: Skipped | None = None
    digest: str = ""


class Capture(Snapshot):
    """The files of a folder, or one file, as they were when the digest was taken."""

    def __init__(self, *, root: Path, target: TargetDescription, seen: tuple[_Seen, ...]) -> None:
        self.target = target
        self._root = os.fsencode(root)
        self._seen = seen
        self._at = {each.path: each for each in seen}

    @property
    def count(self) -> int:
        return len(self._seen)

    @property
    def digests(self) -> dict[bytes, str]:
        """The SHA-256 of every file under the digest, by path as the file system has it, in byte order."""
        return {each.raw: each.digest for each in self._seen if each.digest}

    def identities(self) -> Mapping[str, str]:
        return {each.path: each.digest for each in self._seen if each.digest}

    def paths(self) -> Iterator[str]:
        return (each.path for each in self._seen)

    def exists(self, path: str) -> bool:
        return path in self._at

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (self._read(each) for each in self._seen)

    def read(self, path: str) -> SourceFile | Skipped | None:
        found = self._at.get(path)
        return self._read(found) if found else None

    def _read(self, seen: _Seen) -> SourceFile | Skipped:
        if seen.skip is not None:
            return seen.skip
        full = os.path.join(self._root, seen.raw) if seen.raw else self._root  # noqa: PTH118
        try:
            data = read_regular(full, limit=MAX_BYTES)
        except OSError as error:
            return Skipped(path=seen.path, reason=Unread.UNREADABLE, detail=error.strerror or str(error))
        if hashlib.sha256(data).hexdigest() != seen.digest:
            detail = "it changed after its digest was taken"
            return Skipped(path=seen.path, reason=Unread.UNREADABLE, detail=detail)
        return decoded(seen.path, data)


def open_capture(path: Path) -> Capture:
    """Capture a folder or file; raises TooManyFiles or Unreadable."""
    root = path.resolve()
    if root.is_dir():
        seen = tuple(sorted(_walk(root), key=lambda each: each.raw))
        digest = folder_digest({each.raw: each.digest for each in seen if each.digest})
        held = sum(1 for each in seen if each.digest)
        what = f"capture of {held:,} {'file' if held == 1 else 'files'} in {path}"
        left_out = _left_out(seen)
    else:
        seen = (_single(root),)
        digest, what, left_out = seen[0].digest, f"capture of the file {path}", ""
        root = root.parent
    target = TargetDescription(
        system=(path.resolve().stem if path.is_file() else path.resolve().name) or "system",
        kind=SourceKind.CAPTURE,
        location=str(path),
        revision=f"sha256:{digest}",
        says=f"{what}, sha256:{digest}{left_out}",
    )
    return Capture(root=root, target=target, seen=seen)


def folder_digest(digests: dict[bytes, str]) -> str:
    """The digest of a folder: SHA-256 of `path NUL sha256 LF` over its files in byte order of path."""
    whole = hashlib.sha256()
    for raw in sorted(digests):
        whole.update(raw + b"\x00" + digests[raw].encode("ascii") + b"\n")
    return whole.hexdigest()


def _single(path: Path) -> _Seen:
    raw = os.fsencode(path.name)
    name, skip = named(raw)
    try:
        digest, size = _digest_of(path)
    except OSError as error:
        raise Unreadable(str(path), error.strerror or str(error)) from error
    if skip is None and size > MAX_BYTES:
        skip = too_large(name, size)
    return _Seen(raw=raw, path=name, skip=skip, digest=digest)


def _walk(root: Path) -> Iterator[_Seen]:
    """Every path under a folder; a folder that is left out or unreadable is one path that ends in a slash."""
    base = os.fsencode(root)
    waiting = [b""]
    met = 0
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(base, folder)) as found:  # noqa: PTH118
                entries = list(found)
        except OSError as error:
            if not folder:
                raise Unreadable(str(root), error.strerror or str(error)) from error
            yield _skipped(folder + b"/", Unread.UNREADABLE, error.strerror or str(error))
            continue
        met += len(entries)
        if met > MAX_FILES:
            raise TooManyFiles(str(root), MAX_FILES)
        for entry in entries:
            raw = folder + b"/" + entry.name if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if _matches(entry.name, IGNORED_FOLDERS):
                    yield _skipped(raw + b"/", Unread.VENDORED, "left out of the digest")
                else:
                    waiting.append(raw)
            else:
                yield _file(entry, raw)


def _file(entry: os.DirEntry[bytes], raw: bytes) -> _Seen:
    try:
        status = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            return _skipped(raw, Unread.SYMLINK, "not followed")
        if not stat.S_ISREG(status.st_mode):
            return _skipped(raw, Unread.UNREADABLE, "not a regular file: a pipe, a socket or a device")
        if _matches(entry.name, IGNORED_FILES):
            return _skipped(raw, Unread.VENDORED, "left out of the digest")
        digest, size = _digest_of(entry.path)
    except OSError as error:
        return _skipped(raw, Unread.UNREADABLE, error.strerror or str(error))
    path, skip = named(raw)
    if skip is None and size > MAX_BYTES:
        skip = too_large(path, size)
    return _Seen(raw=raw, path=path, skip=skip, digest=digest)


def _skipped(raw: bytes, reason: Unread, detail: str) -> _Seen:
    path, unnameable = named(raw)
    if unnameable is not None:
        detail = f"{detail}; {unnameable.detail}"
    return _Seen(raw=raw, path=path, skip=Skipped(path=path, reason=reason, detail=detail))


def _matches(name: bytes, patterns: tuple[str, ...]) -> bool:
    text = os.fsdecode(name)
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def _digest_of(path: bytes | Path) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    with os.fdopen(open_regular(path), "rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return digest.hexdigest(), size


def _left_out(seen: tuple[_Seen, ...]) -> str:
    """What the digest does not cover, as a clause of the line that says what is read."""
    count = sum(1 for each in seen if not each.digest)
    if not count:
        return ""
    names = sorted({each.path.rstrip("/").rsplit("/", 1)[-1] for each in seen if not each.digest})
    shown = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
    return f"; {count:,} {'path' if count == 1 else 'paths'} not covered ({shown})"
