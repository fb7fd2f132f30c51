"""State in memory that outlives the call: collections on instances, classes and modules, and what is done to
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from auditor.extract.idioms import DELETE, NOT_CONTENT, PASSING_CLASSES, READ, UPDATE, WRITE, Kinds
from auditor.extract.index import Index
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Await,
    Call,
    Clause,
    Collection,
    Comparison,
    Comprehension,
    Delete,
    Expression,
    Loop,
    MappingLiteral,
    Name,
    Node,
    Slice,
    Subscript,
)
from auditor.extract.resolution import Resolver
from auditor.extract.unit import Binding, Bound, Definition, Unit, last_name
from auditor.extract.vocabulary import words_of

_MAKERS = {
    **dict.fromkeys(["dict", "defaultdict", "OrderedDict", "Counter", "WeakValueDictionary", "LRUCache",
                     "TTLCache", "WeakKeyDictionary", "ChainMap", "SortedDict"], "dict"),
    **dict.fromkeys(["list", "deque", "SortedList"], "list"),
    **dict.fromkeys(["set", "WeakSet", "OrderedSet"], "set"),
}  # fmt: skip
_FIELDS = frozenset({"field", "Field", "PrivateAttr", "attrib", "ib", "Factory"})
_ANNOTATIONS = {
    **dict.fromkeys(["dict", "Dict", "defaultdict", "DefaultDict", "OrderedDict", "MutableMapping"], "dict"),
    **dict.fromkeys(["list", "List", "deque", "Deque", "MutableSequence"], "list"),
    **dict.fromkeys(["set", "Set", "MutableSet"], "set"),
}
_MEMBERS: dict[str, Kinds] = {
    **dict.fromkeys(["get", "values", "items", "keys", "copy"], READ),
    **dict.fromkeys(["append", "extend", "insert", "appendleft", "add", "setdefault", "put"], WRITE),
    "update": UPDATE,
    "move_to_end": UPDATE,
    **dict.fromkeys(["pop", "popitem", "popleft", "remove", "discard", "clear"], DELETE),
}
_INNER_MEMBERS: dict[str, Kinds] = {
    **dict.fromkeys(["append", "extend", "insert", "appendleft", "add"], WRITE),
    "update": UPDATE,
    **dict.fromkeys(["pop", "remove", "discard", "clear", "popleft"], DELETE),
}
_LOOKS_THROUGH = frozenset({"list", "sorted", "dict", "tuple", "set", "reversed", "enumerate", "deepcopy"})
_SETS_UP = frozenset({"__init__", "__post_init__", "__new__", "__setstate__", "model_post_init", "setup"})
_BUILDS = frozenset({"init", "initialize", "initialise", "setup", "configure", "build"})
_ENDS = frozenset({"clear", "reset", "flush", "purge", "forget", "empty", "drop", "wipe", "delete"})


class Use(NamedTuple):
    """One operation on retained state: where, what it does, and on what."""

    node: Node
    kinds: Kinds
    name: str


@dataclass(frozen=True, slots=True)
class Container:
    """A collection that outlives the call: `kind` is `dict`, `list` or `set`."""

    kind: str
    name: str


class Retained:
    """The retained collections of an index."""

    def __init__(self, index: Index, resolver: Resolver) -> None:
        self._index = index
        self._resolver = resolver
        self._held: dict[tuple[str, str], Container | None] = {}

    def uses(self, unit: Unit) -> Iterator[Use]:
        """What a file does to retained state, in no order."""
        yield from self._calls(unit)
        yield from self._assignments(unit)
        yield from self._deletions(unit)
        yield from self._subscripts(unit)
        yield from self._passes(unit)
        yield from self._memberships(unit)

    def container(self, node: Expression, unit: Unit) -> Container | None:
        """The retained collection that an expression is; None for all else."""
        if isinstance(node, Attribute):
            if node.name not in self._changed or NOT_CONTENT.intersection(words_of(node.name)):
                return None
            if not self._is_of_own(node.value, unit):
                return None
            for value in self._resolver.values(node.value, unit):
                class_ = self._index.definition(value.name)
                if class_ is not None and class_.is_class:
                    held = self._of_class(class_, node.name)
                    if held is not None:
                        return held
            return None
        if isinstance(node, Name) and node.name in self._changed:
            return self._of_module(node, unit)
        return None

    def _is_of_own(self, node: Expression, unit: Unit) -> bool:
        """Whether an object is the method's own or held by it, or a class: not one passed or made."""
        at = node
        while isinstance(at, Attribute):
            at = at.value
        if not isinstance(at, Name):
            return False
        if at.name in ("self", "cls"):
            return True
        held, owner = self._index.bindings(unit, unit.definition(at), at.name)
        return owner is None and any(each.bound in (Bound.IMPORT, Bound.DEFINITION) for each in held)

    def root(self, node: Expression, unit: Unit) -> Container | None:
        """The retained collection of which an expression is an entry, at any depth."""
        at: Expression = node
        while True:
            if isinstance(at, Subscript):
                at = at.value
            elif (
                isinstance(at, Call)
                and isinstance(at.function, Attribute)
                and at.function.name in ("get", "setdefault", "values", "items")
            ):
                at = at.function.value
            elif isinstance(at, Call) and last_name(at.function) in _LOOKS_THROUGH and at.arguments:
                at = at.arguments[0].value
            elif isinstance(at, Await):
                at = at.value
            else:
                break
        return self.container(at, unit) if at is not node else None

    def _of_class(self, class_: Definition, name: str) -> Container | None:
        key = (class_.name, name)
        if key not in self._held:
            self._held[key] = self._found_in_class(class_, name)
        return self._held[key]

    def _found_in_class(self, class_: Definition, name: str) -> Container | None:
        words = words_of(class_.node.name)
        if words and words[-1] in PASSING_CLASSES:
            return None
        for each in self._index.lineage(class_):
            bound = list(each.bindings.get(name, ()))
            bound += [
                binding
                for binding, method in each.attributes.get(name, ())
                if method.node.name in _SETS_UP or binding.annotation is not None
            ]
            for binding in bound:
                kind = kind_of(binding)
                if kind:
                    return Container(kind, f"{each.node.name}.{name}")
        return None

    def _of_module(self, node: Name, unit: Unit) -> Container | None:
        scope = unit.definition(node)
        held, owner = self._index.bindings(unit, scope, node.name)
        source = unit
        if owner is None and held and held[-1].bound is Bound.IMPORT:
            module, _, last = (self._index.named(unit, scope, node) or "").rpartition(".")
            found = self._index.module(module) if module else None
            held, source = (found.bindings.get(last, ()), found) if found is not None else ((), unit)
        if owner is not None or not held or scope is None or NOT_CONTENT.intersection(words_of(node.name)):
            return None
        if "__all__" in node.name or source.name == "":
            return None
        for binding in held:
            if binding.bound in (Bound.VALUE, Bound.ANNOTATED):
                kind = kind_of(binding)
                if kind:
                    return Container(kind, node.name)
        return None

    def _calls(self, unit: Unit) -> Iterator[Use]:
        for call in unit.nodes(Call):
            function = call.function
            if not isinstance(function, Attribute) or function.name not in _MEMBERS:
                continue
            if self.container(function.value, unit) is not None:
                if self._is_set_up(call, unit):
                    continue
                yield Use(call, _MEMBERS[function.name], unit.code(function))
            elif function.name in _INNER_MEMBERS and self.root(function.value, unit) is not None:
                yield Use(call, _INNER_MEMBERS[function.name], unit.code(function))

    def _assignments(self, unit: Unit) -> Iterator[Use]:
        for statement in unit.nodes(Assignment):
            for target in statement.targets:
                if isinstance(target, Subscript):
                    yield from self._put(statement, target, unit)
                elif isinstance(target, Attribute):
                    yield from self._replaced(statement, target, unit)

    def _put(self, statement: Assignment, target: Subscript, unit: Unit) -> Iterator[Use]:
        if self._is_set_up(statement, unit):
            return
        if self.container(target.value, unit) is not None:
            again = bool(statement.operator) or self._comes_from(statement.value, target, unit)
            yield Use(statement, UPDATE if again else WRITE, unit.code(target.value))
        elif self.root(target.value, unit) is not None:
            yield Use(statement, UPDATE, unit.code(target.value))

    def _replaced(self, statement: Assignment, target: Attribute, unit: Unit) -> Iterator[Use]:
        """A collection cut to a part of itself, or emptied by putting a new one in its place."""
        at = unit.definition(statement)
        if statement.value is None or at is None or at.node.name in _SETS_UP:
            return
        value = statement.value
        if isinstance(value, Subscript) and isinstance(value.key, Slice):
            if unit.code(value.value) == unit.code(target) and self.container(target, unit) is not None:
                yield Use(statement, DELETE, unit.code(target))
        elif _is_empty(value) and _ENDS.intersection(words_of(at.node.name)):
            if self._resolver is not None and self.container(target, unit) is not None:
                yield Use(statement, DELETE, unit.code(target))
        elif self.root(target.value, unit) is not None:
            yield Use(statement, UPDATE, unit.code(target))

    def _comes_from(self, value: Expression | None, target: Subscript, unit: Unit) -> bool:
        """Whether what is put under a key was taken from the same collection."""
        if not isinstance(value, Name):
            return False
        held, _ = self._index.bindings(unit, unit.definition(value), value.name)
        whole = self.container(target.value, unit)
        for binding in held:
            if binding.value is not None and binding.node.start < target.start:
                taken = self.taken_from(binding.value, unit)
                if taken is not None and taken == whole:
                    return True
        return False

    def taken_from(self, value: Expression, unit: Unit, depth: int = 0) -> Container | None:
        """The retained collection that a value was taken from, directly or over one local list."""
        found = self.root(value, unit) or self.container(value, unit)
        if found is not None or depth > 1:
            return found
        at = value
        while isinstance(at, Subscript):
            at = at.value
        if isinstance(at, Name):
            held, owner = self._index.bindings(unit, unit.definition(at), at.name)
            for binding in held if owner is not None else ():
                if binding.value is not None and binding.bound in (Bound.VALUE, Bound.ELEMENT):
                    found = self.taken_from(binding.value, unit, depth + 1)
                    if found is not None:
                        return found
        return None

    def _deletions(self, unit: Unit) -> Iterator[Use]:
        for statement in unit.nodes(Delete):
            for target in statement.targets:
                if isinstance(target, Subscript) and (
                    self.container(target.value, unit) is not None
                    or self.root(target.value, unit) is not None
                ):
                    yield Use(statement, DELETE, unit.code(target.value))

    def _subscripts(self, unit: Unit) -> Iterator[Use]:
        for node in unit.nodes(Subscript):
            if self.container(node.value, unit) is None or self._is_written(node, unit):
                continue
            yield Use(node, READ, unit.code(node.value))

    def _is_written(self, node: Subscript, unit: Unit) -> bool:
        """Whether an entry stands there to be set, deleted or changed in place, not to be read."""
        at: Node = node
        parent = unit.parent(at)
        while isinstance(parent, Subscript) and parent.value is at:
            at, parent = parent, unit.parent(parent)
        if isinstance(parent, Delete):
            return True
        if isinstance(parent, Assignment):
            trims = isinstance(node.key, Slice) and any(
                unit.code(target) == unit.code(node.value) for target in parent.targets
            )
            return trims or any(target is at for target in parent.targets)
        if isinstance(parent, Attribute):
            above = unit.parent(parent)
            if isinstance(above, Assignment) and any(target is parent for target in above.targets):
                return True
            return isinstance(above, Call) and above.function is parent and parent.name in _INNER_MEMBERS
        return False

    def _passes(self, unit: Unit) -> Iterator[Use]:
        """Going through a collection, and copying it whole."""
        iterables = [each.iterable for each in unit.nodes(Loop) if each.target is not None]
        iterables += [each.iterable for each in unit.nodes(Clause)]
        for iterable in iterables:
            over = iterable
            if isinstance(over, Call) and last_name(over.function) in _LOOKS_THROUGH and over.arguments:
                over = over.arguments[0].value
            if isinstance(over, Name | Attribute) and self.container(over, unit) is not None:
                yield Use(iterable, READ, unit.code(over))
        for call in unit.nodes(Call):
            if isinstance(call.function, Name) and call.function.name in _LOOKS_THROUGH - {"enumerate"}:
                for argument in call.arguments[:1]:
                    if isinstance(argument.value, Name | Attribute):
                        parent = unit.parent(call)
                        looped = isinstance(parent, Loop | Clause) and parent.iterable is call
                        if not looped and self.container(argument.value, unit) is not None:
                            yield Use(call, READ, unit.code(argument.value))

    def _memberships(self, unit: Unit) -> Iterator[Use]:
        """A test for membership, which is all that a set can be asked."""
        for node in unit.nodes(Comparison):
            for operator, operand in zip(node.operators, node.operands[1:], strict=False):
                if operator in ("in", "not in") and isinstance(operand, Name | Attribute):
                    held = self.container(operand, unit)
                    if held is not None and held.kind == "set":
                        yield Use(node, READ, unit.code(operand))

    def _is_set_up(self, node: Node, unit: Unit) -> bool:
        at = unit.definition(node)
        return (
            at is None or at.node.name in _SETS_UP or bool(_BUILDS.intersection(words_of(at.node.name)[:1]))
        )

    @cached_property
    def _changed(self) -> frozenset[str]:
        """The names of attributes and variables that some function changes in place."""
        found: set[str] = set()
        for unit in self._index.units:
            for call in unit.nodes(Call):
                if isinstance(call.function, Attribute) and call.function.name in _CHANGES:
                    self._note(call.function.value, call, unit, found)
            for statement in unit.nodes(Assignment):
                for target in statement.targets:
                    if isinstance(target, Subscript):
                        self._note(target.value, statement, unit, found)
            for deletion in unit.nodes(Delete):
                for target in deletion.targets:
                    if isinstance(target, Subscript):
                        self._note(target.value, deletion, unit, found)
        return frozenset(found)

    def _note(self, node: Expression, at: Node, unit: Unit, found: set[str]) -> None:
        while isinstance(node, Subscript | Call):
            if isinstance(node, Subscript):
                node = node.value
            elif isinstance(node.function, Attribute):
                node = node.function.value
            else:
                return
        if isinstance(node, Attribute | Name) and node.name not in found and not self._is_set_up(at, unit):
            found.add(node.name)


_CHANGES = frozenset(name for name, kinds in _MEMBERS.items() if kinds is not READ)


def kind_of(binding: Binding) -> str:
    """What sort of collection a binding makes; empty for none."""
    value = binding.value
    if value is not None and (kind := _made(value)):
        return kind
    if binding.annotation is not None and binding.bound is not Bound.PARAMETER:
        annotation = binding.annotation
        while isinstance(annotation, Subscript) and last_name(annotation.value) in ("ClassVar", "Final"):
            annotation = annotation.key
        if value is not None and isinstance(annotation, Subscript):
            return _ANNOTATIONS.get(last_name(annotation.value), "")
    return ""


def _made(value: Expression) -> str:
    if isinstance(value, Collection):
        return value.kind if value.kind in ("list", "set") else ""
    if isinstance(value, MappingLiteral):
        return "dict"
    if isinstance(value, Comprehension):
        return value.kind if value.kind in ("list", "set", "dict") else ""
    if isinstance(value, Call):
        name = last_name(value.function)
        if name in _FIELDS:
            factory = value.argument("default_factory") or value.argument("factory")
            return _MAKERS.get(last_name(factory), "") if factory is not None else ""
        return _MAKERS.get(name, "")
    return ""


def _is_empty(value: Expression) -> bool:
    if isinstance(value, Collection):
        return not value.items
    if isinstance(value, MappingLiteral):
        return not value.entries
    return isinstance(value, Call) and last_name(value.function) in _MAKERS and not value.arguments
