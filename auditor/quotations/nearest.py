"""The text of a file that is most like a passage that it does not hold, and the words that differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice

from auditor.evidence import Nearest, Span
from auditor.quotations.matching import Page

MOST_WORDS = 400
"""Words of a passage that are compared; the beginning stands for a longer one."""
LEAST_LIKE = 0.5
"""A text less like the passage than this is no help to a reader."""
MOST_STEPS = 10_000_000
"""Words looked at in one run: a register whose every passage is missing must not hang a check."""

_LONGEST_WORD = 200
"""Characters of a word that are shown."""
LEAST_STEPS = 20
"""So many words a part counts for that holds fewer, such as an empty cell: it is looked at as well."""

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or mark, the line it stands on, and whether white space is before it."""

    text: str
    line: int
    apart: bool


class NearestTexts:
    """Looks for nearest texts, within a bound for one whole run."""

    def __init__(self, *, most_steps: int = MOST_STEPS) -> None:
        self._left = most_steps
        self._page: Page | None = None
        self._parts: tuple[_Part, ...] = ()

    def of(self, passage: str, page: Page) -> Nearest | None:
        """The nearest text of a page; None where none is like the passage, or the bound is reached."""
        wanted = _words(passage, MOST_WORDS)
        if not wanted:
            return None
        best: Nearest | None = None
        for part in self._parts_of(page):
            self._left -= max(len(part.tokens), LEAST_STEPS)
            if self._left < 0:
                return best
            found = _nearest(wanted, part, page.path)
            if found is not None and (best is None or found.similarity > best.similarity):
                best = found
        return best

    def _parts_of(self, page: Page) -> tuple[_Part, ...]:
        if self._page is not page:
            self._page = page
            self._parts = tuple(
                _Part(cell, text.source, _TOKEN.findall(text.source)) for cell, text in page.parts
            )
        return self._parts


@dataclass(frozen=True, slots=True)
class _Part:
    """A text with its words and marks, which are cheap to list; where they stand is worked out for those that
    are shown."""

    cell: int
    text: str
    tokens: list[str]

    def words(self, start: int, end: int) -> list[_Word]:
        """Some of its words with their places."""
        made: list[_Word] = []
        line, at = 1, 0
        for match in islice(_TOKEN.finditer(self.text), start, end):
            begin = match.start()
            line += self.text.count("\n", at, begin)
            at = begin
            made.append(_Word(match.group(), line, begin > 0 and self.text[begin - 1].isspace()))
        return made


def _nearest(wanted: Sequence[_Word], part: _Part, path: str) -> Nearest | None:
    start = _best_window([each.text for each in wanted], part.tokens)
    if start is None:
        return None
    margin = len(wanted) // 4 + 2
    window = part.words(max(0, start - margin), start + len(wanted) + margin)
    cell = part.cell
    matcher = SequenceMatcher(None, [w.text for w in wanted], [w.text for w in window], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return None
    before = min(blocks[0].a, blocks[0].b)
    behind = len(wanted) - (blocks[-1].a + blocks[-1].size)
    trimmed = window[blocks[0].b - before : blocks[-1].b + blocks[-1].size + behind]
    exact = SequenceMatcher(None, [w.text for w in wanted], [w.text for w in trimmed], autojunk=False)
    similarity = exact.ratio()
    if similarity < LEAST_LIKE:
        return None
    return Nearest(
        span=Span(path=path, first=trimmed[0].line, last=trimmed[-1].line, cell=cell),
        text=_joined(trimmed),
        similarity=round(similarity, 2),
        difference=_difference(exact, wanted, trimmed),
    )


def _best_window(wanted: list[str], words: list[str]) -> int | None:
    """Where the run of as many words begins that shares the most words with the passage."""
    need = Counter(wanted)
    size = len(wanted)
    have: Counter[str] = Counter()
    shared = best = 0
    at: int | None = None
    for index, word in enumerate(words):
        if word in need:
            if have[word] < need[word]:
                shared += 1
            have[word] += 1
        if index >= size and (gone := words[index - size]) in need:
            have[gone] -= 1
            if have[gone] < need[gone]:
                shared -= 1
        if shared > best:
            best, at = shared, max(0, index - size + 1)
    return at


def _words(text: str, most: int) -> list[_Word]:
    return _Part(0, text, []).words(0, most)


def _difference(matcher: SequenceMatcher[str], wanted: Sequence[_Word], found: Sequence[_Word]) -> str:
    """The passage with the words that differ marked."""
    parts: list[str] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            text = _joined(found[c:d])
            parts.append((" " if found[c].apart and parts else "") + text)
            continue
        lead = (wanted[a].apart if a < b else found[c].apart) and bool(parts)
        taken = f"[-{_joined(wanted[a:b])}-]" if a < b else ""
        given = f"{{+{_joined(found[c:d])}+}}" if c < d else ""
        parts.append((" " if lead else "") + taken + given)
    return "".join(parts)


def _joined(words: Sequence[_Word]) -> str:
    return "".join(
        (" " if word.apart and index else "") + _shown(word.text) for index, word in enumerate(words)
    )


def _shown(word: str) -> str:
    return word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "…"
