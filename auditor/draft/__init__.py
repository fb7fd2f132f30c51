"""From facts to a first register: candidate records that a person is to judge, and what they leave open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.draft.candidates import (
    SOURCE,
    candidate_digest,
    identifiers,
    operative_object,
    route,
    thresholds_by_group,
)
from auditor.draft.grouping import Grouping, group_entry_points, group_objects
from auditor.draft.reach import boundary, coverage, loose_thresholds
from auditor.facts import Fact, Facts, TargetDescription
from auditor.places import Text
from auditor.records import (
    NOT_YET_JUDGED,
    REGISTER_FORMAT,
    ConclusionPart,
    LayerScope,
    Limitation,
    Member,
    OperativeObject,
    Route,
    Source,
)
from auditor.terms import EvidenceLayer, FactKind, MemberKind

__all__ = ["candidate_digest", "draft"]

_NOTHING_CONCLUDED = (
    "Nothing has been concluded yet. The records of this register were drafted by program from the source "
    "and are candidates, not yet judged."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drafted:
    routes: tuple[Route, ...]
    objects: tuple[OperativeObject, ...]
    entry_points: Grouping
    data: Grouping
    loose: tuple[Fact, ...]


def draft(target: TargetDescription, facts: Facts, *, cutoff: str) -> Member:
    """The epistemic member that the facts of a target support before anyone has judged.

    `cutoff` is the last day of reading, YYYY-MM-DD. The same facts give the same member.
    """
    drafted = _records(facts)
    return Member(
        format=Text(REGISTER_FORMAT),
        system=Text(target.system),
        member=Text(MemberKind.EPISTEMIC),
        run_id=Text(f"{'-'.join(target.system.upper().split())}-{cutoff}"),
        description=Text(f"A first draft by program: {target.says}."),
        question=Text(
            f"What does {target.system} take to be true, on whose say-so, after which checks, and with what "
            "effect on later behaviour?"
        ),
        boundary=boundary(target, facts.coverage, cutoff=cutoff),
        sources=(_source(target, facts),),
        coverage=(
            *coverage(facts, drafted.routes, drafted.objects),
            *loose_thresholds(drafted.loose),
        ),
        limitations=tuple(_limitations(drafted)),
        conclusion=(ConclusionPart(text=Text(_NOTHING_CONCLUDED)),),
        objects=drafted.objects,
        routes=drafted.routes,
    )


def _records(facts: Facts) -> _Drafted:
    by_kind: dict[FactKind, list[Fact]] = {}
    for fact in facts.facts:
        by_kind.setdefault(fact.kind, []).append(fact)
    entry_points = group_entry_points(by_kind.get(FactKind.ENTRY_POINT, []))
    data = group_objects([*by_kind.get(FactKind.OBJECT, []), *by_kind.get(FactKind.STATUS_VOCABULARY, [])])
    thresholds, loose = thresholds_by_group(by_kind.get(FactKind.THRESHOLD, []), entry_points)
    prefix = MemberKind.EPISTEMIC.prefix
    names = identifiers(f"{prefix}-RTE", entry_points.groups)
    routes = tuple(
        route(name, group, thresholds.get(index, []))
        for index, (name, group) in enumerate(zip(names, entry_points.groups, strict=True))
    )
    object_names = identifiers(f"{prefix}-OBJ", data.groups)
    objects = tuple(
        operative_object(name, group) for name, group in zip(object_names, data.groups, strict=True)
    )
    return _Drafted(routes=routes, objects=objects, entry_points=entry_points, data=data, loose=loose)


def _source(target: TargetDescription, facts: Facts) -> Source:
    unread = sum(each.count for each in facts.coverage.skipped)
    return Source(
        id=SOURCE,
        kind=Text(target.kind),
        location=Text(target.location),
        revision=Text(target.revision),
        layers=(LayerScope(layer=Text(EvidenceLayer.IMPLEMENTATION), files=(Text("**/*.py"),)),),
        inspected=Text(f"{_counted(len(facts.coverage.read), 'Python file')}, scanned by program"),
        anchors=Text("path and line range, with the passage"),
        gaps=Text(
            f"{_counted(unread, 'file')} not read, by reason under the coverage; prevents conclusions about "
            "the whole system"
            if unread
            else "no run and no experiment supplied; prevents conclusions about operation"
        ),
    )


def _limitations(drafted: _Drafted) -> list[Limitation]:
    """What the draft leaves open, in the order in which a reader would ask."""
    made = [
        _limitation(
            f"{_counted(len(drafted.routes), 'route')} and {_counted(len(drafted.objects), 'object')} were "
            f"drafted by program; every field that says `{NOT_YET_JUDGED}` waits for a person",
            affects=[SOURCE],
            inspected="definitions, registrations and numbers of the files read",
            prevents="any conclusion about what the system takes to be true, and on whose say-so",
            resolved_by="a person's reading of each candidate",
        ),
        _limitation(
            "calls were not followed to their effects: that a route reaches a store, a model or a prompt "
            "is not shown",
            affects=[SOURCE],
            inspected="where each route begins",
            prevents="that a route is wired, and that the thresholds under it are all that bound it",
            resolved_by="reading from the entry point to its effects",
        ),
    ]
    made.extend(_grouping_limits("entry point", drafted.entry_points))
    made.extend(_grouping_limits("data definition", drafted.data))
    if drafted.loose:
        made.append(
            _limitation(
                f"{_counted(len(drafted.loose), 'threshold')} could not be placed on one drafted route; "
                "the coverage lists them by file",
                affects=[SOURCE],
                prevents="that the thresholds under a route are all that bound it",
                resolved_by="finding the routes that use them",
            )
        )
    return made


def _grouping_limits(noun: str, grouping: Grouping) -> list[Limitation]:
    made: list[Limitation] = []
    total = sum(len(each.facts) for each in (*grouping.groups, *grouping.left_out))
    if grouping.says:
        made.append(
            _limitation(
                f"{_counted(total, noun)} would be too many records to judge; of "
                f"{_counted(len(grouping.groups), 'candidate')}, {grouping.says}, each with its passages",
                affects=[SOURCE],
                prevents="telling apart what one candidate holds",
                resolved_by="a record of its own for whatever the audit turns on",
            )
        )
    if grouping.left_out:
        dropped = sum(len(each.facts) for each in grouping.left_out)
        where = ", ".join(f"{each.path} ({len(each.facts)})" for each in grouping.left_out)
        made.append(
            _limitation(
                f"{_counted(dropped, noun)} without a candidate, the farthest from the root: {where}",
                affects=[SOURCE],
                prevents="conclusions about those parts",
                resolved_by="a narrower target, or records by hand",
            )
        )
    return made


def _limitation(
    says: str, *, affects: Sequence[Text], prevents: str, resolved_by: str, inspected: str = ""
) -> Limitation:
    return Limitation(
        limitation=Text(says),
        affects=tuple(affects),
        inspected=Text(inspected) if inspected else None,
        prevents=Text(prevents),
        resolved_by=Text(resolved_by),
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"
