"""Sources whose bytes are not at hand, are not those of the register, or have moved on: rules 404 and 411 to
415."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath

from auditor.checks.evidence.wording import short
from auditor.evidence import Evidence, PassageCheck, SourceCheck, ThresholdCheck
from auditor.findings import Fault
from auditor.terms import PassageResult, SourceState, ThresholdResult

_MOST_PATHS = 8


def check(evidence: Evidence) -> Iterator[Fault]:
    """A fault for each source that is not what the register says, and one for what it leaves unverified."""
    for source in evidence.sources.values():
        yield from _state(source, is_only=len(evidence.sources) == 1)
    yield from _unverified(evidence)


def _state(source: SourceCheck, *, is_only: bool) -> Iterator[Fault]:
    if source.state is SourceState.NO_REVISION:
        yield _fault(source, "revision-absent", source.reason, "")
    elif source.state is SourceState.UNREADABLE:
        remedy = f"give the path of its bytes with `--source {source.id}=PATH`"
        yield _fault(source, "source-unreadable", f"{source.id} cannot be read: {source.reason}", remedy)
    elif source.state is SourceState.DIFFERS:
        yield _differs(source)
    if source.head:
        message = f"the head of {source.id}, {source.head}, {_beyond(source.ahead)}"
        revision = "HEAD" if is_only else f"{source.id}=HEAD"
        command = f"audit compare {_register(source)} --to {revision}"
        remedy = f"`{command}` tells what would have to be read again"
        yield _fault(source, "source-moved-on", message, remedy)
    if source.uncommitted:
        message = f"changes that no commit of {source.id} holds are not covered: {_paths(source.uncommitted)}"
        yield _fault(source, "uncommitted-changes", message, "commit them, and audit that commit")


def _register(source: SourceCheck) -> str:
    """The folder of the register that declares a source, as a shell takes it."""
    folder = PurePath(source.place.path).parent.as_posix() if source.place.path else "REGISTER"
    return shlex.quote(folder)


def _beyond(ahead: int | None) -> str:
    if ahead is None:
        return "does not descend from the revision, as far as the history is here"
    return f"is {'1 commit' if ahead == 1 else f'{ahead:,} commits'} beyond the revision"


def _differs(source: SourceCheck) -> Fault:
    if source.differing:
        what = f": {_paths(source.differing)}"
    else:
        what = "; which files differ is not known, since no list of their digests lies beside the register"
    return _fault(
        source,
        "capture-differs",
        f"{source.id} is not what was captured, {source.reason}{what}",
        "bring the captured bytes back, or judge again what rests on it and write the new digest",
    )


def _unverified(evidence: Evidence) -> Iterator[Fault]:
    """One fault a source and reason, with the number of passages and thresholds."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], PassageCheck | ThresholdCheck] = {}
    every: tuple[PassageCheck | ThresholdCheck, ...] = (*evidence.passages, *evidence.thresholds)
    for each in every:
        if each.result in (PassageResult.UNVERIFIED, ThresholdResult.UNVERIFIED):
            key = (each.cited.source, each.reason)
            counts[key] += 1
            first.setdefault(key, each)
    for (name, reason), count in counts.items():
        source = evidence.sources[name]
        cited = first[name, reason].cited
        what = "1 passage, place or threshold" if count == 1 else f"{count:,} passages, places and thresholds"
        at_source = source.state is not SourceState.AT_HAND
        yield Fault(
            rule="evidence-unverified",
            place=source.place if at_source else cited.place,
            message=f"{what} of {name} {'is' if count == 1 else 'are'} unverified: {reason}",
            remedy=source.remedy or "verify them where the bytes are at hand",
            record=name if at_source else cited.record,
            field="" if at_source else cited.field,
        )


def _paths(paths: tuple[str, ...]) -> str:
    more = len(paths) - _MOST_PATHS
    return ", ".join(short(each) for each in paths[:_MOST_PATHS]) + (
        f" and {more:,} more" if more > 0 else ""
    )


def _fault(source: SourceCheck, rule: str, message: str, remedy: str) -> Fault:
    return Fault(rule=rule, place=source.place, message=message, remedy=remedy, record=source.id)
