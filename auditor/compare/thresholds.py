"""What became of the thresholds of a register, in a later revision of their source: by name, then by the
passage or the lines that hold them, then by the text that is most like these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from auditor.cited import Citation
from auditor.compare.pair import Pair, Reading
from auditor.compare.passages import Sought, sought_text, text_changes
from auditor.comparison import PassageChange, ThresholdChange
from auditor.evidence import Cited, Span, ThresholdCheck
from auditor.facts import Skipped
from auditor.quotations.named_numbers import last_part
from auditor.quotations.quantities import quantities_in, quantity
from auditor.records import Threshold
from auditor.terms import PassageFate, ThresholdFate, ThresholdResult


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A threshold with the text that holds it, where it has one."""

    cited: Cited
    entry: Threshold
    sought: Sought | None


def threshold_changes(pair: Pair, cited: Sequence[Citation]) -> Iterator[ThresholdChange]:
    """What became of each threshold, in their order."""
    asked = [
        _Asked(cited=each.cited, entry=each.entry, sought=sought_text(pair, each.cited))
        for each in cited
        if isinstance(each.entry, Threshold)
    ]
    texts = [each.sought for each in asked if each.sought is not None]
    stood = iter(list(text_changes(pair, texts)))
    for each in asked:
        yield _judged(pair, each, next(stood) if each.sought is not None else None)


def _judged(pair: Pair, asked: _Asked, text: PassageChange | None) -> ThresholdChange:
    cited, entry = asked.cited, asked.entry
    known = ThresholdChange(
        cited=cited,
        name=str(entry.name or ""),
        fate=ThresholdFate.GONE,
        older=str(entry.value or ""),
        was=_was(pair, asked),
        passage=text.fate if text is not None and cited.quote else None,
    )
    if quantity(known.older) is None:
        return replace(known, fate=ThresholdFate.UNVERIFIED, note="the register's value is no number")
    here = pair.now_at(cited.path)
    file = pair.newer.read(here)
    if isinstance(file, Skipped):
        return replace(known, fate=ThresholdFate.UNVERIFIED, note=f"{here} is not read: {file.reason}")
    if pair.is_same_file(cited.path):
        return _as_it_was(pair, asked, known)
    if text is not None and text.fate in (PassageFate.UNCHANGED, PassageFate.MOVED):
        return _in_text(pair, asked, text.now[0], known)
    if text is None and cited.lines and pair.older is None:
        return _in_lines(pair, asked, here, known)
    by_name = _named(pair, asked, here) or _named_elsewhere(pair, asked)
    if by_name is not None:
        return _settled(known, by_name)
    if text is not None and text.fate is PassageFate.AMBIGUOUS:
        where = ", ".join(str(each) for each in text.now)
        note = f"what holds it stands at several places now: {where}"
        return replace(known, now=text.now, note=note)
    if text is not None and text.nearest is not None:
        return _in_nearest(text, known)
    if file is None:
        return replace(known, note=f"the source has no file {here} any more")
    return replace(known, note="no number of that name is there" if known.name else "no number is there")


def _was(pair: Pair, asked: _Asked) -> Span | None:
    """Where the number stood in the earlier bytes."""
    before = pair.older.thresholds(asked.cited.path) if pair.older else None
    if before is None:
        return None
    if asked.sought is not None:
        return asked.sought.was
    found = before.check(asked.entry, asked.cited).found
    return found[0][1] if len(found) == 1 else None


def _named(pair: Pair, asked: _Asked, path: str) -> ThresholdCheck | None:
    """The number of the threshold's name in a file, where it is plain which one is meant."""
    later = pair.newer.thresholds(path)
    if later is None or not asked.entry.name:
        return None
    check = later.check(asked.entry, replace(asked.cited, path=path, lines="", quote=""))
    is_plain = check.result is ThresholdResult.MATCH or (
        check.result is ThresholdResult.DIFFERS and len(check.found) == 1
    )
    if check.found and not (asked.cited.lines or asked.cited.quote):
        is_plain = True
    return check if is_plain else None


def _named_elsewhere(pair: Pair, asked: _Asked) -> ThresholdCheck | None:
    """The one file among those that are new or changed, in which a number came to have the name."""
    name = str(asked.entry.name or "")
    here = pair.now_at(asked.cited.path)
    if not name or pair.older is None:
        return None
    before = {new: old for old, new in pair.renamed.items()}
    last = last_part(name)
    found: list[ThresholdCheck] = []
    for file in pair.newer.files():
        if isinstance(file, Skipped) or file.path == here or last not in file.text:
            continue
        check = _named(pair, asked, file.path)
        if check is not None and not _has(pair.older, before.get(file.path, file.path), name):
            found.append(check)
    return found[0] if len(found) == 1 else None


def _has(reading: Reading, path: str, name: str) -> bool:
    thresholds = reading.thresholds(path)
    return thresholds is not None and bool(thresholds.called(name))


def _as_it_was(pair: Pair, asked: _Asked, known: ThresholdChange) -> ThresholdChange:
    """A threshold in a file that did not change: whatever it was, it still is."""
    later = pair.newer.thresholds(asked.cited.path)
    assert later is not None
    check = later.check(asked.entry, asked.cited)
    spans = tuple(dict.fromkeys(span for _, span in check.found))
    note = "" if check.result is ThresholdResult.MATCH else f"its file is as it was, where it {_is(check)}"
    return replace(known, fate=ThresholdFate.SAME, now=spans, note=note)


def _is(check: ThresholdCheck) -> str:
    return "differs" if check.result is ThresholdResult.DIFFERS else f"is {check.result}"


def _in_lines(pair: Pair, asked: _Asked, here: str, known: ThresholdChange) -> ThresholdChange:
    """The threshold in the lines that the entry names, where only the later bytes are at hand."""
    later = pair.newer.thresholds(here)
    if later is None:
        return replace(known, note=f"the source has no file {here} any more")
    check = later.check(asked.entry, replace(asked.cited, path=here))
    if check.result is ThresholdResult.MATCH:
        return _settled(known, check)
    by_name = _named(pair, asked, here)
    if by_name is not None:
        return _settled(known, by_name)
    note = f"only the earlier bytes could tell where its lines went ({pair.note})"
    return replace(known, fate=ThresholdFate.UNVERIFIED, note=note)


def _in_text(pair: Pair, asked: _Asked, now: Span, known: ThresholdChange) -> ThresholdChange:
    """The threshold in the text that holds it, which stands somewhere as it was."""
    later = pair.newer.thresholds(now.path)
    assert later is not None
    cited = replace(asked.cited, path=now.path, lines=now.lines, quote="")
    check = later.check(asked.entry, cited)
    if check.result is ThresholdResult.MATCH:
        stays = known.was is None or (known.was.path, known.was.first) == (now.path, now.first)
        stays = stays and now.path == asked.cited.path
        return replace(known, fate=ThresholdFate.SAME if stays else ThresholdFate.MOVED, now=(now,))
    return replace(_settled(known, check), now=(now,))


def _settled(known: ThresholdChange, check: ThresholdCheck) -> ThresholdChange:
    """The outcome that the number of a name gives."""
    written = tuple(dict.fromkeys(each for each, _ in check.found))
    spans = tuple(dict.fromkeys(span for _, span in check.found))
    if check.result is ThresholdResult.DIFFERS:
        return replace(known, fate=ThresholdFate.CHANGED, newer=written, now=spans)
    if check.result is not ThresholdResult.MATCH:
        fate = ThresholdFate.CHANGED if written else ThresholdFate.GONE
        return replace(known, fate=fate, newer=written, now=spans, note=check.reason)
    first = spans[0]
    stays = first.path == known.cited.path and (known.was is None or known.was.first == first.first)
    return replace(known, fate=ThresholdFate.SAME if stays else ThresholdFate.MOVED, now=spans)


def _in_nearest(text: PassageChange, known: ThresholdChange) -> ThresholdChange:
    """The number that stands, in the text most like the one that held it, where the threshold stood."""
    nearest = text.nearest
    assert nearest is not None
    older, newer = list(quantities_in(text.wanted)), list(quantities_in(nearest.text))
    wanted = quantity(known.older)
    at = [index for index, each in enumerate(older) if quantity(each) == wanted]
    if len(older) == len(newer) and len(at) == 1:
        written = newer[at[0]]
        if quantity(written) == wanted:
            note = f"what holds it reads otherwise: {nearest.difference}"
            return replace(known, fate=ThresholdFate.SAME, now=(nearest.span,), note=note)
        return replace(known, fate=ThresholdFate.CHANGED, newer=(written,), now=(nearest.span,))
    return replace(known, now=(nearest.span,), note=f"nearest is {nearest.difference}")
