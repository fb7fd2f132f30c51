"""What expressions mean: the names of the things they can be, and what a call may reach.

Names come from imports, definitions, annotations, assignments, what methods assign to their object, and what
functions return. All of it is candidates: a name that takes two values may be either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from auditor.extract.catalogue import Catalogue, Effect
from auditor.extract.index import Index
from auditor.extract.neutral import (
    Attribute,
    Await,
    Call,
    Class,
    Collection,
    Conditional,
    Constant,
    Expression,
    Function,
    MappingLiteral,
    Name,
    Operation,
    Other,
    Return,
    Subscript,
    Text,
)
from auditor.extract.passing import Passing
from auditor.extract.unit import Binding, Bound, Definition, Unit, receiver_of

_MOST = 48
"""Things that one expression may be; beyond that nothing is told."""

_DEEPEST = 40
"""Steps from a name to what it means."""

_MOST_SPENT = 1_000
"""Expressions looked at for the sake of one."""

_MOST_BINDINGS = 16
"""Values that one name takes in one scope; of more only the first are followed."""

_LONGEST = 12
"""Dots of a name that is followed on; longer ones come from results of results without end."""

_TRANSPARENT = frozenset(
    [
        "Optional",
        "Annotated",
        "Final",
        "ClassVar",
        "Required",
        "NotRequired",
        "Awaitable",
        "Promise",
        "Partial",
        "Readonly",
    ]
)
_UNIONS = frozenset({"Union"})
_RESOURCES = frozenset({"contextmanager", "asynccontextmanager"})
_PASSES_ON = frozenset(
    [
        "contextlib.closing",
        "contextlib.aclosing",
        "contextlib.nullcontext",
        "functools.partial",
        "copy.copy",
        "copy.deepcopy",
        "asyncio.run",
        "asyncio.wait_for",
        "asyncio.shield",
        "asyncio.create_task",
        "next",
        "iter",
        "aiter",
        "anext",
    ]
)
"""Functions that give what they were given."""

CALL = "__call__"
_ITEM = "__getitem__"
_CASTS = frozenset({"typing.cast", "typing_extensions.cast"})
_PATH = "pathlib.Path"
_ELEMENTS = frozenset(
    [
        "list",
        "List",
        "Sequence",
        "Iterable",
        "Iterator",
        "set",
        "Set",
        "tuple",
        "Tuple",
        "AsyncIterator",
        "deque",
        "Array",
        "ReadonlyArray",
        "AsyncIterable",
        "AsyncGenerator",
    ]
)


class Value(NamedTuple):
    """One thing that an expression can be: a thing of that dotted name, or an instance of it.

    For a library's function called, `name` is that of the call, or what the catalogue says it gives.
    """

    name: str
    instance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Callee:
    """What a call may reach: dotted names, and the definitions of the target among them."""

    names: tuple[str, ...]
    definitions: tuple[Definition, ...]

    @property
    def state(self) -> str:
        """`resolved`, `candidates` or `unresolved`."""
        if not self.names:
            return "unresolved"
        return "resolved" if len(self.names) == 1 else "candidates"


class Resolver:
    """Answers for one index under one catalogue, remembered by node."""

    def __init__(self, index: Index, catalogue: Catalogue) -> None:
        self.index = index
        self.catalogue = catalogue
        self._values: dict[int, tuple[Value, ...]] = {}
        self._names: dict[tuple[str, str], tuple[Value, ...]] = {}
        self._members: dict[tuple[str, str], tuple[Value, ...]] = {}
        self._callees: dict[int, Callee] = {}
        self._passing = Passing(index)
        self._busy: set[object] = set()
        self._cuts = 0
        self._spent = 0

    def callee(self, call: Call, unit: Unit) -> Callee:
        """What a call may reach."""
        return self.reached(call.function, unit)

    def reached(self, function: Expression, unit: Unit) -> Callee:
        """What calling an expression may reach; a method handed over as a value is asked for alike."""
        known = self._callees.get(id(function))
        if known is None:
            names = tuple(dict.fromkeys(self._called_name(each) for each in self.values(function, unit)))
            known = Callee(names=names, definitions=self._definitions(names))
            if not self._busy:
                self._callees[id(function)] = known
        return known

    def effects(self, function: Expression, unit: Unit) -> tuple[Effect, ...]:
        """What the catalogue says of a call of an expression."""
        found = (self.catalogue.called(self._called_name(each)) for each in self.values(function, unit))
        return tuple(dict.fromkeys(each for each in found if each is not None))

    def _called_name(self, value: Value) -> str:
        """The name of what runs when a value is called: an object's own method for that."""
        if not value.instance:
            return value.name
        class_ = self.index.definition(value.name)
        method = self.index.member(class_, CALL) if class_ is not None and class_.is_class else None
        if class_ is not None:
            return method.name if method is not None else value.name
        return f"{value.name}.{CALL}"

    def values(self, node: Expression, unit: Unit) -> tuple[Value, ...]:
        """What an expression can be."""
        known = self._values.get(id(node))
        if known is not None:
            return known
        if not self._busy:
            self._spent = 0
        self._spent += 1
        if id(node) in self._busy or len(self._busy) > _DEEPEST or self._spent > _MOST_SPENT:
            self._cuts += 1
            return ()
        cuts = self._cuts
        self._busy.add(id(node))
        try:
            found = _bounded(self._evaluate(node, unit))
        finally:
            self._busy.discard(id(node))
        if not self._busy or self._cuts == cuts:  # an answer that a circle cut short is less than the whole
            self._values[id(node)] = found
        return found

    def instances(self, annotation: Expression, unit: Unit, scope: Definition | None) -> tuple[Value, ...]:
        """What a place annotated like this holds."""
        return _bounded(self._annotated(annotation, unit, scope))

    def given(self, function: Definition) -> tuple[Value, ...]:
        """What a function of the target gives to its callers, by its annotation and by its statements: an
        annotation often names a library's interface, and the statements the class that stands behind it."""
        found = list(self._returned(function))
        for value in self._results_in(function):
            found.extend(self.values(value, function.unit))
        return _bounded(found)

    def attribute(self, class_: Definition, name: str) -> tuple[Value, ...]:
        """What the attribute or method of that name is on an instance of a class of the target."""
        return self._member(class_, name)

    def _evaluate(self, node: Expression, unit: Unit) -> Iterable[Value]:
        if isinstance(node, Name):
            return self._named(node.name, unit, unit.definition(node))
        if isinstance(node, Attribute):
            return [
                each for value in self.values(node.value, unit) for each in self._on(value, node.name, unit)
            ]
        if isinstance(node, Call):
            return self._result(node, unit)
        if isinstance(node, Await):
            return self.values(node.value, unit)
        if isinstance(node, Conditional):
            return (*self.values(node.chosen, unit), *self.values(node.otherwise, unit))
        if isinstance(node, Operation) and node.operator in ("or", "and", "|"):
            return [each for operand in node.operands for each in self.values(operand, unit)]
        if isinstance(node, Operation) and node.operator == "/":
            held = self.values(node.operands[0], unit)
            return [each for each in held if each.name == _PATH or self._is_path(each)]
        if isinstance(node, Subscript):
            return (*self._element(node.value, unit), *self._item(node.value, unit))
        if isinstance(node, Other) and node.kind == "named_expression" and len(node.parts) == 2:
            return self.values(node.parts[1], unit)
        if isinstance(node, Text) and "." in node.value and self.index.definition(node.value) is not None:
            return (Value(node.value, False),)
        return ()

    def _is_path(self, value: Value) -> bool:
        return value.instance and self.catalogue.type_of(value.name) == _PATH

    def _item(self, value: Expression, unit: Unit) -> Iterable[Value]:
        """What a library's object gives under a key, where the catalogue says so."""
        for each in (
            self.values(value, unit) if isinstance(value, Name | Attribute | Call | Subscript) else ()
        ):
            if each.instance and self.index.definition(each.name) is None:
                effect = self.catalogue.called(f"{each.name}.{_ITEM}")
                if effect is not None and effect.gives:
                    yield Value(effect.gives, True)

    def _named(self, name: str, unit: Unit, scope: Definition | None) -> Iterable[Value]:
        held, owner = self.index.bindings(unit, scope, name)
        if not held:
            foreign = self.index.named(unit, scope, Name(0, 0, name))
            return (Value(foreign, False),) if foreign else (Value(name, False),)
        key = (owner.name if owner is not None else unit.path, name)
        if key in self._names:
            return self._names[key]
        cuts = self._cuts
        made = (self._bound(binding, name, unit, owner) for binding in held[:_MOST_BINDINGS])
        found = _bounded(value for values in made for value in values)
        if len(self._busy) <= 1 or self._cuts == cuts:
            self._names[key] = found
        return found

    def _bound(self, binding: Binding, name: str, unit: Unit, owner: Definition | None) -> Iterable[Value]:
        if binding.bound in (Bound.IMPORT, Bound.DEFINITION):
            named = self.index.named(unit, owner, Name(0, 0, name))
            return self._imported(named) or (Value(named, False),) if named else ()
        if binding.bound is Bound.PARAMETER and owner is not None and name == receiver_of(owner):
            class_ = owner.class_around
            own = class_ is not None and "classmethod" not in owner.decorator_names
            return (Value(class_.name, own),) if class_ is not None else ()
        if binding.annotation is not None:
            found = tuple(self._annotated(binding.annotation, unit, owner))
            if found:
                return found
        if binding.bound is Bound.PARAMETER and owner is not None and binding.annotation is None:
            default = self.values(binding.value, unit) if binding.value is not None else ()
            return (*default, *self._passed(owner, name))
        if binding.value is None:
            return ()
        if binding.bound is Bound.ELEMENT:
            return self._element(binding.value, unit)
        if binding.bound is Bound.PART:
            return self._part(binding.value, binding.position, unit)
        return self.values(binding.value, unit)

    def _imported(self, name: str) -> tuple[Value, ...]:
        """What a variable of another file of the target holds; nothing for definitions and modules."""
        key = ("imported", name)
        module, _, last = name.rpartition(".")
        source = self.index.module(module) if module and self.index.definition(name) is None else None
        if source is None or last not in source.bindings:
            return ()
        if key in self._busy:
            self._cuts += 1
            return ()
        self._busy.add(key)
        try:
            return tuple(self._named(last, source, None))
        finally:
            self._busy.discard(key)

    def _passed(self, function: Definition, name: str) -> Iterable[Value]:
        """What the callers of a function give to a parameter without an annotation: objects only."""
        for given, unit in self._passing.to(function, name):
            if isinstance(given, Name | Attribute | Call | Conditional | Operation | Await):
                yield from (each for each in self.values(given, unit) if each.instance)

    def _on(self, value: Value, name: str, unit: Unit) -> Iterable[Value]:
        """The member of that name on one thing."""
        definition = self.index.definition(value.name)
        if definition is not None:
            return self._member(definition, name) if definition.is_class else self._on_made(definition, name)
        module = self.index.module(value.name, unit) if not value.instance else None
        if module is not None:
            inner = self._named(name, module, None) if name in module.bindings else ()
            return inner or (Value(self.index.canonical(f"{module.name}.{name}"), False),)
        if value.name.count(".") >= _LONGEST:
            return ()
        return (Value(f"{value.name}.{name}", False),)

    def _on_made(self, function: Definition, name: str) -> Iterable[Value]:
        """The member of that name on what a decorator makes of a function."""
        for decorator in function.node.decorators:
            called = decorator.function if isinstance(decorator, Call) else decorator
            for value in self.values(called, function.unit):
                effect = self.catalogue.decorating(value.name)
                if effect is not None and effect.gives:
                    yield Value(f"{effect.gives}.{name}", False)

    def _member(self, class_: Definition, name: str) -> tuple[Value, ...]:
        key = (class_.name, name)
        if key in self._members:
            return self._members[key]
        if key in self._busy:
            self._cuts += 1
            return ()
        cuts = self._cuts
        self._busy.add(key)
        try:
            found = _bounded(self._found_member(class_, name))
        finally:
            self._busy.discard(key)
        if not self._busy or self._cuts == cuts:
            self._members[key] = found
        return found

    def _found_member(self, class_: Definition, name: str) -> Iterable[Value]:
        method = self.index.member(class_, name)
        if method is not None:
            if {"property", "cached_property"}.intersection(method.decorator_names):
                return self._returned(method)
            return [Value(each.name, False) for each in (method, *self.index.overrides(method))]
        found: list[Value] = []
        for each in self.index.lineage(class_):
            for binding in each.bindings.get(name, ()):
                found.extend(self._bound(binding, name, each.unit, each))
            for binding, scope in each.attributes.get(name, ()):
                if binding.annotation is not None:
                    found.extend(self._annotated(binding.annotation, scope.unit, scope))
                if binding.value is not None and binding.bound in (Bound.VALUE, Bound.RESOURCE):
                    found.extend(self.values(binding.value, scope.unit))
            if found:
                return found
        return [Value(f"{base}.{name}", False) for base in self.index.foreign_bases(class_)]

    def _result(self, call: Call, unit: Unit) -> Iterable[Value]:
        """What a call gives."""
        found: list[Value] = []
        for value in self.values(call.function, unit):
            name = self._called_name(value)
            definition = self.index.definition(name)
            if definition is None:
                if name in _PASSES_ON or name in _CASTS:
                    found.extend(self._handed_on(name, call, unit))
                else:
                    found.append(self._given(name))
            elif isinstance(definition.node, Class):
                found.append(Value(definition.name, True))
            else:
                found.extend(self._returned(definition))
        return found

    def _handed_on(self, name: str, call: Call, unit: Unit) -> Iterable[Value]:
        given = call.argument("", 0)
        if given is None:
            return ()
        return (
            self._annotated(given, unit, unit.definition(call))
            if name in _CASTS
            else self.values(given, unit)
        )

    def _given(self, name: str) -> Value:
        """What a library's function or class gives when called."""
        effect = self.catalogue.called(name)
        if effect is not None and effect.gives:
            return Value(effect.gives, True)
        return Value(self.catalogue.type_of(name) or name, True)

    def _returned(self, function: Definition) -> tuple[Value, ...]:
        """What a function of the target returns: by its annotation, else by its return statements, else by
        a table of dotted class names that it looks into."""
        key = ("returned", function.name)
        if key in self._busy or not isinstance(function.node, Function):
            return ()
        self._busy.add(key)
        try:
            if function.node.returns is not None:
                annotated = tuple(self._annotated(function.node.returns, function.unit, function))
                if annotated:
                    return annotated
            found: list[Value] = []
            for value in self._results_in(function):
                found.extend(self.values(value, function.unit))
            kept = [each for each in found if "." in each.name and not each.name.startswith("importlib.")]
            return _bounded((*kept, *self._from_registry(function)))
        finally:
            self._busy.discard(key)

    def _results_in(self, function: Definition) -> Iterable[Expression]:
        """What the return statements of a function give; what a context manager yields to its block."""
        unit = function.unit
        if _RESOURCES.intersection(function.decorator_names):
            for other in unit.inside(Other, function.node):
                if other.kind == "yield" and other.parts and unit.definition(other) is function:
                    yield other.parts[0]
            return
        for statement in unit.inside(Return, function.node):
            if statement.value is not None and unit.definition(statement) is function:
                yield statement.value

    def _from_registry(self, function: Definition) -> Iterable[Value]:
        """Instances of the classes that a table of the function's class or file names in texts."""
        unit, class_ = function.unit, function.class_around
        tables = class_.bindings if class_ is not None else unit.bindings
        used = {each.name for each in unit.inside(Name, function.node)}
        used.update(each.name for each in unit.inside(Attribute, function.node))
        found: list[Value] = []
        for name in sorted(used & tables.keys()):
            for binding in tables[name]:
                if isinstance(binding.value, MappingLiteral):
                    for text in _texts(binding.value):
                        named = self.index.canonical(text)
                        if "." in text and self.index.definition(named) is not None:
                            found.append(Value(named, True))
        return found

    def _element(self, value: Expression, unit: Unit) -> Iterable[Value]:
        """What a member of a collection can be: an entry of one written out, or what an annotation says."""
        if isinstance(value, Collection):
            return [each for item in value.items for each in self.values(item, unit)]
        if isinstance(value, MappingLiteral):
            return [each for entry in value.entries for each in self.values(entry.value, unit)]
        if isinstance(value, Name):
            held, owner = self.index.bindings(unit, unit.definition(value), value.name)
            found: list[Value] = []
            for binding in held:
                if binding.annotation is not None:
                    found.extend(self._annotated(binding.annotation, unit, owner, element=True))
                elif isinstance(binding.value, Collection | MappingLiteral) and binding.bound is Bound.VALUE:
                    found.extend(self._element(binding.value, unit))
            return found
        if isinstance(value, Attribute):
            return self._attribute_element(value, unit)
        return ()

    def _attribute_element(self, value: Attribute, unit: Unit) -> Iterable[Value]:
        found: list[Value] = []
        for each in self.values(value.value, unit):
            definition = self.index.definition(each.name)
            if definition is None or not definition.is_class:
                continue
            for class_ in self.index.lineage(definition):
                held = [(binding, class_) for binding in class_.bindings.get(value.name, ())]
                for binding, scope in (*held, *class_.attributes.get(value.name, ())):
                    if binding.annotation is not None:
                        found.extend(self._annotated(binding.annotation, class_.unit, scope, element=True))
                    elif isinstance(binding.value, Collection | MappingLiteral):
                        found.extend(self._element(binding.value, class_.unit))
        return found

    def _part(self, value: Expression, position: int, unit: Unit) -> Iterable[Value]:
        """The part at a position of what is taken apart."""
        if isinstance(value, Await):
            return self._part(value.value, position, unit)
        if isinstance(value, Collection):
            return self.values(value.items[position], unit) if position < len(value.items) else ()
        if isinstance(value, Call):
            return self._part_returned(value, position, unit)
        return ()

    def _part_returned(self, call: Call, position: int, unit: Unit) -> Iterable[Value]:
        """The part at a position of what a function of the target returns."""
        for function in self.reached(call.function, unit).definitions:
            for result in self._results_in(function):
                if isinstance(result, Collection):
                    yield from self._part(result, position, function.unit)

    def _annotated(
        self, annotation: Expression, unit: Unit, scope: Definition | None, *, element: bool = False
    ) -> Iterable[Value]:
        """Instances of what an annotation names; of what its collection holds where `element` is set."""
        if isinstance(annotation, Text):
            return self._written(annotation.value, unit, scope) if not element else ()
        if isinstance(annotation, Constant):
            return ()
        if isinstance(annotation, Operation):
            held = annotation.operands
            return [each for one in held for each in self._annotated(one, unit, scope, element=element)]
        if isinstance(annotation, Subscript):
            return self._generic(annotation, unit, scope, element=element)
        named = self.index.named(unit, scope, annotation) or self._everywhere(annotation)
        if named is not None and not element and self.index.definition(named) is not None:
            return (Value(named, True),)
        alias = self._alias(annotation, named, unit, scope)
        if alias is not None:
            key = ("alias", id(alias[0]))
            if key in self._busy:
                return ()
            self._busy.add(key)
            try:
                return tuple(self._annotated(alias[0], alias[1], None, element=element))
            finally:
                self._busy.discard(key)
        if named is None or element:
            return ()
        return (Value(self.catalogue.type_of(named) or named, True),)

    def _everywhere(self, annotation: Expression) -> str | None:
        """The name of a type that a language or its surroundings give to every file, where one knows it."""
        return self.catalogue.type_of(annotation.name) if isinstance(annotation, Name) else None

    def _alias(
        self, annotation: Expression, named: str | None, unit: Unit, scope: Definition | None
    ) -> tuple[Expression, Unit] | None:
        """What a name that a module gives to an annotation stands for, and where it is written."""
        if named is None and isinstance(annotation, Name):
            held, owner = self.index.bindings(unit, scope, annotation.name)
            source, bindings = (unit, held) if owner is None else (None, ())
        else:
            module, _, last = (named or "").rpartition(".")
            source = self.index.module(module) if module else None
            bindings = source.bindings.get(last, ()) if source is not None else ()
        for binding in bindings:
            if source is not None and isinstance(binding.value, Subscript | Operation | Name | Attribute):
                return binding.value, source
        return None

    def _generic(
        self, annotation: Subscript, unit: Unit, scope: Definition | None, *, element: bool
    ) -> Iterable[Value]:
        outer = annotation.value.name if isinstance(annotation.value, Name | Attribute) else ""
        key = annotation.key
        inner = key.items if isinstance(key, Collection) else (key,)
        if outer in _TRANSPARENT:
            return self._annotated(inner[0], unit, scope, element=element)
        if outer in _UNIONS:
            return [each for one in inner for each in self._annotated(one, unit, scope, element=element)]
        if outer in ("type", "Type"):
            return [each._replace(instance=False) for each in self._annotated(inner[0], unit, scope)]
        if element and outer in _ELEMENTS:
            return self._annotated(inner[0], unit, scope)
        if element and len(inner) == 2:  # a mapping
            return self._annotated(inner[1], unit, scope)
        return () if element else self._annotated(annotation.value, unit, scope)

    def _written(self, text: str, unit: Unit, scope: Definition | None) -> Iterable[Value]:
        """An annotation in quotation marks, where it is a dotted name or a choice of such."""
        found: list[Value] = []
        for part in text.replace("Optional[", "").replace("]", "").split("|"):
            names = part.strip().split(".")
            if not all(each.isidentifier() for each in names):
                continue
            node: Expression = Name(0, 0, names[0])
            for each in names[1:]:
                node = Attribute(0, 0, node, each)
            named = self.index.named(unit, scope, node)
            if named is not None:
                found.append(Value(self.catalogue.type_of(named) or named, True))
        return found

    def _definitions(self, names: Iterable[str]) -> tuple[Definition, ...]:
        held = (self.index.definition(each) for each in names)
        return tuple(each for each in held if each is not None)


def _bounded(values: Iterable[Value]) -> tuple[Value, ...]:
    found = tuple(dict.fromkeys(values))
    return found if len(found) <= _MOST else ()


def _texts(node: Expression) -> Iterable[str]:
    """The texts of a table, those in tuples and tables inside it included."""
    if isinstance(node, Text):
        yield node.value
    elif isinstance(node, MappingLiteral):
        for entry in node.entries:
            yield from _texts(entry.value)
    elif isinstance(node, Collection):
        for item in node.items:
            yield from _texts(item)
