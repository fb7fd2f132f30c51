"""What calls do: primitive effects by the catalogue and by query texts, and those that the target's own
client and store classes carry to their callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from auditor.extract.callers import Callers
from auditor.extract.catalogue import Catalogue
from auditor.extract.handovers import Handovers
from auditor.extract.index import Index
from auditor.extract.neutral import Argument, Attribute, Await, Call, Expression, Function, Name
from auditor.extract.offers import Offers
from auditor.extract.resolution import Resolver
from auditor.extract.scripts import Scripts
from auditor.extract.sql import kinds_of_query
from auditor.extract.texts import text_of
from auditor.extract.unit import Definition, Unit
from auditor.extract.vocabulary import STORE_VERBS, words_of
from auditor.terms import FactKind

MODEL_KINDS = frozenset({FactKind.LLM_CALL, FactKind.EMBEDDING_CALL})
STORE_KINDS = frozenset(
    {FactKind.STORE_READ, FactKind.STORE_WRITE, FactKind.STORE_UPDATE, FactKind.STORE_DELETE}
)
_LISTED = tuple(FactKind)

PREPARED = "prepared"
"""What the catalogue says of a call whose query was given to an earlier one."""

_LONGEST_CHAIN = 12


class Done(NamedTuple):
    """One effect of a call: its kind, the rule that tells, and through which definition, if any."""

    kind: FactKind
    rule: str
    through: str


@dataclass(frozen=True, slots=True)
class Target:
    """All that finders may ask beside the file at hand."""

    index: Index
    resolver: Resolver
    catalogue: Catalogue
    effects: Effects
    callers: Callers
    offers: Offers
    handovers: Handovers
    scripts: Scripts


class Effects:
    """The effects of calls and of bodies, over one index."""

    def __init__(self, index: Index, resolver: Resolver) -> None:
        self._index = index
        self._resolver = resolver
        self._bodies: dict[str, frozenset[FactKind]] = {}

    def of(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a call does: at once, or through a client or store class of the target."""
        return self.primitive(call, unit) or self.carried(call.function, unit)

    def primitive(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a call does by the catalogue; the text of a query decides where the catalogue says so."""
        found: dict[Done, None] = {}
        for effect in self._resolver.effects(call.function, unit):
            details = dict(effect.details)
            kinds = effect.facts
            if details.get("query"):
                asked = self._prepared(call, unit) if details["query"] == PREPARED else call
                kinds = self._queried(asked or call, unit, kinds)
            found.update((Done(kind, effect.entry, ""), None) for kind in kinds)
        return tuple(found)

    def _queried(self, call: Call, unit: Unit, otherwise: tuple[FactKind, ...]) -> tuple[FactKind, ...]:
        query = call.argument("query", 0) or call.argument("sql") or call.argument("statement")
        text = text_of(query, unit, self._index) if query is not None else None
        kinds = kinds_of_query(text) if text is not None else None
        return otherwise if kinds is None else kinds

    def _prepared(self, call: Call, unit: Unit) -> Call | None:
        """The call that was given the text of the statement which a call runs: the first of its chain, or
        the one that its name was assigned."""
        at: Expression = call.function
        for _ in range(_LONGEST_CHAIN):
            if isinstance(at, Attribute | Await):
                at = at.value
            elif isinstance(at, Call):
                if at.arguments and text_of(at.arguments[0].value, unit, self._index) is not None:
                    return at
                at = at.function
            elif isinstance(at, Name):
                held, _ = self._index.bindings(unit, unit.definition(at), at.name)
                values = [each.value for each in held if each.value is not None]
                if len(values) != 1:
                    return None
                at = values[0]
            else:
                return None
        return None

    def carried(self, function: Expression, unit: Unit) -> tuple[Done, ...]:
        """What calling a method of the target's own client or store does, seen from outside of it."""
        found: dict[Done, None] = {}
        at = unit.definition(function)
        own = at.enclosing_class if at is not None else None
        for definition in self._resolver.reached(function, unit).definitions:
            class_ = definition.class_around
            if class_ is None or (own is not None and self._related(own, class_)):
                continue
            for kind in self._offered(definition, class_):
                found[Done(kind, "wrapper", class_.qualified)] = None
        if len({each.kind for each in found}) > 2:
            return ()
        by_kind = {each.kind: each for each in reversed(found)}
        return tuple(by_kind[kind] for kind in _LISTED if kind in by_kind)

    def _offered(self, method: Definition, class_: Definition) -> tuple[FactKind, ...]:
        """The kinds of effect that a method of a client or store class offers."""
        bodies = self.body(method)
        for override in self._index.overrides(method):
            bodies |= self.body(override)
        if models := bodies & MODEL_KINDS:
            return tuple(kind for kind in _LISTED if kind in models) if not bodies & STORE_KINDS else ()
        stores = bodies & STORE_KINDS
        if not stores:
            return ()
        verbs = [STORE_VERBS[each] for each in words_of(method.node.name) if each in STORE_VERBS]
        return verbs[0] if verbs else tuple(kind for kind in _LISTED if kind in stores)[:2]

    def body(self, function: Definition) -> frozenset[FactKind]:
        """The kinds of primitive effects in a body, methods of the same object that it calls included."""
        known = self._bodies.get(function.name)
        if known is not None:
            return known
        self._bodies[function.name] = frozenset()  # ends a circle
        found: set[FactKind] = set()
        for call in self._calls_in(function):
            found.update(done.kind for done in self.primitive(call, function.unit))
            if isinstance(call.function, Attribute) and isinstance(call.function.value, Name):
                for inner in self._resolver.callee(call, function.unit).definitions:
                    if inner.owner is function.owner and inner is not function:
                        found |= self.body(inner)
        for argument in self._handed_over(function):
            found.update(
                kind for each in self._resolver.effects(argument.value, function.unit) for kind in each.facts
            )
        self._bodies[function.name] = frozenset(found)
        return self._bodies[function.name]

    def _calls_in(self, function: Definition) -> Iterator[Call]:
        if isinstance(function.node, Function):
            calls = function.unit.inside(Call, function.node)
            yield from (each for each in calls if each.start >= function.node.head_end)

    def _handed_over(self, function: Definition) -> Iterator[Argument]:
        for call in self._calls_in(function):
            yield from (each for each in call.arguments if isinstance(each.value, Attribute))

    def _related(self, one: Definition, other: Definition) -> bool:
        lineage = {each.name for each in self._index.lineage(one)}
        return other.name in lineage or one.name in {each.name for each in self._index.lineage(other)}
