"""What the checks see and what the renderers see: the records of a case, indexed, and its graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from auditor.citations import Citations
from auditor.evidence import NOT_COMPARED, Evidence
from auditor.findings import Fault, Finding
from auditor.forms import Entry, Holds, Key, Leaf, keys_of, walk
from auditor.places import Place, Text
from auditor.records import (
    Amendment,
    AuditSet,
    ComparisonRow,
    InventoryRow,
    LedgerRow,
    Member,
    Record,
    Shared,
    Source,
    Supplied,
    spoken_for,
)
from auditor.terms import AmendmentKind, MemberKind, RouteFunction

if TYPE_CHECKING:
    import networkx as nx

Wanted: TypeAlias = Callable[[Key, Text], bool]
"""Chooses scalars by their key and value."""

_DAMAGING = frozenset({"unreadable-file", "invalid-yaml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A ledger row with the routes that it is about, wherever it was written."""

    row: LedgerRow
    routes: tuple[Text, ...]
    path: str
    """The path of the row in its record, or in the member where no record holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """An inventory row with its object, wherever it was written."""

    row: InventoryRow
    object: Text
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A comparison row with its claim, wherever it was written."""

    row: ComparisonRow
    claim: Text
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseMember:
    """A member of a case, its rows gathered from under their records and from its lists."""

    folder: str
    """The name of its folder."""
    member: Member
    kind: MemberKind | None
    ledger: tuple[Row, ...]
    inventory: tuple[Inventory, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def name(self) -> str:
        """The member's word, or its folder where the word is missing."""
        return self.kind.value if self.kind else self.folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A record and the member that declares it."""

    record: Record
    member: CaseMember


class Reference(NamedTuple):
    """An identifier that something cites. `whole` says that the value is the identifier and nothing else;
    `owners` are the records on whose part it is cited."""

    id: str
    start: int
    owners: tuple[str, ...]
    whole: bool
    leaf: Leaf

    @property
    def key(self) -> Key:
        """The key under which it is cited."""
        return self.leaf.key

    @property
    def field(self) -> str:
        """The path at which it is cited, as it is printed."""
        return self.leaf.field

    @property
    def text(self) -> Text:
        """The whole text in which it is cited."""
        return self.leaf.value

    @property
    def place(self) -> Place:
        """Where it is cited."""
        return self.leaf.value.at(self.start, len(self.id))


class Spot(NamedTuple):
    """A scalar of the case, with the records on whose part it stands."""

    leaf: Leaf
    owners: tuple[str, ...]
    member: CaseMember | None

    @property
    def record(self) -> str:
        """The record that a message names."""
        return self.owners[0] if self.owners else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything that is checked together.

    `members` are those in focus; `declared` and `sources` hold those of all members at hand. `repeated`
    pairs a later declaration with the first.
    """

    folder: str
    name: str
    """The folder's own name, however its path was written."""
    audit_set: AuditSet | None
    members: tuple[CaseMember, ...]
    others: tuple[CaseMember, ...]
    declared: Mapping[str, Declared]
    repeated: tuple[tuple[Place, Place, str], ...]
    supplied: Mapping[str, Supplied]
    sources: Mapping[str, Source]
    superseded: Mapping[str, tuple[Text, ...]]
    functions: Mapping[str, frozenset[RouteFunction]]
    """The functions of the ledger rows of each route, in any member at hand."""
    corrected: Mapping[tuple[str, str], Text]
    """What the fields that corrections name said before, by record and field."""
    lost: frozenset[str]
    telling: tuple[Spot, ...]
    """The scalars in focus that a check of single texts may have something to say of."""
    references: tuple[Reference, ...]
    citations: Citations
    faults: tuple[Fault, ...]
    lines: Mapping[str, tuple[str, ...]]
    set_in_focus: bool = True
    """Whether what the set file says beside its members is checked too."""
    evidence: Evidence = NOT_COMPARED
    """What comparing the register with its sources gave."""
    cited_elsewhere: frozenset[str] = frozenset()
    """The identifiers that are cited by what is at hand and not checked."""

    def leaves(self, wanted: Wanted | None = None) -> Iterator[Spot]:
        """The scalars of what is in focus, record by record: all, or those wanted."""
        for member in self.members:
            yield from member_leaves(member, wanted)
        if self.audit_set is not None and self.set_in_focus:
            for leaf in walk(self.audit_set, wanted):
                yield Spot(leaf, (), None)

    @property
    def graph(self) -> nx.MultiDiGraph[str]:
        """A node for each identifier that is declared, supplied or a source, and an edge, keyed by its field,
        for each citation between them."""
        return self.citations.graph

    @property
    def damaged(self) -> bool:
        """Whether a stretch of a file could not be read: what is missing may have stood there."""
        return bool(self.lost) or any(each.rule in _DAMAGING for each in self.faults)

    def in_focus(self, member: CaseMember) -> bool:
        """Whether a member is one of those that are checked."""
        return any(each is member for each in self.members)

    def resolves(self, identifier: str) -> bool:
        """Whether an identifier is declared, supplied or a source's, or was lost in an unread stretch."""
        return identifier in self.citations or identifier in self.lost

    def record(self, identifier: str) -> Record | None:
        """The record that an identifier declares, where it is at hand."""
        found = self.declared.get(identifier)
        return found.record if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What the renderers see: the case, what the checks found, and what was left out of the findings."""

    case: Case
    findings: tuple[Finding, ...]
    suppressed: int
    unverifiable: int
    """Citations of supplied records, whose content is not at hand."""


def corrections(amending: Iterable[Shared]) -> Iterator[Amendment]:
    """The corrections among the amendments of members and sets that say what they correct, and to what."""
    for shared in amending:
        for each in shared.amendments:
            is_correction = AmendmentKind.of(each.kind) is AmendmentKind.CORRECTION
            if is_correction and each.record and each.field and each.now is not None:
                yield each


def correctable(kind: type[Entry]) -> tuple[Key, ...]:
    """The fields of a record that a correction can change: those that hold one text."""
    return tuple(key for key in keys_of(kind) if key.holds in (Holds.TEXT, Holds.MARKDOWN) and not key.many)


def member_leaves(member: CaseMember, wanted: Wanted | None = None) -> Iterator[Spot]:
    """The scalars of a member, record by record, then the entries at its top: all, or those wanted."""
    for record in member.member.records:
        owners = (str(record.id),) if record.id else ()
        for leaf in walk(record, wanted):
            yield Spot(leaf, owners, member)
    for key in keys_of(Member):
        value = getattr(member.member, key.attribute)
        if not value or (key.entry is not None and issubclass(key.entry, Record)):
            continue
        holder = replace(Member(), **{key.attribute: value})
        for leaf in walk(holder, wanted):
            yield Spot(leaf, _owners_of(value, leaf), member)


def _owners_of(value: Any, leaf: Leaf) -> tuple[str, ...]:
    if len(leaf.path) < 2 or not isinstance(leaf.path[1], int):
        return ()
    return spoken_for(value[leaf.path[1]])
