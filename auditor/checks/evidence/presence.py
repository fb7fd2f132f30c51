"""Findings that rest on no evidence, and evidence that names no source of the register or none of its
layers: rules 405 to 408."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from auditor.case import Case, CaseMember
from auditor.checks.evidence.wording import short
from auditor.cited import Citation, citations
from auditor.findings import Fault
from auditor.forms import entries_in
from auditor.records import Absence, Claim, Evidence, Record, Route, SaidIn, Source
from auditor.records.scopes import covers, patterns_of


class _Support(IntEnum):
    """The best that a record rests on."""

    NONE = 0
    ANCHOR = 1
    PASSAGE = 2


def check(case: Case) -> Iterator[Fault]:
    """Every fault that the register shows by itself, whether or not its sources are at hand."""
    for member in case.members:
        yield from _supports(member)
    shared = [member.member for member in case.members]
    scopes: dict[str, _Scopes] = {name: _Scopes(source) for name, source in case.sources.items()}
    for each in citations([*shared, *([case.audit_set] if case.audit_set and case.set_in_focus else [])]):
        if not each.cited.source:
            yield _unnamed(each)
        elif each.cited.source in scopes:
            yield from scopes[each.cited.source].faults(each)


def _supports(member: CaseMember) -> Iterator[Fault]:
    """Records without a passage; those that were imported count as one for the member."""
    imported: list[Record] = []
    for record in member.member.records:
        if not isinstance(record, Route | Claim | Absence) or record.candidate is not None:
            continue  # what a candidate lacks is told with its other gaps
        support = _support(record)
        if support is _Support.PASSAGE:
            continue
        if record.imported:
            imported.append(record)
        elif support is _Support.ANCHOR:
            yield _anchors_only(record)
        else:
            yield _without(record)
    if imported:
        yield _imported(imported)


def _support(record: Record) -> _Support:
    best = _Support.NONE
    for entry, _ in entries_in(record):
        if isinstance(entry, Evidence):
            if entry.quote or entry.record or entry.says:
                return _Support.PASSAGE
            best = _Support.ANCHOR
        elif isinstance(entry, SaidIn):
            best = _Support.ANCHOR
    return best


def _without(record: Record) -> Fault:
    kind = record.KIND.name.lower() if record.KIND else "record"
    return Fault(
        rule="without-evidence",
        place=record.id.place if record.id else record.place,
        message=f"this {kind} rests on no evidence entry",
        remedy="quote the source that shows it under `evidence`, or take it out",
        record=str(record.id or ""),
        field="evidence",
    )


def _anchors_only(record: Record) -> Fault:
    return Fault(
        rule="anchor-alone",
        place=record.id.place if record.id else record.place,
        message="its evidence names places and quotes nothing, so nothing notices when they change",
        remedy="add a `quote` to an evidence entry",
        record=str(record.id or ""),
        field="evidence",
    )


def _imported(records: list[Record]) -> Fault:
    first = records[0]
    count = "1 imported record quotes" if len(records) == 1 else f"{len(records):,} imported records quote"
    return Fault(
        rule="anchor-alone",
        place=first.id.place if first.id else first.place,
        message=f"{count} no passage",
        remedy="add a `quote` where the record matters",
        record=str(first.id or ""),
    )


def _unnamed(each: Citation) -> Fault:
    cited = each.cited
    return Fault(
        rule="source-unnamed",
        place=cited.path_place,
        message=f"{short(cited.path)} is cited without a `source`, and not exactly one source is registered",
        remedy="name the source, or register it under `sources`",
        record=cited.record,
        field=cited.field,
    )


class _Scopes:
    """The layers of a source as patterns of paths."""

    def __init__(self, source: Source) -> None:
        self.id = str(source.id)
        self.layers = {str(each.layer): patterns_of(each) for each in source.layers if each.layer}

    def faults(self, each: Citation) -> Iterator[Fault]:
        """What is wrong with where a citation lies among the layers: nothing where a layer is all of the
        source, or is said in words."""
        if not self.layers or None in self.layers.values():
            return
        path = each.cited.path
        held = [layer for layer, patterns in self.layers.items() if covers(patterns or (), path)]
        said = str(each.entry.layer or "") if isinstance(each.entry, SaidIn) else ""
        if not held:
            message = f"no layer of {short(self.id)} covers {short(path)}"
            yield self._fault(each, message, "correct the path, or add it to the layer that it belongs to")
        elif said in self.layers and said not in held:
            message = (
                f"{short(path)} is said to be {said}, and {short(self.id)} has it under {' and '.join(held)}"
            )
            yield self._fault(each, message, "correct the layer here or under `sources`")

    def _fault(self, each: Citation, message: str, remedy: str) -> Fault:
        cited = each.cited
        return Fault(
            rule="outside-layers",
            place=cited.path_place,
            message=message,
            remedy=remedy,
            record=cited.record,
            field=cited.field,
        )
