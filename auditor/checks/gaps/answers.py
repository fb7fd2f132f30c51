"""How far the fields of records are answered, where one may leave its answer to another by `see ID`.

The work grows with the number of deferrals, never with that of the paths they make, and no path is too long.
"""

from __future__ import annotations

from collections import defaultdict
from enum import IntEnum
from typing import Any, TypeAlias

from auditor.case import Case
from auditor.forms import Holds, key_names, keys_of
from auditor.identifiers import deferrals
from auditor.records import AuthorityPath, Claim, Record


class Held(IntEnum):
    """How far a cited record holds what is deferred to it, the better the higher."""

    NOT = 0
    PROSE = 1
    UNVERIFIABLE = 2
    HELD = 3


Node: TypeAlias = tuple[str, str]
"""A field of a record: its identifier and the key."""


_SHOWN_STEPS = 24
"""Steps of a circle that a message shows."""


class Answers:
    """The answers of a case, every deferral between records followed to its ends."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._onward: dict[Node, tuple[str, ...]] = {}
        for name, declared in case.declared.items():
            for key in keys_of(type(declared.record)):
                value = getattr(declared.record, key.attribute)
                if value and key.holds is Holds.TEXT and not key.many and "see " in value.lower():
                    targets = deferrals(value)
                    if targets:
                        self._onward[name, key.name] = targets
        self._held = self._settled()
        self._circles: dict[Node, tuple[str, ...]] = {}

    def of(self, identifier: str, field: str) -> Held:
        """How far the record holds an answer in one of its fields."""
        outside = self.outside(identifier)
        if outside is not None:
            return outside
        if (identifier, field) in self._held:
            return self._held[identifier, field]
        record = self._case.declared[identifier].record
        key = key_names(type(record)).get(field)
        value: Any = getattr(record, key.attribute) if key else None
        return Held.HELD if value not in (None, (), "") else Held.NOT

    def outside(self, identifier: str) -> Held | None:
        """What can be said of a record that is not declared at hand; None of one that is."""
        case = self._case
        if identifier in case.lost:
            return Held.HELD  # it may well hold it: the file cannot be read there, which is said
        if identifier in case.declared:
            return None
        known = identifier in case.supplied or identifier in case.sources
        return Held.UNVERIFIABLE if known else Held.NOT

    def from_record(self, identifier: str, field: str) -> Held:
        """How far a record holds the like-named field of another record that defers to it."""
        outside = self.outside(identifier)
        if outside is not None:
            return outside
        record = self._case.declared[identifier].record
        if isinstance(record, AuthorityPath) and record.consumer:
            return Held.PROSE  # a path says in its own way what a field of a record may leave to it
        return max(self.of(identifier, field), prose_of(record))

    def circle(self, identifier: str, field: str) -> str:
        """The circle into which a field defers, as a path that begins with the field's own record where it
        lies on it; empty where it leads into none. A circle is walked once, whoever leads into it."""
        path: list[str] = []
        name = identifier
        while (name, field) not in self._circles:
            self._circles[name, field] = ()
            path.append(name)
            onward = self._onward.get((name, field), ())
            name = next((each for each in onward if (each, field) in self._onward), "")
            if not name:
                break
            if (name, field) in self._circles:
                known = self._circles[name, field]
                found = known or (tuple(path[path.index(name) :]) if name in path else ())
                self._circles.update({(each, field): found for each in path})
        return _as_path(self._circles[identifier, field], identifier)

    def _settled(self) -> dict[Node, Held]:
        """The fields that defer, each with the best that it leads to."""
        held = dict.fromkeys(self._onward, Held.NOT)
        self._held = held
        waiting_for: dict[Node, list[Node]] = defaultdict(list)
        for node, targets in self._onward.items():
            for target in targets:
                waiting_for[target, node[1]].append(node)
                held[node] = max(held[node], self.from_record(target, node[1]))
        changed = [node for node in held if held[node] is not Held.NOT]
        while changed:
            node = changed.pop()
            for dependent in waiting_for.get(node, ()):
                if held[node] > held[dependent]:
                    held[dependent] = held[node]
                    changed.append(dependent)
        return held


def _as_path(circle: tuple[str, ...], first: str) -> str:
    """A circle as a path from `first` on, its middle counted where it is long."""
    if not circle:
        return ""
    if len(circle) > _SHOWN_STEPS:
        half = _SHOWN_STEPS // 2
        shown = [*circle[:half], f"… {len(circle) - 2 * half} more …", *circle[-half:]]
    else:
        start = circle.index(first) if first in circle else 0
        shown = [*circle[start:], *circle[:start]]
    return " → ".join([*shown, shown[0]])


def prose_of(record: Record) -> Held:
    """Whether prose of the record could say it; of a claim its operation and evidence count as prose."""
    says = record.note or (isinstance(record, Claim) and (record.evidence or record.operation))
    return Held.PROSE if says else Held.NOT
