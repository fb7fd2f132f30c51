"""A source archive (sdist, wheel, tar, zip) read in memory as a capture: nothing of it is written to disk.

Members are counted and sized before they are kept, so that an archive made to burst costs a bounded amount.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from auditor.errors import NotAnArchive, TooManyFiles, Unreadable
from auditor.facts import Skipped, TargetDescription
from auditor.snapshot.contents import Snapshot, SourceFile, decoded, named, too_large
from auditor.snapshot.files import OverLimit, read_regular
from auditor.snapshot.patterns import MAX_BYTES, MAX_FILES, TARS, ZIPS
from auditor.snapshot.tars import TarKind, read_tar
from auditor.terms import SourceKind, Unread

MAX_ARCHIVE = 256 * 1024 * 1024
"""A larger archive is not read."""

MAX_UNPACKED = 512 * 1024 * 1024
"""An archive that unpacks to more is refused."""

MAX_KEPT = 256 * 1024 * 1024
"""So many bytes of members are kept; those that follow are named as not read."""

_ENTRY = b"PK\x01\x02"
"""What every entry of a zip archive's directory begins with."""

_GZIP = 16 + zlib.MAX_WBITS
_PIECE = 64 * 1024
_MAX_PARTS = 1_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """A file of the archive: its bytes, or why they are not read."""

    raw: bytes
    path: str
    data: bytes = b""
    digest: str = ""
    skip: Skipped | None = None


class Archive(Snapshot):
    """The files of an archive, pinned by the SHA-256 of the archive itself."""

    def __init__(self, *, target: TargetDescription, members: tuple[_Member, ...]) -> None:
        self.target = target
        self._members = members
        self._at = {each.path: each for each in members}

    @property
    def count(self) -> int:
        return len(self._members)

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (_text(each) for each in self._members)

    def read(self, path: str) -> SourceFile | Skipped | None:
        found = self._at.get(path)
        return _text(found) if found else None

    def paths(self) -> Iterator[str]:
        return (each.path for each in self._members)

    def exists(self, path: str) -> bool:
        return path in self._at

    def identities(self) -> Mapping[str, str]:
        return {each.path: each.digest for each in self._members if each.digest}


def open_archive(path: Path) -> Archive:
    """Read an archive whole; raises NotAnArchive, TooManyFiles or Unreadable.

    The one folder that holds all members, as source archives have it, is left out of their paths.
    """
    try:
        data = read_regular(path.resolve(), limit=MAX_ARCHIVE)
    except OverLimit as error:
        raise NotAnArchive(str(path), f"it is larger than the {MAX_ARCHIVE:,} bytes that are read") from error
    except OSError as error:
        raise Unreadable(str(path), error.strerror or str(error)) from error
    try:
        found = _collected(_zip(data) if path.name.lower().endswith(ZIPS) else _tar(data), path)
    except _FAULTS as error:
        raise NotAnArchive(str(path), str(error) or type(error).__name__) from error
    top, members = _without_top(found)
    held = sum(1 for each in members if each.skip is None)
    digest = hashlib.sha256(data).hexdigest()
    inside = f", its folder {top} taken as the root" if top else ""
    target = TargetDescription(
        system=_system(path),
        kind=SourceKind.CAPTURE,
        location=str(path),
        revision=f"sha256:{digest}",
        says=f"archive of {held:,} {'file' if held == 1 else 'files'} in {path}{inside}, sha256:{digest}",
    )
    return Archive(target=target, members=tuple(sorted(members, key=lambda each: each.raw)))


_FAULTS = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError,
    RuntimeError, OverflowError, IndexError, KeyError, struct.error,
)  # fmt: skip
"""What the readers of the standard library raise for an archive that is none, is damaged or is encrypted."""


def _collected(members: Iterator[_Member], path: Path) -> list[_Member]:
    """The members, each path once: where one comes again, none of that path is read."""
    found: dict[bytes, _Member] = {}
    kept = 0
    for number, member in enumerate(members):
        if number >= MAX_FILES:
            raise TooManyFiles(str(path), MAX_FILES)
        member = _renamed(member, member.raw.removeprefix(b"./"))
        if member.raw in found:
            member = _refused(member.raw, "it stands in the archive more than once")
        elif kept + len(member.data) > MAX_KEPT:
            member = _skipped(member.raw, Unread.TOO_LARGE, f"the archive holds over {MAX_KEPT:,} bytes")
        kept += len(member.data)
        found[member.raw] = member
    return list(found.values())


def _tar(data: bytes) -> Iterator[_Member]:
    stream = _Gunzipped(data) if data[:2] == b"\x1f\x8b" else io.BytesIO(data)
    for number, each in enumerate(read_tar(stream, limit=MAX_BYTES)):
        if number >= 2 * MAX_FILES:
            raise ValueError(f"it holds more than {2 * MAX_FILES:,} files and folders")
        if each.kind is TarKind.LINK:
            yield _skipped(each.raw, Unread.SYMLINK, "not followed")
        elif each.kind is TarKind.OTHER:
            yield _refused(each.raw, "not a regular file: a pipe, a device or a sparse file")
        elif each.kind is TarKind.FILE:
            yield _large(each.raw, each.size) if each.data is None else _member(each.raw, each.data)


def _zip(data: bytes) -> Iterator[_Member]:
    if data.count(_ENTRY) > 2 * MAX_FILES:
        raise ValueError(f"it holds more than {2 * MAX_FILES:,} files and folders")
    unpacked = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for each in archive.infolist():
            raw = each.orig_filename.encode("utf-8", "surrogateescape")
            if each.is_dir():
                continue
            if each.external_attr >> 28 == 0o12:
                yield _skipped(raw, Unread.SYMLINK, "not followed")
            elif each.flag_bits & 1:
                yield _skipped(raw, Unread.UNREADABLE, "encrypted")
            elif each.compress_type not in _METHODS:
                yield _skipped(raw, Unread.UNREADABLE, "compressed in a way that is not read")
            elif each.file_size > MAX_BYTES:
                yield _large(raw, each.file_size)
            else:
                content = _unzipped(archive, each)
                unpacked += len(content) if isinstance(content, bytes) else 0
                if unpacked > MAX_UNPACKED:
                    raise ValueError(f"it unpacks to more than {MAX_UNPACKED:,} bytes")
                yield _member(raw, content) if isinstance(content, bytes) else _refused(raw, content.why)


@dataclass(frozen=True, slots=True)
class _Damaged:
    why: str


def _unzipped(archive: zipfile.ZipFile, each: zipfile.ZipInfo) -> bytes | _Damaged:
    """The bytes of a member, whose checksum is right."""
    try:
        with archive.open(each) as stream:
            content = stream.read(MAX_BYTES + 1)
    except _FAULTS as error:
        return _Damaged(str(error) or type(error).__name__)
    return content if len(content) == each.file_size else _Damaged("it is not of the size that it says")


class _Gunzipped:
    """A compressed stream, which ends with an error where it gives more bytes than an archive may hold."""

    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._at = self._given = self._parts = 0
        self._inflater = zlib.decompressobj(_GZIP)
        self._waiting = b""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer where there are no more."""
        pieces: list[bytes] = []
        left = size
        while left and self._has_more():
            piece = self._inflater.decompress(self._waiting, left)
            self._waiting = self._inflater.unconsumed_tail
            pieces.append(piece)
            left -= len(piece)
        self._given += size - left
        if self._given > MAX_UNPACKED:
            raise ValueError(f"it unpacks to more than {MAX_UNPACKED:,} bytes")
        return b"".join(pieces)

    def _has_more(self) -> bool:
        if self._inflater.eof:
            self._waiting = self._inflater.unused_data
            self._inflater = zlib.decompressobj(_GZIP)
            self._parts += 1
            if self._parts > _MAX_PARTS:
                raise ValueError(f"it is compressed in more than {_MAX_PARTS:,} parts")
        if not self._waiting:
            self._waiting = bytes(self._data[self._at : self._at + _PIECE])
            self._at += _PIECE
        return bool(self._waiting)


def _member(raw: bytes, data: bytes) -> _Member:
    path, skip = named(raw)
    return _Member(raw=raw, path=path, data=data, digest=hashlib.sha256(data).hexdigest(), skip=skip)


def _large(raw: bytes, size: int) -> _Member:
    path, _ = named(raw)
    return _Member(raw=raw, path=path, skip=too_large(path, size))


def _refused(raw: bytes, why: str) -> _Member:
    return _skipped(raw, Unread.UNREADABLE, why)


def _skipped(raw: bytes, reason: Unread, detail: str) -> _Member:
    path, unnameable = named(raw)
    if unnameable is not None:
        detail = f"{detail}; {unnameable.detail}"
    return _Member(raw=raw, path=path, skip=Skipped(path=path, reason=reason, detail=detail))


def _without_top(found: list[_Member]) -> tuple[str, list[_Member]]:
    """The members with their paths as an unpacked archive has them; those that lead out of it are refused."""
    kept = [
        each if _is_inside(each.raw) else _refused(each.raw, "its path could lead out of the archive")
        for each in found
    ]
    tops = {each.raw.partition(b"/")[0] for each in kept}
    if len(tops) != 1 or any(b"/" not in each.raw or not _is_inside(each.raw) for each in kept):
        return "", kept
    (top,) = tops
    return named(top)[0], [_renamed(each, each.raw[len(top) + 1 :]) for each in kept]


def _renamed(member: _Member, raw: bytes) -> _Member:
    path, unnameable = named(raw)
    skip = unnameable if member.skip is None else replace(member.skip, path=path)
    return replace(member, raw=raw, path=path, skip=skip)


def _is_inside(raw: bytes) -> bool:
    parts = raw.split(b"/")
    return not any(part in (b"", b".", b"..") for part in parts) and b"\\" not in raw and b":" not in parts[0]


def _text(member: _Member) -> SourceFile | Skipped:
    return member.skip or decoded(member.path, member.data)


def _system(path: Path) -> str:
    name = PurePosixPath(path.name).name
    ending = next(each for each in TARS + ZIPS if name.lower().endswith(each))
    return name[: -len(ending)].split("-")[0] or "system"
