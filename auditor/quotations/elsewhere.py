"""Passages that are not where a register says, looked for in the other files: a file may be renamed, or a
function moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from auditor.evidence import PassageCheck, Span, ThresholdCheck
from auditor.quotations.matching import MOST_SHOWN, Page
from auditor.quotations.normal import normal
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import PassageResult

MOST_LOOKED_FOR = 200
"""Passages looked for in every file; with more than this the register is of another source altogether."""
MOST_READ = 256 * 1024 * 1024
"""So many characters of files are looked through; a passage that was not found by then says so."""
_SHORTEST = 16
"""A shorter passage says little about where it came from."""

Outcome = PassageCheck | ThresholdCheck
_LOST = (PassageResult.MISSING, PassageResult.NO_SUCH_PATH)


def is_lost(outcome: Outcome) -> bool:
    """Whether a passage is not where its entry says, and stands nowhere else in the file either."""
    return (
        isinstance(outcome, PassageCheck)
        and outcome.result in _LOST
        and not outcome.found
        and len(normal(outcome.cited.quote)) >= _SHORTEST
    )


def found_elsewhere(outcomes: Sequence[Outcome], snapshot: Snapshot) -> Iterator[Outcome]:
    """The same outcomes in the same order, those of lost passages with the places in other files where they
    occur."""
    lost = [index for index, each in enumerate(outcomes) if is_lost(each)]
    wanted = {index: normal(outcomes[index].cited.quote) for index in lost[:MOST_LOOKED_FOR]}
    search = _Search(wanted)
    read = search.through(snapshot) if wanted else ""
    for index, each in enumerate(outcomes):
        if isinstance(each, PassageCheck) and index in search.places:
            yield replace(each, found=tuple(search.places[index]))
        elif isinstance(each, PassageCheck) and read and index in wanted:
            yield replace(each, note="; ".join(filter(None, (each.note, read))))
        else:
            yield each


class _Search:
    """Where passages occur, all of them looked for in one file before the next is read."""

    def __init__(self, wanted: Mapping[int, str]) -> None:
        self._wanted = wanted
        self.places: dict[int, list[Span]] = {}
        self._by_word: dict[str, list[int]] = defaultdict(list)
        """Passages by their longest word that has others on both sides: white space is around it wherever it
        stands, so that the words of a file tell at once which passages it can hold."""
        self._by_part: dict[int, str] = {}
        """Of a passage of one or two words, the longer; it may be a part of a word of the file."""
        for index, text in wanted.items():
            words = text.split()
            if len(words) > 2:
                self._by_word[max(words[1:-1], key=len)].append(index)
            else:
                self._by_part[index] = max(words, key=len)

    def through(self, snapshot: Snapshot) -> str:
        """Look through every file; what could not be, in a clause."""
        left = MOST_READ
        for number, file in enumerate(snapshot.files()):
            if not isinstance(file, SourceFile):
                continue
            left -= len(file.text)
            if left < 0:
                return f"it was looked for in the first {number:,} of {snapshot.count:,} files"
            self._in_file(file)
        return ""

    def _in_file(self, file: SourceFile) -> None:
        possible = list(self._possible(file))
        page = Page(file.path, file.text)
        for index in possible:
            held = self.places.get(index, [])
            if len(held) < MOST_SHOWN and (found := page.places_of(self._wanted[index])):
                self.places[index] = held + found[: MOST_SHOWN - len(held)]

    def _possible(self, file: SourceFile) -> Iterator[int]:
        if file.path.lower().endswith(".ipynb"):  # a notebook writes its text otherwise
            yield from self._wanted
            return
        for word in self._by_word.keys() & set(file.text.split()):
            yield from self._by_word[word]
        yield from (index for index, part in self._by_part.items() if part in file.text)
