"""The rows and annotations of the everything-set taken away, repeated and misplaced, what is supplied
declared too, and a member's folder misnamed."""

from __future__ import annotations

from auditor.findings import Finding
from auditor.identifiers import kind_of
from auditor.places import Place
from auditor.records import Claim, OperativeObject, Route
from auditor.terms import Kind
from tests.mutations.bench import Bench, Edit


def _entry_edit(bench: Bench, place: Place) -> Edit:
    """An item of a list taken away: its whole lines, left blank."""
    file = bench.file(place)
    text = bench.texts[file]
    start = text.rfind("\n", 0, bench.offset(place)) + 1
    node = next(n for n in (bench.nodes.get((file, i)) for i in range(start, len(text))) if n is not None)
    end = node.end_mark.index
    indent = " " * (end - text.rfind("\n", 0, end) - 1) if text[end - 1 : end] in (" ", "\n") else ""
    return Edit(file, start, end, "\n" * text.count("\n", start, end) + indent)


def _named(found: list[Finding], number: int) -> set[str]:
    return {each.record for each in found if each.number == number}


def _at_record(bench: Bench, found: list[Finding], number: int, name: str) -> bool:
    record = bench.case.record(name)
    assert record is not None
    return any(each.number == number and each.record == name and each.place == record.place for each in found)


def test_no_route_whose_rows_are_taken_away_passes_unnoticed(bench: Bench) -> None:
    rows = {
        str(route): [
            each.row.place
            for m in bench.case.members
            for each in m.ledger
            if str(route) in map(str, each.routes)
        ]
        for m in bench.case.members
        for row in m.ledger
        for route in row.routes
    }
    tried = [name for name in rows if bench.case.record(name) is not None]
    assert len(tried) > 7
    missed = []
    for name in tried:
        record = bench.case.record(name)
        assert isinstance(record, Route)
        edits = (
            [edit for edit in (bench.without(record.spots["ledger"]),) if edit]
            if record.ledger
            else [_entry_edit(bench, place) for place in rows[name]]
        )
        if not _at_record(bench, bench.findings(edits), 147, name):
            missed.append(name)
    assert missed == []


def test_no_object_whose_inventory_is_taken_away_passes_unnoticed(bench: Bench) -> None:
    inventories = [each for m in bench.case.members for each in m.inventory]
    tried = [each for each in inventories if kind_of(each.object) is Kind.OBJECT]
    assert len(tried) > 4
    missed = []
    for each in tried:
        record = bench.case.record(str(each.object))
        assert isinstance(record, OperativeObject)
        edit = (
            bench.without(record.spots["inventory"])
            if record.inventory
            else _entry_edit(bench, each.row.object.place if each.row.object else each.object.place)
        )
        assert edit is not None
        if not _at_record(bench, bench.findings([edit]), 148, str(each.object)):
            missed.append(str(each.object))
    assert missed == []


def test_no_claim_whose_comparison_is_taken_away_passes_unnoticed(bench: Bench) -> None:
    missed = []
    tried = [each for m in bench.case.members for each in m.comparisons if bench.case.record(str(each.claim))]
    assert len(tried) == 3
    for each in tried:
        record = bench.case.record(str(each.claim))
        assert isinstance(record, Claim)
        if record.comparison:
            edit = bench.without(record.spots["comparison"])
        else:
            edit = _entry_edit(bench, each.claim.place)
        assert edit is not None
        if not _at_record(bench, bench.findings([edit]), 149, str(each.claim)):
            missed.append(str(each.claim))
    assert missed == []


def test_no_second_row_of_a_claim_or_an_object_passes_unnoticed(bench: Bench) -> None:
    missed = []
    members = bench.case.members
    claims = [("comparisons", "claim", str(each.claim)) for m in members for each in m.comparisons]
    objects = [("inventory", "object", str(each.object)) for m in members for each in m.inventory]
    tried = [each for each in (*claims, *objects) if kind_of(each[2])]
    assert len(tried) > 8
    for key, name, identifier in tried:
        file = "epistemic/zz-again.yaml"
        found = bench.findings([Edit(file, 0, 0, f"{key}:\n  - {name}: {identifier}\n")])
        spots = {(bench.file(each.place), each.place.line) for each in found if each.number == 151} | {
            (bench.file(r.place), 0) for each in found if each.number == 151 for r in each.related
        }
        if identifier not in _named(found, 151) or len(spots) != 2:
            missed.append(identifier)
    assert missed == []


def _listed(bench: Bench, file: str, head: str, names: list[str], number: int) -> list[str]:
    """The names that a new file lists, an item a line, and at whose line the rule says nothing."""
    text = head + "".join(f"  - {'on: ' if head.startswith('annot') else ''}{name}\n" for name in names)
    found = [each for each in bench.findings([Edit(file, 0, 0, text)]) if each.number == number]
    spots = {(each.record, bench.file(each.place), each.place.line) for each in found}
    return [name for line, name in enumerate(names, start=2) if (name, file, line) not in spots]


def test_no_annotation_that_is_repeated_or_on_an_own_record_passes_unnoticed(bench: Bench) -> None:
    missed = []
    for member in bench.case.members:
        file = f"{member.name}/zz-more.yaml"
        again = [str(each.on) for each in member.member.annotations]
        own = [str(record.id) for record in member.member.records]
        assert own
        missed += _listed(bench, file, "annotations:\n", again, 152)
        missed += _listed(bench, file, "annotations:\n", own, 153)
    assert missed == []


def test_no_record_that_is_supplied_and_declared_passes_unnoticed(bench: Bench) -> None:
    names = list(bench.case.declared)
    assert len(names) > 30
    for file in ("memory/zz-supplied.yaml", "epistemic/zz-supplied.yaml"):
        assert _listed(bench, file, "supplied:\n", names, 154) == []


def test_no_member_whose_folder_is_misnamed_passes_unnoticed(bench: Bench) -> None:
    audit_set = bench.loaded.audit_set
    assert audit_set is not None
    for name in audit_set.members:
        for wrong in (f"{name}x", f"../{name}", ".", f"deep/{name}", '""'):
            found = bench.findings([bench.replaced(name, wrong)])
            line = [each.place.line for each in found if each.number == 112]
            assert line == [name.place.line], wrong


def test_no_candidate_row_less_route_is_excused(bench: Bench) -> None:
    for record in (each.record for each in bench.case.declared.values() if isinstance(each.record, Route)):
        if record.candidate and record.ledger:
            edit = bench.without(record.spots["ledger"])
            assert edit is not None
            assert _at_record(bench, bench.findings([edit]), 147, str(record.id))
