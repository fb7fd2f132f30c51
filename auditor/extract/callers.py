"""Who calls whom: the calls of a target by the definitions that they may reach."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from auditor.extract.index import Index
from auditor.extract.neutral import Call
from auditor.extract.resolution import Resolver
from auditor.extract.unit import Definition, Unit

_MOST = 20
"""So many callers are named."""


class Callers:
    """The callers of every definition of an index, found once when first asked for."""

    def __init__(self, index: Index, resolver: Resolver) -> None:
        self._index = index
        self._resolver = resolver

    def of(self, definition: Definition) -> tuple[Definition, ...]:
        """The definitions whose bodies call one directly, in the order of the source."""
        return tuple(self._direct.get(definition.name, {}).values())

    def within(self, unit: Unit, qualified: Iterable[str]) -> tuple[str, ...]:
        """Whoever in a file calls one of its definitions, directly or not, by qualified name."""
        waiting = [each for each in qualified if each in unit.definitions]
        known = dict.fromkeys(waiting)
        found: dict[str, None] = {}
        while waiting and len(found) < _MOST:
            for caller in self.of(unit.definitions[waiting.pop(0)]):
                if caller.unit is unit and caller.qualified not in known:
                    known[caller.qualified] = found[caller.qualified] = None
                    waiting.append(caller.qualified)
        return tuple(found)

    @cached_property
    def states(self) -> dict[str, int]:
        """How many calls are resolved, have candidates, or are unresolved."""
        counts = {"resolved": 0, "candidates": 0, "unresolved": 0}
        for unit in self._index.units:
            for call in unit.nodes(Call):
                counts[self._resolver.callee(call, unit).state] += 1
        return counts

    @cached_property
    def _direct(self) -> dict[str, dict[str, Definition]]:
        made: dict[str, dict[str, Definition]] = {}
        for unit in self._index.units:
            for call in unit.nodes(Call):
                inner = unit.definition(call)
                caller = inner.named if inner is not None and inner.named.node.name else None
                for reached in self._resolver.callee(call, unit).definitions if caller is not None else ():
                    if caller is not None:
                        made.setdefault(reached.name, {})[caller.name] = caller
        return made
