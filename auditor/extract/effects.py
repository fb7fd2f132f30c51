"""What calls and statements do: by the catalogue and by query texts, by what they do to retained state, by
their shape, and through the target's own client and store classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from auditor.extract.callers import Callers
from auditor.extract.catalogue import Catalogue, Effect
from auditor.extract.handovers import Handovers
from auditor.extract.idioms import (
    EMBEDDING,
    HANDS_OVER,
    KEEPERS,
    MODEL,
    READ,
    STORE_CLASSES,
    is_operation,
    kinds_of_method,
    verb_begins,
)
from auditor.extract.index import Index
from auditor.extract.model_http import kinds_of_request
from auditor.extract.neutral import (
    Attribute,
    Await,
    Call,
    Class,
    Evaluation,
    Expression,
    Function,
    Lambda,
    Name,
    Node,
    Operation,
    Return,
    Text,
)
from auditor.extract.offers import Offers
from auditor.extract.queries import Queries
from auditor.extract.records import Records
from auditor.extract.resolution import Resolver
from auditor.extract.retained import Retained
from auditor.extract.scripts import Scripts
from auditor.extract.shapes import TELLING_PATH, Shapes, runs_queries
from auditor.extract.texts import text_of
from auditor.extract.unit import Binding, Bound, Definition, Unit, last_name
from auditor.extract.vocabulary import words_of
from auditor.terms import FactKind

MODEL_KINDS = frozenset({FactKind.LLM_CALL, FactKind.EMBEDDING_CALL})
STORE_KINDS = frozenset(
    {FactKind.STORE_READ, FactKind.STORE_WRITE, FactKind.STORE_UPDATE, FactKind.STORE_DELETE}
)
_LISTED = tuple(FactKind)
_CANDIDATES = "candidates"
_WRITES = frozenset("wax+")


class Done(NamedTuple):
    """One effect of a call or statement: its kind, the rule that tells, through which definition if any, and
    how far what it reaches is resolved where that is not the call's own state."""

    kind: FactKind
    rule: str
    through: str
    state: str = ""


PREPARED = "prepared"
"""What the catalogue says of a call whose query was given to an earlier one."""

_LONGEST_CHAIN = 12


class Body(NamedTuple):
    """The kinds of effect in a body: on what lies outside of the process, and on what its object holds."""

    outside: frozenset[FactKind] = frozenset()
    held: frozenset[FactKind] = frozenset()

    @property
    def kinds(self) -> frozenset[FactKind]:
        """What a body does, wherever."""
        return self.outside | self.held


class Deed(NamedTuple):
    """One place that does something, and what."""

    node: Node
    name: str
    function: Expression | None
    done: Done


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
    judging: dict[str, str | None] = field(default_factory=dict)
    """How functions judge content, by dotted name, as far as finders have asked."""
    origins: dict[int, bool] = field(default_factory=dict)
    """Whether a model said what stands behind a name, by node, as far as finders have asked."""
    verdicts: dict[int, bool] = field(default_factory=dict)
    """Whether a name was assigned a verdict, by node, as far as finders have asked."""


class Effects:
    """The effects of calls, statements and bodies, over one index."""

    def __init__(self, index: Index, resolver: Resolver) -> None:
        self._index = index
        self._resolver = resolver
        self._queries = Queries(index, resolver)
        self._retained = Retained(index, resolver)
        self._shapes = Shapes(index, resolver, self._queries)
        self._records = Records(index, resolver, resolver.catalogue, self._retained, self._reads)
        self._bodies: dict[str, Body] = {}
        self._found: dict[int, tuple[Done, ...]] = {}
        self._state: dict[str, tuple[Deed, ...]] = {}
        self._operations: dict[str, tuple[Deed, ...]] = {}

    def operations(self, unit: Unit) -> tuple[Deed, ...]:
        """All that a file does to stores and models, each place with its effect."""
        known = self._operations.get(unit.path)
        if known is None:
            known = self._operations[unit.path] = tuple(self._operations_in(unit))
        return known

    def of(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a call does: at once, through a client or store class of the target, or by its shape."""
        known = self._found.get(id(call))
        if known is None:
            known = self.primitive(call, unit) or self._stated(call, unit)
            known = known or self.carried(call.function, unit, call) or self._shaped(call, unit)
            self._found[id(call)] = known
        return known

    def primitive(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a call does by the catalogue; the text of a query or the mode of a file decides where the
        catalogue says so."""
        found: dict[Done, None] = {}
        for effect in self._resolver.effects(call.function, unit):
            kinds = self._kinds(effect, call, unit)
            found.update((Done(kind, effect.entry, ""), None) for kind in kinds)
        if not found:
            kinds = kinds_of_request(call, unit, self._index)
            found.update((Done(kind, "http/model", "", _CANDIDATES), None) for kind in kinds)
        return tuple(found)

    def _operations_in(self, unit: Unit) -> Iterator[Deed]:
        for call in unit.nodes(Call):
            if _decorates(call, unit):
                continue
            for done in self.of(call, unit):
                yield Deed(call, unit.code(call.function), call.function, done)
            for argument in call.arguments:
                value = argument.value
                if isinstance(value, Attribute):
                    for done in self._handed_over(value, call, unit):
                        yield Deed(call, unit.code(value), value, done)
        yield from self._chains(unit)
        yield from self._state_of(unit)

    def _state_of(self, unit: Unit) -> tuple[Deed, ...]:
        """What a file does to state in memory and to fields of records."""
        known = self._state.get(unit.path)
        if known is None:
            self._state[unit.path] = ()
            made: list[Deed] = []
            for rule, uses in (
                ("state/retained", self._retained.uses(unit)),
                ("state/field", self._records.uses(unit)),
            ):
                for use in uses:
                    made.extend(
                        Deed(use.node, use.name, None, Done(kind, rule, "", "resolved")) for kind in use.kinds
                    )
            known = self._state[unit.path] = tuple(sorted(made, key=lambda each: each.node.start))
        return known

    def _chains(self, unit: Unit) -> Iterator[Deed]:
        """Models piped into a chain that is given to the caller: handed over to be invoked there."""
        for statement in unit.nodes(Return):
            value = statement.value
            while isinstance(value, Call) and isinstance(value.function, Attribute):
                value = value.function.value
            if not isinstance(value, Operation) or value.operator != "|":
                continue
            for operand in _operands(value):
                named = Attribute(operand.start, operand.end, operand, "invoke")
                for each in self._resolver.values(operand, unit):
                    effect = self._resolver.catalogue.called(f"{each.name}.{named.name}")
                    if each.instance and effect is not None and FactKind.LLM_CALL in effect.facts:
                        done = Done(FactKind.LLM_CALL, effect.entry, "", "resolved")
                        yield Deed(operand, unit.code(operand), None, done)
                        break

    def _reads(self, call: Call, unit: Unit) -> bool:
        """Whether a call reads a store."""
        return any(done.kind is FactKind.STORE_READ for done in self.of(call, unit))

    def _kinds(self, effect: Effect, call: Call, unit: Unit) -> tuple[FactKind, ...]:
        details = dict(effect.details)
        if (query := details.get("query")) == PREPARED:
            return self._queried(self._prepared(call, unit) or call, unit, effect.facts, 0)
        if query is not None:
            return self._queried(call, unit, effect.facts, int(query) if query.isdigit() else 0)
        if (mode := details.get("mode")) is not None:
            return _by_mode(call, int(mode), effect.facts)
        if (stream := details.get("stream")) is not None and self._is_opened_here(call, int(stream), unit):
            return ()
        if details.get("either") and _speaks_of_embedding(unit.definition(call)):
            return EMBEDDING
        return effect.facts

    def _queried(
        self, call: Call, unit: Unit, otherwise: tuple[FactKind, ...], position: int
    ) -> tuple[FactKind, ...]:
        query = self._queries.argument(call, position)
        kinds = self._queries.kinds(query, unit) if query is not None else None
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

    def _is_opened_here(self, call: Call, position: int, unit: Unit) -> bool:
        """Whether a stream was opened in the same function: the opening is the fact."""
        stream = call.arguments[position].value if len(call.arguments) > position else None
        if isinstance(stream, Call):
            return last_name(stream.function) in ("open", "StringIO", "BytesIO")
        if not isinstance(stream, Name):
            return False
        held, owner = self._index.bindings(unit, unit.definition(stream), stream.name)
        return owner is not None and any(_is_opening(each) for each in held)

    def _stated(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a call does that is given a statement as a text, whoever runs it."""
        kinds = self._shapes.statement(call, unit) or ()
        return tuple(Done(kind, "shape/statement", "", _CANDIDATES) for kind in kinds)

    def _shaped(self, call: Call, unit: Unit) -> tuple[Done, ...]:
        kinds, rule = self._shapes.of(call, unit)
        return tuple(Done(kind, rule, "", _CANDIDATES) for kind in kinds)

    def _handed_over(self, method: Attribute, call: Call, unit: Unit) -> tuple[Done, ...]:
        """What a method does that is given to a thread, an executor or a queue."""
        if last_name(call.function) not in HANDS_OVER and any(
            each.instance for each in self._resolver.values(method, unit)
        ):
            return ()
        found = tuple(
            Done(kind, effect.entry, "")
            for effect in self._resolver.effects(method, unit)
            for kind in effect.facts
        ) or self.carried(method, unit)
        if found or last_name(call.function) not in HANDS_OVER:
            return found
        kinds, rule = self._shapes.of_function(method, unit)
        return tuple(Done(kind, rule, "", _CANDIDATES) for kind in kinds)

    def carried(self, function: Expression, unit: Unit, call: Call | None = None) -> tuple[Done, ...]:
        """What calling a method of the target's own client or store does, seen from outside of it; where it
        runs the query that it is given, that query decides."""
        found: dict[Done, None] = {}
        at = unit.definition(function)
        own = at.enclosing_class if at is not None else None
        for definition in self._resolver.reached(function, unit).definitions:
            class_ = definition.class_around
            if class_ is None or (own is not None and self._related(own, class_)):
                continue
            forwards = self._is_facade(at, definition)
            offered = self._offered(definition, class_)
            if offered and call is not None and runs_queries(definition.node.name):
                query = self._queries.argument(call)
                kinds = self._queries.kinds(query, unit) if query is not None else None
                offered = offered if kinds is None else kinds
            for kind in offered:
                if forwards and kind in STORE_KINDS:
                    continue
                found[Done(kind, "wrapper", class_.qualified)] = None
        if len({each.kind for each in found}) > 2:
            return ()
        by_kind = {each.kind: each for each in reversed(found)}
        return tuple(by_kind[kind] for kind in _LISTED if kind in by_kind)

    def _is_facade(self, at: Definition | None, callee: Definition) -> bool:
        """Whether a method does nothing but forward to one of the same name in its own package."""
        if at is None or at.node.name != callee.node.name or not isinstance(at.node, Function):
            return False
        body = [each for each in at.node.body if not _is_document(each)]
        near = at.unit.name.split(".")[0] == callee.unit.name.split(".")[0]
        return near and len(body) == 1 and isinstance(body[0], Return | Evaluation)

    def _offered(self, method: Definition, class_: Definition) -> tuple[FactKind, ...]:
        """The kinds of effect that a method of a client or store class offers."""
        bodies = [self.body(each) for each in (method, *self._index.overrides(method))]
        outside = frozenset(kind for each in bodies for kind in each.outside)
        if models := outside & MODEL_KINDS:
            if outside & STORE_KINDS:
                return self._shapes.interface(method, class_)
            if len(models) > 1:
                return EMBEDDING if _speaks_of_embedding(method) else MODEL
            return tuple(models)
        if not is_operation(method.node.name) or _makes_itself(method, class_):
            return ()
        if not outside:
            held = any(each.held for each in bodies)
            if held and words_of(class_.node.name)[-1:] and words_of(class_.node.name)[-1] in KEEPERS:
                return verb_begins(method.node.name) or self._shapes.interface(method, class_)
            return self._shapes.interface(method, class_)
        verbs = kinds_of_method(method.node.name)
        if verbs:
            return verbs
        is_store = bool(STORE_CLASSES.intersection(words_of(class_.node.name)[-1:]))
        return tuple(kind for kind in _LISTED if kind in outside)[:2] if is_store else ()

    def body(self, function: Definition) -> Body:
        """The kinds of primitive effects in a body, methods of the same object that it calls included."""
        known = self._bodies.get(function.name)
        if known is not None:
            return known
        self._bodies[function.name] = Body()  # ends a circle
        outside: set[FactKind] = set()
        held: set[FactKind] = set()
        for call in self._calls_in(function):
            outside.update(self._done_by(call, function.unit))
            for inner in self._own_methods(call, function):
                below = self.body(inner)
                outside |= below.outside
                held |= below.held
        held.update(
            each.done.kind
            for each in self._state_of(function.unit)
            if function.node.start <= each.node.start < function.node.end
        )
        self._bodies[function.name] = Body(frozenset(outside), frozenset(held))
        return self._bodies[function.name]

    def _done_by(self, call: Call, unit: Unit) -> Iterator[FactKind]:
        """What a call does by itself, and by the methods that it hands over."""
        for done in self.primitive(call, unit) or self._stated(call, unit) or self._shaped(call, unit):
            if done.kind in STORE_KINDS or not done.rule.startswith("shape/") or done.rule == TELLING_PATH:
                yield done.kind  # a model that was handed in makes its user no wrapper
        for argument in call.arguments:
            if isinstance(argument.value, Attribute):
                for effect in self._resolver.effects(argument.value, unit):
                    yield from effect.facts

    def _own_methods(self, call: Call, function: Definition) -> Iterator[Definition]:
        """The methods of the same object that a call reaches."""
        if isinstance(call.function, Attribute) and _is_self(call.function.value):
            for inner in self._resolver.callee(call, function.unit).definitions:
                if inner is not function and self._is_of_same(inner, function):
                    yield inner

    def _is_of_same(self, inner: Definition, function: Definition) -> bool:
        """Whether two methods are of one class or its lineage."""
        one, other = inner.class_around, function.class_around
        return one is not None and other is not None and (one is other or self._related(one, other))

    def _calls_in(self, function: Definition) -> Iterator[Call]:
        if isinstance(function.node, Function):
            calls = function.unit.inside(Call, function.node)
            yield from (each for each in calls if each.start >= function.node.head_end)

    def _related(self, one: Definition, other: Definition) -> bool:
        lineage = {each.name for each in self._index.lineage(one)}
        return other.name in lineage or one.name in {each.name for each in self._index.lineage(other)}


def _speaks_of_embedding(definition: Definition | None) -> bool:
    """Whether the name of a definition, or of its class, says that it embeds."""
    words = words_of(definition.qualified) if definition is not None else ()
    return any(word.startswith("embed") for word in words)


def _makes_itself(method: Definition, class_: Definition) -> bool:
    """Whether a method makes an object of its class or family, or is of a class that makes others."""
    if "factory" in words_of(class_.node.name):
        return True
    bound_to_class = {"classmethod", "staticmethod"}.intersection(method.decorator_names)
    return bool(bound_to_class) and method.node.name in ("create", "build", "make", "load", "get_instance")


def _by_mode(call: Call, position: int, otherwise: tuple[FactKind, ...]) -> tuple[FactKind, ...]:
    """What opening a file does by the mode that is given: without one it reads."""
    mode = call.argument("mode", position)
    if not isinstance(mode, Text):
        return otherwise
    return (FactKind.STORE_WRITE,) if _WRITES.intersection(mode.value) else READ


def _is_opening(binding: Binding) -> bool:
    value = binding.value.value if isinstance(binding.value, Await) else binding.value
    return (
        binding.bound in (Bound.RESOURCE, Bound.VALUE)
        and isinstance(value, Call)
        and last_name(value.function) in ("open", "fdopen", "NamedTemporaryFile", "StringIO", "BytesIO")
    )


def _decorates(call: Call, unit: Unit) -> bool:
    """Whether a call stands over a definition: it registers something, and does nothing yet."""
    around = unit.parent(call)
    return isinstance(around, Function | Class) and call in around.decorators


def _is_document(statement: Node) -> bool:
    return isinstance(statement, Evaluation) and isinstance(statement.value, Text)


def _is_self(node: Expression) -> bool:
    """Whether a receiver is a plain name, or the parent class."""
    return isinstance(node, Name) or (isinstance(node, Call) and last_name(node) == "super")


def _operands(node: Expression) -> Iterator[Expression]:
    """The links of a chain, without the functions written into it."""
    if isinstance(node, Operation) and node.operator == "|":
        for each in node.operands:
            yield from _operands(each)
    elif not isinstance(node, Lambda):
        yield node
