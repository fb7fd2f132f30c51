"""What the query given to a driver does: its text however it is put together, or a statement of calls."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.index import Index
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Await,
    Call,
    Collection,
    Conditional,
    Expression,
    Name,
    Operation,
    Return,
    Text,
)
from auditor.extract.resolution import Resolver
from auditor.extract.sql import Kinds, is_statement, kinds_of_query
from auditor.extract.texts import text_of
from auditor.extract.unit import Bound, Definition, Unit, last_name
from auditor.terms import FactKind

_DEEPEST = 8
_BUILDERS: dict[str, Kinds] = {
    "select": (FactKind.STORE_READ,),
    "insert": (FactKind.STORE_WRITE,),
    "update": (FactKind.STORE_UPDATE,),
    "delete": (FactKind.STORE_DELETE,),
    "union": (FactKind.STORE_READ,),
    "union_all": (FactKind.STORE_READ,),
    "exists": (FactKind.STORE_READ,),
}
_OVERWRITES = frozenset({"on_conflict_do_update", "on_duplicate_key_update"})
_QUERY_NAMES = (
    "query",
    "sql",
    "statement",
    "stmt",
    "query_",
    "cypher",
    "query_string",
    "operation",
    "clause",
)


class Queries:
    """Reads queries over one index, and remembers what functions of the target give as queries."""

    def __init__(self, index: Index, resolver: Resolver) -> None:
        self._index = index
        self._resolver = resolver
        self._given: dict[str, Kinds | None] = {}

    def argument(self, call: Call, position: int = 0) -> Expression | None:
        """The query among the arguments of a call."""
        at = call.argument(_QUERY_NAMES[0], position)
        if at is not None:
            return at
        return next((held for name in _QUERY_NAMES[1:] if (held := call.argument(name)) is not None), None)

    def kinds(self, query: Expression, unit: Unit, depth: int = 0) -> Kinds | None:
        """What a query does; empty for what governs session or schema, None where that cannot be told."""
        if depth > _DEEPEST:
            return None
        if isinstance(query, Await):
            return self.kinds(query.value, unit, depth + 1)
        if isinstance(query, Conditional):
            chosen = self.kinds(query.chosen, unit, depth + 1)
            return chosen if chosen is not None else self.kinds(query.otherwise, unit, depth + 1)
        if isinstance(query, Name):
            return self._of_name(query, unit, depth)
        if isinstance(query, Call):
            return self._of_call(query, unit, depth)
        return self._of_text(query, unit)

    def is_plain_statement(self, query: Expression, unit: Unit) -> bool:
        """Whether a query is a text that is a statement beyond doubt, wherever it is run."""
        if isinstance(query, Name):
            return any(
                text is not None and is_statement(text)
                for value in self._values_of(query, unit)
                for text in [text_of(value, unit, self._index)]
            ) or self._imported_statement(query, unit)
        text = text_of(query, unit, self._index)
        return text is not None and is_statement(text)

    def _imported_statement(self, name: Name, unit: Unit) -> bool:
        text = text_of(name, unit, self._index)
        return text is not None and is_statement(text)

    def _of_text(self, query: Expression, unit: Unit) -> Kinds | None:
        text = text_of(query, unit, self._index)
        return kinds_of_query(text) if text is not None else None

    def _of_name(self, name: Name, unit: Unit, depth: int) -> Kinds | None:
        """The first of the values that a name takes which is a query: later ones add to it."""
        for value in self._values_of(name, unit):
            kinds = self.kinds(value, unit, depth + 1)
            if kinds is not None:
                return kinds
        return self._of_text(name, unit)

    def _values_of(self, name: Name, unit: Unit) -> Iterator[Expression]:
        held, _ = self._index.bindings(unit, unit.definition(name), name.name)
        before = [each for each in held if each.node.start <= name.start]
        for binding in (*reversed([b for b in before if _is_fresh(b.node)]), *before):
            if binding.bound is Bound.VALUE and binding.value is not None:
                yield binding.value
            elif binding.bound is Bound.ELEMENT and isinstance(binding.value, Collection):
                yield from binding.value.items

    def _of_call(self, call: Call, unit: Unit, depth: int) -> Kinds | None:
        """A statement built by calls, a text that is wrapped or filled, or what a function gives."""
        names: list[str] = []
        at: Expression = call
        while isinstance(at, Call):
            names.append(last_name(at.function))
            if not isinstance(at.function, Attribute):
                break
            at = at.function.value
        built = next((_BUILDERS[each] for each in reversed(names) if each in _BUILDERS), None)
        if built is not None and not isinstance(at, Text):
            if FactKind.STORE_WRITE in built and _OVERWRITES.intersection(names):
                return (FactKind.STORE_WRITE, FactKind.STORE_UPDATE)
            return built
        if isinstance(at, Name) and at is not call.function and names:
            inner = self._of_name(at, unit, depth + 1)
            if inner is not None:
                return inner
        for function in self._resolver.callee(call, unit).definitions:
            given = self._given_by(function, depth)
            if given is not None:
                return given
        for argument in call.arguments[:1]:
            inner = self.kinds(argument.value, unit, depth + 1)
            if inner is not None:
                return inner
        return self._of_text(call, unit)

    def _given_by(self, function: Definition, depth: int) -> Kinds | None:
        """What a function of the target gives as a query."""
        if function.name not in self._given:
            self._given[function.name] = None  # ends a circle
            for statement in function.unit.inside(Return, function.node):
                if statement.value is None or function.is_class:
                    continue
                value = statement.value
                first = value.items[0] if isinstance(value, Collection) and value.items else value
                kinds = self.kinds(first, function.unit, depth + 1)
                if kinds is not None:
                    self._given[function.name] = kinds
                    break
        return self._given[function.name]


def _is_fresh(node: object) -> bool:
    """Whether an assignment makes a query anew, and does not add to one."""
    if not isinstance(node, Assignment) or node.operator or not node.targets:
        return False
    value = node.value
    held = value.operands[0] if isinstance(value, Operation) and value.operator == "+" else value
    target = node.targets[0]
    while isinstance(held, Call | Attribute):
        held = held.function if isinstance(held, Call) else held.value
    return not (isinstance(held, Name) and isinstance(target, Name) and held.name == target.name)
