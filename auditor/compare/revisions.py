"""A register against later revisions of its sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.assembly import case_of
from auditor.case import Case
from auditor.cited import Citation, citations
from auditor.compare.coverage import coverage_changes, covered_files
from auditor.compare.pair import open_pair, source_change
from auditor.compare.passages import passage_changes
from auditor.compare.thresholds import threshold_changes
from auditor.comparison import (
    CoverageChange,
    PassageChange,
    RevisionComparison,
    SourceChange,
    ThresholdChange,
    Touched,
)
from auditor.records import Claim, Shared, Source, Threshold
from auditor.sets import LoadedSet


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gathered:
    """What became of the citations of the sources that are compared."""

    sources: tuple[SourceChange, ...]
    passages: tuple[PassageChange, ...]
    thresholds: tuple[ThresholdChange, ...]
    coverage: tuple[CoverageChange, ...]


def compare_revisions(
    loaded: LoadedSet, *, to: Mapping[str, str], at: Mapping[str, Path]
) -> RevisionComparison:
    """Compare the members in focus with later revisions of their sources.

    `to` gives the later revision, or the path of the later bytes, of each source that is compared, and `at`
    the path of a source's repository or capture in place of its location; both by sources that the register
    declares. Raises NothingToCompare, and what opening a snapshot raises.
    """
    case = case_of(loaded)
    shared = shared_in_focus(loaded)
    by_source: dict[str, list[Citation]] = defaultdict(list)
    for each in citations(shared):
        by_source[each.cited.source].append(each)
    gathered = _gathered(shared, by_source, to, at)
    records = tuple(_touched_records(case, gathered))
    return RevisionComparison(
        name=case.name,
        system=str(next((each.system for each in shared if each.system), "")),
        sources=gathered.sources,
        passages=gathered.passages,
        thresholds=gathered.thresholds,
        records=records,
        claims=tuple(_resting_claims(case, [each.id for each in records])),
        coverage=gathered.coverage,
        damaged=case.damaged,
        not_compared=sum(len(found) for name, found in by_source.items() if name not in to),
    )


def shared_in_focus(loaded: LoadedSet) -> list[Shared]:
    """The members that are compared, and the set's own file where it is in focus."""
    shared: list[Shared] = [loaded.members[index].shared for index in loaded.in_focus]
    if loaded.audit_set is not None and loaded.set_in_focus:
        shared.append(loaded.audit_set)
    return shared


def declared_sources(shared: Sequence[Shared]) -> dict[str, Source]:
    """The sources that members and sets declare, by their identifiers."""
    return {str(source.id): source for each in shared for source in each.sources if source.id}


def _gathered(
    shared: Sequence[Shared],
    by_source: Mapping[str, Sequence[Citation]],
    to: Mapping[str, str],
    at: Mapping[str, Path],
) -> _Gathered:
    sources: list[SourceChange] = []
    passages: list[PassageChange] = []
    thresholds: list[ThresholdChange] = []
    coverage: list[CoverageChange] = []
    declared, covered = declared_sources(shared), list(covered_files(shared))
    for name in (each for each in declared if each in to):
        pair = open_pair(declared[name], to=to[name], at=at.get(name))
        cited = by_source.get(name, ())
        sources.append(source_change(pair, declared[name]))
        passages += passage_changes(pair, [each for each in cited if not isinstance(each.entry, Threshold)])
        thresholds += threshold_changes(pair, [each for each in cited if isinstance(each.entry, Threshold)])
        coverage += coverage_changes(pair, [each for each in covered if each.cited.source == name])
    return _Gathered(
        sources=tuple(sources),
        passages=tuple(passages),
        thresholds=tuple(thresholds),
        coverage=tuple(coverage),
    )


def _touched_records(case: Case, gathered: _Gathered) -> Iterator[Touched]:
    """The records whose own evidence must be read again, in the order of the register."""
    touched = {each.cited.record for each in gathered.passages if each.calls_for_reading}
    touched |= {each.cited.record for each in gathered.thresholds if each.is_lost}
    order = [name for name in case.declared if name in touched]
    for name in (*order, *sorted(touched - set(order))):
        yield Touched(id=name, label=_label(case, name))


def _resting_claims(case: Case, touched: Sequence[str]) -> Iterator[Touched]:
    """The claims that rest on touched records: by the routes of their comparison, by the rows of a route that
    name them, or by citing one."""
    because: dict[str, dict[str, str]] = defaultdict(dict)
    for member in (*case.members, *case.others):
        for row in member.ledger:
            for name in _among(row.row.claims, case):
                for route in _among(row.routes, case):
                    because[name].setdefault(route, "a ledger row of it names the claim")
        for comparison in member.comparisons:
            for route in _among(comparison.row.routes, case):
                because[str(comparison.claim)][route] = "the comparison names it"
    for name, declared in case.declared.items():
        if isinstance(declared.record, Claim) and name in case.graph:
            for cited in case.graph.successors(name):
                because[name].setdefault(str(cited), "the claim cites it")
    order = {name: index for index, name in enumerate(touched)}
    known = [name for name in case.declared if name in because]
    for name in (*known, *sorted(because.keys() - set(known))):
        through = sorted(
            (each for each in because[name] if each in order and each != name), key=order.__getitem__
        )
        if through:
            told = tuple((each, because[name][each]) for each in through)
            yield Touched(id=name, label=_label(case, name), because=told)


def _among(names: Sequence[str], case: Case) -> Iterator[str]:
    return (str(each) for each in names if str(each) in case.graph)


def _label(case: Case, name: str) -> str:
    record = case.record(name)
    supplied = case.supplied.get(name)
    return str((record.label if record else supplied.label if supplied else "") or "")
