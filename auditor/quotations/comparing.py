"""The citations of one source, compared with its files one file after another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from auditor.cited import Citation
from auditor.evidence import PassageCheck, Span, ThresholdCheck
from auditor.facts import Skipped
from auditor.quotations.at_hand import Opened
from auditor.quotations.elsewhere import found_elsewhere
from auditor.quotations.folders import Folders
from auditor.quotations.likely import with_likely_places
from auditor.quotations.matching import Page, lines_of
from auditor.quotations.nearest import NearestTexts
from auditor.quotations.thresholds import ThresholdsOfPage
from auditor.records import Threshold
from auditor.snapshot import Snapshot
from auditor.terms import PassageResult, ThresholdResult

Outcome = PassageCheck | ThresholdCheck


def outcomes(
    opened: Opened, cited: Sequence[Citation], *, placed: bool = True, likely: bool = False
) -> Iterator[Outcome]:
    """The outcome of every citation of a source; all are unverified where its bytes are not at hand.

    With `placed` false the places of passages that match are not asked for; with `likely` true it is looked
    for where a file that is not there may be now.
    """
    if opened.snapshot is None:
        yield from (_unverified(each, opened.check.reason) for each in cited)
        return
    by_path: dict[str, list[Citation]] = defaultdict(list)
    for each in cited:
        by_path[each.cited.path].append(each)
    nearest, folders = NearestTexts(), Folders(opened.snapshot)
    found: list[Outcome] = []
    for path in sorted(by_path):
        found.extend(_of_path(opened.snapshot, path, by_path[path], nearest, folders, placed=placed))
    looked_for = list(found_elsewhere(found, opened.snapshot))
    yield from with_likely_places(looked_for, opened.snapshot, nearest) if likely else looked_for


def _of_path(
    snapshot: Snapshot,
    path: str,
    cited: Sequence[Citation],
    nearest: NearestTexts,
    folders: Folders,
    *,
    placed: bool,
) -> Iterator[Outcome]:
    file = snapshot.read(path)
    if file is None:
        yield from (_without_file(each, folders) for each in cited)
    elif isinstance(file, Skipped):
        reason = f"{path} is not read: {file.reason} ({file.detail})" if file.detail else str(file.reason)
        yield from (_unverified(each, reason) for each in cited)
    else:
        page = Page(path, file.text)
        thresholds = ThresholdsOfPage(page)
        for each in cited:
            if isinstance(each.entry, Threshold):
                yield thresholds.check(each.entry, each.cited)
            elif each.cited.quote:
                yield _passage(each, page, nearest, placed=placed)
            else:
                yield _anchor(each, page)


def _passage(each: Citation, page: Page, nearest: NearestTexts, *, placed: bool) -> PassageCheck:
    cited = each.cited
    match = page.match(cited.quote, lines=cited.lines, cell=cited.cell, placed=placed)
    like = None
    if match.result is PassageResult.MISSING and not match.found:
        like = nearest.of(cited.quote, page)
    return PassageCheck(cited=cited, result=match.result, found=match.found, nearest=like, note=match.note)


def _anchor(each: Citation, page: Page) -> PassageCheck:
    """A place without a passage: its file is there, and so are its lines."""
    cited = each.cited
    read = lines_of(cited.lines)
    if read is None or cited.cell or read[1] <= page.last_line:
        first, last = read or (1, page.last_line)
        span = Span(path=cited.path, first=first, last=last)
        return PassageCheck(cited=cited, result=PassageResult.MATCH, found=(span,))
    note = f"the file ends on line {page.last_line}"
    return PassageCheck(cited=cited, result=PassageResult.MISSING, note=note)


def _without_file(each: Citation, folders: Folders) -> Outcome:
    """A citation of what is no file: a place may be a folder or a pattern, a passage may not."""
    cited = each.cited
    if isinstance(each.entry, Threshold):
        reason = "the source has no such file"
        return _threshold(each, ThresholdResult.NOT_FOUND, reason)
    if not cited.quote and folders.holds(cited.path):
        return PassageCheck(cited=cited, result=PassageResult.MATCH)
    return PassageCheck(cited=cited, result=PassageResult.NO_SUCH_PATH)


def _unverified(each: Citation, reason: str) -> Outcome:
    if isinstance(each.entry, Threshold):
        return _threshold(each, ThresholdResult.UNVERIFIED, reason)
    return PassageCheck(cited=each.cited, result=PassageResult.UNVERIFIED, reason=reason)


def _threshold(each: Citation, result: ThresholdResult, reason: str) -> ThresholdCheck:
    assert isinstance(each.entry, Threshold)
    return ThresholdCheck(
        cited=each.cited,
        name=str(each.entry.name or ""),
        value=str(each.entry.value or ""),
        result=result,
        reason=reason,
    )
