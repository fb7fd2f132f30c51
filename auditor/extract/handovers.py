"""Functions that a target hands over to be called later: by a router, a graph, a scheduler, a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from auditor.extract.catalogue import Catalogue
from auditor.extract.index import Index
from auditor.extract.neutral import (
    Attribute,
    Call,
    Collection,
    Expression,
    Lambda,
    MappingLiteral,
    Name,
)
from auditor.extract.resolution import Resolver
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import HANDED_TO, RUN_BESIDE, words_of
from auditor.terms import FactKind

_MOST = 3
"""A function handed over may be one of so many; of more nothing is told."""

_DEEPEST = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Handover:
    """A call that registers something from outside. `functions` are the target's own that it is given, where
    these and not the line are the entry; `how` and `rule` are those of its facts."""

    call: Call
    unit: Unit
    how: str
    rule: str
    functions: tuple[Definition, ...]


class Handovers:
    """All registering calls of a target, found once when first asked for."""

    def __init__(self, index: Index, resolver: Resolver, catalogue: Catalogue) -> None:
        self._index = index
        self._resolver = resolver
        self._catalogue = catalogue

    def prepare(self) -> None:
        """Go through all calls now, and not when a first file asks."""
        for held in (self._by_function, self._by_line, self._beside):
            len(held)

    def of(self, function: Definition) -> tuple[Handover, ...]:
        """The calls that hand a function over."""
        return tuple(self._by_function.get(function.name, ()))

    def lines_in(self, unit: Unit) -> tuple[Handover, ...]:
        """The calls of a file that register something by themselves."""
        return tuple(self._by_line.get(unit.path, ()))

    def definitions(self, node: Expression, unit: Unit, depth: int = 0) -> tuple[Definition, ...]:
        """The functions of the target that an expression hands over: one, those of a list or table, the one
        that a partial application binds."""
        if depth > _DEEPEST:
            return ()
        if isinstance(node, Name | Attribute):
            found = [each for each in self._resolver.reached(node, unit).definitions if not each.is_class]
            return tuple(found) if len(found) <= _MOST else ()
        inner: tuple[Expression, ...] = ()
        if isinstance(node, Collection):
            inner = node.items
        elif isinstance(node, MappingLiteral):
            inner = tuple(each.value for each in node.entries)
        elif isinstance(node, Call) and last_name(node.function) in _PASSES_ON and node.arguments:
            inner = (node.arguments[0].value,)
        return tuple(each for one in inner for each in self.definitions(one, unit, depth + 1))

    def runs_beside(self, function: Definition) -> bool:
        """Whether a thread, a task or a pool is given a function to run, called or not."""
        return function.name in self._beside

    @cached_property
    def _beside(self) -> frozenset[str]:
        found: set[str] = set()
        for unit in self._index.units:
            for call in unit.nodes(Call):
                if last_name(call.function) not in RUN_BESIDE:
                    continue
                for argument in call.arguments:
                    value = argument.value
                    found.update(each.name for each in self.definitions(value, unit))
                    if isinstance(value, Call):
                        found.update(each.name for each in self.definitions(value.function, unit))
        return frozenset(found)

    @cached_property
    def _all(self) -> tuple[Handover, ...]:
        return tuple(
            found
            for unit in self._index.units
            for call in unit.nodes(Call)
            if (found := self._known(call, unit) or self._plausible(call, unit)) is not None
        )

    @cached_property
    def _by_function(self) -> dict[str, list[Handover]]:
        made: dict[str, list[Handover]] = {}
        for each in self._all:
            for function in each.functions:
                made.setdefault(function.name, []).append(each)
        return made

    @cached_property
    def _by_line(self) -> dict[str, list[Handover]]:
        made: dict[str, list[Handover]] = {}
        for each in self._all:
            if not each.functions:
                made.setdefault(each.unit.path, []).append(each)
        return made

    def _known(self, call: Call, unit: Unit) -> Handover | None:
        """What the catalogue says of a call that registers something."""
        for effect in self._resolver.effects(call.function, unit):
            if FactKind.ENTRY_POINT not in effect.facts:
                continue
            details = dict(effect.details)
            places = [each.strip() for each in details.get("handler", "").split(",") if each.strip()]
            functions = self._given(call, places, unit)
            if places and details.get("only") == "functions" and not functions:
                continue
            return Handover(
                call=call, unit=unit, how=details.get("how", ""), rule=effect.entry, functions=functions
            )
        return None

    def _plausible(self, call: Call, unit: Unit) -> Handover | None:
        """A call with a registering name that is given a function of the target, or the text of a path."""
        told = HANDED_TO.get(last_name(call.function))
        if told is None or not isinstance(call.function, Attribute):
            return None
        if any(
            self._catalogue.type_of(each.name) for each in self._resolver.values(call.function.value, unit)
        ):
            return None
        own = self._resolver.callee(call, unit).definitions
        functions = tuple(
            each for argument in call.arguments for each in self.definitions(argument.value, unit)
        )
        lambdas = any(isinstance(each.value, Lambda) for each in call.arguments)
        if not functions and not (lambdas and not own):
            return None
        if own and not set(words_of(last_name(call.function))) & _OWN_WORDS:
            return None
        at_line = told == "HTTP route"
        return Handover(
            call=call,
            unit=unit,
            how=told,
            rule="python/entry-point/handed-over",
            functions=() if at_line else functions,
        )

    def _given(self, call: Call, places: list[str], unit: Unit) -> tuple[Definition, ...]:
        """The functions at those arguments of a call, by keyword or position."""
        found: dict[str, Definition] = {}
        for place in places:
            given = _at(call, int(place)) if place.isdigit() else call.argument(place)
            for each in self.definitions(given, unit) if given is not None else ():
                found[each.name] = each
        return tuple(found.values())


def _at(call: Call, position: int) -> Expression | None:
    plain = [each.value for each in call.arguments if not each.name]
    return plain[position] if position < len(plain) else None


_PASSES_ON = frozenset(
    ["partial", "to_thread", "wraps", "RunnableLambda", "tool", "function_tool", "with_retry"]
)
_OWN_WORDS = frozenset(["tool", "tools", "hook", "hooks", "command", "job", "webhook", "function"])
"""Words of a registering name by which functions are offered through the target's own registries too."""
