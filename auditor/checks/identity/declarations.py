"""Whether identifiers are well formed, belong to their member, and are declared once."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case, CaseMember
from auditor.findings import Fault, Related
from auditor.identifiers import IDENTIFIER, NUMBERED, kind_of, prefix_of
from auditor.places import Text
from auditor.records import REGISTER_FORMAT, SET_FORMAT, Record
from auditor.terms import Kind


def check(case: Case) -> Iterator[Fault]:
    """Faults of declarations: format, form of the identifier, prefix, kind, repetition, extension."""
    yield from _formats(case)
    for member in case.members:
        yield from _numbered(member)
        for record in member.member.records:
            if record.id:
                yield from _declaration(member, record, record.id)
        for source in member.member.sources:
            if source.id and not (IDENTIFIER.fullmatch(source.id) and kind_of(source.id) is Kind.SOURCE):
                yield _malformed(source.id, "a source is named `SRC-` and a number from 1")
        for each in member.member.supplied:
            if each.id and not IDENTIFIER.fullmatch(each.id) and not NUMBERED.fullmatch(each.id):
                yield _malformed(each.id, "write prefix, kind and name of the record as it is declared")
            if each.id and str(each.id) in case.declared:
                first = case.declared[str(each.id)].record.place
                yield Fault(
                    rule="supplied-and-declared",
                    place=each.id.place,
                    record=str(each.id),
                    field="supplied",
                    message=f"`{each.id}` is listed as supplied and declared",
                    remedy="take it out of `supplied`",
                    related=(Related(place=first, says="it is declared here"),),
                )
    for later, first, name in case.repeated:
        yield Fault(
            rule="duplicate-identifier",
            place=later,
            record=name,
            field="id",
            message=f"`{name}` is declared a second time",
            remedy="rename one of the two, or join them",
            related=(Related(place=first, says="it is declared here first"),),
        )
    yield from _extensions(case)


def _formats(case: Case) -> Iterator[Fault]:
    known = [(m.member.format, REGISTER_FORMAT) for m in case.members]
    if case.audit_set is not None:
        known.append((case.audit_set.format, SET_FORMAT))
    for written, expected in known:
        if written and written != expected:
            yield Fault(
                rule="unknown-format",
                place=written.place,
                field="format",
                message=f"the form `{written}` is not known",
                remedy=f"write `{expected}`",
            )


def _numbered(member: CaseMember) -> Iterator[Fault]:
    numbered = [
        record.id
        for record in member.member.records
        if record.id and record.imported and NUMBERED.fullmatch(record.id)
    ]
    if numbered:
        yield Fault(
            rule="numbered-identifier",
            place=numbered[0].place,
            record=str(numbered[0]),
            field="id",
            message=f"{len(numbered)} imported records of this member have numbers for names",
            remedy="keep them; give new records names",
        )


def _declaration(member: CaseMember, record: Record, name: Text) -> Iterator[Fault]:
    allowed = IDENTIFIER.fullmatch(name) or (record.imported and NUMBERED.fullmatch(name))
    if not allowed or kind_of(name) is Kind.SOURCE:
        yield _malformed(
            name, "write prefix, kind and a name of one to three lower-case words, as in `EPI-RTE-save`"
        )
        return
    if kind_of(name) is not record.KIND:
        assert record.KIND is not None
        yield Fault(
            rule="wrong-kind",
            place=name.place,
            record=str(name),
            field="id",
            message=f"`{name}` stands in the list `{record.LIST}`, whose records are of kind {record.KIND}",
            remedy=f"move it to the list of its kind, or write `-{record.KIND}-` in its identifier",
        )
    if member.kind is not None and prefix_of(name) != member.kind.prefix:
        yield Fault(
            rule="foreign-prefix",
            place=name.place,
            record=str(name),
            field="id",
            message=f"the {member.kind} member declares `{name}`",
            remedy=f"begin it with `{member.kind.prefix}-`, or move the entry to `annotations` with `on:`",
        )


def _malformed(name: Text, remedy: str) -> Fault:
    return Fault(
        rule="malformed-identifier",
        place=name.place,
        record=str(name),
        field="id",
        message=f"`{name}` is not an identifier",
        remedy=remedy,
    )


def _extensions(case: Case) -> Iterator[Fault]:
    for name, declared in case.declared.items():
        words = name.split("-")
        for end in range(3, len(words)):
            shorter = case.declared.get("-".join(words[:end]))
            if shorter is None or (shorter.record.candidate and declared.record.candidate):
                continue
            if not case.in_focus(declared.member):
                continue
            yield Fault(
                rule="extended-identifier",
                place=declared.record.place,
                record=name,
                field="id",
                message=f"`{name}` is `{shorter.record.id}` with a hyphen and more",
                remedy="rename one of the two",
                related=(
                    Related(place=shorter.record.place, says=f"`{shorter.record.id}` is declared here"),
                ),
            )
