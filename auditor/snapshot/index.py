"""The index of a repository, as far as it tells which files of the work tree need not be read again."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_FIXED = 62
_EXTENDED, _SKIP_WORK_TREE, _ASSUME_UNCHANGED = 0x4000, 0x4000, 0x8000
_MAX_ENTRIES = 1_000_000
_MAX_PATHS = 256 * 1024 * 1024
"""So many bytes of paths; version 4 tells a path by the one before it, and could tell very long ones so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """A file as it was when it was last staged or compared: its blob, size and time of change."""

    blob: bytes
    size: int
    seconds: int
    nanoseconds: int
    left_alone: bool
    """The repository was told not to look at it: a sparse checkout, or taken as unchanged."""


def read_index(data: bytes) -> dict[bytes, IndexEntry]:
    """The entries of an index file of version 2, 3 or 4, by path; ValueError where it is none."""
    try:
        signature, version, count = struct.unpack_from(">4sII", data, 0)
        if signature != b"DIRC" or version not in (2, 3, 4) or count > _MAX_ENTRIES:
            raise ValueError("no index of a known version")
        return _entries(data, count, version)
    except (struct.error, IndexError) as error:
        raise ValueError("the index is cut short") from error


def _entries(data: bytes, count: int, version: int) -> dict[bytes, IndexEntry]:
    found: dict[bytes, IndexEntry] = {}
    at, path, told = 12, b"", 0
    for _ in range(count):
        begun = at
        fields = struct.unpack_from(">10I20sH", data, at)
        flags, at = fields[11], at + _FIXED
        extended = 0
        if flags & _EXTENDED:
            (extended,) = struct.unpack_from(">H", data, at)
            at += 2
        if version == 4:
            cut, at = _number(data, at)
            end = data.index(b"\x00", at)
            path = path[: max(len(path) - cut, 0)] + data[at:end]
            at = end + 1
        else:
            end = data.index(b"\x00", at)
            path = data[at:end]
            at = begun + ((end - begun) // 8 + 1) * 8
        told += len(path)
        if told > _MAX_PATHS:
            raise ValueError("the index holds more paths than are read")
        found[path] = IndexEntry(
            blob=fields[10],
            size=fields[9],
            seconds=fields[2],
            nanoseconds=fields[3],
            left_alone=bool(flags & _ASSUME_UNCHANGED or extended & _SKIP_WORK_TREE),
        )
    return found


def _number(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    at += 1
    value = byte & 127
    while byte & 128:
        byte = data[at]
        at += 1
        value = (value + 1) << 7 | byte & 127
    return value, at
