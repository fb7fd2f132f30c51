"""Where a file uses its own constants and definitions, to say which of its functions a number bears on.

Only what one file settles by itself: `self.name(…)` and `cls.name(…)` inside a class, `name(…)` at its top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import libcst as cst

from auditor.extract.python_source import Definition, within
from auditor.facts import Details, Fact
from auditor.terms import FactKind

_MOST = 20


class Uses:
    """The uses met on a walk, and the thresholds of the walk with their uses filled in."""

    def __init__(self) -> None:
        self._names: dict[str, list[tuple[int, str]]] = {}
        self._callers: dict[str, dict[str, None]] = {}

    def of_name(self, name: str, line: int, around: Sequence[Definition]) -> None:
        """A name in capitals was met."""
        self._names.setdefault(name, []).append((line, within(around)))

    def of_call(self, node: cst.Call, around: Sequence[Definition]) -> None:
        """A call was met."""
        called = node.func
        caller = within(around)
        if not caller:
            return
        if isinstance(called, cst.Name):
            self._callers.setdefault(called.value, {})[caller] = None
        elif isinstance(called, cst.Attribute) and isinstance(called.value, cst.Name):
            if called.value.value not in ("self", "cls"):
                return
            depth = max((at for at, each in enumerate(around) if each.class_ is not None), default=None)
            if depth is not None:
                owner = within(around[: depth + 1])
                self._callers.setdefault(f"{owner}.{called.attr.value}", {})[caller] = None

    def filled_in(self, fact: Fact) -> Fact:
        """A threshold with `used_at`, `used_in` and `called_by`; any other fact as it is."""
        if fact.kind is not FactKind.THRESHOLD:
            return fact
        uses = self._names.get(fact.name, []) if fact.rule.endswith("constant") else []
        places = tuple(dict.fromkeys(f"{fact.path}:{line}" for line, _ in uses))[:_MOST]
        users = tuple(dict.fromkeys(each for _, each in uses if each))[:_MOST]
        callers = self._all_callers([each for each in (fact.within, *users) if each])
        details = {"used_at": places or None, "used_in": users or None, "called_by": callers or None}
        return replace(fact, details=Details({**fact.details, **details}))

    def _all_callers(self, definitions: Iterable[str]) -> tuple[str, ...]:
        """Whoever in the file calls one of the definitions, directly or not, in the order met."""
        waiting = list(definitions)
        known = dict.fromkeys(waiting)
        found: dict[str, None] = {}
        while waiting and len(found) < _MOST:
            for caller in self._callers.get(waiting.pop(0), {}):
                if caller not in known:
                    known[caller] = found[caller] = None
                    waiting.append(caller)
        return tuple(found)
