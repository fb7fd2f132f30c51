"""What the code says: places in the source with their passages, the files they were looked for in, and the
files that were not read. Facts are never records; only drafting or a person makes records of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from auditor.terms import FactKind, FileClass, SourceKind, Unread

FACTS_FORMAT = "audit-facts/1"

Detail = str | int | float | tuple[str, ...]
"""What one key of a fact's details holds; several places or names are a tuple of texts."""


class Details(Mapping[str, Detail]):
    """What a fact of its kind holds beside its place; immutable, and printed in the order of its keys."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, Detail | None] | None = None) -> None:
        stated = {key: value for key, value in (entries or {}).items() if value is not None}
        self._entries: tuple[tuple[str, Detail], ...] = tuple(sorted(stated.items()))

    def __getitem__(self, key: str) -> Detail:
        for name, value in self._entries:
            if name == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(self._entries)

    def __repr__(self) -> str:
        return f"Details({dict(self._entries)!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One place in the source. Lines count from 1 and are inclusive; `passage` is their verbatim text."""

    kind: FactKind
    path: str
    line_start: int
    line_end: int
    name: str
    value: str | None = None
    """The value as the source writes it; a threshold has one."""
    within: str = ""
    """The qualified name of the enclosing definition, empty at the top of a file."""
    rule: str
    passage: str
    details: Details = field(default_factory=Details)

    @property
    def order(self) -> tuple[bytes, int, int, int, str, str, str]:
        """What facts are sorted by: path in byte order, cell and lines, kind, name, value."""
        path = self.path.encode("utf-8", "surrogatepass")
        return (path, self.cell, self.line_start, self.line_end, self.kind, self.name, self.value or "")

    @property
    def cell(self) -> int:
        """The code cell of a notebook that the lines are of, from 1; 0 in any other file."""
        held = self.details.get("cell")
        return held if isinstance(held, int) else 0

    @property
    def lines(self) -> str:
        """The line range as registers write it: `434-435` or `434`."""
        if self.line_start == self.line_end:
            return str(self.line_start)
        return f"{self.line_start}-{self.line_end}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that was not read, and why; several of one sort where `path` is a pattern or a folder."""

    path: str
    reason: Unread
    detail: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageOfFiles:
    """The files that were read from beginning to end, and those that were not."""

    read: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    classes: tuple[tuple[str, FileClass], ...] = ()
    """What each file is for that was read, wholly or in part."""
    lines: int = 0
    """How many lines those files have."""
    concrete_lines: int = 0
    """How many of them were read once more, as concrete syntax."""
    calls: tuple[tuple[str, int], ...] = ()
    """How many calls are resolved, have candidates, and are unresolved."""

    @property
    def counted_classes(self) -> tuple[tuple[FileClass, int], ...]:
        """How many files of each class were read, in the order of the classes."""
        counts = Counter(each for _, each in self.classes)
        return tuple((each, counts[each]) for each in FileClass if counts[each])


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetDescription:
    """What was read: a commit, or a capture with its digest.

    `location` is the path or address as it was given; `part` is the folder inside the repository that was
    read, empty for the whole. `revision` is the full commit, or `sha256:` and the digest.
    """

    system: str
    kind: SourceKind
    location: str
    revision: str
    part: str = ""
    says: str = ""
    """One line that says what is read, and what is not covered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All facts of one target, in the order of their places, and the coverage under which they were found."""

    target: TargetDescription
    coverage: CoverageOfFiles
    facts: tuple[Fact, ...] = ()


def as_json(facts: Facts) -> dict[str, Any]:
    """The structure `audit-facts/1`, ready to be printed as JSON."""
    target = facts.target
    return {
        "format": FACTS_FORMAT,
        "target": {
            "system": target.system,
            "kind": str(target.kind),
            "location": target.location,
            "revision": target.revision,
            "part": target.part,
        },
        "coverage": {
            "read": list(facts.coverage.read),
            "skipped": [
                {"path": each.path, "reason": str(each.reason), "detail": each.detail, "count": each.count}
                for each in facts.coverage.skipped
            ],
            "classes": {str(each): count for each, count in facts.coverage.counted_classes},
            "lines": facts.coverage.lines,
            "concrete_lines": facts.coverage.concrete_lines,
            "calls": dict(facts.coverage.calls),
        },
        "facts": [_fact_as_json(each) for each in facts.facts],
    }


def _fact_as_json(fact: Fact) -> dict[str, Any]:
    details = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in fact.details.items()
        if not _is_beyond_json(value)
    }
    return {
        "kind": str(fact.kind),
        "path": fact.path,
        "line_start": fact.line_start,
        "line_end": fact.line_end,
        "name": fact.name,
        "value": fact.value,
        "within": fact.within,
        "rule": fact.rule,
        "passage": fact.passage,
        "details": details,
    }


def _is_beyond_json(value: Detail) -> bool:
    """Whether a number is none that a reader of JSON could hold; the fact has it as it is written."""
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and value.bit_length() > _MOST_BITS


_MOST_BITS = 1_023
