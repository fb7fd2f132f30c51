"""Whether the record to which a field defers by `see ID` holds the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.case import Case
from auditor.checks.gaps.answers import Answers, Held, prose_of
from auditor.findings import Fault
from auditor.forms import Entry, Holds, Key, key_names
from auditor.identifiers import deferrals, kind_of
from auditor.places import Text
from auditor.records import ComparisonRow, InventoryRow, LedgerRow, Record
from auditor.terms import Kind

LEDGER_HELD_BY: dict[str, tuple[str, ...]] = {
    "target": ("endpoints",),
    "evaluator": ("decision_roles", "oracle", "mode"),
    "activation": ("selection_predicate", "activation_or_effect"),
    "result": ("immediate_return",),
    "force": ("activation_or_effect", "admission"),
    "operational_authority": ("activation_or_effect", "admission"),
    "authority_path": ("delegated_visibility",),
    "epistemic_authority": ("evidence_limits",),
    "gap": ("evidence_limits",),
    "evidence": ("evidence",),
}
"""Which fields of a route can hold which field of a ledger row; source: the table of the form."""

OBJECT_HELD_BY = ("identity", "inventory")
"""What of an object can hold any field of a ledger row."""

INVENTORY_HELD_BY = ("identity", "lineage")
"""What of an object can hold a field of its inventory row."""

COMPARISON_HELD_BY = {"operation": ("operation",), "said_in": ("said_in",)}
"""What of a claim can hold a column of its comparison row; the others rest on prose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deferral:
    """A field that defers to records: the text, the row or record that holds it, and what it is about."""

    text: Text
    key: Key
    owner: Entry
    targets: tuple[str, ...]
    record: str
    field: str


def check(case: Case) -> Iterator[Fault]:
    """Deferrals that nothing holds, that go round in circles, or that rest on prose."""
    compared, answers = _compared(case), Answers(case)
    for deferral in _deferrals(case):
        best = _best(case, compared, answers, deferral)
        if best is Held.NOT and "otherwise none" in deferral.text:
            continue
        circle = _circle(case, answers, deferral) if best is Held.NOT else ""
        yield from _fault(deferral, best, circle)


def unverifiable(case: Case) -> int:
    """How many deferrals rest on supplied records only, whose content is not at hand."""
    compared, answers = _compared(case), Answers(case)
    found = (_best(case, compared, answers, deferral) for deferral in _deferrals(case))
    return sum(best is Held.UNVERIFIABLE for best in found)


def _best(case: Case, compared: _Compared, answers: Answers, deferral: Deferral) -> Held:
    """How far the best of the records cited holds what is deferred to them."""
    held = (_held(case, compared, answers, deferral, target) for target in deferral.targets)
    return max(held, default=Held.NOT)


def _circle(case: Case, answers: Answers, deferral: Deferral) -> str:
    """The circle into which a deferral leads, as a path."""
    name = deferral.key.name
    if isinstance(deferral.owner, Record):
        return answers.circle(deferral.record, name)
    for target in deferral.targets:
        record = case.record(target)
        for holder in _holders(deferral.owner, name, record) if record else ():
            circle = answers.circle(target, holder)
            if circle:
                return circle
    return ""


def _deferrals(case: Case) -> Iterator[Deferral]:
    for spot in case.telling:
        leaf = spot.leaf
        if leaf.key.holds not in (Holds.TEXT, Holds.ID_OR_TEXT) or "see " not in leaf.value.lower():
            continue
        named = deferrals(leaf.value)
        if not named:
            continue
        key, owner = _row_of(leaf.key, leaf.owner, leaf.outer)
        own = next(iter(spot.owners), "")
        targets = tuple(dict.fromkeys(own if name == "record" else name for name in named))
        known = tuple(target for target in targets if target and case.resolves(target))
        if known and isinstance(owner, LedgerRow | InventoryRow | ComparisonRow | Record):
            yield Deferral(text=leaf.value, key=key, owner=owner, targets=known, record=own, field=leaf.field)


def _row_of(key: Key, owner: Entry, outer: Key | None) -> tuple[Key, Entry]:
    """The key of the row in which a text stands, where it stands in an entry inside the row."""
    if outer is None or isinstance(owner, LedgerRow | InventoryRow | ComparisonRow | Record):
        return key, owner
    for row in (LedgerRow, InventoryRow, ComparisonRow):
        if key_names(row).get(outer.name) is outer:
            return outer, row()
    return key, owner


def _held(case: Case, compared: _Compared, answers: Answers, deferral: Deferral, target: str) -> Held:
    """How far `target` holds the deferral."""
    outside = answers.outside(target)
    if outside is not None:
        return outside
    record = case.declared[target].record
    owner, name = deferral.owner, deferral.key.name
    if isinstance(owner, Record):
        return answers.from_record(target, name)
    if isinstance(owner, LedgerRow) and name in ("claims", "mismatch"):
        listed = compared.by_route(target) or compared.by_object(target) or compared.by_claim(target)
        return Held.HELD if listed else prose_of(record)
    if isinstance(owner, LedgerRow) and name == "authority_path" and compared.carries(target):
        return Held.HELD
    if isinstance(owner, LedgerRow) and record.KIND in (Kind.OBJECT, Kind.COMPONENT):
        return max(prose_of(record), _of_an_object(record, name))
    fields = (answers.of(target, holder) for holder in _holders(owner, name, record))
    return max(prose_of(record), max(fields, default=Held.NOT))


def _holders(owner: Entry, name: str, record: Record) -> tuple[str, ...]:
    """The fields of `record` that can hold the field `name` of `owner`."""
    kind = record.KIND
    if isinstance(owner, InventoryRow):
        return INVENTORY_HELD_BY if kind is Kind.OBJECT else ()
    if isinstance(owner, ComparisonRow):
        return COMPARISON_HELD_BY.get(name, ()) if kind is Kind.CLAIM else ()
    if isinstance(owner, LedgerRow):
        if kind is Kind.ROUTE:
            return LEDGER_HELD_BY.get(name, ())
        if kind is Kind.AUTHORITY_PATH:
            return {"force": ("force",), "authority_path": ("consumer",)}.get(name, ())
        return OBJECT_HELD_BY if kind in (Kind.OBJECT, Kind.COMPONENT) else ()
    return ()


def _of_an_object(record: Record, field: str) -> Held:
    """How far an object or component holds a field of a row. It has evidence, and its inventory a gap; what
    a route does to it is nowhere a field of it, and its identity can only bear on that."""
    inventory = getattr(record, "inventory", None)
    if field == "evidence" and record.evidence:
        return Held.HELD
    if field in ("gap", "epistemic_authority") and inventory is not None and inventory.gap:
        return Held.HELD
    return Held.PROSE if any(getattr(record, name, None) for name in OBJECT_HELD_BY) else Held.NOT


def _fault(deferral: Deferral, best: Held, circle: str) -> Iterator[Fault]:
    names = ", ".join(f"`{target}`" for target in deferral.targets)
    field = deferral.key.name
    if best is Held.NOT and circle:
        rule, message = "deferral-circle", f"`{field}` defers in a circle: {circle}"
        remedy = "write the answer into one of these records"
    elif best is Held.NOT:
        holders = _possible(deferral)
        rule, message = "deferral-unheld", f"`{field}` defers to {names}, which does not say it"
        remedy = f"write {holders}, or the answer here" if holders else "write the answer here"
    elif best is Held.PROSE:
        rule, message = "deferral-to-prose", f"`{field}` defers to {names}, where only prose can say it"
        remedy = "none is needed; a field of the record could be checked"
    else:
        return
    yield Fault(
        rule=rule,
        place=deferral.text.place,
        record=deferral.record,
        field=deferral.field,
        message=message,
        remedy=remedy,
    )


def _possible(deferral: Deferral) -> str:
    """The fields that could hold the deferral, as words of a remedy."""
    target = deferral.targets[0]
    if isinstance(deferral.owner, LedgerRow) and deferral.key.name in ("claims", "mismatch"):
        return f"a comparison row that lists `{target}`"
    kind = kind_of(target)
    names: tuple[str, ...]
    if isinstance(deferral.owner, InventoryRow):
        names = INVENTORY_HELD_BY
    elif isinstance(deferral.owner, ComparisonRow):
        names = COMPARISON_HELD_BY.get(deferral.key.name, ())
    elif isinstance(deferral.owner, LedgerRow):
        names = LEDGER_HELD_BY.get(deferral.key.name, ()) if kind is Kind.ROUTE else OBJECT_HELD_BY
    else:
        names = (deferral.key.name,)
    return f"{' or '.join(f'`{name}`' for name in names)} of `{target}`" if names else ""


class _Compared:
    """Which routes and objects comparison rows and authority paths speak of."""

    def __init__(self, routes: set[str], objects: set[str], claims: set[str], carried: set[str]) -> None:
        self._routes, self._objects, self._claims, self._carried = routes, objects, claims, carried

    def by_route(self, name: str) -> bool:
        return name in self._routes

    def by_object(self, name: str) -> bool:
        return name in self._objects

    def by_claim(self, name: str) -> bool:
        return name in self._claims

    def carries(self, name: str) -> bool:
        return name in self._carried


def _compared(case: Case) -> _Compared:
    members = (*case.members, *case.others)
    routes = {str(route) for m in members for row in m.comparisons for route in row.row.routes}
    objects = {
        str(cited.id)
        for m in members
        for row in m.ledger
        if any(str(route) in routes for route in row.routes)
        for cited in row.row.object
        if cited.id
    }
    carried = {str(each) for m in members for path in m.member.authority_paths for each in path.of}
    claims = {str(row.claim) for m in members for row in m.comparisons}
    return _Compared(routes, objects, claims, carried)
