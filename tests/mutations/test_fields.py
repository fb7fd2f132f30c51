"""Every required field of every entry of the everything-set: taken away, emptied, and put off with the marks
that people leave for later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from auditor.forms import Entry, Holds, Key, keys_of
from auditor.places import Place, Text
from auditor.records import (
    Absence,
    Amendment,
    AuditSet,
    BoundaryItem,
    ComparisonRow,
    Component,
    Coverage,
    Evidence,
    InventoryRow,
    LedgerRow,
    Limitation,
    Member,
    Record,
    Relation,
    Route,
    RowPath,
    SaidIn,
    Threshold,
)
from tests.mutations.bench import Bench, Edit, Mutation

PLACEHOLDERS = (
    "TODO", "tbd", "n/a", "N/A.", "-", "...", "…", "???", "—", "null", "~", "<fill in>", "to do",
)  # fmt: skip

_BY_SET = frozenset({"system", "question", "boundary", "sources", "coverage", "conclusion"})
"""What a member may leave to its set."""

_PROSE = (Holds.TEXT, Holds.MARKDOWN, Holds.PATH, Holds.ID_OR_TEXT)

_AMENDMENTS = {
    "correction": ("field", "was", "now"),
    "supersession": ("superseded_by",),
    "judgement": ("older", "newer", "verdicts", "by", "date"),
}
_DECIDING = (
    "check/evidence production",
    "disposition/acceptance",
    "operational admission/selection/consumption",
)
_CHANGING = ("retention", "lifecycle integration", "behavior/policy adaptation")


class Field(NamedTuple):
    """A key that an entry must hold, and holds."""

    entry: Entry
    key: Key
    record: str
    missing: frozenset[int]
    """The numbers of the rules that must speak when it is not answered."""
    asked: str
    """The key that is asked for when it is missing."""

    @property
    def what(self) -> str:
        return f"{self.record or type(self.entry).__name__}.{self.key.name}"


def _fields(bench: Bench) -> Iterator[Field]:
    for entry, path, record, holder in bench.entries():
        if record is not None and (record.candidate or record.imported or record.superseded_by):
            continue
        if len(path) == 2 and path[0] == "annotations":
            continue  # an annotation adds what it has to add
        top = entry is holder
        for key in keys_of(type(entry)):
            if not getattr(entry, key.attribute):
                continue
            numbers = _numbers(bench, entry, key, path, record, holder)
            if numbers and not (top and isinstance(entry, Member) and key.name in _BY_SET):
                yield Field(entry, key, str(record.id) if record else "", numbers, _asked(entry, key))


def _asked(entry: Entry, key: Key) -> str:
    if isinstance(entry, Evidence) and key.name == "record":
        return "path"
    if isinstance(entry, Threshold) and key.name == "quote":
        return "name"
    return key.name


def _numbers(
    bench: Bench, entry: Entry, key: Key, path: tuple[Any, ...], record: Record | None, holder: Entry
) -> frozenset[int]:
    """The rules by which an entry must hold a key; none where it need not."""
    name = key.name
    if isinstance(entry, Coverage | Limitation) and name == "prevents":
        return frozenset({308})
    if isinstance(entry, BoundaryItem) and name == "prevents" and "excluded" in path:
        return frozenset({308})
    if isinstance(entry, RowPath | SaidIn | Evidence) and entry.says:
        return frozenset()
    if key.required or name in _demanded(bench, entry, path, record, holder):
        return frozenset({301, 302})
    return frozenset()


def _demanded(
    bench: Bench, entry: Entry, path: tuple[Any, ...], record: Record | None, holder: Entry
) -> tuple[str, ...]:
    """What the form demands only where something else is said, written out once more."""
    in_list = len(path) == 2
    if isinstance(entry, Amendment):
        return _AMENDMENTS[str(entry.kind)]
    if isinstance(entry, Evidence):
        several = isinstance(holder, Member) and str(holder.member) != "memory"
        return ("path", "source") if several and entry.path else ("path",) if entry.path else ("record",)
    if isinstance(entry, Threshold):
        return () if entry.name and entry.quote else ("name", "quote")
    if isinstance(entry, Relation):
        return ("kind",) if entry.kind else ()
    for kind, name in ((LedgerRow, "routes"), (InventoryRow, "object"), (ComparisonRow, "claim")):
        if isinstance(entry, kind) and in_list:
            declared = {str(each.id) for each in holder.records} if isinstance(holder, Member) else set()
            foreign = isinstance(entry, ComparisonRow) and str(entry.claim) not in declared
            return (name, "operation", "said_in") if foreign else (name,)
    if entry is not record:
        return ()
    assert isinstance(holder, Member)
    names = ["id"]
    if str(holder.member) != "runtime" and str(record.id) not in bench.case.superseded:
        names.append("closest")
    if isinstance(record, Component) and any(each.word == "distributed-parametric" for each in record.form):
        names += ["parameters_change", "version_pinned", "mutable_endpoint"]
    if isinstance(record, Absence):
        names += ["status", "supports"] if not record.prevents else ["status"]
    if isinstance(record, Route):
        names.append("status")
        names += ["endpoints", "owner", "effects"] if str(holder.member) == "runtime" else []
        functions = bench.case.functions[str(record.id)]
        names += ["decision_roles", "oracle", "mode"] if functions.intersection(_DECIDING) else []
        names += ["admission", "guidance"] if functions.intersection(_CHANGING) else []
    return tuple(names)


def _mutation(
    bench: Bench, field: Field, edit: Edit, place: Place, how: str, numbers: frozenset[int]
) -> Mutation:
    return Mutation(
        what=f"{field.what} {how}",
        edits=(edit,),
        numbers=numbers,
        file=bench.file(place),
        line=place.line,
        field=field.asked,
        record=field.record if field.key.name != "id" else "",
        alone=field.key.name in ("member", "members"),
    )


def _own_place(bench: Bench, field: Field) -> Place:
    """Where an entry begins when the key is gone: at the next key where it began with this one."""
    spot = field.entry.spots[field.key.name]
    pair = bench.pair(spot)
    assert pair is not None
    by_id = isinstance(field.entry, Record) and field.key.name != "id"
    if (
        pair.position == 0
        and not by_id
        and field.entry.place.line == spot.line
        and not pair.parent.flow_style
    ):
        following = pair.parent.value[1][0].start_mark
        if not isinstance(field.entry, Member | AuditSet):
            return spot._replace(line=following.line + 1)
    return field.entry.place


def _left_to_the_set(bench: Bench, field: Field) -> Place | None:
    """The first member that leaves a key to the set: the key is demanded of the member."""
    if isinstance(field.entry, AuditSet) and field.key.name in _BY_SET - {"system", "question"}:
        return bench.loaded.members[0].member.place
    return None


def _removed(bench: Bench) -> Iterator[Mutation]:
    for field in _fields(bench):
        spot = field.entry.spots.get(field.key.name)
        edit = bench.without(spot) if spot else None
        if edit is None or spot is None:
            continue
        place = _left_to_the_set(bench, field) or _own_place(bench, field)
        if field.key.name == "id" and isinstance(field.entry, Record):
            place = spot._replace(line=_next_line(bench, spot))
        yield _mutation(bench, field, edit, place, "taken away", field.missing - {302})


def _next_line(bench: Bench, spot: Place) -> int:
    pair = bench.pair(spot)
    assert pair is not None
    line: int = pair.parent.value[1][0].start_mark.line + 1
    return line


def test_no_required_field_that_is_missing_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_removed(bench))
    assert len(mutations) > 350
    assert bench.unnoticed(mutations) == []


def _emptied(bench: Bench) -> Iterator[Mutation]:
    for field in _fields(bench):
        spot = field.entry.spots.get(field.key.name)
        if spot is None or bench.pair(spot) is None:
            value = getattr(field.entry, field.key.attribute)
            if isinstance(value, Text):
                quoted = bench.replaced(value, '""')
                yield _mutation(bench, field, quoted, value.place, "written bare and emptied", field.missing)
            continue
        place = _left_to_the_set(bench, field) or spot
        yield _mutation(bench, field, bench.emptied(spot), place, "emptied", field.missing)


def test_no_required_field_that_is_empty_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_emptied(bench))
    assert len(mutations) > 380
    assert bench.unnoticed(mutations) == []


def _texts(bench: Bench) -> Iterator[tuple[Field, Text]]:
    for field in _fields(bench):
        if field.key.holds not in _PROSE:
            continue
        value = getattr(field.entry, field.key.attribute)
        for text in value if field.key.many else (value,):
            yield field, text


def _put_off(bench: Bench, written: str) -> Iterator[Mutation]:
    for field, text in _texts(bench):
        number = 308 if 308 in field.missing else 303
        edit = bench.replaced(text, f'"{written}"')
        yield _mutation(bench, field, edit, text.place, f"put off by `{written}`", frozenset({number}))


@pytest.mark.parametrize("written", PLACEHOLDERS)
def test_no_required_text_that_is_a_placeholder_passes_unnoticed(bench: Bench, written: str) -> None:
    mutations = list(_put_off(bench, written))
    assert len(mutations) > 300
    assert bench.unnoticed(mutations) == []


def test_what_a_draft_left_unjudged_is_found_in_a_record_that_is_no_candidate(bench: Bench) -> None:
    unjudged = [each for each in _put_off(bench, "uninspected — not yet judged") if each.record]
    assert len(unjudged) > 180
    assert bench.unnoticed(unjudged) == []


@pytest.mark.parametrize("written", ["none", "None.", "inapplicable", "not applicable"])
def test_no_bare_none_passes_where_a_reason_is_demanded(bench: Bench, written: str) -> None:
    mutations = [
        _mutation(
            bench, field, bench.replaced(text, written), text.place, f"says {written}", frozenset({304})
        )
        for field, text in _texts(bench)
        if not field.key.bare_none and 308 not in field.missing
    ]
    assert len(mutations) > 280
    assert bench.unnoticed(mutations) == []


def test_a_mark_of_work_put_off_is_found_in_fields_that_are_not_required_too(bench: Bench) -> None:
    assert bench.loaded.audit_set is not None
    corrected = {str(each.record) for each in bench.loaded.audit_set.amendments}
    mutations = []
    for entry, path, record, _ in bench.entries():
        if record is not None and (record.candidate or str(record.id) in corrected):
            continue
        for key in keys_of(type(entry)):
            value = getattr(entry, key.attribute)
            if key.holds not in (Holds.TEXT, Holds.MARKDOWN) or key.many or not value or key.required:
                continue
            if key.name in ("word", "imported", "says") or path[:1] == ("front_matter",):
                continue
            field = Field(entry, key, "", frozenset(), key.name)
            edit = bench.replaced(value, '"TODO: say it"')
            numbers = frozenset({303, 308})
            mutations.append(_mutation(bench, field, edit, value.place, "marked TODO", numbers))
    assert len(mutations) > 120
    assert bench.unnoticed(mutations) == []


def test_gaps_of_candidates_and_of_imported_records_are_counted_not_passed_over(bench: Bench) -> None:
    counted = 0
    for entry, path, record, _ in bench.entries():
        if record is None or entry is not record or not (record.candidate or record.imported):
            continue
        edit = bench.without(record.spots["label"])
        assert edit is not None
        found = bench.findings([edit])
        number = 309 if record.candidate else 310
        assert [each.number for each in found if each.number in (309, 310)] == [number], path
        counted += 1
    assert counted == 13
