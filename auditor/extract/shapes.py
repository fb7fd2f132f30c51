"""Calls whose receiver no library and no definition explains, told by their shape: what the receiver is
called, how it came to be there, what the method is called, and what it is given.

What is told so is a candidate. A name alone is never enough: the receiver must be handed in or made, the
query must be a statement, or the method must be one that only one sort of thing has.
"""

from __future__ import annotations

from itertools import pairwise

from auditor.extract.idioms import (
    CHAT_MODELS,
    DATABASES,
    EMBEDDERS,
    EMBEDDING,
    EMBEDDING_VERBS,
    MODEL,
    MODEL_CLASSES,
    MODEL_VERBS,
    MODELS,
    NO_MODEL_ENDS,
    NO_MODEL_VERBS,
    READ,
    RUNNABLE_VERBS,
    RUNS_QUERIES,
    SESSION_MEMBERS,
    SESSIONS,
    STORE_CLASSES,
    STORES,
    TELLING,
    TELLING_PATHS,
    Kinds,
    is_operation,
    kinds_of_method,
    verb_begins,
)
from auditor.extract.index import Index
from auditor.extract.neutral import (
    Attribute,
    Await,
    Call,
    Expression,
    Function,
    Import,
    Name,
    Subscript,
)
from auditor.extract.queries import Queries
from auditor.extract.resolution import Resolver
from auditor.extract.retained import kind_of
from auditor.extract.unit import Bound, Definition, Unit, dotted, last_name
from auditor.extract.vocabulary import words_of


class Shapes:
    """Reads calls by their shape, over one index."""

    def __init__(self, index: Index, resolver: Resolver, queries: Queries) -> None:
        self._index = index
        self._resolver = resolver
        self._queries = queries
        self._databases: dict[str, bool] = {}

    def of(self, call: Call, unit: Unit) -> tuple[Kinds, str]:
        """What a call does by its shape, and the rule that tells; no kinds where nothing does."""
        if (kinds := self._query(call, unit)) is not None:
            return kinds, "shape/query"
        return self.of_function(call.function, unit, call)

    def of_function(self, function: Expression, unit: Unit, call: Call | None = None) -> tuple[Kinds, str]:
        """What calling an expression does; it is asked for too where a method is handed over as a value."""
        if isinstance(function, Name):
            return self._callable(function.name, function, unit)
        if not isinstance(function, Attribute):
            return (), ""
        reached = self._resolver.reached(function, unit)
        if reached.definitions:
            return (), ""
        path = dotted(function)
        for tail, kinds in TELLING_PATHS:
            if path.endswith(f".{tail}") and self._fits(tail, call):
                return kinds, "shape/telling-path"
        receiver = function.value
        if self._is_own(receiver, unit) or not self._is_open(receiver, reached.names):
            return (), ""
        if function.name in TELLING and self._is_grounded(receiver, unit):
            return TELLING[function.name], "shape/telling-member"
        return self._injected(function, receiver, unit, call)

    def interface(self, definition: Definition, class_: Definition) -> Kinds:
        """What a method of one of the target's own classes does by the names of both: the class is called a
        store, a language model or an embedder, and the method has the verb of one."""
        words = words_of(class_.node.name)
        verbs = words_of(definition.node.name)
        if not words or definition.node.name.startswith("_") or "factory" in words or "config" in words:
            return ()
        if _is_property(definition):
            return ()
        if EMBEDDERS.intersection(words) and EMBEDDING_VERBS.intersection(verbs):
            return EMBEDDING if verbs[0] not in ("get", "is", "set") or "embedding" in verbs[1:2] else ()
        if (MODEL_CLASSES.intersection(words) or _pair(words, "language", "model")) and _asks(verbs):
            return MODEL
        if not is_operation(definition.node.name):
            return ()
        if words[-1] in STORE_CLASSES or (words[-1] == "base" and set(words[-2:-1]) & STORE_CLASSES):
            return kinds_of_method(definition.node.name)
        if set(words) & STORE_CLASSES and self.is_stub(definition):
            return kinds_of_method(definition.node.name)
        return ()

    def statement(self, call: Call, unit: Unit) -> Kinds | None:
        """What a call does that is given a statement in SQL or Cypher as a plain text; None for others."""
        if not runs_queries(last_name(call.function)):
            return None
        if isinstance(call.function, Attribute) and call.function.name in RUNS_QUERIES:
            query = self._queries.argument(call)
            if query is not None and self._queries.is_plain_statement(query, unit):
                return self._queries.kinds(query, unit)
            return None
        for argument in call.arguments[:3]:
            if self._queries.is_plain_statement(argument.value, unit):
                return self._queries.kinds(argument.value, unit)
        return None

    def _query(self, call: Call, unit: Unit) -> Kinds | None:
        """What a call does that is given a statement, as a text or built by calls."""
        if (kinds := self.statement(call, unit)) is not None:
            return kinds
        if isinstance(call.function, Attribute) and call.function.name in RUNS_QUERIES:
            return self._built(call, call.function, self._queries.argument(call), unit)
        return None

    def _built(self, call: Call, function: Attribute, query: Expression | None, unit: Unit) -> Kinds | None:
        """What a session does with a statement that is built elsewhere."""
        if query is None or function.name in ("run", "query", "fetch", "raw"):
            return None
        last = words_of(last_name(function.value))[-1:]
        if not SESSIONS.intersection(last) or not self._is_grounded(function.value, unit):
            return None
        if self._resolver.reached(function, unit).definitions:
            return None
        kinds = self._queries.kinds(query, unit)
        return kinds if kinds is not None else READ

    def _injected(
        self, function: Attribute, receiver: Expression, unit: Unit, call: Call | None
    ) -> tuple[Kinds, str]:
        """A store, session, model or embedder that was handed in or made, by name and verb."""
        words = words_of(last_name(receiver))
        if not words or not self._is_grounded(receiver, unit):
            return (), ""
        verbs = words_of(function.name)
        if not verbs or function.name.startswith("_"):
            return (), ""
        if EMBEDDERS.intersection(words) and EMBEDDING_VERBS.intersection(verbs):
            return EMBEDDING, "shape/embedder"
        if MODELS.intersection(words) and _asks(verbs):
            return MODEL, "shape/model"
        if words[-1] in CHAT_MODELS and function.name in RUNNABLE_VERBS:
            return (MODEL, "shape/runnable") if words[-1] != "agent" or len(words) == 1 else ((), "")
        if words[-1] in ("session", "tx", "transaction"):
            return self._session(function, unit, call)
        if words[-1] in STORES and verb_begins(function.name) and self._is_handed_in(receiver, unit):
            return verb_begins(function.name), "shape/store"
        return (), ""

    def _session(self, function: Attribute, unit: Unit, call: Call | None) -> tuple[Kinds, str]:
        if not self._has_database(unit):
            return (), ""
        if function.name in SESSION_MEMBERS:
            return SESSION_MEMBERS[function.name], "shape/session"
        if function.name == "get" and call is not None and len(call.arguments) >= 2:
            return READ, "shape/session"
        return (), ""

    def _callable(self, name: str, function: Name, unit: Unit) -> tuple[Kinds, str]:
        """A function that is handed in as a parameter and called by the name of what it does."""
        held, owner = self._index.bindings(unit, unit.definition(function), name)
        if owner is None or not any(each.bound is Bound.PARAMETER for each in held):
            return (), ""
        if self._resolver.reached(function, unit).definitions:
            return (), ""
        words = words_of(name)
        if EMBEDDERS.intersection(words) and not {"text", "vector", "id", "dim"} & set(words[-1:]):
            return EMBEDDING, "shape/embedding-function"
        if MODELS.intersection(words):
            return MODEL, "shape/model-function"
        return (), ""

    def _fits(self, tail: str, call: Call | None) -> bool:
        if not tail.startswith("messages."):
            return True
        given = {each.name for each in call.arguments} if call is not None else set()
        return bool(given & {"model", "max_tokens", "**"})

    def _is_own(self, receiver: Expression, unit: Unit) -> bool:
        """Whether the receiver is the object itself."""
        at = unit.definition(receiver)
        return isinstance(receiver, Name) and at is not None and receiver.name in ("self", "cls")

    def _is_open(self, receiver: Expression, names: tuple[str, ...]) -> bool:
        """Whether nothing is known of what the method is, or only that some library has it."""
        return not names or all("." in each for each in names)

    def _is_grounded(self, receiver: Expression, unit: Unit) -> bool:
        """Whether the receiver was handed in or made: a parameter, an attribute, a local value."""
        at = receiver
        while isinstance(at, Subscript | Await | Call):
            at = at.function if isinstance(at, Call) else at.value
        if isinstance(at, Attribute):
            return True
        if not isinstance(at, Name):
            return False
        held, _ = self._index.bindings(unit, unit.definition(at), at.name)
        return any(each.bound not in (Bound.IMPORT, Bound.DEFINITION) for each in held)

    def _is_handed_in(self, receiver: Expression, unit: Unit) -> bool:
        """Whether the receiver is an attribute, a parameter or what a call gave; not one of a loop."""
        if not isinstance(receiver, Name):
            return True
        held, _ = self._index.bindings(unit, unit.definition(receiver), receiver.name)
        if any(kind_of(each) for each in held):
            return False
        if words_of(receiver.name)[-1] in ("memory", "index", "cache"):
            return any(each.bound is Bound.PARAMETER for each in held)
        return any(
            each.bound is Bound.PARAMETER
            or (
                each.bound in (Bound.VALUE, Bound.RESOURCE)
                and isinstance(each.value, Call | Await | Attribute)
            )
            for each in held
        )

    def is_stub(self, definition: Definition) -> bool:
        node = definition.node
        return "abstractmethod" in definition.decorator_names or (
            isinstance(node, Function) and len(node.body) <= 1 and not definition.unit.inside(Call, node)
        )

    def _has_database(self, unit: Unit) -> bool:
        known = self._databases.get(unit.path)
        if known is None:
            known = any(each.module.split(".")[0] in DATABASES for each in unit.nodes(Import))
            self._databases[unit.path] = known
        return known


def runs_queries(name: str) -> bool:
    """Whether a method or function of that name runs a query that it is given."""
    return name in RUNS_QUERIES or bool(RUNS_QUERIES.intersection(words_of(name)))


def _asks(verbs: tuple[str, ...]) -> bool:
    """Whether the words of a method ask a model for something."""
    if verbs[0] in NO_MODEL_VERBS or verbs[-1] in NO_MODEL_ENDS:
        return verbs[:1] == ("get",) and verbs[-1] in ("completion", "response", "completions", "answer")
    return verbs[0] in MODEL_VERBS or verbs[-1] in MODEL_VERBS


def _is_property(definition: Definition) -> bool:
    return bool({"property", "cached_property"}.intersection(definition.decorator_names))


def _pair(words: tuple[str, ...], first: str, second: str) -> bool:
    return (first, second) in pairwise(words)
