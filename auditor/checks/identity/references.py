"""Whether references lead to records, of the right kind, that still stand."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case, Reference
from auditor.findings import Fault
from auditor.forms import Holds
from auditor.identifiers import is_well_formed, kind_of, ranges
from auditor.nearest import ALIKE_IDENTIFIERS, nearest
from auditor.terms import Kind

_NEAREST_SOUGHT = 200
"""Beyond so many dangling references the nearest identifier is no longer sought: the cause is another."""


def check(case: Case) -> Iterator[Fault]:
    """Faults of references: dangling, of the wrong kind, to a superseded record, written as a range."""
    known = sorted(name for name in case.citations if is_well_formed(name))
    beside = _listed_together(case) if case.superseded else {}
    sought = 0
    for reference in case.references:
        if not case.resolves(reference.id):
            sought += 1
            yield _dangling(reference, known if sought <= _NEAREST_SOUGHT else [])
            continue
        if reference.whole and reference.key.kinds and reference.id in case.citations:
            kind = kind_of(reference.id)
            if kind not in reference.key.kinds:
                yield _wrong_kind(reference, kind)
        if reference.id in case.superseded:
            yield from _unsaid(case, reference, beside)
    yield from _ranges(case)


def _dangling(reference: Reference, known: list[str]) -> Fault:
    alike = [name for name in known if kind_of(name) is kind_of(reference.id)]
    close = nearest(reference.id, alike or known, alike=ALIKE_IDENTIFIERS)
    hint = f"did you mean `{close}`? else " if close else ""
    return Fault(
        rule="dangling-reference",
        place=reference.place,
        record=reference.owners[0] if reference.owners else "",
        field=reference.field,
        message=f"`{reference.id}` is neither declared nor supplied",
        remedy=f"{hint}declare it, or list it under `supplied`",
    )


def _wrong_kind(reference: Reference, kind: Kind | None) -> Fault:
    wanted = " or ".join(sorted(reference.key.kinds))
    return Fault(
        rule="wrong-kind",
        place=reference.place,
        record=reference.owners[0] if reference.owners else "",
        field=reference.field,
        message=f"`{reference.id}` is of kind {kind}, and `{reference.key.name}` cites {wanted}",
        remedy=f"cite a record of kind {wanted}",
    )


def _listed_together(case: Case) -> dict[tuple[tuple[str, ...], str], set[str]]:
    """The identifiers of each list: a list has no room for words, so the successor in it says enough."""
    found: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for reference in case.references:
        found.setdefault((reference.owners, _list_of(reference)), set()).add(reference.id)
    return found


def _list_of(reference: Reference) -> str:
    return reference.field.rsplit("[", 1)[0]


def _unsaid(
    case: Case, reference: Reference, beside: dict[tuple[tuple[str, ...], str], set[str]]
) -> Iterator[Fault]:
    if reference.key.name in ("superseded_by", "on") or reference.field.startswith("amendments"):
        return
    if reference.id in reference.owners:
        return
    successors = case.superseded[reference.id]
    listed = beside[reference.owners, _list_of(reference)]
    if "supersed" in reference.text or any(each in reference.text or each in listed for each in successors):
        return
    names = ", ".join(f"`{each}`" for each in successors)
    yield Fault(
        rule="unsaid-supersession",
        place=reference.place,
        record=reference.owners[0] if reference.owners else "",
        field=reference.field,
        message=f"`{reference.id}` is superseded by {names}, and nothing here says so",
        remedy=f"cite {names} beside it or in its stead",
    )


def _ranges(case: Case) -> Iterator[Fault]:
    for spot in case.telling:
        value = spot.leaf.value
        if "-" not in value:
            continue
        if spot.leaf.key.holds not in (Holds.TEXT, Holds.ID_OR_TEXT, Holds.MARKDOWN, Holds.ID):
            continue
        for found in ranges(value, prose=spot.leaf.key.holds is Holds.MARKDOWN):
            yield Fault(
                rule="range-reference",
                place=value.at(found.start, len(found.id)),
                record=spot.record,
                field=spot.leaf.field,
                message=f"`{found.id}` is written as a range",
                remedy="write every identifier out",
            )
