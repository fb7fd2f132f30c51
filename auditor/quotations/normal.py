"""Text with its white space normalised, that still knows its lines."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate

_FOLDED = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)


class NormalText:
    """A text in which every run of white space, line ends included, is one blank.

    Lines count from 1. Nothing but white space is changed.
    """

    def __init__(self, text: str) -> None:
        self.source = text
        self.text = normal(text)

    def occurrences(
        self, passage: str, *, most: int, lines: tuple[int, int] | None = None
    ) -> list[tuple[int, int]]:
        """The first and last line of each occurrence of a normalised passage, overlapping ones included;
        `most` of them at most, and with `lines` only those that lie within these."""
        start, end = self._stretch(*lines) if lines else (0, len(self.text))
        found: list[tuple[int, int]] = []
        at = self.text.find(passage, start, end) if passage else -1
        while at >= 0 and len(found) < most:
            found.append((self.line_at(at), self.line_at(at + len(passage) - 1)))
            at = self.text.find(passage, at + 1, end)
        return found

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the character at an offset of the normalised text."""
        starts, numbers = self._lines
        return numbers[bisect_right(starts, offset) - 1]

    @cached_property
    def lines(self) -> list[str]:
        """The lines as they are written, split once for all that ask for some of them."""
        return self.source.split("\n")

    @cached_property
    def folded(self) -> NormalText:
        """The text with typographic quotation marks and dashes made plain, for prose."""
        return NormalText(folded(self.source))

    def _stretch(self, first: int, last: int) -> tuple[int, int]:
        """The offsets between which some lines lie in the normalised text, worked out from where lines
        begin: a range costs nothing by its width."""
        starts, numbers = self._lines
        begin, behind = bisect_left(numbers, first), bisect_right(numbers, last)
        if begin >= behind:
            return 0, 0
        return starts[begin], starts[behind] - 1 if behind < len(starts) else len(self.text)

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """The offsets at which lines that hold text begin, and their numbers."""
        lengths = [*map(len, map(" ".join, map(str.split, self.lines)))]
        numbers = [number for number, length in enumerate(lengths, start=1) if length]
        return [*accumulate((length + 1 for length in lengths if length), initial=0)][:-1], numbers


def normal(text: str) -> str:
    """A text with each run of white space as one blank, and none at its ends."""
    return " ".join(text.split())


def folded(text: str) -> str:
    """A text with typographic quotation marks, dashes and ellipses made plain, and its characters composed.

    Every line keeps its number.
    """
    return unicodedata.normalize("NFC", text).translate(_FOLDED)
