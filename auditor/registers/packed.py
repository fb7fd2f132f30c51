"""The pieces of a parsed file as numbers, for the next run to read without parsing: where each node begins
and ends in the text. Words are stored only where they differ from the text that writes them.

What is unpacked is checked as it is read and never executed; whatever does not fit is a miss.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterator

from auditor.cache import Store, key_of
from auditor.places import SourceFile, Text
from auditor.registers.nodes import Mapping, Node, ParsedFile, Piece, Scalar, Sequence

SMALLEST = 64 * 1024
"""Smaller files are parsed faster than they are looked up."""

_PURPOSE = "nodes/1"
_VERBATIM, _OTHER, _NULL, _SEQUENCE, _MAPPING = range(5)
_WIDTH = 4


def kept(store: Store | None, data: bytes, parsed: ParsedFile, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces of a file out of the store where they are in it; else `pieces`, which are stored on the way
    unless the parser finds a fault."""
    if store is None or parsed.faults or len(data) < SMALLEST:
        return pieces
    key = key_of(_PURPOSE, data)
    content = store.get(key)
    found = unpacked(content, parsed.file) if content is not None else None
    return iter(found) if found is not None else _keeping(store, key, parsed, pieces)


def _keeping(store: Store, key: str, parsed: ParsedFile, pieces: Iterator[Piece]) -> Iterator[Piece]:
    packing = Packing()
    while True:
        before = len(parsed.faults)  # whoever takes a piece may find faults too, which are found again
        piece = next(pieces, None)
        if len(parsed.faults) > before:
            if piece is not None:
                yield piece
            yield from pieces
            return
        if piece is None:
            store.put(key, packing.content())
            return
        packing.add(piece)
        yield piece


class Packing:
    """Pieces while they are packed."""

    def __init__(self) -> None:
        self._numbers = array("I")
        self._words: list[str] = []

    def add(self, piece: Piece) -> None:
        """Pack one piece more."""
        self._numbers.append(piece.item)
        self._text(piece.key, null=False)
        self._node(piece.node)

    def content(self) -> bytes:
        """What was packed, as bytes."""
        if sys.byteorder == "big":
            self._numbers.byteswap()
        numbers = self._numbers.tobytes()
        return len(numbers).to_bytes(8, "little") + numbers + json.dumps(self._words).encode()

    def _node(self, node: Node) -> None:
        if isinstance(node, Scalar):
            self._text(node.text, null=node.null)
        elif isinstance(node, Sequence):
            self._numbers.extend((_SEQUENCE, node.start, node.end, len(node.items)))
            for each in node.items:
                self._node(each)
        else:
            self._numbers.extend((_MAPPING, node.start, node.end, len(node.pairs)))
            for key, value in node.pairs:
                self._text(key, null=False)
                self._node(value)

    def _text(self, text: Text, *, null: bool) -> None:
        start, end = text.start, text.end
        if null:
            self._numbers.extend((_NULL, start, end))
        elif text.file.text[start:end] == text:
            self._numbers.extend((_VERBATIM, start, end))
        else:
            self._numbers.extend((_OTHER, start, end))
            self._words.append(str(text))


def unpacked(content: bytes, file: SourceFile) -> list[Piece] | None:
    """The pieces of a file out of what was packed; None where the bytes are anything else."""
    try:
        return list(_Unpacking(content, file).pieces())
    except (ValueError, TypeError, IndexError, StopIteration, RuntimeError, OverflowError):
        return None


class _Unpacking:
    """Numbers while nodes are made of them."""

    def __init__(self, content: bytes, file: SourceFile) -> None:
        size = int.from_bytes(content[:8], "little")
        numbers = array("I")
        numbers.frombytes(content[8 : 8 + size])
        if sys.byteorder == "big":
            numbers.byteswap()
        words = json.loads(content[8 + size :])
        if not isinstance(words, list) or not all(type(word) is str for word in words):
            raise TypeError("the words are not a list of texts")
        if max(numbers, default=0) > max(len(file.text), len(numbers)):
            raise ValueError("a number leads out of the file")
        self._next = iter(numbers).__next__
        self._word = iter(words).__next__
        self._file = file

    def pieces(self) -> Iterator[Piece]:
        """The pieces up to the end of the numbers."""
        while True:
            try:
                item = self._next()
            except StopIteration:
                return
            key = self._text(self._next())
            yield Piece(key, self._node(self._next()), bool(item))

    def _node(self, kind: int) -> Node:
        if kind <= _NULL:
            return Scalar(self._text(kind), kind == _NULL)
        following = self._next
        start, end, count = following(), following(), following()
        if kind == _SEQUENCE:
            return Sequence([self._node(following()) for _ in range(count)], self._file, start, end)
        if kind != _MAPPING:
            raise ValueError("no node is of that kind")
        pairs = [(self._text(following()), self._node(following())) for _ in range(count)]
        return Mapping(pairs, self._file, start, end)

    def _text(self, kind: int) -> Text:
        start, end = self._next(), self._next()
        if kind == _VERBATIM:
            return Text.spanning(self._file.text[start:end], self._file, start, end)
        if kind > _NULL or end < start:
            raise ValueError("no text is of that kind")
        return Text.spanning(self._word() if kind == _OTHER else "", self._file, start, end)
