"""Whether what a word demands beside it is there."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case
from auditor.findings import Fault
from auditor.forms import Entry, entries_in, path_text
from auditor.identifiers import kind_of
from auditor.records import AxisProfile, Conclusion, Judged, LedgerRow, Member, Record, Relation, Route
from auditor.terms import Assessment, Axis, ConclusionStatus, ContentRelation, Kind

_COMPANIONS = {
    ContentRelation.ACQUISITION: ("warrant",),
    ContentRelation.DERIVATION: ("premises", "domain"),
    ContentRelation.CONJECTURE: ("non_entailment",),
    ContentRelation.INDETERMINATE: ("would_decide",),
    ContentRelation.POLICY_UPDATE: ("says",),
}
"""What stands beside each relation; source: the ledger's content/update relations."""


def check(case: Case) -> Iterator[Fault]:
    """Faults of statuses, relations, functions, forces and profile axes without their companions."""
    for member in case.members:
        for record in member.member.records:
            yield from _inside(record, record)
        for index, row in enumerate(member.member.ledger):
            about = case.record(str(row.routes[0])) if row.routes else None
            yield from _inside(row, about, f"ledger[{index}]")
        yield from _inside(Member(annotations=member.member.annotations), None)
        for axis in member.member.profile.axes if member.member.profile else ():
            yield from _axis(axis)


def _inside(root: Entry, record: Record | None, prefix: str = "") -> Iterator[Fault]:
    for entry, path in entries_in(root):
        field = ".".join(part for part in (prefix, path_text(path)) if part)
        if isinstance(entry, Conclusion):
            yield from _status(entry, record, field)
        elif isinstance(entry, Relation) and not _imported(record):
            yield from _relation(entry, record, field)
        elif isinstance(entry, LedgerRow):
            yield from _function(entry, record, field)
        elif isinstance(entry, Judged) and entry.word == "unstated" and not (entry.says or _imported(record)):
            yield Fault(
                rule="unstated-without-sentence",
                place=entry.place,
                record=_name(record),
                field=field,
                message="`unstated` stands without the sentence beside it",
                remedy="write `{word: unstated, says: …}`",
            )


def _status(entry: Conclusion, record: Record | None, field: str) -> Iterator[Fault]:
    status = ConclusionStatus.of(entry.is_)
    if entry.because or _imported(record):
        return
    limits = isinstance(record, Route) and bool(record.evidence_limits)
    demanded = status is ConclusionStatus.INAPPLICABLE or (
        status is ConclusionStatus.UNINSPECTED and not limits
    )
    if demanded:
        yield Fault(
            rule="status-without-reason",
            place=entry.is_.place if entry.is_ else entry.place,
            record=_name(record),
            field=field,
            message=f"`{entry.is_}` stands without a reason",
            remedy=f"write `{{is: {entry.is_}, because: …}}`",
        )


def _relation(entry: Relation, record: Record | None, field: str) -> Iterator[Fault]:
    kind = ContentRelation.of(entry.kind)
    missing = [name for name in _COMPANIONS.get(kind, ()) if not getattr(entry, name)] if kind else []
    if missing and kind:
        names = " and ".join(f"`{name}`" for name in missing)
        yield Fault(
            rule="relation-without-companion",
            place=entry.kind.place if entry.kind else entry.place,
            record=_name(record),
            field=field,
            message=f"the relation `{kind}` stands without {names}",
            remedy=f"write `{{kind: {kind}, {missing[0]}: …}}`",
        )


def _function(entry: LedgerRow, record: Record | None, field: str) -> Iterator[Fault]:
    function = entry.function or ""
    if function.startswith("other") and not function.removeprefix("other").strip(" —–-"):
        yield Fault(
            rule="other-without-description",
            place=entry.function.place if entry.function else entry.place,
            record=_name(record),
            field=f"{field}.function",
            message="`other` does not say which function",
            remedy="write `other — ` and what the route does",
        )


def _axis(profile: AxisProfile) -> Iterator[Fault]:
    for problem, remedy in _axis_problems(profile):
        yield Fault(
            rule="profile-contradiction",
            place=profile.place,
            field=f"profile.axes.{profile.axis}",
            message=f"the axis `{profile.axis}` {problem}",
            remedy=remedy,
        )


def _axis_problems(profile: AxisProfile) -> Iterator[tuple[str, str]]:
    assessment = Assessment.of(profile.assessment)
    valued = assessment in (Assessment.KNOWN, Assessment.PARTIAL)
    if valued and not profile.values:
        yield f"is `{assessment}` and has no values", "write `values`, or another assessment"
    if assessment is not None and not valued and profile.values:
        yield f"is `{assessment}` and has values", "take the values away, or write `known` or `partial`"
    if valued and sorted(profile.values) != sorted(str(each.value) for each in profile.evidence):
        yield "has not one evidence entry for each value", "write one entry of `evidence` a value"
    cited = (*profile.records, *(record for each in profile.evidence for record in each.records))
    if assessment is Assessment.ABSENT and not any(kind_of(each) is Kind.ABSENCE for each in cited):
        yield "is `absent` and cites no evidenced absence", "cite the ABS record in `records`"
    if Axis.of(profile.axis) is Axis.TRACE_LEARNING:
        if len(profile.values) > 1:
            yield "has more than one value", "keep `yes` or `no`"
        if assessment is Assessment.PARTIAL and "no" in profile.values:
            yield "is `partial` and says `no`", "write `known`, or take the value away"


def _imported(record: Record | None) -> bool:
    return record is not None and bool(record.imported)


def _name(record: Record | None) -> str:
    return str(record.id) if record is not None and record.id else ""
