"""Members of a tar archive, read from a stream in one pass: the form of POSIX with GNU's long names.

Headers are bounded and read in one go each; the standard library's reader takes any size of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

_BLOCK = 512
_MAX_HEADER = 64 * 1024
_CHUNK = 1024 * 1024
_REGULAR, _LINKS = (b"0", b"\0", b"7"), (b"1", b"2")
_FOLDER, _LONG_NAME, _LONG_LINK, _PAX, _PAX_GLOBAL, _SPARSE = b"5", b"L", b"K", b"x", b"g", b"S"


class Stream(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes: ...


class TarKind(Enum):
    """What a member is."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class TarMember:
    """A member; `data` holds a file's bytes where there are no more than the limit."""

    raw: bytes
    kind: TarKind
    size: int = 0
    data: bytes | None = None


@dataclass(slots=True)
class _Told:
    """What headers before a member's own tell of it."""

    name: bytes | None = None
    size: int | None = None
    sparse: bool = False


def read_tar(stream: Stream, *, limit: int) -> Iterator[TarMember]:
    """The members in their order; raises ValueError where the archive is cut short or damaged."""
    told = _Told()
    while True:
        header = _exactly(stream, _BLOCK, may_end=True)
        if not header.strip(b"\0"):
            return
        _check(header)
        size, kind = _number(header[124:136]), header[156:157]
        if kind in (_LONG_NAME, _PAX):
            if size > _MAX_HEADER:
                raise ValueError(f"a header of {size:,} bytes")
            _hear(told, kind, _content(stream, size))
            continue
        if kind in (_LONG_LINK, _PAX_GLOBAL):
            _pass_over(stream, size)
            continue
        if kind == _SPARSE:
            _pass_over_map(stream, header)
        yield _member(stream, header, told, limit=limit)
        told = _Told()


def _member(stream: Stream, header: bytes, told: _Told, *, limit: int) -> TarMember:
    raw = _name(header) if told.name is None else told.name
    kind, size = header[156:157], _number(header[124:136]) if told.size is None else told.size
    if kind == _FOLDER or (kind in _REGULAR and raw.endswith(b"/")):
        _pass_over(stream, size if kind != _FOLDER else 0)
        return TarMember(raw=raw, kind=TarKind.FOLDER)
    if kind in _LINKS:
        return TarMember(raw=raw, kind=TarKind.LINK)
    if kind not in _REGULAR or told.sparse:
        _pass_over(stream, size if kind == _SPARSE or told.sparse else 0)
        return TarMember(raw=raw, kind=TarKind.OTHER)
    if size > limit:
        _pass_over(stream, size)
        return TarMember(raw=raw, kind=TarKind.FILE, size=size)
    return TarMember(raw=raw, kind=TarKind.FILE, size=size, data=_content(stream, size))


def _hear(told: _Told, kind: bytes, content: bytes) -> None:
    if kind == _LONG_NAME:
        told.name = content.partition(b"\0")[0]
        return
    at = 0
    while at < len(content):
        digits = content[at : at + 8].partition(b" ")[0]
        if not digits.isdigit() or not len(digits) < int(digits) <= len(content) - at:
            raise ValueError("a header's record has no length")
        record = content[at + len(digits) + 1 : at + int(digits)]
        key, is_told, value = record[:-1].partition(b"=")
        if not is_told or not record.endswith(b"\n"):
            raise ValueError("a header's record has no value or no end")
        at += int(digits)
        if key == b"path":
            told.name = value
        elif key == b"size":
            told.size = _decimal(value)
        elif key.startswith(b"GNU.sparse."):
            told.sparse = True


def _check(header: bytes) -> None:
    """Raise ValueError where the sum of the header's bytes is not the one that it tells."""
    if sum(header[:148]) + sum(header[156:]) + 8 * 0x20 != _number(header[148:156]):
        raise ValueError("a header's checksum is wrong")


def _name(header: bytes) -> bytes:
    name, prefix = (each.partition(b"\0")[0] for each in (header[:100], header[345:500]))
    return prefix + b"/" + name if prefix and header[257:263] == b"ustar\0" else name


def _number(field: bytes) -> int:
    if field[0] & 0x80:
        number = int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big")
        if field[0] & 0x40:
            raise ValueError("a number of a header is negative")
        return number
    text = field.partition(b"\0")[0].strip()
    if text and text.strip(b"01234567"):
        raise ValueError("a number of a header is none")
    return int(text, 8) if text else 0


def _decimal(value: bytes) -> int:
    if not value.isdigit() or len(value) > 19:
        raise ValueError("a size of a header is none")
    return int(value)


def _content(stream: Stream, size: int) -> bytes:
    content = _exactly(stream, size)
    _exactly(stream, -size % _BLOCK)
    return content


def _pass_over(stream: Stream, size: int) -> None:
    left = size + -size % _BLOCK
    while left:
        left -= len(_exactly(stream, min(left, _CHUNK)))


def _pass_over_map(stream: Stream, header: bytes) -> None:
    """Read what follows the header of a sparse file before its bytes."""
    more = header[482]
    while more:
        more = _exactly(stream, _BLOCK)[504]


def _exactly(stream: Stream, size: int, *, may_end: bool = False) -> bytes:
    found = stream.read(size) if size else b""
    while found and len(found) < size and (more := stream.read(size - len(found))):
        found += more
    if len(found) < size and (found or not may_end):
        raise ValueError("it is cut short")
    return found
