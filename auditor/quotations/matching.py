"""Whether a passage stands in a text: white space normalised, exactly one occurrence, nothing else folded in
code; in prose, quotation marks and dashes may be typeset otherwise, which a note says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from auditor.evidence import Span
from auditor.notebooks import cells_of
from auditor.quotations.joined import JoinedTexts
from auditor.quotations.normal import NormalText, folded, normal
from auditor.terms import PassageResult

MOST_SHOWN = 8
"""As many occurrences of an ambiguous passage are told."""

FOLDED_NOTE = "quotation marks or dashes are typeset otherwise in the source"
_PROSE = (".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".org", ".html", ".htm")
_RANGE = re.compile(r"\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The result for one passage; `found` are its occurrences, for a missing one those outside the lines or
    cell that were named."""

    result: PassageResult
    found: tuple[Span, ...] = ()
    note: str = ""


class Page:
    """A file in which passages are looked for: one text, or the cells of a notebook."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.is_prose = path.lower().endswith(_PROSE)
        self._known: dict[tuple[str, bool], tuple[Sequence[int], JoinedTexts]] = {}

    @cached_property
    def parts(self) -> tuple[tuple[int, NormalText], ...]:
        """The texts that a passage may not straddle, each with its code cell, 0 where it is none.

        A notebook is the text of its cells; what is no readable notebook is searched as it is written.
        """
        cells = cells_of(self.text) if self.path.lower().endswith(".ipynb") else None
        if cells is None:
            return ((0, NormalText(self.text)),)
        return tuple((cell.number, NormalText(cell.text)) for cell in cells)

    @property
    def code(self) -> str:
        """The text in which names and numbers are looked for."""
        return self.text if self.is_plain else "\n".join(part.source for cell, part in self.parts if cell)

    @property
    def last_line(self) -> int:
        """The number of the last line, a final line end not counted as a line."""
        return max(1, len(self._lines) - self.text.endswith("\n"))

    def lines_text(self, first: int, last: int) -> str:
        """Some lines of the text."""
        return "\n".join(self._lines[first - 1 : last])

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def is_plain(self) -> bool:
        """Whether the page is one text, and not the cells of a notebook."""
        return len(self.parts) == 1 and self.parts[0][1].source is self.text

    def match(self, passage: str, *, lines: str = "", cell: str = "", placed: bool = True) -> Match:
        """Look for a passage in the page, or in the lines and the cell that are named.

        Where `placed` is false, nobody asks for the lines of what matches, and they are not counted.
        """
        wanted = normal(passage)
        if not wanted:
            return Match(result=PassageResult.MISSING, note="the passage is white space only")
        if not placed and not lines and not cell and self._joined.holds_once(wanted):
            return Match(result=PassageResult.MATCH)
        plain = self._settled(wanted, lines, cell, prose=False)
        if plain.result is not PassageResult.MISSING or plain.found or not self.is_prose:
            return plain
        other = self._settled(normal(folded(passage)), lines, cell, prose=True)
        if other.result is PassageResult.MISSING and not other.found:
            return plain
        return Match(result=other.result, found=other.found, note=FOLDED_NOTE)

    def places_of(self, wanted: str) -> list[Span]:
        """Where a normalised passage occurs, wherever in the page that is."""
        if wanted not in self._joined.text:  # most pages, where many are looked through
            return []
        return list(self._occurrences(wanted, False, None, ""))

    def _settled(self, wanted: str, lines: str, cell: str, *, prose: bool) -> Match:
        inside = self._occurrences(wanted, prose, lines_of(lines), cell)
        found = tuple(inside)
        if len(found) == 1:
            return Match(result=PassageResult.MATCH, found=found)
        if found:
            return Match(result=PassageResult.AMBIGUOUS, found=found)
        outside = self._occurrences(wanted, prose, None, "") if lines or cell else iter(())
        return Match(result=PassageResult.MISSING, found=tuple(outside))

    def _occurrences(
        self, wanted: str, prose: bool, lines: tuple[int, int] | None, cell: str
    ) -> Iterator[Span]:
        numbers, joined = self._texts(cell, prose)
        for index, first, last in joined.occurrences(wanted, most=MOST_SHOWN + 1, lines=lines):
            yield Span(path=self.path, first=first, last=last, cell=numbers[index])

    def _texts(self, cell: str, prose: bool) -> tuple[Sequence[int], JoinedTexts]:
        """The texts to look through, all or those of a cell, and the number of the cell that each is."""
        known = self._known.get((cell, prose))
        if known is None:
            chosen = self._by_cell.get(cell, ()) if cell else self.parts
            joined = JoinedTexts([part.folded if prose else part for _, part in chosen])
            known = self._known[cell, prose] = ([number for number, _ in chosen], joined)
        return known

    @property
    def _joined(self) -> JoinedTexts:
        return self._texts("", prose=False)[1]

    @cached_property
    def _by_cell(self) -> dict[str, list[tuple[int, NormalText]]]:
        """The parts by what an entry calls their cell."""
        made: dict[str, list[tuple[int, NormalText]]] = {}
        for number, part in self.parts:
            made.setdefault(str(number), []).append((number, part))
        return made


def lines_of(written: str) -> tuple[int, int] | None:
    """The first and last line of a range as registers write it; None where it is none."""
    read = _RANGE.fullmatch(written)
    if read is None:
        return None
    first = int(read.group(1))
    return first, int(read.group(2) or first)
