"""Where something stands in a file, and text that knows where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A stretch of one line of a file: `line` and `column` count from 1, `width` counts characters."""

    path: str
    line: int
    column: int
    width: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"

    @property
    def order(self) -> tuple[str, int, int]:
        """What findings are sorted by."""
        return (self.path, self.line, self.column)


NOWHERE = Place(path="", line=0, column=0)
"""The place of what no file holds, for records made in memory."""


class Text(str):
    """A scalar of a register, as written, with its place. It equals any string of the same characters."""

    __slots__ = ("place",)
    place: Place

    def __new__(cls, characters: str, place: Place = NOWHERE) -> Text:
        made = super().__new__(cls, characters)
        made.place = place
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (Text, (str(self), self.place))


def place_of(value: object) -> Place | None:
    """The place of a text, or of anything with a `place`; None where it has none."""
    found = getattr(value, "place", None)
    return found if isinstance(found, Place) and found is not NOWHERE else None
