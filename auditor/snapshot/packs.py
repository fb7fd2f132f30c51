"""A pack of a repository: objects found by name and unpacked, with every size known before memory is taken.

A crafted pack may name objects that are built on one another in a circle, or that grow without bound; the
readers of git libraries follow both. Here a chain ends, and what is over the limit is not unpacked.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from auditor.snapshot.deltas import applied, result_size
from auditor.snapshot.files import open_regular

MAX_OBJECT = 64 * 1024 * 1024
"""An object over this size is never unpacked; trees and commits are far below it."""

_HEAD = 8 + 1024
_ENTRY = 20 + 4 + 4
_TRAILER = 40
_BUILT_ON_OFFSET, _BUILT_ON_NAME = 6, 7
_MAX_CHAIN = 4096
_MAX_TOLD = 32 * 1024 * 1024
_MAX_MADE = 1024 * 1024 * 1024
"""So many bytes of deltas, and of what they make, are worked through for one object."""

_BASES = 16 * 1024 * 1024
"""So many bytes of bases are kept for the objects that are built on the same ones."""


class TooLarge(ValueError):
    """An object over the limit, of `size` bytes."""

    def __init__(self, size: int) -> None:
        super().__init__(f"{size:,} bytes, more than is unpacked")
        self.size = size


@dataclass(frozen=True, slots=True)
class _Header:
    """What stands before an object's compressed bytes, which begin at `at`."""

    kind: int
    size: int
    at: int
    base: int | None


class Pack:
    """One pack and its index, mapped into memory. Raises OSError or ValueError where it is none."""

    def __init__(self, index: Path) -> None:
        self._index = _mapped(index)
        self._data = _mapped(index.with_suffix(".pack"))
        if self._index[:8] != b"\xfftOc\x00\x00\x00\x02" or len(self._index) < _HEAD + _TRAILER:
            raise ValueError(f"{index.name} is no pack index of version 2")
        self._fan = (0, *struct.unpack_from(">256I", self._index, 8))
        count = self._fan[-1]
        self._offsets = _HEAD + count * 24
        self._large = _HEAD + count * _ENTRY
        rising = all(one <= other for one, other in zip(self._fan, self._fan[1:], strict=False))
        if not rising or len(self._index) < self._large + _TRAILER:
            raise ValueError(f"{index.name} contradicts itself")
        self._bases: OrderedDict[int, tuple[int, bytes]] = OrderedDict()
        self._kept = 0

    def find(self, name: bytes) -> int | None:
        """Where an object begins, by its name of 20 bytes; None where the pack has no such object."""
        index, low, high = self._index, self._fan[name[0]], self._fan[name[0] + 1]
        while low < high:
            middle = (low + high) // 2
            at = _HEAD + middle * 20
            found = index[at : at + 20]
            if found == name:
                return self._offset(middle)
            if found < name:
                low = middle + 1
            else:
                high = middle
        return None

    def starting(self, beginning: str, *, most: int) -> list[str]:
        """The names, in hexadecimal, of the objects whose names begin so; not more than `most`."""
        low = bytes.fromhex(beginning.ljust(40, "0"))
        found: list[str] = []
        for at in range(self._fan[low[0]], self._fan[low[0] + 1]):
            name = self._index[_HEAD + at * 20 : _HEAD + at * 20 + 20]
            if name >= low:
                if not name.hex().startswith(beginning) or len(found) == most:
                    break
                found.append(name.hex())
        return found

    def read(self, offset: int, *, limit: int) -> tuple[int, bytes]:
        """The kind, by git's number, and the bytes of the object at an offset.

        Raises TooLarge over the limit, ValueError where the pack is damaged.
        """
        try:
            return self._read(offset, limit=limit)
        except (IndexError, zlib.error) as error:
            raise ValueError(f"the pack is damaged at {offset:,}: {error}") from error

    def _read(self, offset: int, *, limit: int) -> tuple[int, bytes]:
        chain: list[tuple[int, bytes]] = []
        told = made = 0
        while True:
            kept = self._bases.get(offset)
            if kept is not None:
                kind, data = kept
                break
            header = self._header(offset)
            _bound(header.size, MAX_OBJECT if chain or header.base is not None else limit)
            stored = self._inflated(header)
            if header.base is None:
                kind, data = header.kind, stored
                break
            _bound(result_size(stored), MAX_OBJECT if chain else limit)
            chain.append((offset, stored))
            told += len(stored)
            made += result_size(stored)
            if told > _MAX_TOLD or made > _MAX_MADE:
                raise ValueError("an object of the pack takes more work to unpack than it can be worth")
            if len(chain) > _MAX_CHAIN:
                raise ValueError(f"an object of the pack is built from more than {_MAX_CHAIN:,} others")
            offset = header.base
        while chain:
            self._keep(offset, kind, data)
            offset, delta = chain.pop()
            data = applied(data, delta)
        return kind, data

    def _keep(self, offset: int, kind: int, data: bytes) -> None:
        if offset in self._bases:
            self._bases.move_to_end(offset)
            return
        self._bases[offset] = (kind, data)
        self._kept += len(data)
        while self._kept > _BASES:
            _, (_, gone) = self._bases.popitem(last=False)
            self._kept -= len(gone)

    def _inflated(self, header: _Header) -> bytes:
        """The bytes that are stored for an object; raises ValueError where it says another size."""
        inflater, at = zlib.decompressobj(), header.at
        piece = header.size + (header.size >> 8) + 64
        found = inflater.decompress(self._data[at : at + piece], header.size + 1)
        while not inflater.eof and len(found) <= header.size:
            at += piece
            more = inflater.unconsumed_tail + self._data[at : at + piece]
            if not more:
                raise ValueError(f"the pack is cut short at {header.at:,}")
            found += inflater.decompress(more, header.size + 1 - len(found))
        if len(found) != header.size:
            raise ValueError(f"the object at {header.at:,} of the pack is not of the size that it says")
        return found

    def _offset(self, position: int) -> int:
        (offset,) = struct.unpack_from(">I", self._index, self._offsets + position * 4)
        if offset & 0x80000000:
            at = self._large + (offset & 0x7FFFFFFF) * 8
            if at + 8 > len(self._index):
                raise ValueError("an offset of the pack's index leads out of it")
            (offset,) = struct.unpack_from(">Q", self._index, at)
        return int(offset)

    def _header(self, offset: int) -> _Header:
        data, at = self._data, offset + 1
        byte = data[offset]
        kind, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 128:
            byte = data[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if shift > 64:
                raise ValueError(f"the size of the object at {offset:,} of the pack has no end")
        if kind == _BUILT_ON_NAME:
            base = self.find(data[at : at + 20])
            if base is None:
                raise ValueError(f"the object at {offset:,} of the pack is built on one that is absent")
            return _Header(kind, size, at + 20, base)
        if kind != _BUILT_ON_OFFSET:
            return _Header(kind, size, at, None)
        byte = data[at]
        at += 1
        back = byte & 127
        while byte & 128:
            byte = data[at]
            at += 1
            back = (back + 1) << 7 | byte & 127
        if not 0 < back < offset:
            raise ValueError(f"the object at {offset:,} of the pack is built on one outside of it")
        return _Header(kind, size, at, offset - back)


def _bound(size: int, limit: int) -> None:
    if size > min(limit, MAX_OBJECT):
        raise TooLarge(size)


def _mapped(path: Path) -> mmap.mmap:
    descriptor = open_regular(path)
    try:
        if not os.fstat(descriptor).st_size:
            raise ValueError(f"{path.name} is empty")
        return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
    finally:
        os.close(descriptor)
