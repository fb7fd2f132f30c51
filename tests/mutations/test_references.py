"""Every reference of the everything-set, led astray: to nothing, to another kind, to a record that
does not hold the answer."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Reference
from auditor.forms import Holds
from auditor.identifiers import SEE, deferrals, kind_of, prefix_of
from auditor.records import RECORD_KINDS
from auditor.terms import Kind
from tests.mutations.bench import Bench, Edit, Mutation

_SELF_NAMING = ("on", "routes", "claim", "object")
"""Keys by whose value a message names the record."""


def _gone(identifier: str) -> str:
    """An identifier of the same member and kind that nobody declares."""
    if kind_of(identifier) is Kind.SOURCE:
        return "SRC-77"
    return f"{prefix_of(identifier)}-{kind_of(identifier)}-gone-astray"


def _owner(reference: Reference, instead: str) -> str:
    if reference.key.name in _SELF_NAMING and reference.whole:
        return ""
    return reference.owners[0] if reference.owners else ""


def _dangling(bench: Bench) -> Iterator[Mutation]:
    for reference in bench.case.references:
        gone = _gone(reference.id)
        yield Mutation(
            what=f"{reference.field}: {reference.id} gone",
            edits=(bench.at(reference.place, gone),),
            numbers=frozenset({130, 145} if reference.key.name == "superseded_by" else {130}),
            file=bench.file(reference.place),
            line=reference.place.line,
            record=_owner(reference, gone),
            field=reference.key.name,
            message=(gone,),
            alone=reference.key.name in ("on", "routes", "claim", "object"),
        )


def test_no_reference_that_leads_nowhere_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_dangling(bench))
    assert len(mutations) > 200
    assert {each.edits[0].file for each in mutations} >= {"set.yaml", "epistemic/rows.yaml"}
    assert bench.unnoticed(mutations) == []


def _of_another_kind(bench: Bench) -> Iterator[Mutation]:
    for reference in bench.case.references:
        kinds = reference.key.kinds
        if not kinds or not reference.whole:
            continue
        other = next(name for name in bench.case.declared if kind_of(name) not in kinds)
        yield Mutation(
            what=f"{reference.field}: {reference.id} of another kind",
            edits=(bench.at(reference.place, other),),
            numbers=frozenset({131}),
            file=bench.file(reference.place),
            line=reference.place.line,
            field=reference.key.name,
            message=(other, f"`{reference.key.name}` cites"),
        )


def test_no_reference_to_a_record_of_the_wrong_kind_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_of_another_kind(bench))
    assert len(mutations) > 55
    assert bench.unnoticed(mutations) == []


def _hollow(bench: Bench) -> tuple[Edit, ...]:
    """For each member a file more, with a record of each kind that holds nothing."""
    made = []
    for member, prefix in (("runtime", "RT"), ("memory", "MEM"), ("epistemic", "EPI")):
        lines = [f"{each.LIST}:\n  - id: {prefix}-{each.KIND}-hollow\n" for each in RECORD_KINDS]
        made.append(Edit(f"{member}/hollow.yaml", 0, 0, "".join(lines)))
    return tuple(made)


def _redirected(bench: Bench) -> Iterator[Mutation]:
    """Every `see ID`, redirected to a record of the same kind that holds nothing."""
    for spot in bench.case.leaves():
        value, key = spot.leaf.value, spot.leaf.key
        if key.holds not in (Holds.TEXT, Holds.ID_OR_TEXT) or not SEE.search(value):
            continue
        if "otherwise none" in value or "\n" in value:
            continue
        text = str(value).replace("see record", f"see {spot.record}")
        for name in deferrals(text):
            text = text.replace(name, f"{prefix_of(name)}-{kind_of(name)}-hollow")
        quoted = f'"{text}"' if value.raw.startswith('"') else text
        yield Mutation(
            what=f"{spot.record} {spot.leaf.field}: {text}",
            edits=(bench.replaced(value, quoted), *_hollow(bench)),
            numbers=frozenset({305}),
            file=bench.file(value.place),
            line=value.place.line,
            record=spot.record,
            message=("hollow",),
        )


def test_no_deferral_to_a_record_without_the_answer_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_redirected(bench))
    assert len(mutations) > 60
    assert bench.unnoticed(mutations) == []
