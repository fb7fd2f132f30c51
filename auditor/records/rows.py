"""The rows of the three lists of an epistemic member: ledger, inventory and claim comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from auditor import forms
from auditor.forms import Entry
from auditor.identifiers import SEE, is_identifier
from auditor.places import Text
from auditor.records.entries import Evidence, Judged, SaidIn
from auditor.terms import ArchitecturalStatus, ContentRelation, Force, Kind, RouteFunction, Warrant


@dataclass(frozen=True, kw_only=True)
class Acceptance(Entry):
    """What makes a disposition an acceptance."""

    criterion: Text | None = forms.text("the named criterion", required=True)
    evidence_consumed: Text | None = forms.text("the evidence that the decision consumed", required=True)
    use: Text | None = forms.text("the use for which it accepts", required=True)
    scope: Text | None = forms.text("the scope within which", required=True)
    decided_by: Text | None = forms.text("who or what decides", required=True)


@dataclass(frozen=True, kw_only=True)
class Relation(Entry):
    """The content/update relation of a row, with what its kind needs beside it."""

    kind: Text | None = forms.word(ContentRelation, "the relation, by the first test that is established")
    warrant: Text | None = forms.word(Warrant, "for acquisition/import: what becomes of the source's warrant")
    premises: Text | None = forms.text("for entailed derivation: the premises")
    domain: Text | None = forms.text("for entailed derivation: the domain")
    non_entailment: Text | None = forms.text("for ampliative conjecture: why it does not follow")
    would_decide: Text | None = forms.text("for indeterminate: what would decide it")
    says: Text | None = forms.text("prose; for a policy/content update its description")

    BARE: ClassVar[str] = "kind"

    @classmethod
    def bare_attribute(cls, value: str) -> str:
        return "says" if SEE.search(value) else "kind"


@dataclass(frozen=True, kw_only=True)
class RowPath(Entry):
    """The behavioural-authority path of a row: four keys, or text."""

    consumer: Text | None = forms.text("who consumes; may say *A to B*", required=True)
    channel: Text | None = forms.text("through which channel", required=True)
    force: tuple[Judged, ...] = forms.entry(
        Judged, "with which force", many=True, vocabulary=Force, required=True
    )
    horizon: Text | None = forms.text("for how long", required=True)
    says: Text | None = forms.text("text in the mapping's stead")

    BARE: ClassVar[str] = "says"


@dataclass(frozen=True, kw_only=True)
class Cited(Entry):
    """An object of a row: a record, a record with a gloss, or text for content without a record."""

    id: Text | None = forms.identifier(
        "the record", Kind.OBJECT, Kind.CLAIM, Kind.COMPONENT, Kind.AUTHORITY_PATH
    )
    says: Text | None = forms.text("a gloss, or the content that has no record")

    BARE: ClassVar[str] = "id"

    @classmethod
    def bare_attribute(cls, value: str) -> str:
        return "id" if is_identifier(value) else "says"


@dataclass(frozen=True, kw_only=True)
class LedgerRow(Entry):
    """A row of the authority-route ledger: the seventeen fields, the route being those in `routes` or the
    record under which the row stands."""

    routes: tuple[Text, ...] = forms.identifier(
        "the routes of the row; left out where it stands under its route",
        Kind.ROUTE,
        many=True,
        label="Route ID",
    )
    function: Text | None = forms.word(
        RouteFunction, "what the route does here", label="Route function", required=True
    )
    architectural_status: Text | None = forms.word(
        ArchitecturalStatus,
        "what the route is in the architecture",
        label="Architectural status",
        required=True,
    )
    object: tuple[Cited, ...] = forms.entry(
        Cited, "what the route acts on", many=True, label="Object/candidate ID", required=True, see=True
    )
    relation: Relation | None = forms.entry(
        Relation,
        "how content after relates to content before",
        label="Content/update relation",
        required=True,
        see=True,
    )
    target: Text | None = forms.text(
        "the transition, or what is checked", label="Transition or check target", required=True, see=True
    )
    evaluator: Text | None = forms.text(
        "who or what evaluates, on which condition, in which domain",
        label="Evaluator/condition and domain",
        required=True,
        see=True,
    )
    activation: Text | None = forms.text(
        "when it happens", label="Activation and timing", required=True, see=True
    )
    result: Text | None = forms.text(
        "what may come out, or was seen to", label="Possible or observed result", required=True, see=True
    )
    force: tuple[Judged, ...] = forms.entry(
        Judged,
        "the implemented force",
        many=True,
        vocabulary=Force,
        label="Implemented force",
        required=True,
        see=True,
    )
    epistemic_authority: Text | None = forms.text(
        "which reliance it licenses, within which scope",
        label="Epistemic authority and scope",
        required=True,
        see=True,
    )
    operational_authority: Text | None = forms.text(
        "behaviour permitted, blocked or changed",
        label="Operational authority: behavior permitted, blocked, or changed",
        required=True,
        see=True,
    )
    authority_path: RowPath | None = forms.entry(
        RowPath,
        "consumer, channel, force, horizon",
        label="Behavioral-authority path: consumer, channel, force, horizon",
        required=True,
        see=True,
    )
    evidence: tuple[Evidence, ...] = forms.entry(
        Evidence,
        "where it is seen",
        many=True,
        label="Evidence source ID and local anchor",
        required=True,
        see=True,
    )
    claims: tuple[Text, ...] = forms.identifier_or_text(
        "the claims that the row bears on, or `none`",
        Kind.CLAIM,
        many=True,
        label="Claim IDs or none",
        required=True,
        see=True,
        bare_none=True,
    )
    mismatch: Text | None = forms.text(
        "what a claim says otherwise, or `none`",
        label="Mismatch marker or none",
        required=True,
        see=True,
        bare_none=True,
    )
    gap: Text | None = forms.text("what the evidence leaves open", label="Gap/limit", required=True, see=True)
    acceptance: Acceptance | None = forms.entry(Acceptance, "only where the row accepts", label="Acceptance")


@dataclass(frozen=True, kw_only=True)
class InventoryRow(Entry):
    """A row of the epistemic-object inventory."""

    object: Text | None = forms.identifier_or_text(
        "the object; left out where the row stands under it", Kind.OBJECT, label="Object ID"
    )
    content: Text | None = forms.text(
        "the content that can be true or false, or `none`",
        label="Candidate truth-apt content or none",
        required=True,
        see=True,
        bare_none=True,
    )
    role: Text | None = forms.text("what it is relied on for", label="Claimed role", required=True, see=True)
    evidence: tuple[Evidence, ...] = forms.entry(
        Evidence, "where it is seen", many=True, label="Evidence source ID and local anchor", see=True
    )
    gap: Text | None = forms.text("what is not known of it", label="Gap/limit", required=True, see=True)


@dataclass(frozen=True, kw_only=True)
class ComparisonRow(Entry):
    """A row of the system-claim versus route comparison."""

    claim: Text | None = forms.identifier(
        "the claim; left out where the row stands under it", Kind.CLAIM, label="Claim ID"
    )
    operation: Text | None = forms.text(
        "the claimed operation, for a claim not declared here", label="Claimed operation or warrant", see=True
    )
    said_in: tuple[SaidIn, ...] = forms.entry(
        SaidIn,
        "where it is said, for a claim not declared here",
        many=True,
        label="Claim source/anchor and layer",
        see=True,
    )
    design: Text | None = forms.text(
        "what documents and design support", label="Doctrine/design support", required=True, see=True
    )
    routes: tuple[Text, ...] = forms.identifier_or_text(
        "the routes that implement it, or `none` with the reason",
        Kind.ROUTE,
        many=True,
        label="Implemented route IDs",
        required=True,
        see=True,
    )
    run: Text | None = forms.text("what runs support", label="Observed-run support", required=True, see=True)
    causal: Text | None = forms.text(
        "what experiments support, and how far", label="Causal support/design limits", required=True, see=True
    )
    conclusion: Text | None = forms.text(
        "what is supported", label="Supported conclusion", required=True, see=True
    )
    mismatch: Text | None = forms.text(
        "where claim and routes part, or `none`",
        label="Mismatch/unknown",
        required=True,
        see=True,
        bare_none=True,
    )
