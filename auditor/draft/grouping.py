"""Which facts make one candidate record: each its own where they are few, together where they are many.

What no package exports and nothing registers is taken together first, by class, by module, by folder, always
where most records are saved; what even that leaves over is ranked, and the rest is named, not drafted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
    def order(self) -> tuple[tuple[bytes, int, int, int, str, str, str], str]:
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
    return _grouping(facts, _ENTRY_POINT_PASSES)


def group_objects(facts: Sequence[Fact]) -> Grouping:
    """Data definitions and closed sets of states as objects."""
    return _grouping(facts, _OBJECT_PASSES)


def _grouping(facts: Sequence[Fact], passes: Sequence[_Pass]) -> Grouping:
    groups = _grouped(_coarsened(facts, passes))
    ranked = sorted(groups, key=_rank)
    return Grouping(
        groups=tuple(sorted(ranked[:MOST], key=lambda each: each.order)),
        left_out=tuple(sorted(ranked[MOST:], key=lambda each: each.order)),
        says=_says(groups),
    )


def _coarsened(facts: Sequence[Fact], passes: Sequence[_Pass]) -> dict[Fact, _Key]:
    """The key of the group of each fact, taken together pass by pass until few enough are left."""
    keys = {fact: _one(fact) for fact in sorted(facts, key=lambda fact: fact.order)}
    for container, applies in passes:
        held: dict[_Key, list[Fact]] = {}
        for fact in keys:
            if applies(fact):
                held.setdefault(container(fact), []).append(fact)
        _take_together(keys, held)
    return keys


def _take_together(keys: dict[Fact, _Key], held: Mapping[_Key, Sequence[Fact]]) -> None:
    """Give the facts of one container after the other its key, the one of most groups first, until few
    enough groups are left. What is taken together in one container changes no other."""
    sizes = Counter(keys.values())
    groups = {container: len({keys[fact] for fact in facts}) for container, facts in held.items()}
    ranked = sorted(held, key=lambda key: (groups[key], "async" in key[2].lower(), key), reverse=True)
    for container in ranked:
        if len(sizes) <= MOST or groups[container] < 2:
            return
        for fact in held[container]:
            sizes[keys[fact]] -= 1
            if not sizes[keys[fact]]:
                del sizes[keys[fact]]
            keys[fact] = container
            sizes[container] += 1


def _grouped(keys: dict[Fact, _Key]) -> tuple[Group, ...]:
    held: dict[_Key, list[Fact]] = {}
    for fact, key in keys.items():
        held.setdefault(key, []).append(fact)
    groups = (
        Group(sort=sort, path=path, name=name, facts=tuple(members))
        for (sort, path, name), members in held.items()
    )
    return tuple(sorted(groups, key=lambda each: each.order))


def _says(groups: Sequence[Group]) -> str:
    counts = Counter(each.sort for each in groups)
    parts = [f"{counts[sort]} for a whole {sort}" for sort in ("class", "module", "folder") if counts[sort]]
    return " and ".join(parts) if len(parts) < 3 else f"{parts[0]}, {parts[1]} and {parts[2]}"


def _rank(group: Group) -> tuple[bool, int, int, object]:
    """The best first: what is offered to the outside, near the root, with many facts."""
    return (
        not any(_offered(fact) for fact in group.facts),
        group.facts[0].path.count("/"),
        -len(group.facts),
        group.order,
    )


def _offered(fact: Fact) -> bool:
    """Whether something registers the entry point, or a package exports it."""
    return _exported(fact) or fact.details.get("how", "public method") != "public method"


def _not_offered(fact: Fact) -> bool:
    return not _offered(fact)


def _exported(fact: Fact) -> bool:
    return "exported_by" in fact.details


def _registered(fact: Fact) -> bool:
    return not _exported(fact)


def _any(fact: Fact) -> bool:
    return True


def _one(fact: Fact) -> _Key:
    """Overloads, and the branches of a condition that define one name twice, are one."""
    return ("one", fact.path, f"{fact.within}.{fact.name}" if fact.within else fact.name)


def _class(fact: Fact) -> _Key:
    return ("class", fact.path, fact.within) if fact.within else _one(fact)


def _module(fact: Fact) -> _Key:
    return ("module", fact.path, "")


def _folder(fact: Fact) -> _Key:
    return ("folder", str(PurePosixPath(fact.path).parent), "")


_Pass = tuple[Callable[[Fact], _Key], Callable[[Fact], bool]]

_ENTRY_POINT_PASSES: tuple[_Pass, ...] = (
    (_class, _not_offered),
    (_module, _not_offered),
    (_folder, _not_offered),
    (_module, _registered),
    (_class, _exported),
    (_module, _any),
    (_folder, _any),
)
_OBJECT_PASSES: tuple[_Pass, ...] = ((_folder, _any),)
