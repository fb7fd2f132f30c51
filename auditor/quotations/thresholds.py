"""Whether the source still holds the number that a register says it turns on."""

from __future__ import annotations

from itertools import islice

from auditor.evidence import Cited, Span, ThresholdCheck
from auditor.quotations.matching import MOST_SHOWN, Page, lines_of
from auditor.quotations.named_numbers import NamedNumber, NamedNumbers
from auditor.quotations.quantities import Quantity, quantities_in, quantity
from auditor.records import Threshold
from auditor.terms import PassageResult, ThresholdResult

Found = tuple[str, Span]

MOST_NUMBERS = 1_000
"""Where more numbers have a name, or stand in a place, nothing tells which of them is meant."""
_LONGEST_PLACE = 100_000
"""Characters of lines in which a number is looked for that has no name there."""


class ThresholdsOfPage:
    """Compares thresholds with one file, whose named numbers are read once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._named: NamedNumbers | None = None

    def check(self, entry: Threshold, cited: Cited) -> ThresholdCheck:
        """Compare one threshold.

        With a passage or lines, a number of that name there counts, else any number there; with neither, the
        numbers of that name in the whole file.
        """
        wanted = quantity(str(entry.value or ""))
        if wanted is None:
            return _outcome(
                entry, cited, ThresholdResult.UNVERIFIED, reason="the register's value is no number"
            )
        unit = str(entry.unit or "")
        named = self.called(str(entry.name or ""))
        if len(named) > MOST_NUMBERS:
            reason = f"the file gives more than {MOST_NUMBERS:,} numbers that name"
            return _outcome(entry, cited, ThresholdResult.NOT_FOUND, reason=reason)
        if not cited.quote and not cited.lines:
            return _by_name(entry, cited, named, wanted, unit)
        spans = self._spans(cited)
        if isinstance(spans, str):
            return self._without_place(entry, cited, named, spans)
        inside = [each for each in named if any(s.first <= each.first <= s.last for s in spans)]
        values = self._found(inside) or self._literals(cited, spans)
        if len(values) > MOST_NUMBERS:
            reason = "too much stands there to tell which number is meant"
            return _outcome(entry, cited, ThresholdResult.NOT_FOUND, reason=reason)
        if any(_same(written, wanted, unit) for written, _ in values):
            return _outcome(entry, cited, ThresholdResult.MATCH, values)
        if values:
            return _outcome(entry, cited, ThresholdResult.DIFFERS, values)
        reason = "no number stands there"
        return _outcome(entry, cited, ThresholdResult.NOT_FOUND, self._found(named), reason=reason)

    def _without_place(
        self, entry: Threshold, cited: Cited, named: tuple[NamedNumber, ...], reason: str
    ) -> ThresholdCheck:
        """What is told where the passage or the lines are not there any more: the number that has the name
        now, in those lines where one does, differs; where it is the same, only its place was lost."""
        lines = lines_of(cited.lines)
        inside = [each for each in named if lines and lines[0] <= each.first <= lines[1]]
        found = self._found(inside or named)
        wanted = quantity(str(entry.value or ""))
        if found and wanted and not any(_same(each, wanted, str(entry.unit or "")) for each, _ in found):
            return _outcome(entry, cited, ThresholdResult.DIFFERS, found)
        return _outcome(entry, cited, ThresholdResult.NOT_FOUND, self._found(named), reason=reason)

    def called(self, name: str) -> tuple[NamedNumber, ...]:
        """The numbers of the file that answer to a name."""
        if not name:
            return ()
        if self._named is None:
            self._named = NamedNumbers(self._page.path, self._page.code)
        return self._named.called(name)

    def _found(self, named: tuple[NamedNumber, ...] | list[NamedNumber]) -> tuple[Found, ...]:
        return tuple(
            (each.written, Span(path=self._page.path, first=each.first, last=each.last)) for each in named
        )

    def _spans(self, cited: Cited) -> tuple[Span, ...] | str:
        """The lines that the entry names, by its passage or by number; a sentence where there are none."""
        if not cited.quote:
            read = lines_of(cited.lines)
            if read is None or read[0] > self._page.last_line:
                return f"the file ends on line {self._page.last_line}"
            return (Span(path=cited.path, first=read[0], last=read[1]),)
        match = self._page.match(cited.quote, lines=cited.lines)
        if match.result is PassageResult.MATCH:
            return match.found
        return f"the passage that should hold it is {match.result}"

    def _literals(self, cited: Cited, spans: tuple[Span, ...]) -> tuple[Found, ...]:
        """The numbers of the passage, or of the lines where there is none; of one place no more than can be
        told apart."""
        found: list[Found] = []
        for span in spans:
            text = cited.quote
            if not text:
                last = min(span.last, span.first + MOST_NUMBERS)
                text = self._page.lines_text(span.first, last)[:_LONGEST_PLACE]
            found += ((written, span) for written in islice(quantities_in(text), MOST_NUMBERS + 1))
        return tuple(found)


def _by_name(
    entry: Threshold, cited: Cited, named: tuple[NamedNumber, ...], wanted: Quantity, unit: str
) -> ThresholdCheck:
    found = tuple((each.written, Span(path=cited.path, first=each.first, last=each.last)) for each in named)
    if not found:
        reason = "the file gives no number that name"
        return _outcome(entry, cited, ThresholdResult.NOT_FOUND, reason=reason)
    same = [_same(written, wanted, unit) for written, _ in found]
    if all(same):
        return _outcome(entry, cited, ThresholdResult.MATCH, found)
    if any(same):
        reason = "the file gives several numbers that name"
        return _outcome(entry, cited, ThresholdResult.NOT_FOUND, found, reason=reason)
    return _outcome(entry, cited, ThresholdResult.DIFFERS, found)


def _same(written: str, wanted: Quantity, unit: str) -> bool:
    read = quantity(written)
    return read is not None and read.equals(wanted, unit=unit)


def _outcome(
    entry: Threshold,
    cited: Cited,
    result: ThresholdResult,
    found: tuple[Found, ...] = (),
    *,
    reason: str = "",
) -> ThresholdCheck:
    return ThresholdCheck(
        cited=cited,
        name=str(entry.name or ""),
        value=str(entry.value or ""),
        result=result,
        found=tuple(dict.fromkeys(found))[:MOST_SHOWN],
        reason=reason,
    )
