"""Registers read together to a case: rows gathered, corrections applied, citations resolved, graph made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from auditor.case import (
    Case,
    CaseMember,
    Comparison,
    Declared,
    Inventory,
    Reference,
    Row,
    Spot,
    correctable,
    corrections,
    member_leaves,
)
from auditor.citations import Citations
from auditor.evidence import NOT_COMPARED, Evidence
from auditor.forms import Holds, Key, keys_of, walk
from auditor.identifiers import defers, kind_of, may_mention, mentions, mentions_in_prose
from auditor.places import FileLines, Place, SourceFile, Text
from auditor.records import (
    AuditSet,
    Claim,
    Member,
    OperativeObject,
    Record,
    Route,
    Source,
)
from auditor.sets import LoadedSet
from auditor.terms import AmendmentKind, Kind, MemberKind, RouteFunction


def case_of(loaded: LoadedSet, *, evidence: Evidence = NOT_COMPARED) -> Case:
    """The case that the registers read together make, with what comparing them with their sources gave."""
    everyone = [case_member(each.name, _amended(each.member, loaded.audit_set)) for each in loaded.members]
    members = tuple(everyone[index] for index in loaded.in_focus)
    others = tuple(each for index, each in enumerate(everyone) if index not in loaded.in_focus)
    declared, repeated = _declarations(members + others)
    sources = {str(each.id): each for m in members + others for each in m.member.sources if each.id}
    supplied = {str(each.id): each for m in members for each in m.member.supplied if each.id}
    if loaded.audit_set:
        supplied.update({str(each.id): each for each in loaded.audit_set.supplied if each.id})
    lost = frozenset().union(*(each.lost for each in loaded.members))
    files: dict[str, SourceFile] = {}
    for each in (*loaded.members, *([loaded.set_file] if loaded.set_file else [])):
        files.update(each.files)
    bare = Case(
        folder=loaded.folder,
        name=loaded.name,
        audit_set=loaded.audit_set,
        members=members,
        others=others,
        declared=MappingProxyType(declared),
        repeated=tuple(repeated),
        supplied=MappingProxyType(supplied),
        sources=MappingProxyType(sources),
        superseded=MappingProxyType(_supersessions(members + others, loaded.audit_set)),
        functions=MappingProxyType(_functions(members + others)),
        corrected=MappingProxyType(dict(_before(loaded))),
        lost=lost,
        telling=(),
        references=(),
        citations=Citations({}),
        faults=loaded.faults,
        set_in_focus=loaded.set_in_focus,
        cited_elsewhere=frozenset(_cited(others, loaded)),
        lines=FileLines(files),
        evidence=evidence,
    )
    telling = tuple(bare.leaves(_telling))
    references = tuple(ref for spot in telling for ref in _references(spot))
    return replace(bare, telling=telling, references=references, citations=_citations(bare, references))


def _cited(others: tuple[CaseMember, ...], loaded: LoadedSet) -> Iterator[str]:
    """The identifiers that are cited by what is at hand and not checked, each but by its own record."""
    for member in others:
        for spot in member_leaves(member, _telling):
            yield from (ref.id for ref in _references(spot) if ref.id not in ref.owners)
    if loaded.audit_set is not None and not loaded.set_in_focus:
        for leaf in walk(loaded.audit_set, _telling):
            yield from (ref.id for ref in _references(Spot(leaf, (), None)))


def case_member(folder: str, member: Member) -> CaseMember:
    """A member with its rows gathered."""
    return CaseMember(
        folder=folder,
        member=member,
        kind=MemberKind.of(member.member),
        ledger=tuple(_ledger(member)),
        inventory=tuple(_inventory(member)),
        comparisons=tuple(_comparisons(member)),
    )


def _ledger(member: Member) -> Iterator[Row]:
    for record in (*member.routes, *_annotated(member, Route)):
        for index, row in enumerate(record.ledger):
            routes = (record.id,) if record.id else ()
            yield Row(row=row, routes=row.routes or routes, path=f"ledger[{index}]")
    for index, row in enumerate(member.ledger):
        yield Row(row=row, routes=row.routes, path=f"ledger[{index}]")


def _inventory(member: Member) -> Iterator[Inventory]:
    for record in (*member.objects, *_annotated(member, OperativeObject)):
        if record.inventory is not None:
            name = record.inventory.object or record.id or Text("", record.place)
            yield Inventory(row=record.inventory, object=name, path="inventory")
    for index, row in enumerate(member.inventory):
        name = row.object if row.object is not None else Text("", row.place)
        yield Inventory(row=row, object=name, path=f"inventory[{index}]")


def _comparisons(member: Member) -> Iterator[Comparison]:
    for record in (*member.claims, *_annotated(member, Claim)):
        if record.comparison is not None:
            name = record.comparison.claim or record.id or Text("", record.place)
            yield Comparison(row=record.comparison, claim=name, path="comparison")
    for index, row in enumerate(member.comparisons):
        name = row.claim if row.claim is not None else Text("", row.place)
        yield Comparison(row=row, claim=name, path=f"comparisons[{index}]")


def _annotated(member: Member, kind: type[Any]) -> Iterator[Any]:
    """The annotated records of a kind, each with the identifier of the record that it annotates."""
    for annotation in member.annotations:
        if isinstance(annotation.record, kind):
            yield replace(annotation.record, id=annotation.on)


def _declarations(
    members: tuple[CaseMember, ...],
) -> tuple[dict[str, Declared], list[tuple[Place, Place, str]]]:
    declared: dict[str, Declared] = {}
    repeated: list[tuple[Place, Place, str]] = []
    sources: dict[str, Source] = {}
    for member in members:
        for record in member.member.records:
            if not record.id:
                continue
            first = declared.setdefault(str(record.id), Declared(record=record, member=member))
            if first.record is not record:
                repeated.append((record.id.place, first.record.place, str(record.id)))
        for source in member.member.sources:
            if not source.id:
                continue
            known = sources.setdefault(str(source.id), source)
            if known is not source and known.place != source.place:
                repeated.append((source.id.place, known.place, str(source.id)))
    return declared, repeated


def _functions(members: tuple[CaseMember, ...]) -> dict[str, frozenset[RouteFunction]]:
    found: dict[str, frozenset[RouteFunction]] = {}
    for member in members:
        for row in member.ledger:
            function = RouteFunction.of(row.row.function)
            if function is None:
                continue
            for route in row.routes:
                found[str(route)] = found.get(str(route), frozenset()) | {function}
    return found


def _supersessions(
    members: tuple[CaseMember, ...], audit_set: AuditSet | None
) -> dict[str, tuple[Text, ...]]:
    """Each superseded record with the records that take its place."""
    found: dict[str, tuple[Text, ...]] = {}
    for member in members:
        for record in member.member.records:
            if record.id and record.superseded_by:
                found[str(record.id)] = found.get(str(record.id), ()) + record.superseded_by
    shared = [member.member for member in members]
    for each in (*shared, *([audit_set] if audit_set else [])):
        for amendment in each.amendments:
            if AmendmentKind.of(amendment.kind) is AmendmentKind.SUPERSESSION and amendment.record:
                name = str(amendment.record)
                found[name] = found.get(name, ()) + amendment.superseded_by
    return found


def _before(loaded: LoadedSet) -> Iterator[tuple[tuple[str, str], Text]]:
    """What the fields that corrections name said before."""
    shared = [each.shared for each in loaded.members]
    amending = [*shared, loaded.audit_set] if loaded.audit_set else shared
    named = {(str(each.record), str(each.field)) for each in corrections(amending)}
    if not named:
        return
    for member in loaded.members:
        for record in member.member.records:
            for key in correctable(type(record)):
                value = getattr(record, key.attribute)
                if (str(record.id), key.name) in named and value is not None:
                    yield (str(record.id), key.name), value


def _amended(member: Member, audit_set: AuditSet | None) -> Member:
    """The member with its corrections applied: a correction of a text field of a record says what it says
    now. The register keeps the text as it was."""
    now: dict[str, dict[str, Text | None]] = defaultdict(dict)
    for each in corrections((member, audit_set) if audit_set else (member,)):
        fields = now[str(each.record)]
        fields[str(each.now_field or each.field)] = each.now
        if each.now_field and each.now_field != each.field:
            fields[str(each.field)] = None
    if not now:
        return member
    changed: dict[str, Any] = {}
    for key in keys_of(Member):
        listed = getattr(member, key.attribute)
        if key.entry is not None and issubclass(key.entry, Record):
            changed[key.attribute] = tuple(_corrected(each, now.get(str(each.id), {})) for each in listed)
    return replace(member, **changed)


def _corrected(record: Record, fields: Mapping[str, Text | None]) -> Record:
    texts: dict[str, Any] = {
        key.attribute: fields[key.name] for key in correctable(type(record)) if key.name in fields
    }
    return replace(record, **texts) if texts else record


_DECLARING = {("id",), ("supplied", "id"), ("sources", "id")}
_TEXTS = (Holds.TEXT, Holds.ID_OR_TEXT, Holds.MARKDOWN)


def _telling(key: Key, value: Text) -> bool:
    """Whether a check of single texts may have something to say of a scalar: words and identifiers, and of
    texts those that cite or defer. All checks share the one walk that gathers them."""
    if key.holds in _TEXTS:
        return key.name == "word" or ("-" in value and may_mention(value)) or defers(value)
    return key.holds is Holds.ID or key.holds is Holds.WORD


def _references(spot: Spot) -> Iterator[Reference]:
    leaf = spot.leaf
    value = leaf.value
    holds = leaf.key.holds
    if not value:
        return
    if holds is Holds.ID:
        if tuple(step for step in leaf.path if isinstance(step, str)) not in _DECLARING:
            yield Reference(str(value), 0, spot.owners, True, leaf)
    elif holds in _TEXTS and "-" in value:
        for each in mentions_in_prose(value) if holds is Holds.MARKDOWN else mentions(value):
            yield Reference(each.id, each.start, spot.owners, each.id == value, leaf)


def _citations(case: Case, references: tuple[Reference, ...]) -> Citations:
    nodes: dict[str, dict[str, Any]] = {}
    for identifier, declared in case.declared.items():
        label = str(declared.record.label or "")
        nodes[identifier] = {"state": "declared", "kind": kind_of(identifier), "label": label}
    for identifier, source in case.sources.items():
        nodes[identifier] = {"state": "source", "kind": Kind.SOURCE, "label": str(source.location or "")}
    for identifier, supplied in case.supplied.items():
        if identifier not in nodes:
            label = str(supplied.label or "")
            nodes[identifier] = {"state": "supplied", "kind": kind_of(identifier), "label": label}
    edges = dict.fromkeys(
        (owner, reference.id, str(reference.leaf.path[0]))
        for reference in references
        if reference.id in nodes
        for owner in reference.owners
        if owner in nodes
    )
    return Citations(nodes, tuple(edges))
