"""What became of a register's evidence in a later revision, and of one audit in another: pure values, that
the reports print and never make."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.evidence import Cited, Nearest, Span
from auditor.places import Place
from auditor.terms import PassageFate, RecordFate, ThresholdFate


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageChange:
    """A citation and what became of it.

    `was` is where it stood in the earlier bytes, where they are at hand; `now` are the places where it
    stands, one where it is unchanged or moved. `likely` is the one of several that the lines around it speak
    for. `wanted` is the text that was looked for: the passage, or the lines that an entry without one names.
    `note` says what a reader should know beside it.
    """

    cited: Cited
    fate: PassageFate
    wanted: str = ""
    was: Span | None = None
    now: tuple[Span, ...] = ()
    likely: Span | None = None
    nearest: Nearest | None = None
    note: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether a finding lost its evidence: a whole file that merely changed has taken nothing away."""
        if self.fate is PassageFate.CHANGED:
            return bool(self.wanted)
        return self.fate in (PassageFate.AMBIGUOUS, PassageFate.GONE)

    @property
    def calls_for_reading(self) -> bool:
        """Whether a person must read it again."""
        return self.fate in _LOST


_LOST = (PassageFate.CHANGED, PassageFate.AMBIGUOUS, PassageFate.GONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdChange:
    """A threshold and what became of it: `older` is the register's value, `newer` the values that the later
    source holds in its place. `passage` is what became of the passage that the entry quotes, if it does."""

    cited: Cited
    name: str
    fate: ThresholdFate
    older: str
    newer: tuple[str, ...] = ()
    was: Span | None = None
    now: tuple[Span, ...] = ()
    passage: PassageFate | None = None
    note: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether the finding does not hold as it stands: its value, or the passage that holds it."""
        return self.fate in (ThresholdFate.CHANGED, ThresholdFate.GONE) or self.passage in _LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageChange:
    """A file, folder or pattern that a row of coverage names, and what became of it. `now` is the path at
    which it is, where that is another: a file may be renamed and changed at once."""

    entry: str
    source: str
    field: str
    path: str
    place: Place
    fate: PassageFate
    now: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamedFile:
    """A file under a new path; `similarity` in per cent."""

    older: str
    newer: str
    similarity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceChange:
    """A source at two revisions, and its files in scope that differ.

    `older_at_hand` is false where the earlier bytes are not here: then no files are told, and `note` says
    why.
    """

    id: str
    older: str
    newer: str
    says: str
    older_at_hand: bool
    note: str = ""
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[RenamedFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A record that must be read again. `because` are the touched records through which it is one, each with
    how it rests on it; empty where its own evidence is touched."""

    id: str
    label: str
    because: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionComparison:
    """A register against later revisions of its sources."""

    name: str
    system: str
    sources: tuple[SourceChange, ...]
    passages: tuple[PassageChange, ...]
    thresholds: tuple[ThresholdChange, ...]
    records: tuple[Touched, ...]
    claims: tuple[Touched, ...]
    coverage: tuple[CoverageChange, ...] = ()
    not_compared: int = 0
    """Citations of sources for which no later revision was named."""
    damaged: bool = False
    """Whether a stretch of the register could not be read: what stands there was not compared."""

    @property
    def has_lost_evidence(self) -> bool:
        """Whether a finding lost its evidence."""
        return any(each.is_lost for each in self.passages) or any(each.is_lost for each in self.thresholds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reanchored:
    """What was written into a register: the files, how many entries were re-anchored, and the new revision of
    each source."""

    files: tuple[str, ...]
    entries: int
    revisions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """A field that says something else: `older` is empty where it is new, `newer` where it is gone. Where it
    only moved, the entry says the same, and they are the two places that it cites."""

    field: str
    older: str
    newer: str
    moved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordChange:
    """A record, source or member that two audits do not have alike."""

    id: str
    label: str
    fate: RecordFate
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueChange:
    """A threshold of a record whose value differs; empty where one audit does not have it."""

    record: str
    name: str
    older: str
    newer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedChange:
    """A passage of a record that both audits have: cited elsewhere, or only by one of them."""

    record: str
    fate: RecordFate
    quote: str
    older: str
    newer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePin:
    """A source that two audits read at different revisions, or from different places."""

    id: str
    older: str
    newer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditComparison:
    """One audit against another.

    `reguarded` are the routes whose thresholds or checks changed, `claims` the claims whose support did, each
    with what it was; `bereft` the records of both audits that had passages and have none left.
    """

    older: str
    newer: str
    records: tuple[RecordChange, ...]
    members: tuple[RecordChange, ...]
    thresholds: tuple[ValueChange, ...]
    reguarded: tuple[Touched, ...]
    claims: tuple[Touched, ...]
    sources: tuple[SourcePin, ...]
    passages: tuple[CitedChange, ...]
    bereft: tuple[str, ...]
    systems: tuple[str, str] = ("", "")
    """What the two audits are of."""
    damaged: tuple[str, ...] = ()
    """Those of the two of which something could not be read: what stands there was not compared."""

    @property
    def is_of_two_systems(self) -> bool:
        """Whether the two audits name different systems."""
        one, other = (" ".join(each.casefold().split()) for each in self.systems)
        return bool(one and other) and one != other

    @property
    def has_lost_evidence(self) -> bool:
        """Whether a record that both audits have lost every passage that it had."""
        return bool(self.bereft)
