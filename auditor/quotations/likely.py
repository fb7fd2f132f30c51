"""Where a file that a source does not have is likely to be now: the file that holds the text most like what
was cited of it, or the only one of its name.

A register that was re-anchored at a later revision still cites the earlier path for what changed in a file
that was renamed as well; the earlier revision is then not named any more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from auditor.evidence import Nearest, PassageCheck, Span, ThresholdCheck
from auditor.quotations.elsewhere import MOST_READ, Outcome, is_lost
from auditor.quotations.matching import Page
from auditor.quotations.named_numbers import NamedNumbers
from auditor.quotations.nearest import NearestTexts
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import PassageResult, ThresholdResult

MOST_GUESSED = 40
"""For so many passages the most likely place is looked for."""
LEAST_LIKE = 0.6
"""A text of another file must be so like a passage before it is told: there are many files."""
_MOST_READ = MOST_READ // 4
_LEAST_SHARED = 0.6
_CANDIDATES = 3
_WORD = re.compile(r"\w+")


def with_likely_places(
    outcomes: Sequence[Outcome], snapshot: Snapshot, nearest: NearestTexts
) -> Iterator[Outcome]:
    """The same outcomes in the same order; where the file is not there, those of its citations say which one
    is likely to be it now, and for a passage and a threshold what stands there."""
    absent = {each.cited.path for each in outcomes if _is_of_no_file(each, snapshot)}
    if not absent:
        yield from outcomes
        return
    lost = {
        index: _Lost(words=frozenset(_WORD.findall(each.cited.quote)), name=_name(each.cited.path))
        for index, each in enumerate(outcomes)
        if is_lost(each) and each.cited.path in absent
    }
    wanted = {index: each for index, each in list(lost.items())[:MOST_GUESSED] if each.words}
    texts = _nearest_texts(outcomes, wanted, snapshot, nearest)
    likely = _likely_paths(outcomes, texts, absent, snapshot)
    for index, each in enumerate(outcomes):
        path = likely.get(each.cited.path, "")
        if not path or each.found or not _is_of_no_file(each, snapshot):
            yield each
        elif isinstance(each, ThresholdCheck):
            yield replace(each, likely=path, found=_named(each, snapshot, path))
        else:
            there = (text for text in texts.get(index, ()) if text.span.path == path)
            yield replace(each, likely=path, nearest=next(there, None))


def _is_of_no_file(outcome: Outcome, snapshot: Snapshot) -> bool:
    """Whether what an entry cites is no file of the source, and no folder or pattern of files."""
    if isinstance(outcome, PassageCheck):
        return outcome.result is PassageResult.NO_SUCH_PATH
    return outcome.result is ThresholdResult.NOT_FOUND and not snapshot.exists(outcome.cited.path)


@dataclass(slots=True, kw_only=True)
class _Lost:
    """A passage whose file is not there: its words, the name of the file, and the files that share the most
    of these words, each with what puts it before others."""

    words: frozenset[str]
    name: str
    candidates: list[tuple[tuple[int, bool, bool, int], str]] = field(default_factory=list)

    def meet(self, file: SourceFile, held: frozenset[str]) -> None:
        """Take a file among the candidates, where it has enough of the words."""
        shared = len(self.words & held)
        if shared < _LEAST_SHARED * len(self.words):
            return
        name = _name(file.path)
        rank = (shared, name == self.name, _ending(name) == _ending(self.name), -len(file.text))
        self.candidates.append((rank, file.path))
        self.candidates.sort(key=lambda each: each[0], reverse=True)
        del self.candidates[_CANDIDATES:]


def _nearest_texts(
    outcomes: Sequence[Outcome], lost: Mapping[int, _Lost], snapshot: Snapshot, nearest: NearestTexts
) -> dict[int, list[Nearest]]:
    """The text of any file that is most like each passage, where one is like it; several that are as like."""
    if not lost:
        return {}
    left = _MOST_READ
    for file in snapshot.files():
        if not isinstance(file, SourceFile):
            continue
        left -= len(file.text)
        if left < 0:
            break
        held = frozenset(_WORD.findall(file.text))
        for each in lost.values():
            each.meet(file, held)
    by_path: dict[str, list[int]] = defaultdict(list)
    for index, each in lost.items():
        for _, path in each.candidates:
            by_path[path].append(index)
    found: dict[int, list[Nearest]] = {}
    for path in sorted(by_path):
        again = snapshot.read(path)
        assert isinstance(again, SourceFile)
        page = Page(path, again.text)
        for index in by_path[path]:
            text = nearest.of(outcomes[index].cited.quote, page)
            if text is None or text.similarity < LEAST_LIKE:
                continue
            best = found.get(index, [])
            if not best or text.similarity > best[0].similarity:
                found[index] = [text]
            elif text.similarity == best[0].similarity:
                best.append(text)
    return found


def _likely_paths(
    outcomes: Sequence[Outcome], texts: Mapping[int, Sequence[Nearest]], absent: set[str], snapshot: Snapshot
) -> dict[str, str]:
    """The likely new path of each absent one: where the most of its passages stand, or are like something;
    else the only file of its name. Nothing is told where two are as likely."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for index, each in enumerate(outcomes):
        if each.cited.path not in absent:
            continue
        if isinstance(each, PassageCheck) and len({span.path for span in each.found}) == 1:
            votes[each.cited.path][each.found[0].path] += 1
        for text in texts.get(index, ()):
            votes[each.cited.path][text.span.path] += 1
    named: dict[str, list[str]] = defaultdict(list)
    for path in snapshot.paths() if absent - votes.keys() else ():
        named[_name(path)].append(path)
    likely: dict[str, str] = {}
    for path in absent:
        first = (
            votes[path].most_common(2) if path in votes else [(each, 1) for each in named[_name(path)][:2]]
        )
        if len(first) == 1 or (len(first) == 2 and first[0][1] > first[1][1]):
            likely[path] = first[0][0]
    return likely


def _named(check: ThresholdCheck, snapshot: Snapshot, path: str) -> tuple[tuple[str, Span], ...]:
    """The numbers to which the file at a path gives the name of a threshold."""
    file = snapshot.read(path)
    if not check.name or not isinstance(file, SourceFile):
        return ()
    page = Page(path, file.text)
    numbers = NamedNumbers(path, page.code).called(check.name)
    return tuple((each.written, Span(path=path, first=each.first, last=each.last)) for each in numbers[:8])


def _name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _ending(name: str) -> str:
    return name.rpartition(".")[2]
