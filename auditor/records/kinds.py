"""The kinds of record that a member declares, with the fields that each holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from auditor import forms
from auditor.forms import Entry
from auditor.places import Text
from auditor.records.entries import Answer, Closest, Conclusion, Evidence, Judged, SaidIn, Threshold
from auditor.records.rows import ComparisonRow, InventoryRow, LedgerRow
from auditor.terms import Force, Form, Guarantee, Kind, StatusLayer, Tier

NOT_YET_JUDGED = "uninspected — not yet judged"
"""What a drafted record says in every field that only a person can fill."""


@dataclass(frozen=True, kw_only=True)
class Record(Entry):
    """What every record holds."""

    id: Text | None = forms.identifier("the identifier")
    label: Text | None = forms.text("the heading", required=True)
    part_of: tuple[Text, ...] = forms.identifier(
        "the one record that this is part of", many=True, label="Part of"
    )
    closest: Closest | None = forms.entry(
        Closest,
        "the nearest supplied records, and why this is another",
        label="Closest supplied IDs and distinct identity",
    )
    status: tuple[Conclusion, ...] = forms.entry(
        Conclusion, "conclusion status, one a layer", keyed="layer", vocabulary=StatusLayer
    )
    evidence: tuple[Evidence, ...] = forms.entry(Evidence, "passages and anchors", many=True, rank=1)
    note: Text | None = forms.markdown("prose: whatever has no field", rank=1)
    superseded_by: tuple[Text, ...] = forms.identifier("the records that take its place", many=True, rank=1)
    candidate: Text | None = forms.text(
        "digest of the record as drafted; removing the key makes it a finding", rank=1
    )
    imported: Text | None = forms.text("`true` where the record was imported", rank=1)
    answers: tuple[Answer, ...] = forms.entry(Answer, "findings answered in place", keyed="rule", rank=1)
    tier: Text | None = forms.word(Tier, "how long it is meant to hold", rank=1)
    expires: Text | None = forms.date("the last day on which it holds", rank=1)
    expires_when: Text | None = forms.text("the event at which it ends", rank=1)
    modified: Text | None = forms.date("when its content changed last", rank=1)
    reviewed: Text | None = forms.date("when it was found still true", rank=1)
    salience: Text | None = forms.number("priority, 1 to 5", rank=1)

    KIND: ClassVar[Kind | None] = None
    LIST: ClassVar[str] = ""
    """The key of `register.yaml` under which records of the kind stand."""


@dataclass(frozen=True, kw_only=True)
class Thing(Record):
    identity: Text | None = forms.text(
        "what it is called in the source", label="Source-native identity", required=True
    )
    form: tuple[Judged, ...] = forms.entry(
        Judged,
        "the representational form",
        many=True,
        vocabulary=Form,
        label="Representational form",
        required=True,
    )
    substrate: Text | None = forms.text("where it is kept", label="Storage substrate", required=True)
    parameters_change: Text | None = forms.text(
        "whether parameters change", label="Parameters change during operation"
    )
    version_pinned: Text | None = forms.text(
        "whether the exact version is pinned", label="Exact version pinned"
    )
    mutable_endpoint: Text | None = forms.text(
        "whether the name may come to mean another model",
        label="Mutable endpoint can resolve to another model",
    )
    guarantee: Judged | None = forms.entry(
        Judged, "where a guarantee is claimed", vocabulary=Guarantee, label="Guarantee strength"
    )
    lineage: Text | None = forms.text("where it comes from", label="Lineage")
    raw_or_derived: Text | None = forms.text("whether it is raw or derived", label="Raw versus derived")
    consumers: Text | None = forms.text(
        "who consumes it, with which authority", label="Memory consumers and authority"
    )
    behavioral_authority: Text | None = forms.text("what it does to behaviour", label="Behavioral authority")
    read_back: Text | None = forms.text("how it is read back", label="Read-back")
    write_agency: Text | None = forms.text(
        "who writes, curates and learns from it", label="Write agency, curation, trace learning and source"
    )


@dataclass(frozen=True, kw_only=True)
class Component(Thing):
    """A part that runs or is consulted."""

    KIND: ClassVar[Kind | None] = Kind.COMPONENT
    LIST: ClassVar[str] = "components"


@dataclass(frozen=True, kw_only=True)
class OperativeObject(Thing):
    """Content that is stored, passed or relied on."""

    inventory: InventoryRow | None = forms.entry(InventoryRow, "its row of the epistemic-object inventory")

    KIND: ClassVar[Kind | None] = Kind.OBJECT
    LIST: ClassVar[str] = "objects"


@dataclass(frozen=True, kw_only=True)
class Route(Record):
    """A path from a trigger to an effect on content, reliance or behaviour."""

    endpoints: Text | None = forms.text("from where through what to where", label="Endpoints and progression")
    owner: Text | None = forms.text("who owns which step", label="Owner")
    effects: Text | None = forms.text("what it changes", label="Context/state/action effects")
    immediate_return: Text | None = forms.text(
        "what the caller gets", label="Immediate return", required=True
    )
    later_read_back: Text | None = forms.text("how it is read later", label="Later read-back", required=True)
    delegated_visibility: Text | None = forms.text(
        "who else sees it", label="Delegated visibility", required=True
    )
    selection_predicate: Text | None = forms.text(
        "what is let in", label="Selection predicate", required=True
    )
    invalidation_or_expiry: Text | None = forms.text(
        "how it ends", label="Invalidation or expiry", required=True
    )
    activation_or_effect: Text | None = forms.text(
        "what it does", label="Activation or effect", required=True
    )
    evidence_limits: Text | None = forms.text(
        "what the evidence leaves open", label="Evidence limits", required=True
    )
    decision_roles: Text | None = forms.text("who proposes, decides, can veto", label="Decision roles")
    oracle: Text | None = forms.text("whether an answer oracle exists", label="Answer oracle")
    mode: Text | None = forms.text("the operating mode", label="Operating mode")
    admission: Text | None = forms.text(
        "how a change is proposed, admitted, rejected, recovered",
        label="Trigger, proposed change, admission, rejection and recovery",
    )
    guidance: Text | None = forms.text(
        "which guidance it gives, for how long", label="Guidance and persistence"
    )
    thresholds: tuple[Threshold, ...] = forms.entry(Threshold, "the numbers it turns on", many=True)
    ledger: tuple[LedgerRow, ...] = forms.entry(
        LedgerRow, "its rows of the authority-route ledger", many=True
    )

    KIND: ClassVar[Kind | None] = Kind.ROUTE
    LIST: ClassVar[str] = "routes"


@dataclass(frozen=True, kw_only=True)
class Claim(Record):
    """Something that the system says about itself."""

    operation: Text | None = forms.text(
        "the claimed operation or warrant", label="Claimed operation or warrant", required=True
    )
    said_in: tuple[SaidIn, ...] = forms.entry(
        SaidIn, "where it is said", many=True, label="Source", required=True
    )
    comparison: ComparisonRow | None = forms.entry(ComparisonRow, "its row of the claim comparison")

    KIND: ClassVar[Kind | None] = Kind.CLAIM
    LIST: ClassVar[str] = "claims"


@dataclass(frozen=True, kw_only=True)
class Absence(Record):
    """Something looked for and not found."""

    searched: tuple[Text, ...] = forms.path(
        "roots or files searched", many=True, label="Searched roots", required=True
    )
    query: Text | None = forms.text("what was looked for, and how", label="Query", required=True)
    revision: Text | None = forms.text("at which revision", label="Revision", required=True)
    supports: Text | None = forms.text("the conclusion that it supports", label="Conclusion supported")
    prevents: Text | None = forms.text("the conclusion that it prevents", label="Conclusion prevented")

    KIND: ClassVar[Kind | None] = Kind.ABSENCE
    LIST: ClassVar[str] = "absences"


@dataclass(frozen=True, kw_only=True)
class AuthorityPath(Record):
    """Consumer, channel, force and horizon by which content affects behaviour."""

    consumer: Text | None = forms.text("who consumes", label="Consumer", required=True)
    channel: Text | None = forms.text("through which channel", label="Channel", required=True)
    force: tuple[Judged, ...] = forms.entry(
        Judged, "with which force", many=True, vocabulary=Force, label="Force", required=True
    )
    horizon: Text | None = forms.text("for how long", label="Horizon", required=True)
    of: tuple[Text, ...] = forms.identifier(
        "the routes or objects that it carries", Kind.ROUTE, Kind.OBJECT, many=True, label="Of", required=True
    )

    KIND: ClassVar[Kind | None] = Kind.AUTHORITY_PATH
    LIST: ClassVar[str] = "authority_paths"


RECORD_KINDS: tuple[type[Record], ...] = (
    Component,
    OperativeObject,
    Route,
    Claim,
    Absence,
    AuthorityPath,
)
"""The six kinds that members declare, in the order of the report; the seventh, the source, is a Source."""
