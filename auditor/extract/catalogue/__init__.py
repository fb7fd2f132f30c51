"""The catalogue: data that says which calls, decorators and bases of which library are which facts.

An entry knows things by their dotted names, as imports and constructors give them, never by a last name
alone. Its form is described in `loading`; the data lie beside this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from auditor.terms import FactKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a use of something is: facts of these kinds, and what it gives.

    `gives` is the dotted name of the type of its result, empty where the result is known by the call's own
    name. `details` are kept in the facts.
    """

    facts: tuple[FactKind, ...] = ()
    gives: str = ""
    details: tuple[tuple[str, str], ...] = ()
    entry: str = ""
    """The entry that says so: the `rule` of the facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One library's class, function or decorator. The first of `names` stands for all of them."""

    id: str
    framework: str
    says: str
    names: tuple[str, ...]
    called: Effect | None = None
    decorator: Effect | None = None
    base: Effect | None = None
    members: tuple[tuple[str, Effect], ...] = ()
    decorator_members: tuple[tuple[str, Effect], ...] = ()
    language: str = "python"
    """The language of the snippets."""
    good: str
    bad: str


@dataclass(slots=True)
class _Known:
    """Names to what they are known as: plain ones by look-up, patterns one after another."""

    plain: dict[str, str] = field(default_factory=dict)
    patterns: list[tuple[str, str]] = field(default_factory=list)
    found: dict[str, str | None] = field(default_factory=dict)

    def add(self, name: str, type_: str) -> None:
        if any(each in name for each in "*?["):
            self.patterns.append((name, type_))
        else:
            self.plain[name] = type_

    def get(self, name: str) -> str | None:
        if name not in self.found:
            matching = (type_ for pattern, type_ in self.patterns if fnmatchcase(name, pattern))
            self.found[name] = self.plain.get(name) or next(matching, None)
        return self.found[name]


class Catalogue:
    """Entries, asked for by dotted name."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._types = _Known()
        self._called: dict[str, Effect] = {}
        self._decorators: dict[str, Effect] = {}
        self._bases: dict[str, Effect] = {}
        self._longest_member = 1
        for entry in self.entries:
            self._add(entry)

    def type_of(self, name: str) -> str | None:
        """The name that stands for a name and its likes; None for what no entry knows."""
        return self._types.get(name)

    def called(self, name: str) -> Effect | None:
        """What a call of that dotted name is: a function, or a member of a known type."""
        return self._find(self._called, name)

    def decorating(self, name: str) -> Effect | None:
        """What a decorator of that dotted name makes of a definition."""
        return self._find(self._decorators, name)

    def inherited(self, name: str) -> Effect | None:
        """What a base of that dotted name makes of a class."""
        return self._bases.get(self.type_of(name) or name)

    def _find(self, held: dict[str, Effect], name: str) -> Effect | None:
        if (found := held.get(self.type_of(name) or name)) is not None:
            return found
        head, member = name, ""
        for _ in range(self._longest_member):
            if "." not in head:
                break
            head, _, last = head.rpartition(".")
            member = f"{last}.{member}" if member else last
            type_ = self.type_of(head)
            if type_ is not None and (found := held.get(f"{type_}.{member}")) is not None:
                return found
        return None

    def _add(self, entry: Entry) -> None:
        type_ = entry.names[0]
        for name in entry.names:
            self._types.add(name, type_)
        for effect, held in (
            (entry.called, self._called),
            (entry.decorator, self._decorators),
            (entry.base, self._bases),
        ):
            if effect is not None:
                held[type_] = effect
        for name, _ in (*entry.members, *entry.decorator_members):
            self._longest_member = max(self._longest_member, name.count(".") + 1)
        self._called.update({f"{type_}.{name}": effect for name, effect in entry.members})
        self._decorators.update({f"{type_}.{name}": effect for name, effect in entry.decorator_members})
