"""Every reference of the everything-set, led astray: to nothing, to a record of another kind, to a record
that does not hold the answer."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Reference
from auditor.forms import Holds, keys_of
from auditor.identifiers import SEE, deferrals, kind_of, prefix_of
from auditor.records import RECORD_KINDS, Record, Route
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


def _cited(text: str) -> set[Kind | None]:
    return {kind_of(name) for name in deferrals(text)}


def _redirected(bench: Bench) -> Iterator[Mutation]:
    """Every `see ID`, redirected to a record of the same kind that holds nothing."""
    for spot in bench.case.leaves():
        value, key = spot.leaf.value, spot.leaf.key
        if key.holds not in (Holds.TEXT, Holds.ID_OR_TEXT) or not SEE.search(value):
            continue
        if "otherwise none" in value or "\n" in value:
            continue
        held = {key.name for each in RECORD_KINDS if each.KIND in _cited(value) for key in keys_of(each)}
        if isinstance(spot.leaf.owner, Record) and key.name not in held:
            continue  # a record of a kind without the field can say it in prose only, which is an info
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


_SEVEN = (
    "immediate_return",
    "later_read_back",
    "delegated_visibility",
    "selection_predicate",
    "invalidation_or_expiry",
    "activation_or_effect",
    "evidence_limits",
)


def test_no_circle_of_deferrals_passes_unnoticed(bench: Bench) -> None:
    """Routes that defer a field to one another, alone, in pairs and in threes."""
    routes = [each.record for each in bench.case.declared.values() if isinstance(each.record, Route)]
    told = [each for each in routes if not each.note and each.evidence_limits]
    assert len(told) > 4
    missed = []
    for number, field in enumerate(_SEVEN):
        for length in (1, 2, 3):
            chain = [told[(number + step) % len(told)] for step in range(length)]
            names = [str(each.id) for each in chain]
            texts = [getattr(each, field) for each in chain]
            edits = [
                bench.replaced(text, f"see {name}")
                for text, name in zip(texts, (*names[1:], names[0]), strict=True)
            ]
            found = [each for each in bench.findings(edits) if each.number == 306 and each.field == field]
            lines = {(bench.file(each.place), each.place.line) for each in found}
            expected = {(bench.file(text.place), text.place.line) for text in texts}
            paths = {name: " → ".join((*names[i:], *names[: i + 1])) for i, name in enumerate(names)}
            shown = all(paths[each.record] in each.message for each in found if each.record in paths)
            if not lines >= expected or not shown:
                missed.append(f"{field}: {' → '.join(names)}: {sorted(lines)}")
    assert missed == []
