"""A member and a set, and the entries that stand at their top: sources, coverage, boundary, conclusion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from auditor import forms
from auditor.forms import Entry
from auditor.identifiers import kind_of
from auditor.places import Text
from auditor.records.entries import Evidence, Judged
from auditor.records.kinds import Absence, AuthorityPath, Claim, Component, OperativeObject, Record, Route
from auditor.records.rows import ComparisonRow, InventoryRow, LedgerRow
from auditor.terms import (
    AmendmentKind,
    Assessment,
    Axis,
    Basis,
    BoundaryKind,
    EvidenceLayer,
    Grounding,
    Kind,
    MemberKind,
    Negative,
    Reading,
    Section,
    SourceKind,
)


@dataclass(frozen=True, kw_only=True)
class LayerScope(Entry):
    """The files of a source that carry one evidence layer; no files and no text: all."""

    layer: Text | None = forms.word(EvidenceLayer, "the evidence layer")
    files: tuple[Text, ...] = forms.path("patterns, or text", many=True)

    BARE: ClassVar[str] = "files"


@dataclass(frozen=True, kw_only=True)
class Source(Entry):
    """One frozen body of evidence."""

    id: Text | None = forms.identifier("SRC- and a number", Kind.SOURCE, label="Source ID", required=True)
    kind: Text | None = forms.word(SourceKind, "how it is frozen", label="Kind", required=True)
    location: Text | None = forms.path(
        "where it is: an address, or a path from the register's folder",
        label="Identity/location",
        required=True,
    )
    revision: Text | None = forms.text(
        "the full commit, or `sha256:` and the digest", label="Revision or capture", required=True
    )
    layers: tuple[LayerScope, ...] = forms.entry(
        LayerScope,
        "evidence layers, each with its files",
        keyed="layer",
        vocabulary=EvidenceLayer,
        label="Evidence layer",
        required=True,
    )
    inspected: Text | None = forms.text("what was inspected", label="Inspected scope")
    anchors: Text | None = forms.text("how places are cited", label="Citation anchors")
    gaps: Text | None = forms.text(
        "what is out of reach, and the conclusion that prevents", label="Access gaps and conclusion prevented"
    )
    access_root: Text | None = forms.path("where the frozen bytes lay when they were read")
    imported: Text | None = forms.text("`true` where the source was imported")

    KIND: ClassVar[Kind] = Kind.SOURCE


@dataclass(frozen=True, kw_only=True)
class Supplied(Entry):
    """A record that is cited here and declared by a member that is not at hand."""

    id: Text | None = forms.identifier("the record's identifier", required=True)
    label: Text | None = forms.text("its label, where known")

    BARE: ClassVar[str] = "id"


@dataclass(frozen=True, kw_only=True)
class Annotation(Entry):
    """What this member adds to a record that another member declares."""

    on: Text | None = forms.identifier("the record", required=True)
    record: Record | None = forms.inline("the fields that it adds")


@dataclass(frozen=True, kw_only=True)
class Conflict(Entry):
    """A disagreement between members that was not resolved."""

    records: tuple[Text, ...] = forms.identifier("the records that disagree", many=True, required=True)
    says: Text | None = forms.text("how", required=True)
    evidence: tuple[Evidence, ...] = forms.entry(Evidence, "where it is seen", many=True)


@dataclass(frozen=True, kw_only=True)
class Verdict(Entry):
    """One verdict of a judgement."""

    question: Text | None = forms.text("the question")
    answer: Text | None = forms.text("true, false or undecided", required=True)

    BARE: ClassVar[str] = "answer"


@dataclass(frozen=True, kw_only=True)
class Amendment(Entry):
    """A change to records after they were written; the record keeps its text."""

    kind: Text | None = forms.word(AmendmentKind, "what it does", required=True)
    record: Text | None = forms.identifier("the record it amends", required=True)
    field: Text | None = forms.text("for a correction: the field")
    was: Text | None = forms.text("for a correction: what it said")
    now: Text | None = forms.text("for a correction: what it says now")
    now_field: Text | None = forms.text("for a correction: the field it moves to, where it moves")
    superseded_by: tuple[Text, ...] = forms.identifier(
        "for a supersession: the records that take its place", many=True
    )
    older: Text | None = forms.text("for a judgement: the older text")
    newer: Text | None = forms.text("for a judgement: the newer text")
    current: Text | None = forms.text("for a judgement: what stays current")
    retired: tuple[Text, ...] = forms.text("for a judgement: what is no longer current", many=True)
    verdicts: tuple[Verdict, ...] = forms.entry(Verdict, "for a judgement: the verdicts", keyed="question")
    by: Text | None = forms.text("for a judgement: who judged")
    date: Text | None = forms.date("for a judgement: when")
    because: Text | None = forms.text("why", required=True)
    evidence: tuple[Evidence, ...] = forms.entry(Evidence, "where it is seen", many=True)
    affects: tuple[Text, ...] = forms.identifier_or_text("what else it touches", many=True)


@dataclass(frozen=True, kw_only=True)
class Coverage(Entry):
    """How far one entry point or operation was read, and what that leaves open."""

    entry: Text | None = forms.text(
        "the entry point or operation", label="Entry point or operation", required=True
    )
    source: Text | None = forms.identifier("the source; may be left out where one is in reach", Kind.SOURCE)
    files: tuple[Text, ...] = forms.path("the files", many=True, label="Source path", required=True)
    read: Judged | None = forms.entry(
        Judged, "how much was read", vocabulary=Reading, label="Coverage", required=True
    )
    records: tuple[Text, ...] = forms.identifier("the records that cover it", many=True, label="Records")
    limit: Text | None = forms.text("what was not read or not shown", label="Limit", required=True)
    prevents: Text | None = forms.text("the conclusion that the limit prevents", label="Conclusion prevented")


@dataclass(frozen=True, kw_only=True)
class Limitation(Entry):
    """A limit of the whole audit."""

    limitation: Text | None = forms.text("the limit", label="Limitation", required=True)
    affects: tuple[Text, ...] = forms.identifier(
        "sources and records it touches", many=True, label="Affected IDs", required=True
    )
    inspected: Text | None = forms.text("what was inspected all the same", label="Inspected boundary")
    prevents: Text | None = forms.text("the conclusion it prevents", label="Conclusion prevented")
    resolved_by: Text | None = forms.text(
        "evidence that would resolve it", label="Evidence that would resolve it"
    )


@dataclass(frozen=True, kw_only=True)
class ConclusionPart(Entry):
    """A paragraph of the bounded conclusion."""

    text: Text | None = forms.markdown("the paragraph; IDs in it are cited", required=True)
    records: tuple[Text, ...] = forms.identifier("further records that it rests on", many=True)
    negative: Text | None = forms.word(Negative, "the reach of a negative conclusion")

    BARE: ClassVar[str] = "text"


@dataclass(frozen=True, kw_only=True)
class SectionText(Entry):
    """Prose under one of the report's sections."""

    section: Text | None = forms.word(Section, "the section", required=True)
    heading: Text | None = forms.text("a sub-heading")
    text: Text | None = forms.markdown("the prose; IDs in it are references", required=True)
    evidence: tuple[Evidence, ...] = forms.entry(Evidence, "passages beside the prose", many=True)


@dataclass(frozen=True, kw_only=True)
class BoundaryItem(Entry):
    """Something inside or outside the boundary."""

    what: Text | None = forms.text("a path or a part", required=True)
    role: Text | None = forms.text("what it does in the system")
    prevents: Text | None = forms.text("for what is excluded: the conclusion that prevents")

    BARE: ClassVar[str] = "what"


@dataclass(frozen=True, kw_only=True)
class Boundary(Entry):
    """What the audit is about, and when reading stopped."""

    kind: Text | None = forms.word(BoundaryKind, "how much of the system is covered", required=True)
    target_class: Text | None = forms.text("what sort of system it is", required=True)
    grounding: Text | None = forms.word(Grounding, "what the findings were read from", required=True)
    cutoff: Text | None = forms.date("the last day of reading", required=True)
    reviewed: Text | None = forms.text("the revision that was reviewed")
    included: tuple[BoundaryItem, ...] = forms.entry(BoundaryItem, "what is inside", many=True)
    excluded: tuple[BoundaryItem, ...] = forms.entry(BoundaryItem, "what is outside", many=True)


@dataclass(frozen=True, kw_only=True)
class AxisEvidence(Entry):
    """What one value of an axis rests on."""

    value: Text | None = forms.text("the value", required=True)
    basis: Text | None = forms.word(Basis, "what it rests on", required=True)
    records: tuple[Text, ...] = forms.identifier("the records that show it", many=True)
    note: Text | None = forms.text("a note")


@dataclass(frozen=True, kw_only=True)
class AxisProfile(Entry):
    """One axis of the memory profile."""

    axis: Text | None = forms.word(Axis, "the axis")
    assessment: Text | None = forms.word(Assessment, "how far it is known", required=True)
    values: tuple[Text, ...] = forms.text("the values found", many=True)
    evidence: tuple[AxisEvidence, ...] = forms.entry(AxisEvidence, "one entry a value", many=True)
    records: tuple[Text, ...] = forms.identifier("records that bear on the axis", many=True)
    note: Text | None = forms.text("a note")


@dataclass(frozen=True, kw_only=True)
class Profile(Entry):
    """The memory profile: a derived member that declares and quotes nothing."""

    scope: Text | None = forms.text("what the profile is of", required=True)
    axes: tuple[AxisProfile, ...] = forms.entry(AxisProfile, "the ten axes", keyed="axis", vocabulary=Axis)


@dataclass(frozen=True, kw_only=True)
class FrontMatter(Entry):
    """A key of an imported file's front matter beyond those of the form; kept, unchecked."""

    name: Text | None = forms.text("the key")
    values: tuple[Text, ...] = forms.path("the value or values", many=True)

    BARE: ClassVar[str] = "values"


@dataclass(frozen=True, kw_only=True)
class Shared(Entry):
    """What a member and a set both state."""

    format: Text | None = forms.text("the form and its version", rank=-2, required=True)
    system: Text | None = forms.path("the system's name", rank=-2, required=True)
    run_id: Text | None = forms.path("the name of this run of the audit")
    description: Text | None = forms.text("one sentence about the audit")
    question: Text | None = forms.text("the question that the audit answers", required=True)
    boundary: Boundary | None = forms.entry(Boundary, "what the audit is about", required=True)
    sources: tuple[Source, ...] = forms.entry(Source, "the source register", many=True, required=True)
    supplied: tuple[Supplied, ...] = forms.entry(
        Supplied, "records cited here and declared elsewhere", many=True
    )
    coverage: tuple[Coverage, ...] = forms.entry(
        Coverage, "how far each entry point was read", many=True, required=True
    )
    sections: tuple[SectionText, ...] = forms.entry(SectionText, "prose, in print order", many=True, rank=1)
    amendments: tuple[Amendment, ...] = forms.entry(
        Amendment, "changes after the records were written", many=True, rank=1
    )
    conflicts: tuple[Conflict, ...] = forms.entry(Conflict, "disagreements not resolved", many=True, rank=1)
    limitations: tuple[Limitation, ...] = forms.entry(
        Limitation, "limits of the whole audit", many=True, rank=1
    )
    conclusion: tuple[ConclusionPart, ...] = forms.entry(
        ConclusionPart, "the bounded conclusion, a paragraph each", many=True, required=True, rank=1
    )
    front_matter: tuple[FrontMatter, ...] = forms.entry(
        FrontMatter, "what an imported file had beyond these keys", keyed="name", rank=1
    )


@dataclass(frozen=True, kw_only=True)
class Member(Shared):
    """One register: a member of an audit."""

    member: Text | None = forms.word(MemberKind, "which member it is", rank=-1, required=True)
    components: tuple[Component, ...] = forms.entry(Component, "parts that run or are consulted", many=True)
    objects: tuple[OperativeObject, ...] = forms.entry(OperativeObject, "operative objects", many=True)
    routes: tuple[Route, ...] = forms.entry(Route, "routes", many=True)
    claims: tuple[Claim, ...] = forms.entry(Claim, "what the system says of itself", many=True)
    absences: tuple[Absence, ...] = forms.entry(Absence, "evidenced absences", many=True)
    authority_paths: tuple[AuthorityPath, ...] = forms.entry(
        AuthorityPath, "behavioural-authority paths", many=True
    )
    annotations: tuple[Annotation, ...] = forms.entry(
        Annotation, "what this member adds to others' records", many=True
    )
    inventory: tuple[InventoryRow, ...] = forms.entry(
        InventoryRow, "inventory rows not under their object", many=True
    )
    ledger: tuple[LedgerRow, ...] = forms.entry(LedgerRow, "ledger rows not under their route", many=True)
    comparisons: tuple[ComparisonRow, ...] = forms.entry(
        ComparisonRow, "comparison rows not under their claim", many=True
    )
    profile: Profile | None = forms.entry(Profile, "the memory profile")

    @property
    def records(self) -> tuple[Record, ...]:
        """The records that the member declares, kind by kind."""
        return (
            *self.components,
            *self.objects,
            *self.routes,
            *self.claims,
            *self.absences,
            *self.authority_paths,
        )


@dataclass(frozen=True, kw_only=True)
class AuditSet(Shared):
    """What the members of a set share."""

    members: tuple[Text, ...] = forms.path("the members' folders", many=True, required=True)


REGISTER_FORMAT = "audit-register/1"
SET_FORMAT = "audit-set/1"


def spoken_for(entry: Entry) -> tuple[str, ...]:
    """The records on whose part an entry of a member's list speaks: a row's routes, object or claim, what an
    annotation is on, what a supplied record or a source is."""
    if isinstance(entry, LedgerRow):
        return tuple(str(route) for route in entry.routes)
    for attribute in ("object", "claim", "on", "id"):
        name = getattr(entry, attribute, None)
        if isinstance(name, Text) and name and kind_of(name):
            return (str(name),)
    return ()
