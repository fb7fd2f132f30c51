"""The rows of the three lists of an epistemic member as cells: ledger, inventory and claim comparison."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.case import Case, CaseMember, Comparison, Inventory, Row
from auditor.forms import Entry, keys_of
from auditor.records import Claim, ComparisonRow, InventoryRow, LedgerRow
from auditor.render.escaping import Markdown
from auditor.render.phrases import Phrases, joined
from auditor.render.record_views import Line, folded

MOST_ROWS_OF_A_TABLE = 12
"""With `auto`, a ledger of more rows is printed as records: seventeen columns are hard to read in length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: its column names, and its rows of as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Markdown, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerView:
    """The ledger in both of its layouts; `as_table` says which one is printed."""

    table: Table
    blocks: tuple[tuple[Line, ...], ...]
    as_table: bool


def ledger_view(member: CaseMember, phrases: Phrases, layout: str) -> LedgerView:
    """The authority-route ledger of a member. `layout` is `table`, `records` or `auto`."""
    columns = _columns(LedgerRow, without="acceptance")
    rows = tuple(_ledger_cells(each, phrases) for each in member.ledger)
    return LedgerView(
        table=Table(columns=columns, rows=tuple(_with_acceptance(cells, columns) for cells in rows)),
        blocks=tuple(
            folded(
                Line(label=label, value=value)
                for label, value in zip((*columns, "Acceptance"), cells, strict=True)
                if value or label != "Acceptance"
            )
            for cells in rows
        ),
        as_table=layout == "table" or (layout == "auto" and len(rows) <= MOST_ROWS_OF_A_TABLE),
    )


def inventory_table(case: Case, member: CaseMember, phrases: Phrases) -> Table:
    """The epistemic-object inventory. Where a row names no evidence the object's own places stand."""
    return Table(
        columns=_columns(InventoryRow),
        rows=tuple(_inventory_cells(case, each, phrases) for each in member.inventory),
    )


def comparison_table(case: Case, member: CaseMember, phrases: Phrases) -> Table:
    """The system-claim versus route comparison. What a row leaves to its claim is printed from the claim."""
    return Table(
        columns=_columns(ComparisonRow),
        rows=tuple(_comparison_cells(case, each, phrases) for each in member.comparisons),
    )


def _columns(kind: type[Entry], *, without: str = "") -> tuple[str, ...]:
    return tuple(key.printed for key in keys_of(kind) if key.name != without)


def _ledger_cells(row: Row, phrases: Phrases) -> tuple[Markdown, ...]:
    """The seventeen fields of a row, and by what it accepts."""
    fields = tuple(
        phrases.value(key, getattr(row.row, key.attribute))
        for key in keys_of(LedgerRow)
        if key.name != "routes"
    )
    return (joined((phrases.text(route) for route in row.routes), "; "), *fields)


def _with_acceptance(cells: tuple[Markdown, ...], columns: tuple[str, ...]) -> tuple[Markdown, ...]:
    """The cells of a table row: an acceptance has no column and joins the authority that it licenses."""
    *fields, acceptance = cells
    if acceptance:
        at = columns.index("Epistemic authority and scope")
        fields[at] = joined((fields[at], Markdown(f"accepted by: {acceptance}")), "; ")
    return tuple(fields)


def _inventory_cells(case: Case, each: Inventory, phrases: Phrases) -> tuple[Markdown, ...]:
    row = each.row
    evidence = joined((phrases.evidence(one) for one in row.evidence), "; ")
    record = case.record(str(each.object))
    if not evidence and record is not None:
        evidence = joined(dict.fromkeys(phrases.anchor(one) for one in record.evidence), "; ")
    return (
        phrases.text(each.object),
        phrases.text(row.content),
        phrases.text(row.role),
        evidence,
        phrases.text(row.gap),
    )


def _comparison_cells(case: Case, each: Comparison, phrases: Phrases) -> tuple[Markdown, ...]:
    row = each.row
    claim = case.record(str(each.claim))
    operation, said_in = row.operation, row.said_in
    if isinstance(claim, Claim):
        operation = claim.operation if operation is None else operation
        said_in = said_in or claim.said_in
    return (
        phrases.text(each.claim),
        phrases.text(operation),
        joined((phrases.said_in(one) for one in said_in), "; "),
        phrases.text(row.design),
        phrases.ids(row.routes),
        phrases.text(row.run),
        phrases.text(row.causal),
        phrases.text(row.conclusion),
        phrases.text(row.mismatch),
    )
