"""A ready evidence entry for a stretch of a source: verbatim, and cited so that it is found exactly once."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import PurePosixPath

from auditor.errors import NothingToQuote
from auditor.evidence import Span
from auditor.quotations.matching import Page, lines_of
from auditor.quotations.normal import normal
from auditor.terms import PassageResult

_SHORT = 12
"""A passage of fewer characters is lengthened to its whole lines: it would soon occur twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """What an evidence entry holds; `lines` is empty where the passage alone is found once."""

    path: str
    lines: str
    cell: str
    quote: str

    def fields(self, *, source: str = "") -> dict[str, str]:
        """The keys of the entry as registers write them, with the source where it has to be named."""
        every = {
            "source": source,
            "path": self.path,
            "cell": self.cell,
            "lines": self.lines,
            "quote": self.quote,
        }
        return {key: value for key, value in every.items() if value}


def quoted(page: Page, *, lines: str = "", text: str = "") -> Quotation:
    """The entry for some lines of a page, or for a text in it.

    Text that occurs once is quoted as it is; else `lines` tell which is meant. A range is added only where
    the passage occurs elsewhere too. Raises NothingToQuote.
    """
    if lines and lines_of(lines) is None:
        raise NothingToQuote(page.path, f"--lines {lines}: write it as 12-15 or 12")
    if text:
        return _of_text(page, text, lines)
    if not page.is_plain:
        raise NothingToQuote(page.path, "a notebook's cells have no lines of their own; quote it with --text")
    return _of_lines(page, *(lines_of(lines) or (1, page.last_line)))


def _of_lines(page: Page, first: int, last: int) -> Quotation:
    if last < first:
        raise NothingToQuote(page.path, f"--lines {first}-{last} runs backwards; write it as {last}-{first}")
    if first > page.last_line:
        raise NothingToQuote(page.path, f"it ends on line {page.last_line}; give lines up to there")
    passage = _dedented(page.lines_text(first, last))
    if not normal(passage):
        raise NothingToQuote(page.path, f"lines {first}-{last} are blank")
    return _settled(page, passage, Span(path=page.path, first=first, last=last))


def _of_text(page: Page, text: str, lines: str) -> Quotation:
    match = page.match(text, lines=lines)
    if match.result is PassageResult.MISSING:
        where = f"it stands in {_places(match.found)}" if match.found else "copy it verbatim, or give --lines"
        raise NothingToQuote(page.path, f"the text does not occur there; {where}")
    span = match.found[0]
    if match.result is PassageResult.AMBIGUOUS:
        if len({(each.cell, each.lines) for each in match.found}) > 1:
            raise NothingToQuote(
                page.path, f"the text occurs in {_places(match.found)}; say with --lines which is meant"
            )
        text = page.lines_text(span.first, span.last)
    elif len(normal(text)) < _SHORT and not span.cell:
        text = page.lines_text(span.first, span.last)
    return _settled(page, _dedented(text), span)


def _settled(page: Page, passage: str, span: Span) -> Quotation:
    """The entry with as little as makes its passage unique."""
    cell = str(span.cell) if span.cell else ""
    for lines in ("", span.lines):
        if page.match(passage, lines=lines, cell=cell).result is PassageResult.MATCH:
            alone = cell and page.match(passage, lines=lines).result is PassageResult.MATCH
            return Quotation(path=page.path, lines=lines, cell="" if alone else cell, quote=passage)
    raise NothingToQuote(
        page.path, f"the passage occurs more than once in lines {span.lines}; quote more of them"
    )


def _dedented(text: str) -> str:
    """The lines without the indentation that all of them share, and without blank lines around them."""
    lines = text.split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(line.rstrip() for line in textwrap.dedent("\n".join(lines)).split("\n"))


def _places(spans: tuple[Span, ...]) -> str:
    name = PurePosixPath(spans[0].path).name
    every = tuple(dict.fromkeys(f"{name}:{span.lines}" for span in spans))  # a line may hold a text twice
    return ", ".join(every[:6]) + (", …" if len(every) > 6 else "")
