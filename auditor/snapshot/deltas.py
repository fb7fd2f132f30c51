"""Deltas of a pack: an object told as pieces of another one, and pieces of its own."""

from __future__ import annotations


def result_size(delta: bytes) -> int:
    """The size that a delta makes; its beginning is enough. Raises IndexError where it is cut short."""
    _, at = _number(delta, 0)
    return _number(delta, at)[0]


def applied(base: bytes, delta: bytes) -> bytes:
    """The object that a delta makes of its base; raises ValueError or IndexError where it does not fit."""
    base_size, at = _number(delta, 0)
    size, at = _number(delta, at)
    if base_size != len(base):
        raise ValueError("a delta of the pack is of another object")
    pieces: list[bytes] = []
    made, end = 0, len(delta)
    while at < end:
        code = delta[at]
        at += 1
        if code & 0x80:
            start = length = 0
            # written out bit by bit: reading a pack spends its time here
            if code & 0x01:
                start |= delta[at]
                at += 1
            if code & 0x02:
                start |= delta[at] << 8
                at += 1
            if code & 0x04:
                start |= delta[at] << 16
                at += 1
            if code & 0x08:
                start |= delta[at] << 24
                at += 1
            if code & 0x10:
                length |= delta[at]
                at += 1
            if code & 0x20:
                length |= delta[at] << 8
                at += 1
            if code & 0x40:
                length |= delta[at] << 16
                at += 1
            piece = base[start : start + (length or 0x10000)]
        elif code:
            piece = delta[at : at + code]
            at += code
        else:
            raise ValueError("a delta of the pack holds a command that has no meaning")
        made += len(piece)
        if made > size:
            raise ValueError("a delta of the pack makes more than it says")
        pieces.append(piece)
    if made != size:
        raise ValueError("a delta of the pack makes less than it says")
    return b"".join(pieces)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if not byte & 128:
            return value, at
        shift += 7
        if shift > 64:
            raise ValueError("a number of the pack has no end")
