"""Records of the everything-set declared twice, misnamed, made parts of their parts and successors of
themselves, and the rows that they need taken away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from auditor.findings import Finding
from auditor.identifiers import kind_of, prefix_of
from auditor.places import Text
from auditor.records import Record
from tests.mutations.bench import Bench, Edit, Mutation

PREFIX = {"runtime": "RT", "memory": "MEM", "epistemic": "EPI"}


def _records(bench: Bench) -> Iterator[Record]:
    for member in bench.case.members:
        yield from member.member.records


def _id(record: Record) -> Text:
    assert record.id is not None
    return record.id


def _id_mutation(bench: Bench, record: Record, new: str, number: int) -> Mutation:
    value = _id(record)
    return Mutation(
        what=f"{value} named {new}",
        edits=(bench.replaced(value, new),),
        numbers=frozenset({number}),
        file=bench.file(value.place),
        line=value.place.line,
        record=new,
        message=(f"`{new}`",),
    )


def test_no_foreign_prefix_passes_unnoticed(bench: Bench) -> None:
    mutations = []
    for record in _records(bench):
        own = prefix_of(_id(record))
        other = next(prefix for prefix in PREFIX.values() if prefix != own)
        mutations.append(_id_mutation(bench, record, other + _id(record).removeprefix(own), 122))
    assert len(mutations) > 30
    assert bench.unnoticed(mutations) == []


def test_no_malformed_identifier_passes_unnoticed(bench: Bench) -> None:
    mutations = []
    for record in _records(bench):
        prefix, kind = prefix_of(_id(record)), kind_of(_id(record))
        for wrong in (
            f"{prefix}-{kind}-Upper-case", f"{prefix}-{kind}-a-b-c-d", f"{prefix}-{kind}-1st",
            f"{prefix}-{kind}-na me", f"{prefix}-{kind}-", f"{prefix}_{kind}_name",
            f"{prefix}-XYZ-name", f"XX-{kind}-name", "name",
        ):  # fmt: skip
            mutations.append(_id_mutation(bench, record, wrong, 120))
    assert len(mutations) > 30 * 9
    assert bench.unnoticed(mutations) == []


def test_no_identifier_of_a_kind_foreign_to_its_list_passes_unnoticed(bench: Bench) -> None:
    mutations = []
    for record in _records(bench):
        other = "OBJ" if kind_of(_id(record)) != "OBJ" else "CLM"
        mutations.append(_id_mutation(bench, record, f"{prefix_of(_id(record))}-{other}-elsewhere", 131))
    assert len(mutations) > 30
    assert bench.unnoticed(mutations) == []


def test_no_identifier_that_extends_another_passes_unnoticed(bench: Bench) -> None:
    mutations = []
    for record in _records(bench):
        name = f"{_id(record)}-more"
        file = bench.file(_id(record).place).rsplit("/", 1)[0] + "/extended.yaml"
        if record.id == f"{prefix_of(name)}-{kind_of(name)}-3" or len(name.split("-")) > 5:
            continue  # a number is no name to extend, and a fourth word is malformed
        mutations.append(
            Mutation(
                what=f"{name} beside {record.id}",
                edits=(Edit(file, 0, 0, f"{record.LIST}:\n  - id: {name}\n"),),
                numbers=frozenset({124}),
                file=file,
                line=2,
                record=name,
                message=(f"`{record.id}`",),
            )
        )
    assert len(mutations) > 30
    assert bench.unnoticed(mutations) == []


def _copies(bench: Bench, home: str) -> dict[str, dict[str, list[Record]]]:
    """For each member the records of which it gets a copy, list by list: its own, or those of another."""
    made: dict[str, dict[str, list[Record]]] = {}
    for record in _records(bench):
        own = bench.file(_id(record).place).split("/", 1)[0]
        member = own if home == "its member" else next(name for name in PREFIX if name != own)
        made.setdefault(member, {}).setdefault(record.LIST, []).append(record)
    return made


@pytest.mark.parametrize("home", ["its member", "another member"])
def test_no_record_declared_twice_passes_unnoticed(bench: Bench, home: str) -> None:
    missed, tried = [], 0
    for member, lists in _copies(bench, home).items():
        file = f"{member}/zz-copied.yaml"
        lines: list[str] = []
        expected: dict[str, set[tuple[str, int]]] = {}
        for name, records in lists.items():
            lines.append(f"{name}:")
            for record in records:
                lines.append(f"  - id: {record.id}")
                place = _id(record).place
                expected[str(record.id)] = {(bench.file(place), place.line), (file, len(lines))}
        found = [each for each in bench.findings([Edit(file, 0, 0, "\n".join(lines))]) if each.number == 123]
        named = {each.record: _places(bench, each) for each in found}
        missed += [f"{name}: {named.get(name)}" for name in expected if named.get(name) != expected[name]]
        tried += len(expected)
    assert tried > 30
    assert missed == []


def _places(bench: Bench, found: Finding) -> set[tuple[str, int]]:
    places = (found.place, *(each.place for each in found.related))
    return {(bench.file(place), place.line) for place in places}


def test_no_source_declared_twice_passes_unnoticed(bench: Bench) -> None:
    for name in ("SRC-1", "SRC-2", "SRC-3"):
        text = f"sources:\n  - {{id: {name}, kind: git, location: a, revision: b, layers: implementation}}\n"
        found = bench.findings([Edit("memory/zz-copied.yaml", 0, 0, text)])
        assert [each.record for each in found if each.number == 123] == [name]


# Wholes and parts, and successors.


def _with_key(bench: Bench, name: str, key: str, value: str) -> Edit:
    """A key more on the line after the label of a record, or another value where the key is there."""
    record = bench.case.record(name)
    assert record is not None
    if key in record.spots:
        pair = bench.pair(record.spots[key])
        assert pair is not None
        start, end = pair.value.start_mark.index, pair.value.end_mark.index
        return Edit(bench.file(record.spots[key]), start, end, value)
    label = record.spots["label"]
    start = bench.offset(label)
    return Edit(bench.file(label), start, start, f"{key}: {value}\n    ")


def _circle(bench: Bench, names: tuple[str, ...], key: str) -> list[Edit]:
    """Each record of the chain part of, or superseded by, the next, and the last by the first."""
    return [_with_key(bench, name, key, after) for name, after in pairwise((*names, names[0]))]


def _chains(bench: Bench, length: int) -> Iterator[tuple[str, ...]]:
    """The chains of so many records along the parts and wholes of the set, and neighbours of a kind."""
    wholes = {str(r.id): str(r.part_of[0]) for r in _records(bench) if r.part_of}
    for part in wholes:
        chain = [part]
        while chain[-1] in wholes:
            chain.append(wholes[chain[-1]])
        if len(chain) >= length:
            yield tuple(chain[:length])
    of_kind: dict[str, list[str]] = {}
    for record in _records(bench):
        of_kind.setdefault(str(record.KIND), []).append(str(record.id))
    for names in of_kind.values():
        yield from (tuple(names[i : i + length]) for i in range(min(4, len(names) - length + 1)))


def _unnoticed_circle(bench: Bench, names: tuple[str, ...], key: str, number: int) -> str:
    found = bench.findings(_circle(bench, names, key))
    for each in found:
        if each.number == number and all(each.message.count(name) for name in names):
            related = [step.place for step in each.related]
            whole = each.message.startswith(f"{min(names)} → ") and f"→ {min(names)} is" in each.message
            if whole and len({each.place, *related}) == len(names):
                return ""
    return f"{' → '.join(names)} by {key}"


def test_no_circle_of_parts_passes_unnoticed(bench: Bench) -> None:
    chains = [*_chains(bench, 2), *_chains(bench, 3)]
    assert len(chains) > 35
    assert [a for names in chains if (a := _unnoticed_circle(bench, names, "part_of", 140))] == []


def test_no_circle_of_supersessions_passes_unnoticed(bench: Bench) -> None:
    chains = [*_chains(bench, 2), *_chains(bench, 3)]
    # One that an amendment supersedes has a second successor, by which a shorter circle may be shown.
    chains = [names for names in chains if "MEM-OBJ-jar-list" not in names]
    assert len(chains) > 30
    assert [a for names in chains if (a := _unnoticed_circle(bench, names, "superseded_by", 144))] == []


def _keyed(bench: Bench, key: str, number: int, value: str, message: tuple[str, ...]) -> Iterator[Mutation]:
    for record in _records(bench):
        edit = _with_key(bench, _id(record), key, value.replace("SELF", _id(record)))
        line = record.spots[key].line if key in record.spots else record.spots["label"].line
        yield Mutation(
            what=f"{record.id} {key} {value}",
            edits=(edit,),
            numbers=frozenset({number}),
            file=edit.file,
            line=line,
            record=str(record.id),
            message=message,
        )


def test_no_record_that_is_part_of_itself_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_keyed(bench, "part_of", 141, "SELF", ("is part of itself",)))
    assert len(mutations) > 30
    assert bench.unnoticed(mutations) == []


def test_no_record_that_is_part_of_two_passes_unnoticed(bench: Bench) -> None:
    two = "[RT-RTE-chat-turn, RT-CMP-shelf-store]"
    mutations = list(_keyed(bench, "part_of", 142, two, ("RT-RTE-chat-turn", "RT-CMP-shelf-store")))
    assert bench.unnoticed(mutations) == []


def test_no_record_superseded_by_itself_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_keyed(bench, "superseded_by", 144, "SELF", ("is superseded by itself",)))
    # One that an amendment supersedes too is still superseded by itself.
    assert bench.unnoticed(mutations) == []


def test_no_successor_that_is_only_supplied_passes_unnoticed(bench: Bench) -> None:
    mutations = list(_keyed(bench, "superseded_by", 145, "RT-RTE-hub-sync", ("is not declared here",)))
    assert len(mutations) > 30
    assert bench.unnoticed(mutations) == []
