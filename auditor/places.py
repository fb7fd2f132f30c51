"""Where something stands in a file, and text that knows where it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple


class Place(NamedTuple):
    """A stretch of one line of a file: `line` and `column` count from 1, `width` counts characters.

    A tuple, since a register has one for each of its scalars; sorting goes by path, line and column.
    """

    path: str
    line: int
    column: int
    width: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Place(path="", line=0, column=0)
"""The place of what no file holds, for records made in memory."""


class SourceFile:
    """The text of a file, from whose characters places are worked out when somebody asks for one: a clean
    register has a place for each of its scalars, and none is ever printed."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def starts(self) -> list[int]:
        """The index at which each line begins."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines, without their ends."""
        return tuple(_LINE_END.split(self.text))

    def line_of(self, index: int) -> int:
        """The number of the line, from 1, on which a character stands."""
        return bisect_right(self.starts, max(0, index))

    def place(self, start: int, end: int) -> Place:
        """The place of a stretch of characters; of its first line, where it has several."""
        line = self.line_of(start)
        first = self.starts[line - 1]
        if line < len(self.starts):
            end = min(end, self.starts[line])
        width = len(self.text[start:end].rstrip("\r\n"))
        return Place(self.path, line, start - first + 1, max(1, width))


class FileLines(Mapping[str, tuple[str, ...]]):
    """The lines of files by their paths; a file is cut into lines when one of them is shown."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self._files = files

    def __getitem__(self, path: str) -> tuple[str, ...]:
        return self._files[path].lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def beginning(file: SourceFile, start: int, end: int) -> Place:
    """The place of what a parser's event covers; of its first character where that is several lines."""
    return file.place(start, end if file.line_of(start) == file.line_of(end) else start + 1)


def unpacked(file: SourceFile, mark: Place | int) -> Place:
    """The place of a text of a file out of its mark."""
    if isinstance(mark, Place):
        return mark
    start = mark >> _LENGTH_BITS
    return file.place(start, start + (mark & _LENGTH_MASK))


class Text(str):
    """A scalar of a register, as written, with its place. It equals any string of the same characters."""

    __slots__ = ("_origin", "_runs", "_span")
    _origin: Place | SourceFile
    _runs: _Runs
    _span: str | int
    """Of a text with a place: the stretch that holds it; of a text in a file: where that stretch begins and
    how long it is, packed into one number, since there are so many."""

    def __new__(cls, characters: str, place: Place = NOWHERE, raw: str = "") -> Text:
        made = super().__new__(cls, characters)
        made._origin = place
        made._span = raw
        return made

    @staticmethod
    def spanning(characters: str, file: SourceFile, start: int, end: int) -> Text:
        """The text that the characters of a file from `start` to `end` write."""
        made = _new_text(Text, characters)
        made._origin = file
        made._span = start << _LENGTH_BITS | end - start
        return made

    @property
    def place(self) -> Place:
        """Where it stands."""
        if isinstance(self._span, str):
            assert isinstance(self._origin, Place)
            return self._origin
        assert isinstance(self._origin, SourceFile)
        start = self._span >> _LENGTH_BITS
        return self._origin.place(start, start + (self._span & _LENGTH_MASK))

    @property
    def raw(self) -> str:
        """The stretch of the file that holds the scalar, indicators and line ends included, where the two
        differ; empty where they do not."""
        if isinstance(self._span, str):
            return self._span
        assert isinstance(self._origin, SourceFile)
        start = self._span >> _LENGTH_BITS
        raw = self._origin.text[start : start + (self._span & _LENGTH_MASK)]
        return "" if raw == self else raw

    @property
    def file(self) -> SourceFile:
        """The file that it was read from; one without text where it was in none."""
        return self._origin if isinstance(self._origin, SourceFile) else SourceFile(self._origin.path, "")

    @property
    def start(self) -> int:
        """The index in its file of the first character that writes it; 0 where it is in none."""
        return 0 if isinstance(self._span, str) else self._span >> _LENGTH_BITS

    @property
    def end(self) -> int:
        """The index in its file after the last character that writes it; 0 where it is in none."""
        return 0 if isinstance(self._span, str) else self.start + (self._span & _LENGTH_MASK)

    @property
    def mark(self) -> Place | int:
        """What its place can be worked out of again, beside its file; the place where it is in none."""
        return self._span if isinstance(self._span, int) else self.place

    def __reduce__(self) -> tuple[Any, ...]:
        return (Text, (str(self), self.place, self.raw))

    def at(self, start: int, width: int) -> Place:
        """The place of the `width` characters from offset `start`; that of the whole where it is not plain
        which stretch of the file holds them."""
        whole = self.place
        if whole is NOWHERE:
            return NOWHERE
        runs = self._aligned()
        if not runs.raw:
            return Place(whole.path, whole.line, whole.column + start, width)
        offset = runs.offset(start)
        if offset < 0 or not runs.raw.startswith(self[start : start + width], offset):
            return whole
        line = bisect_right(runs.lines, offset)
        column = offset - runs.lines[line - 1] + 1 if line > 1 else whole.column + offset
        return Place(path=whole.path, line=whole.line + line - 1, column=column, width=width)

    def _aligned(self) -> _Runs:
        """Worked out once for each text that is asked, however many mentions it holds."""
        try:
            return self._runs
        except AttributeError:
            self._runs = _Runs(self, self.raw)
            return self._runs


class _Runs:
    """Which words of a text stand where in the stretch that writes it: between them the two differ by
    indentation, line ends and indicators."""

    def __init__(self, text: str, raw: str) -> None:
        self.raw = raw
        self.lines = [0, *(found.end() for found in _LINE_END.finditer(raw))]
        self._starts: list[int] = []
        self._offsets: list[int] = []
        position = self._body() if raw else len(raw)
        for found in _RUN.finditer(text) if raw else ():
            word = found.group()
            offset = raw.find(word, position, position + len(word) + _REACH)
            self._starts.append(found.start())
            self._offsets.append(offset)
            position = offset + len(word) if offset >= 0 else position + 1

    def offset(self, start: int) -> int:
        """Where in the stretch the character at `start` of the text is; negative where that is not known."""
        index = bisect_right(self._starts, start) - 1
        if index < 0 or self._offsets[index] < 0:
            return -1
        return self._offsets[index] + start - self._starts[index]

    def _body(self) -> int:
        """Where the characters begin: behind a quotation mark, or on the line after a block's indicator."""
        if self.raw[:1] in "|>" and len(self.lines) > 1:
            return self.lines[1]
        return 1 if self.raw[:1] in "\"'" else 0


_LINE_END = re.compile("\r\n|\r|\n")
_RUN = re.compile(r"\S+")
_REACH = 2_000
"""How far behind one word the next is sought: indentation, blank lines and escapes lie between them."""
_LENGTH_BITS = 27
_LENGTH_MASK = (1 << _LENGTH_BITS) - 1
_new_text = str.__new__
