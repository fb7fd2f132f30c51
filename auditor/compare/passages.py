"""What became of the passages and places that a register cites, in a later revision of their source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from auditor.cited import Citation
from auditor.compare.pair import Pair, beside
from auditor.comparison import PassageChange
from auditor.evidence import Cited, PassageCheck, SourceCheck, Span
from auditor.facts import Skipped
from auditor.places import NOWHERE
from auditor.quotations import Opened, outcomes
from auditor.quotations.folders import is_pattern, naming
from auditor.quotations.matching import Page, lines_of
from auditor.quotations.normal import normal
from auditor.records import Evidence
from auditor.terms import PassageFate, PassageResult, SourceState

_OUTWEIGHS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A text that is looked for in the later bytes; `was` is where it stood in the earlier ones."""

    cited: Cited
    text: str
    was: Span | None = None
    note: str = ""


def passage_changes(pair: Pair, cited: Sequence[Citation]) -> Iterator[PassageChange]:
    """What became of each citation that is no threshold, in their order."""
    texts: dict[int, Sought] = {}
    for index, each in enumerate(cited):
        sought = sought_text(pair, each.cited)
        if sought is not None:
            texts[index] = sought
    found = dict(zip(texts, text_changes(pair, list(texts.values())), strict=True))
    for index, each in enumerate(cited):
        yield found[index] if index in found else file_change(pair, each.cited)


def sought_text(pair: Pair, cited: Cited) -> Sought | None:
    """The text that a citation stands for: its passage, or the earlier text of its lines; None where it
    stands for whole files."""
    page = pair.older.page(cited.path) if pair.older else None
    if cited.quote:
        if page is None:
            return Sought(cited=cited, text=cited.quote)
        match = page.match(cited.quote, lines=cited.lines, cell=cited.cell)
        if match.result is PassageResult.MATCH:
            return Sought(cited=cited, text=cited.quote, was=match.found[0])
        note = f"at the register's own revision it is {match.result} as well"
        return Sought(cited=cited, text=cited.quote, note=note)
    lines = lines_of(cited.lines)
    if page is None or lines is None or cited.cell or lines[1] > page.last_line:
        return None
    text = page.lines_text(*lines)
    if not normal(text):
        return None
    return Sought(
        cited=cited, text=text, was=_trimmed(page, Span(path=cited.path, first=lines[0], last=lines[1]))
    )


def _trimmed(page: Page, span: Span) -> Span:
    """A range without the empty lines at its ends."""
    first, last = span.first, span.last
    while first < last and not page.lines_text(first, first).strip():
        first += 1
    while last > first and not page.lines_text(last, last).strip():
        last -= 1
    return replace(span, first=first, last=last)


def text_changes(pair: Pair, sought: Sequence[Sought]) -> Iterator[PassageChange]:
    """What became of each text, in their order; all are looked for in one file before the next is read."""
    asked = [
        replace(each.cited, path=pair.now_at(each.cited.path), quote=each.text, field=str(index))
        for index, each in enumerate(sought)
    ]
    entry = Evidence()
    check = SourceCheck(id=pair.id, place=NOWHERE, location="", state=SourceState.AT_HAND)
    opened = Opened(check=check, snapshot=pair.newer)
    made = outcomes(opened, [Citation(cited=each, entry=entry) for each in asked])
    by_index = {int(each.cited.field): each for each in made if isinstance(each, PassageCheck)}
    for index, each in enumerate(sought):
        yield _judged(pair, each, by_index[index])


def _judged(pair: Pair, sought: Sought, outcome: PassageCheck) -> PassageChange:
    known = PassageChange(
        cited=sought.cited, fate=PassageFate.GONE, wanted=sought.text, was=sought.was, note=sought.note
    )
    if outcome.result is PassageResult.UNVERIFIED:
        return replace(known, fate=PassageFate.UNVERIFIED, note=outcome.reason)
    if outcome.result is PassageResult.MATCH:
        return _matched(pair, sought, outcome.found[0], known)
    if outcome.result is PassageResult.AMBIGUOUS:
        return _several(pair, sought, outcome.found, known)
    came = _come(pair, sought, outcome.found)
    if len(came) == 1 and _may_be_another(pair, sought, came[0]):
        note = "it stood at several places before, and which of them is left cannot be told"
        return replace(known, fate=PassageFate.AMBIGUOUS, now=came, note=note)
    if len(came) == 1:
        return replace(known, fate=PassageFate.MOVED, now=came)
    if came:
        return _several(pair, sought, came, known)
    if outcome.found:
        copies = ", ".join(str(each) for each in outcome.found)
        known = replace(known, note=f"a copy that stood there before is left: {copies}")
    nearest = outcome.nearest
    if nearest is not None:
        return replace(known, fate=PassageFate.CHANGED, nearest=nearest)
    return known


def _matched(pair: Pair, sought: Sought, now: Span, known: PassageChange) -> PassageChange:
    """A text that stands once in the lines or the file where it is looked for.

    Where lines single it out, another occurrence may have moved into them: then it is as good as ambiguous.
    """
    cited = sought.cited
    page = pair.newer.page(now.path)
    if (cited.lines or cited.cell) and page and sought.was and not pair.is_same_file(cited.path):
        every = tuple(page.places_of(normal(sought.text)))
        likely = _likely(pair, sought, every)
        if len(every) > 1 and likely != now:
            return _several(pair, sought, every, known)
    was = sought.was
    stays = now.path == cited.path and (was is None or (was.first, was.cell) == (now.first, now.cell))
    return replace(known, fate=PassageFate.UNCHANGED if stays else PassageFate.MOVED, now=(now,))


def _several(pair: Pair, sought: Sought, found: tuple[Span, ...], known: PassageChange) -> PassageChange:
    likely = _likely(pair, sought, found)
    return replace(known, fate=PassageFate.AMBIGUOUS, now=found, likely=likely)


def _come(pair: Pair, sought: Sought, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """The places to which a text can have come: in another file, only where it did not stand before."""
    here = pair.now_at(sought.cited.path)
    wanted = normal(sought.text)
    before = {new: old for old, new in pair.renamed.items()}
    return tuple(
        each
        for each in found
        if each.path == here or not pair.stood_before(wanted, before.get(each.path, each.path))
    )


def _may_be_another(pair: Pair, sought: Sought, now: Span) -> bool:
    """Whether the one place that is left may be another of several at which a text stood in its file."""
    page = pair.older.page(sought.cited.path) if pair.older else None
    if page is None or now.path != pair.now_at(sought.cited.path):
        return False
    return len(page.places_of(normal(sought.text))) > 1 and _likely(pair, sought, (now,)) is None


def _likely(pair: Pair, sought: Sought, found: Sequence[Span]) -> Span | None:
    """The place whose neighbouring lines are those of the place where the text stood; None where no single
    one has the most of them."""
    if pair.older is None or sought.was is None:
        return None
    page = pair.older.page(sought.was.path)
    if page is None or sought.was.cell:
        return None
    scored: list[tuple[int, Span]] = []
    for each in found:
        later = pair.newer.page(each.path)
        scored.append((_shared(page, sought.was, later, each) if later else 0, each))
    best = max((score for score, _ in scored), default=0)
    chosen = [each for score, each in scored if score == best]
    return chosen[0] if best and len(chosen) == 1 else None


def _shared(page: Page, was: Span, later: Page, now: Span) -> int:
    """How many of the nearest lines before and behind two places are alike, counted outwards; that all before
    or all behind is as it was outweighs them."""
    score = 0
    if page.lines_text(1, was.last) == later.lines_text(1, now.last):
        score += _OUTWEIGHS
    if page.lines_text(was.first, page.last_line) == later.lines_text(now.first, later.last_line):
        score += _OUTWEIGHS
    for distance in (1, 2, 3):
        before, behind = beside(page, was, distance), beside(later, now, distance)
        score += sum(bool(one) and one == other for one, other in zip(before, behind, strict=True))
    return score


def file_change(pair: Pair, cited: Cited) -> PassageChange:
    """What became of a place without a passage: by the bytes of its file, or of the files that it names."""
    known = PassageChange(cited=cited, fate=PassageFate.UNVERIFIED)
    here = pair.now_at(cited.path)
    if pair.newer.exists(here):
        file = pair.newer.read(here)
        if pair.older is None:
            return replace(known, note=f"only the earlier bytes could tell whether it changed ({pair.note})")
        if here != cited.path:
            same = any(each.older == cited.path and each.similarity == 100 for each in pair.changes.renamed)
            fate = PassageFate.MOVED if same else PassageFate.CHANGED
            return replace(known, fate=fate, now=(_whole(pair, here),), note=f"renamed to {here}")
        if pair.is_same_file(cited.path):
            return replace(known, fate=PassageFate.UNCHANGED)
        if isinstance(file, Skipped):
            return replace(known, note=f"{here} is not read: {file.reason}")
        before = pair.older.page(cited.path)
        later = pair.newer.page(here)
        if before and later and normal(before.text) == normal(later.text):
            return replace(known, fate=PassageFate.UNCHANGED)
        note = "the file changed" if before else "the earlier revision does not have it, or not as text"
        return replace(known, fate=PassageFate.CHANGED, note=note)
    return _folder_change(pair, cited, known)


def _whole(pair: Pair, path: str) -> Span:
    page = pair.newer.page(path)
    return Span(path=path, first=1, last=page.last_line if page else 1)


def _folder_change(pair: Pair, cited: Cited, known: PassageChange) -> PassageChange:
    """What became of a folder or pattern: whether a file that it names is new, gone or changed."""
    names = naming(cited.path)
    inside = [each for each in pair.differing if names(each)]
    if not pair.folders.holds(cited.path):
        return _renamed_folder(pair, cited, inside, known)
    if pair.older is None:
        return replace(known, note=f"only the earlier bytes could tell whether it changed ({pair.note})")
    if not inside:
        return replace(known, fate=PassageFate.UNCHANGED)
    count = "1 file in it differs" if len(inside) == 1 else f"{len(inside):,} files in it differ"
    return replace(known, fate=PassageFate.CHANGED, note=count)


def _renamed_folder(pair: Pair, cited: Cited, inside: Sequence[str], known: PassageChange) -> PassageChange:
    """What became of a folder that is not there any more: it is renamed where each of its files that is left
    stands at the same place in one other folder."""
    folder = cited.path.rstrip("/") + "/"
    left = {old: pair.renamed[old] for old in inside if old in pair.renamed}
    others = {
        new.removesuffix(old.removeprefix(folder)) if new.endswith("/" + old.removeprefix(folder)) else ""
        for old, new in left.items()
    }
    if len(others) != 1 or "" in others or is_pattern(cited.path):
        return replace(known, fate=PassageFate.GONE)
    other = others.pop()
    path = other if cited.path.endswith("/") else other.rstrip("/")
    same = {each.older for each in pair.changes.renamed if each.similarity == 100}
    is_whole = left.keys() <= same and len(left) == len(inside)
    return replace(
        known,
        fate=PassageFate.MOVED if is_whole else PassageFate.CHANGED,
        now=(Span(path=path, first=1, last=1),),
        note=f"renamed to {path}",
    )
