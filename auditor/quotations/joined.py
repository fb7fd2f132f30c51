"""The texts of one file, such as the cells of a notebook, looked through at once: what a passage costs does
not grow with their number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from auditor.quotations.normal import NormalText


class JoinedTexts:
    """Texts that a passage may not straddle: a line end, which no normalised passage holds, parts them."""

    def __init__(self, parts: Sequence[NormalText]) -> None:
        self._parts = parts
        self.text = "\n".join(each.text for each in parts)
        self._starts = [0, *accumulate(len(each.text) + 1 for each in parts)]

    def holds_once(self, passage: str) -> bool:
        """Whether a normalised passage occurs exactly once in all of the texts."""
        at = self.text.find(passage)
        return at >= 0 and self.text.find(passage, at + 1) < 0

    def occurrences(
        self, passage: str, *, most: int, lines: tuple[int, int] | None = None
    ) -> Iterator[tuple[int, int, int]]:
        """The position of the text, and the first and last line in it, of each occurrence of a normalised
        passage; `most` of them at most, and with `lines` only those that lie within these."""
        if len(self._parts) == 1:
            yield from ((0, *each) for each in self._parts[0].occurrences(passage, most=most, lines=lines))
            return
        at = self.text.find(passage) if passage else -1
        while at >= 0 and most > 0:
            index = bisect_right(self._starts, at) - 1
            part, offset = self._parts[index], at - self._starts[index]
            first, last = part.line_at(offset), part.line_at(offset + len(passage) - 1)
            if lines is None or (lines[0] <= first and last <= lines[1]):
                yield index, first, last
                most -= 1
            at = self.text.find(passage, at + 1)
