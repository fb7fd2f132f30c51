"""Fields of retained records that code sets: a record's state, validity, content, counts and times."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from auditor.extract.catalogue import Catalogue
from auditor.extract.idioms import DELETE, STATE_FIELDS, TOMBSTONES, UPDATE, Kinds
from auditor.extract.index import Index
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Await,
    Call,
    Constant,
    Expression,
    Name,
    Operation,
    Subscript,
    Text,
)
from auditor.extract.resolution import Resolver
from auditor.extract.retained import Retained, Use
from auditor.extract.unit import Binding, Bound, Definition, Unit, last_name, receiver_of
from auditor.extract.vocabulary import words_of
from auditor.terms import FactKind

_SETS_UP = frozenset({"__init__", "__post_init__", "__new__", "model_post_init", "__setattr__"})
_FRESH = frozenset({"copy", "deepcopy", "model_copy", "replace", "evolve"})
_DEEPEST = 4

Reads = Callable[[Call, Unit], bool]
"""Whether a call reads a store."""


class Records:
    """Finds the fields that are set on retained records, over one index."""

    def __init__(
        self, index: Index, resolver: Resolver, catalogue: Catalogue, retained: Retained, reads: Reads
    ) -> None:
        self._index = index
        self._resolver = resolver
        self._catalogue = catalogue
        self._retained = retained
        self._reads = reads
        self._known: dict[str, bool] = {}

    def uses(self, unit: Unit) -> Iterator[Use]:
        """The assignments of a file that change a retained record."""
        for statement in unit.nodes(Assignment):
            if statement.value is None:
                continue
            for target in statement.targets:
                if isinstance(target, Attribute):
                    kinds = self._field(target, statement, unit)
                    if kinds:
                        yield Use(statement, kinds, unit.code(target))
                elif isinstance(target, Subscript) and self._is_entry_of_kept(target, unit):
                    yield Use(statement, UPDATE, unit.code(target.value))
        for call in unit.nodes(Call):
            sets = isinstance(call.function, Name) and call.function.name == "setattr"
            if sets and len(call.arguments) == 3 and self._is_kept(call.arguments[0].value, unit, 0):
                yield Use(call, UPDATE, unit.code(call.arguments[0].value))

    def _field(self, target: Attribute, statement: Assignment, unit: Unit) -> Kinds:
        at = unit.definition(statement)
        if at is None or at.is_class or at.node.name in _SETS_UP or target.name.startswith("__"):
            return ()
        words = set(words_of(target.name))
        is_state = bool(words & STATE_FIELDS)
        if isinstance(target.value, Name) and target.value.name == receiver_of(at):
            class_ = at.class_around
            kept = is_state and class_ is not None and self._is_record(class_)
        elif self._is_passing(target.value) or self._is_fresh(target.value, unit, 0):
            return ()
        else:
            kept = self._is_kept(target.value, unit, 0) or (
                is_state and self._is_of_record(target.value, unit)
            )
        if not kept:
            return ()
        if words & TOMBSTONES and not _is_nothing(statement.value):
            return DELETE
        return UPDATE

    def _is_kept(self, node: Expression, unit: Unit, depth: int) -> bool:
        """Whether an expression is a record that was read from a store."""
        if depth > _DEEPEST:
            return False
        if isinstance(node, Await):
            return self._is_kept(node.value, unit, depth + 1)
        if isinstance(node, Operation) and node.operator in ("or", "and"):
            return any(self._is_kept(each, unit, depth + 1) for each in node.operands)
        if isinstance(node, Subscript):
            return self._retained.root(node, unit) is not None or self._is_kept(node.value, unit, depth + 1)
        if isinstance(node, Call):
            if self._retained.root(node, unit) is not None or self._reads(node, unit):
                return True
            inner = node.function.value if isinstance(node.function, Attribute) else None
            if inner is not None and isinstance(inner, Call | Await):
                return self._is_kept(inner, unit, depth + 1)
            return (
                last_name(node.function) in ("list", "sorted", "enumerate", "reversed")
                and bool(node.arguments)
                and self._is_kept(node.arguments[0].value, unit, depth + 1)
            )
        if isinstance(node, Name):
            return any(
                binding.value is not None
                and binding.bound in (Bound.VALUE, Bound.ELEMENT, Bound.PART)
                and (
                    self._is_kept(binding.value, unit, depth + 1)
                    or self._retained.container(binding.value, unit) is not None
                )
                for binding in self._local(node, unit)
            )
        return False

    def _is_entry_of_kept(self, target: Subscript, unit: Unit) -> bool:
        """Whether a key is set on a local that is an entry of retained state."""
        if not isinstance(target.value, Name) or not isinstance(target.key, Text):
            return False
        return any(
            binding.value is not None
            and binding.bound in (Bound.VALUE, Bound.ELEMENT)
            and self._retained.root(binding.value, unit) is not None
            for binding in self._local(target.value, unit)
        )

    def _is_fresh(self, node: Expression, unit: Unit, depth: int) -> bool:
        """Whether a local was made there and then: nothing that is kept changes with it."""
        while isinstance(node, Attribute | Subscript):
            node = node.value
        if not isinstance(node, Name) or depth > _DEEPEST:
            return False
        for binding in self._local(node, unit):
            value = binding.value.value if isinstance(binding.value, Await) else binding.value
            if isinstance(value, Call) and binding.bound is Bound.VALUE:
                if last_name(value.function) in _FRESH:
                    return True
                names = self._resolver.values(value.function, unit)
                held = [self._index.definition(each.name) for each in names if not each.instance]
                if any(each is not None and each.is_class for each in held):
                    return True
        return False

    def _is_passing(self, node: Expression) -> bool:
        """Whether a name says that the object is one of a single exchange."""
        while isinstance(node, Attribute | Subscript):
            node = node.value
        return isinstance(node, Name) and bool(_PASSING.intersection(words_of(node.name)))

    def _is_of_record(self, node: Expression, unit: Unit) -> bool:
        """Whether an expression is an instance of one of the target's data definitions."""
        for value in self._resolver.values(node, unit):
            class_ = self._index.definition(value.name)
            if value.instance and class_ is not None and class_.is_class and self._is_record(class_):
                return True
        return False

    def _is_record(self, class_: Definition) -> bool:
        known = self._known.get(class_.name)
        if known is None:
            known = self._known[class_.name] = any(
                self._states_data(each) for each in self._index.lineage(class_)
            ) or any(
                self._is_data(self._catalogue.inherited(base)) for base in self._index.foreign_bases(class_)
            )
            words = words_of(class_.node.name)
            if words and words[-1] in _NO_RECORDS:
                known = self._known[class_.name] = False
        return known

    def _states_data(self, class_: Definition) -> bool:
        if any(
            isinstance(each, Assignment) and last_name(each.targets[0]) == "__tablename__"
            for each in getattr(class_.node, "body", ())
        ):
            return True
        for decorator in class_.node.decorators:
            called = decorator.function if isinstance(decorator, Call) else decorator
            for value in self._resolver.values(called, class_.unit):
                if self._is_data(self._catalogue.decorating(value.name)):
                    return True
        return False

    def _is_data(self, effect: object) -> bool:
        return FactKind.OBJECT in getattr(effect, "facts", ())

    def _local(self, name: Name, unit: Unit) -> list[Binding]:
        """Where a local takes its values."""
        held, owner = self._index.bindings(unit, unit.definition(name), name.name)
        return list(held) if owner is not None else []


_PASSING = frozenset(
    [
        "message",
        "messages",
        "msg",
        "prompt",
        "request",
        "response",
        "result",
        "params",
        "config",
        "args",
        "query",
    ]
)
"""Words of names of what is made for one exchange and gone after it."""

_NO_RECORDS = frozenset(
    [
        "config",
        "settings",
        "options",
        "request",
        "response",
        "result",
        "results",
        "args",
        "params",
        "stats",
        "metrics",
    ]
)
"""Last words of data definitions that hold no content."""


def _is_nothing(value: Expression | None) -> bool:
    return isinstance(value, Constant) and value.written in ("None", "False")
