"""The catalogue: data that says which calls, decorators and bases of which library are which facts.

An entry knows things by their dotted names, as imports and constructors give them, never by a last name
alone. Its form is described in `loading`; the data lie beside this file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice

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
    """Names to the types that they are known as: plain ones by look-up, patterns one after another."""

    plain: dict[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: list[tuple[str, str]] = field(default_factory=list)
    found: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, name: str, type_: str) -> None:
        if any(each in name for each in "*?["):
            self.patterns.append((name, type_))
        else:
            self.plain[name] = (*self.plain.get(name, ()), type_)

    def get(self, name: str) -> tuple[str, ...]:
        if name not in self.found:
            matching = (type_ for pattern, type_ in self.patterns if fnmatchcase(name, pattern))
            self.found[name] = self.plain.get(name) or tuple(islice(matching, 1))
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

    def speaking(self, language: str) -> Catalogue:
        """The part of the catalogue that is of one language."""
        return Catalogue(each for each in self.entries if each.language == language)

    def type_of(self, name: str) -> str | None:
        """The name that stands for a name and its likes; None for what no entry knows, and the name itself
        for what several do."""
        types = self._types.get(name)
        return None if not types else types[0] if len(types) == 1 else name

    def called(self, name: str) -> Effect | None:
        """What a call of that dotted name is: a function, or a member of a known type."""
        return self._find(self._called, name)

    def decorating(self, name: str) -> Effect | None:
        """What a decorator of that dotted name makes of a definition."""
        return self._find(self._decorators, name)

    def inherited(self, name: str) -> Effect | None:
        """What a base of that dotted name makes of a class."""
        held = (self._bases.get(type_) for type_ in self._types.get(name) or (name,))
        return next((each for each in held if each is not None), None)

    def _find(self, held: dict[str, Effect], name: str) -> Effect | None:
        head, member = name, ""
        for _ in range(self._longest_member + 1):
            for type_ in self._types.get(head) or ((head,) if head == name else ()):
                if (found := held.get(f"{type_}.{member}" if member else type_)) is not None:
                    return found
            if "." not in head:
                break
            head, _, last = head.rpartition(".")
            member = f"{last}.{member}" if member else last
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
