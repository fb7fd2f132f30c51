"""What comparing a register with frozen bytes gave: pure values, that the checks judge and never make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from auditor.places import Place
from auditor.terms import PassageResult, SourceState, ThresholdResult

REPORT_FOLDER = "report"
"""The folder in a register's own into which its report is written."""

MANIFEST = ".sha256"
"""What the name of a list of a capture's digests ends in, after the identifier of its source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Lines of a file, counted from 1 and inclusive; `cell` is a notebook's code cell, 0 where there is
    none, and lines then count within it."""

    path: str
    first: int
    last: int
    cell: int = 0

    @property
    def lines(self) -> str:
        """The line range as registers write it: `434-435` or `434`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def __str__(self) -> str:
        return f"{self.path}, cell {self.cell}" if self.cell else f"{self.path}:{self.lines}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """An entry of a register that cites a source: where it stands, and what it cites.

    `place` is that of the passage or value, `field` the path of keys that leads to the entry.
    """

    record: str
    field: str
    place: Place
    source: str
    path: str
    path_place: Place
    lines: str = ""
    cell: str = ""
    quote: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The text of a source that is most like a passage: where it stands, how like it is (from 0 to 1), and
    the words that differ, `[-of the passage-]{+of the source+}`."""

    span: Span
    text: str
    similarity: float
    difference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageCheck:
    """A passage and its result.

    `found` are the places where it occurs: for a match one, or none where nobody asked; several for an
    ambiguous passage, and for a missing one those outside the lines or the file that the entry names. `note`
    says what was folded, `reason` why the bytes are not here. `likely` is where a file that is not there is
    likely to be; `nearest` is then a text of that file.
    """

    cited: Cited
    result: PassageResult
    found: tuple[Span, ...] = ()
    nearest: Nearest | None = None
    note: str = ""
    reason: str = ""
    likely: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdCheck:
    """A threshold and its result; `found` are the values that the source holds in its place, or that the file
    at `likely` holds where the one that is cited is not there."""

    cited: Cited
    name: str
    value: str
    result: ThresholdResult
    found: tuple[tuple[str, Span], ...] = ()
    reason: str = ""
    likely: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCheck:
    """A source and whether its bytes are at hand.

    `head` is the commit of the target's head where that is another than the revision, and `ahead` how many
    commits it is beyond it, None where it does not descend from it or that is not known. `uncommitted` are
    paths of the work tree that no commit covers; `differing` the files of a capture that are not as they
    were, each with what happened to it.
    """

    id: str
    place: Place
    location: str
    state: SourceState
    reason: str = ""
    remedy: str = ""
    head: str = ""
    ahead: int | None = None
    uncommitted: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    manifest: str = ""
    """For a capture that is as it was: the digests of its files, as `sha256sum` writes them."""


_NONE: Mapping[str, SourceCheck] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that was compared; `compared` is false where nothing was, because nobody asked."""

    compared: bool = False
    sources: Mapping[str, SourceCheck] = field(default_factory=lambda: _NONE)
    passages: tuple[PassageCheck, ...] = ()
    thresholds: tuple[ThresholdCheck, ...] = ()


NOT_COMPARED = Evidence()
"""The evidence of a case whose sources nobody opened."""
