"""One audit against another: what its records say otherwise, and what that does to routes and claims."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from auditor.case import Case
from auditor.cited import citations
from auditor.compare.fields import field_changes
from auditor.compare.sides import read_side
from auditor.comparison import (
    AuditComparison,
    CitedChange,
    FieldChange,
    RecordChange,
    SourcePin,
    Touched,
    ValueChange,
)
from auditor.evidence import Cited
from auditor.forms import Entry, Holds, keys_of, plain
from auditor.quotations.normal import normal
from auditor.quotations.quantities import quantity
from auditor.records import Claim, Member, Record, Route
from auditor.terms import RecordFate, RouteFunction

_GUARDS = (RouteFunction.CHECK, RouteFunction.DISPOSITION)
_GUARDING_FIELDS = ("selection_predicate", "decision_roles", "oracle", "admission")
_ANCHOR = re.compile(r"^ledger.*\.evidence\b|^thresholds\[\d+\]\.(?:source|path|lines|cell)$")
"""The fields that say where a guard stands, or what shows it: a guard that only moved is the same guard."""
_SUPPORTING = ("comparison", "evidence", "said_in", "status")
_Quotes = Mapping[str, Cited]
_ROWS = frozenset({"ledger", "inventory", "comparisons"})


def compare_audits(older: Path, newer: Path) -> AuditComparison:
    """Compare two audits, each the folder of a register or a set, or a saved audit.

    Raises what reading a side raises.
    """
    return _compared(read_side(older), read_side(newer), names=(older.as_posix(), newer.as_posix()))


def _compared(older: Case, newer: Case, *, names: tuple[str, str]) -> AuditComparison:
    before, after = _sides(older), _sides(newer)
    both = [name for name in before if name in after]
    changes = {name: field_changes(before[name], after[name]) for name in both}
    records = [_record_change(newer, name, RecordFate.NEW) for name in after if name not in before]
    records += [_record_change(older, name, RecordFate.GONE) for name in before if name not in after]
    records += [
        _record_change(newer, name, _fate(changes[name]), changes[name]) for name in both if changes[name]
    ]
    cited = [_quotes(older), _quotes(newer)]
    quotes = {name: (cited[0].get(name, {}), cited[1].get(name, {})) for name in both}
    return AuditComparison(
        older=names[0],
        newer=names[1],
        records=tuple(records),
        members=tuple(_members(older, newer)),
        thresholds=tuple(each for name in both for each in _values(before[name], after[name], name)),
        reguarded=tuple(_told(newer, changes, Route, _guards)),
        claims=tuple(_told(newer, changes, Claim, _supports)),
        sources=tuple(_pins(older, newer)),
        passages=tuple(each for name in both for each in _passages(*quotes[name], name)),
        bereft=tuple(name for name, (one, other) in quotes.items() if one and not other),
        systems=(_system(older), _system(newer)),
        damaged=tuple(
            name for name, case in zip(names, (older, newer), strict=True) if _is_partly_read(case)
        ),
    )


def _system(case: Case) -> str:
    """What an audit is of, by its members or its set."""
    shared = [each.member for each in case.members if case.in_focus(each)]
    named = dict.fromkeys(str(each.system) for each in (*shared, case.audit_set) if each and each.system)
    return ", ".join(named)


def _is_partly_read(case: Case) -> bool:
    return case.damaged or any(each.rule == "wrong-shape" for each in case.faults)


def _fate(changes: Sequence[FieldChange]) -> RecordFate:
    return RecordFate.MOVED if all(each.moved for each in changes) else RecordFate.CHANGED


def _sides(case: Case) -> dict[str, dict[str, Any]]:
    """The records of a case as plain structures, each with the rows that are about it, wherever these
    stand."""
    made = {
        name: plain(each.record, skip=frozenset({"ledger", "inventory", "comparison"}))
        for name, each in case.declared.items()
        if case.in_focus(each.member)
    }
    for member in case.members:
        for row in member.ledger:
            routes = [str(each) for each in row.routes]
            for name in routes:
                _add(made, name, "ledger", _row(row.row, "routes", routes))
        for inventory in member.inventory:
            _add(made, str(inventory.object), "inventory", _row(inventory.row, "object", None))
        for comparison in member.comparisons:
            _add(made, str(comparison.claim), "comparison", _row(comparison.row, "claim", None))
    return made


def _add(made: dict[str, dict[str, Any]], name: str, key: str, row: dict[str, Any]) -> None:
    """Put a row under the record that it is about, where this audit declares that."""
    if name not in made:
        return
    if key == "ledger":
        made[name].setdefault(key, []).append(row)
    else:
        made[name].setdefault(key, row)


def _row(row: Entry, key: str, routes: list[str] | None) -> dict[str, Any]:
    structure = plain(row, skip=frozenset({key}))
    return {key: routes, **structure} if routes and len(routes) > 1 else structure


def _record_change(
    case: Case, name: str, fate: RecordFate, fields: tuple[FieldChange, ...] = ()
) -> RecordChange:
    record = case.record(name)
    return RecordChange(id=name, label=str(record.label or "") if record else "", fate=fate, fields=fields)


def _members(older: Case, newer: Case) -> Iterator[RecordChange]:
    """What the members say beside their records: question, boundary, coverage, conclusion and the rest."""
    before = {each.name: _without_records(each.member) for each in older.members}
    after = {each.name: _without_records(each.member) for each in newer.members}
    for name in dict.fromkeys((*before, *after)):
        if name not in before:
            yield RecordChange(id=name, label="", fate=RecordFate.NEW)
        elif name not in after:
            yield RecordChange(id=name, label="", fate=RecordFate.GONE)
        elif fields := field_changes(before[name], after[name]):
            yield RecordChange(id=name, label="", fate=_fate(fields), fields=fields)


def _without_records(member: Member) -> dict[str, Any]:
    """A member without its records and the rows about records that it declares itself."""
    own = {str(record.id) for record in member.records}
    records = {
        key.name
        for key in keys_of(Member)
        if key.holds is Holds.ENTRY and key.entry is not None and issubclass(key.entry, Record)
    }
    made = plain(member, skip=frozenset(records))
    for name in _ROWS & made.keys():
        kept = [each for each in made[name] if not _about(each) & own]
        made[name] = kept
        if not kept:
            del made[name]
    return made


def _about(row: Mapping[str, Any]) -> set[str]:
    named = row.get("routes") or row.get("claim") or row.get("object") or ()
    return {named} if isinstance(named, str) else {str(each) for each in named}


def _values(before: Mapping[str, Any], after: Mapping[str, Any], record: str) -> Iterator[ValueChange]:
    older, newer = _thresholds(before), _thresholds(after)
    for name in dict.fromkeys((*older, *newer)):
        one, other = older.get(name, ""), newer.get(name, "")
        if one != other and (quantity(one) is None or quantity(one) != quantity(other)):
            yield ValueChange(record=record, name=name, older=one, newer=other)


def _thresholds(record: Mapping[str, Any]) -> dict[str, str]:
    """The values of a record's thresholds by name, or by place where they have none; the second of a name is
    numbered."""
    made: dict[str, str] = {}
    for each in record.get("thresholds", ()):
        name = each.get("name") or " ".join(filter(None, (each.get("path"), each.get("quote"))))
        number = sum(1 for known in made if known == name or known.startswith(f"{name} (")) + 1
        made[name if number == 1 else f"{name} ({number})"] = str(each.get("value", ""))
    return made


def _told(
    case: Case,
    changes: Mapping[str, tuple[FieldChange, ...]],
    kind: type[Record],
    matters: Callable[[Case, str, FieldChange], bool],
) -> Iterator[Touched]:
    """The records of a kind of which a field that matters changed, with these fields."""
    for name, fields in changes.items():
        if not isinstance(case.record(name), kind):
            continue
        found = tuple((each.field, _as_changed(each)) for each in fields if matters(case, name, each))
        if found:
            record = case.record(name)
            yield Touched(id=name, label=str(record.label or "") if record else "", because=found)


def _as_changed(change: FieldChange) -> str:
    return RecordFate.NEW if not change.older else RecordFate.GONE if not change.newer else RecordFate.CHANGED


def _guards(case: Case, name: str, change: FieldChange) -> bool:
    """Whether a field of a route says what lets pass and what stops."""
    top = change.field.split("[")[0].split(".")[0]
    if change.moved or _ANCHOR.search(change.field):
        return False
    if top == "ledger":
        return bool(case.functions.get(name, frozenset()) & set(_GUARDS)) or any(
            each in change.older + change.newer for each in _GUARDS
        )
    return top == "thresholds" or top in _GUARDING_FIELDS


def _supports(case: Case, name: str, change: FieldChange) -> bool:
    return not change.moved and change.field.split("[")[0].split(".")[0] in _SUPPORTING


def _pins(older: Case, newer: Case) -> Iterator[SourcePin]:
    """The sources of both audits that are pinned otherwise."""
    for name in (each for each in older.sources if each in newer.sources):
        one, other = (str(case.sources[name].revision or "") for case in (older, newer))
        if one != other:
            yield SourcePin(id=name, older=one, newer=other)


def _passages(before: _Quotes, after: _Quotes, name: str) -> Iterator[CitedChange]:
    """The passages of a record that only one audit has, or that the two cite at different places."""
    for text, cited in before.items():
        now = after.get(text)
        if now is None:
            yield CitedChange(
                record=name, fate=RecordFate.GONE, quote=cited.quote, older=_place(cited), newer=""
            )
        elif _place(now) != _place(cited):
            yield CitedChange(
                record=name, fate=RecordFate.MOVED, quote=cited.quote, older=_place(cited), newer=_place(now)
            )
    for text, cited in after.items():
        if text not in before:
            yield CitedChange(
                record=name, fate=RecordFate.NEW, quote=cited.quote, older="", newer=_place(cited)
            )


def _quotes(case: Case) -> dict[str, dict[str, Cited]]:
    """The passages of each record and of the rows on its part, by their text."""
    made: dict[str, dict[str, Cited]] = defaultdict(dict)
    for each in citations(member.member for member in case.members):
        if each.cited.quote:
            made[each.cited.record].setdefault(normal(each.cited.quote), each.cited)
    return made


def _place(cited: Cited) -> str:
    where = f"{cited.path}:{cited.lines}" if cited.lines else cited.path
    return f"{cited.source} {where}" if cited.source else where
