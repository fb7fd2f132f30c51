"""Passages that are not where a register says, looked for in the other files: a file may be renamed, or a
function moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.evidence import PassageCheck, Span, ThresholdCheck
from auditor.quotations.matching import MOST_SHOWN, Page
from auditor.quotations.normal import normal
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import PassageResult

MOST_LOOKED_FOR = 200
"""Passages looked for in every file; with more than this the register is of another source altogether."""
_SHORTEST = 16
"""A shorter passage says little about where it came from."""

Outcome = PassageCheck | ThresholdCheck
_LOST = (PassageResult.MISSING, PassageResult.NO_SUCH_PATH)


def found_elsewhere(outcomes: Sequence[Outcome], snapshot: Snapshot) -> Iterator[Outcome]:
    """The same outcomes in the same order, those of lost passages with the places in other files where they
    occur."""
    lost = {
        index: normal(each.cited.quote)
        for index, each in enumerate(outcomes)
        if isinstance(each, PassageCheck) and each.result in _LOST and not each.found
    }
    wanted = {index: text for index, text in lost.items() if len(text) >= _SHORTEST}
    places = _places(dict(list(wanted.items())[:MOST_LOOKED_FOR]), snapshot) if wanted else {}
    for index, each in enumerate(outcomes):
        if isinstance(each, PassageCheck) and index in places:
            yield replace(each, found=tuple(places[index]))
        else:
            yield each


def _places(wanted: dict[int, str], snapshot: Snapshot) -> dict[int, list[Span]]:
    """Where passages occur, all of them looked for in one file before the next is read."""
    places: dict[int, list[Span]] = {}
    telling = {index: max(text.split(), key=len) for index, text in wanted.items()}
    for file in snapshot.files():
        if not isinstance(file, SourceFile):
            continue
        # A file without a passage's longest word cannot hold it; a notebook writes its text otherwise.
        is_notebook = file.path.lower().endswith(".ipynb")
        possible = [index for index, word in telling.items() if is_notebook or word in file.text]
        page = Page(file.path, file.text)
        for index in possible:
            text = wanted[index]
            held = places.get(index, [])
            if len(held) < MOST_SHOWN and (found := page.places_of(text)):
                places[index] = held + found[: MOST_SHOWN - len(held)]
    return places
