"""Where something stands in a file, and text that knows where it stands."""

from __future__ import annotations

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


class Text(str):
    """A scalar of a register, as written, with its place. It equals any string of the same characters.

    `raw` is the stretch of the file that holds the scalar, indicators and line ends included, where the
    two differ; it is empty where they do not.
    """

    __slots__ = ("place", "raw")
    place: Place
    raw: str

    def __new__(cls, characters: str, place: Place = NOWHERE, raw: str = "") -> Text:
        made = super().__new__(cls, characters)
        made.place = place
        made.raw = raw
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (Text, (str(self), self.place, self.raw))

    def at(self, start: int, width: int) -> Place:
        """The place of the `width` characters from offset `start`; that of the whole where it is not plain
        which stretch of the file holds them."""
        if self.place is NOWHERE:
            return NOWHERE
        before = ""
        offset = start
        if self.raw:
            part = self[start : start + width]
            offset = self.raw.find(part)
            for _ in range(self.count(part, 0, start)):
                offset = self.raw.find(part, offset + 1) if offset >= 0 else offset
            if offset < 0:
                return self.place
            before = self.raw[:offset]
        lines = before.count("\n")
        column = offset - before.rfind("\n") if lines else self.place.column + offset
        return Place(path=self.place.path, line=self.place.line + lines, column=column, width=width)
