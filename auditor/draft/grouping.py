"""Which facts make one candidate record: each its own where they are few, together where they are many.

The steps go from fine to coarse; the first that leaves few enough is taken. What even the last leaves over is
ranked, and the rest is named, not drafted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from auditor.facts import Fact

MOST = 40
"""Candidate records of one kind that a reader can be asked to judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Facts that make one record. `sort` says what holds them together: one, class, module or folder."""

    sort: str
    path: str
    name: str
    facts: tuple[Fact, ...]

    @property
    def order(self) -> tuple[tuple[bytes, int, int, str, str, str], str]:
        return self.facts[0].order, self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """The groups that become records, those left out, and how they were made."""

    groups: tuple[Group, ...]
    left_out: tuple[Group, ...] = ()
    says: str = ""
    """What was taken together, empty where every fact has a record of its own."""


_Key = tuple[str, str, str]


def group_entry_points(facts: Sequence[Fact]) -> Grouping:
    """Entry points as routes."""
    return _first_that_fits(facts, _ENTRY_POINT_STEPS)


def group_objects(facts: Sequence[Fact]) -> Grouping:
    """Data definitions and closed sets of states as objects."""
    return _first_that_fits(facts, _OBJECT_STEPS)


def is_offered(fact: Fact) -> bool:
    """Whether something registers the entry point or a package exports it."""
    return "exported_by" in fact.details or fact.details.get("how") != "public method"


def _first_that_fits(facts: Sequence[Fact], steps: Sequence[tuple[Callable[[Fact], _Key], str]]) -> Grouping:
    groups: tuple[Group, ...] = ()
    says = ""
    for key, says in steps:
        groups = _grouped(facts, key)
        if len(groups) <= MOST:
            return Grouping(groups=groups, says=says)
    ranked = sorted(groups, key=_rank)
    kept, left_out = ranked[:MOST], ranked[MOST:]
    return Grouping(
        groups=tuple(sorted(kept, key=lambda each: each.order)),
        left_out=tuple(sorted(left_out, key=lambda each: each.order)),
        says=says,
    )


def _grouped(facts: Sequence[Fact], key: Callable[[Fact], _Key]) -> tuple[Group, ...]:
    held: dict[_Key, list[Fact]] = {}
    for fact in sorted(facts, key=lambda fact: fact.order):
        held.setdefault(key(fact), []).append(fact)
    groups = (
        Group(sort=sort, path=path, name=name, facts=tuple(members))
        for (sort, path, name), members in held.items()
    )
    return tuple(sorted(groups, key=lambda each: each.order))


def _rank(group: Group) -> tuple[int, int, int, object]:
    """The best first: what is offered to the outside, near the root, with many facts."""
    offered = any(is_offered(fact) for fact in group.facts)
    depth = group.facts[0].path.count("/")
    return (0 if offered else 1, depth, -len(group.facts), group.order)


def _one(fact: Fact) -> _Key:
    """Overloads and the branches of a condition that define one name twice are one."""
    qualified = f"{fact.within}.{fact.name}" if fact.within else fact.name
    return ("one", fact.path, qualified)


def _class(fact: Fact) -> _Key:
    return ("class", fact.path, fact.within) if fact.within else _one(fact)


def _module(fact: Fact) -> _Key:
    return ("module", fact.path, "")


def _folder(fact: Fact) -> _Key:
    return ("folder", str(PurePosixPath(fact.path).parent), "")


def _classes_not_offered(fact: Fact) -> _Key:
    return _one(fact) if is_offered(fact) else _class(fact)


def _classes(fact: Fact) -> _Key:
    return _class(fact) if fact.details.get("how") == "public method" else _one(fact)


def _modules_not_offered(fact: Fact) -> _Key:
    return _classes(fact) if is_offered(fact) else _module(fact)


def _modules_but_exported(fact: Fact) -> _Key:
    return _classes(fact) if "exported_by" in fact.details else _module(fact)


def _folders_not_offered(fact: Fact) -> _Key:
    return _modules_but_exported(fact) if is_offered(fact) else _folder(fact)


_ENTRY_POINT_STEPS: tuple[tuple[Callable[[Fact], _Key], str], ...] = (
    (_one, ""),
    (_classes_not_offered, "methods of a class that no package exports are one route a class"),
    (_classes, "public methods are one route a class"),
    (_modules_not_offered, "public methods are one route a class, one a module where no package exports it"),
    (
        _modules_but_exported,
        "public methods of exported classes are one route a class, all else one a module",
    ),
    (_folders_not_offered, "entry points are one route a module, one a folder where no package exports them"),
    (_module, "entry points are one route a module"),
    (_folder, "entry points are one route a folder"),
)

_OBJECT_STEPS: tuple[tuple[Callable[[Fact], _Key], str], ...] = (
    (_one, ""),
    (_module, "data definitions are one object a module"),
    (_folder, "data definitions are one object a folder"),
)
