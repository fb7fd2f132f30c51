"""Fields that are demanded only where something else holds; source: the fields of the report type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.case import Case, CaseMember
from auditor.forms import Entry
from auditor.identifiers import kind_of
from auditor.records import (
    Absence,
    Amendment,
    Component,
    Coverage,
    Evidence,
    Record,
    Route,
    SaidIn,
    Threshold,
)
from auditor.terms import AmendmentKind, Form, Kind, MemberKind, RouteFunction

_DECIDING = frozenset({RouteFunction.CHECK, RouteFunction.DISPOSITION, RouteFunction.CONSUMPTION})
_CHANGING = frozenset(
    {
        RouteFunction.DISPOSITION,
        RouteFunction.RETENTION,
        RouteFunction.INTEGRATION,
        RouteFunction.ADAPTATION,
    }
)
"""The functions that change what is kept or how the system behaves."""
_ORDER = (MemberKind.RUNTIME, MemberKind.MEMORY, MemberKind.EPISTEMIC)

AMENDMENT_FIELDS = {
    AmendmentKind.CORRECTION: ("field", "was", "now"),
    AmendmentKind.SUPERSESSION: ("superseded_by",),
    AmendmentKind.JUDGEMENT: ("older", "newer", "verdicts", "by", "date"),
}
"""What each kind of amendment holds beside what all hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """A field that is demanded, and why."""

    name: str
    why: str


def conditional(case: Case, member: CaseMember, record: Record, *, others: bool) -> Iterator[Demand]:
    """The fields that this record must hold because of what else is said in the case; `others` says whether
    records of earlier members are supplied, listed or at hand."""
    if isinstance(record, Route):
        yield from _route(case, member, record)
    if isinstance(record, Component) and any(Form.of(each.word) is Form.PARAMETRIC for each in record.form):
        for name in ("parameters_change", "version_pinned", "mutable_endpoint"):
            yield Demand(name=name, why="the component is distributed-parametric")
    if isinstance(record, Absence):
        if not record.prevents:
            yield Demand(name="supports", why="`prevents` is not said")
        elif not record.supports:
            yield Demand(name="prevents", why="`supports` is not said")
        if not record.status:
            yield Demand(name="status", why="an absence is written `{implementation: absent}`")
    if others and str(record.id) not in case.superseded:
        yield Demand(name="closest", why="other members' records are supplied and this one is new")


def demands_of(entry: Entry, sources: int) -> Iterator[Demand]:
    """The fields that an entry must hold because of what else it says; `sources` are in reach."""
    if isinstance(entry, Evidence):
        if not (entry.record or entry.says):
            yield Demand(name="path", why="neither it nor `record` is said")
        if entry.path and not entry.source and sources > 1:
            yield Demand(name="source", why="several sources are in reach")
    if isinstance(entry, Threshold):
        if not entry.quote:
            yield Demand(name="name", why="`quote` is not said")
        if entry.path and not entry.source and sources > 1:
            yield Demand(name="source", why="several sources are in reach")
    if isinstance(entry, SaidIn) and entry.path and not entry.source and sources > 1:
        yield Demand(name="source", why="several sources are in reach")
    if isinstance(entry, Coverage) and entry.files and not entry.source and sources > 1:
        yield Demand(name="source", why="several sources are in reach")
    if isinstance(entry, Amendment):
        kind = AmendmentKind.of(entry.kind)
        for name in AMENDMENT_FIELDS[kind] if kind else ():
            yield Demand(name=name, why=f"it is a {kind}")


def _route(case: Case, member: CaseMember, record: Route) -> Iterator[Demand]:
    if member.kind is MemberKind.RUNTIME:
        for name in ("endpoints", "owner", "effects"):
            yield Demand(name=name, why="the route stands in the runtime member")
    if not record.status:
        yield Demand(name="status", why="a route has a conclusion status on one layer at least")
    functions = case.functions.get(str(record.id), frozenset())
    deciding = sorted(functions & _DECIDING)
    for name in ("decision_roles", "oracle", "mode") if deciding else ():
        yield Demand(name=name, why=f"a ledger row of the route has the function {deciding[0]}")
    changing = sorted(functions & _CHANGING)
    for name in ("admission", "guidance") if changing else ():
        yield Demand(name=name, why=f"a ledger row of the route has the function {changing[0]}")


def has_others(case: Case, member: CaseMember) -> bool:
    """Whether records of earlier members are supplied, listed or at hand."""
    if any(each.id and kind_of(each.id) is not Kind.SOURCE for each in member.member.supplied):
        return True
    if member.kind is None:
        return False
    earlier = _ORDER[: _ORDER.index(member.kind)]
    return any(each.kind in earlier and each.member.records for each in (*case.members, *case.others))
