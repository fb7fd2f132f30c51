"""A file as finders see it: its neutral form linked up, so that every node knows what is around it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Await,
    Call,
    Class,
    Clause,
    Collection,
    Expression,
    Function,
    Import,
    Loop,
    Module,
    Name,
    Node,
    Other,
    Resource,
    Statement,
    Subscript,
    parts_of,
)
from auditor.facts import Detail, Details, Fact
from auditor.terms import FactKind

N = TypeVar("N", bound=Node)

STATEMENTS = tuple(Statement.__args__)


class Bound(Enum):
    """How a name comes by its value."""

    VALUE = "the value assigned"
    ELEMENT = "an element of the value"
    PART = "one of several parts of the value"
    RESOURCE = "what the resource gives on entering"
    PARAMETER = "a parameter"
    ANNOTATED = "an annotation without a value"
    IMPORT = "an import"
    DEFINITION = "a definition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """One of the places where a name takes a value. `position` counts the parts of what is taken apart."""

    bound: Bound
    node: Node
    value: Expression | None = None
    annotation: Expression | None = None
    position: int = 0


@dataclass(slots=True, kw_only=True, eq=False)
class Definition:
    """A class or function of the target, and the names bound in it. `name` is dotted from the source root;
    `qualified` only within its file."""

    name: str
    qualified: str
    node: Function | Class
    unit: Unit
    owner: Definition | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    attributes: dict[str, list[tuple[Binding, Definition]]] = field(default_factory=dict)
    """Of a class: what its methods assign to `self.name` or `cls.name`, each with the method."""

    @property
    def is_class(self) -> bool:
        return isinstance(self.node, Class)

    @property
    def class_around(self) -> Definition | None:
        """The class whose method this is; None for functions and nested classes."""
        return self.owner if self.owner is not None and self.owner.is_class and not self.is_class else None

    @property
    def named(self) -> Definition:
        """The definition itself, or for a function inside an expression the named one around it; the
        outermost where none has a name."""
        at = self
        while not at.node.name and at.owner is not None:
            at = at.owner
        return at

    @property
    def enclosing_class(self) -> Definition | None:
        """The nearest class around a place in this definition, itself included."""
        at: Definition | None = self
        while at is not None and not at.is_class:
            at = at.owner
        return at

    @property
    def decorator_names(self) -> tuple[str, ...]:
        """The last names of its decorators, called or not."""
        return tuple(last_name(each) for each in self.node.decorators)


class Unit:
    """One file, linked. Nodes are asked for by their class; each knows its parent, definition and lines."""

    def __init__(self, module: Module, text: str, name: str, *, package: bool = False) -> None:
        self.module = module
        self.path = module.path
        self.name = name
        self.is_package = package
        self.lines = text.split("\n")
        self._content = text.encode("utf-8", "surrogatepass")
        self._starts = [0]
        for line in self._content.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.definitions: dict[str, Definition] = {}
        self.bindings: dict[str, list[Binding]] = {}
        self.wildcards: list[str] = []
        self._by_node: dict[int, Definition] = {}
        self._parents: dict[int, Node] = {}
        self._scopes: dict[int, Definition] = {}
        self._nodes: dict[type, list[Node]] = {}
        self._mentions: dict[str, list[Name]] = {}
        self._link()

    def nodes(self, kind: type[N]) -> list[N]:
        """All nodes of a class, in the order of the source; documents of definitions are not among them."""
        return self._nodes.get(kind, [])  # type: ignore[return-value]

    def inside(self, kind: type[N], around: Node) -> list[N]:
        """The nodes of a class whose place lies within another node, in the order of the source."""
        held = self.nodes(kind)
        first = bisect_left(held, around.start, key=_start)
        last = bisect_left(held, around.end, lo=first, key=_start)
        return held[first:last]

    def mentions(self, name: str) -> list[Name]:
        """The places where a plain name is read or bound."""
        return self._mentions.get(name, [])

    def parent(self, node: Node) -> Node | None:
        """The node that directly holds a node; None at the top of the file."""
        return self._parents.get(id(node))

    def ancestors(self, node: Node) -> Iterator[Node]:
        """What is around a node, from the inside."""
        at = self._parents.get(id(node))
        while at is not None:
            yield at
            at = self._parents.get(id(at))

    def statement(self, node: Node) -> Node:
        """The innermost statement that a node is or stands in."""
        at: Node | None = node
        while at is not None and not isinstance(at, STATEMENTS):
            at = self._parents.get(id(at))
        return node if at is None else at

    def definition(self, node: Node) -> Definition | None:
        """The innermost definition around a node (a definition's own node and its decorators belong to what
        is around it)."""
        return self._scopes.get(id(node))

    def definition_of(self, node: Function | Class) -> Definition:
        """The definition that a node is."""
        return self._by_node[id(node)]

    def line(self, offset: int) -> int:
        """The line, from 1, of a byte offset."""
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        """How many bytes of its line stand before a byte offset."""
        return offset - self._starts[self.line(offset) - 1]

    def span(self, node: Node) -> tuple[int, int]:
        """The first and last line of a node."""
        return self.line(node.start), self.line(max(node.start, node.end - 1))

    def code(self, node: Node) -> str:
        """The text of a node as written."""
        return self._content[node.start : node.end].decode("utf-8", "replace")

    def in_cell(self, line: int) -> tuple[int | None, int]:
        """The cell of a notebook that a line stands in, and the line within it; no cell in another file."""
        cells = self.module.cells
        at = bisect_right(cells, line, key=_first) - 1
        return (cells[at][1], line - cells[at][0] + 1) if at >= 0 else (None, line)

    def place(self, line: int) -> str:
        """A line as details name it: `path:line`, in a notebook `path#cell:line`."""
        cell, within = self.in_cell(line)
        return f"{self.path}:{within}" if cell is None else f"{self.path}#{cell}:{within}"

    def fact(
        self,
        kind: FactKind,
        node: Node,
        *,
        name: str,
        rule: str,
        span: tuple[int, int] | None = None,
        value: str | None = None,
        details: Mapping[str, Detail | None] | None = None,
    ) -> Fact:
        """A fact at a node, or at the lines `span`, with those lines as its passage."""
        start, end = span or self.span(node)
        around = self.definition(node)
        cell, first = self.in_cell(start)
        held = {**(details or {}), "cell": cell, "recovered": "true" if self.module.damaged else None}
        return Fact(
            kind=kind,
            path=self.path,
            line_start=first,
            line_end=first + end - start,
            name=name,
            value=value,
            within=around.qualified if around is not None else "",
            rule=rule,
            passage="\n".join(self.lines[start - 1 : end]),
            details=Details(held),
        )

    def _link(self) -> None:
        """The one pass: parents, nodes by class, definitions, and the names bound in each."""
        waiting: list[tuple[Node, Definition | None]] = [(each, None) for each in reversed(self.module.body)]
        while waiting:
            node, scope = waiting.pop()
            self._nodes.setdefault(type(node), []).append(node)
            if scope is not None:
                self._scopes[id(node)] = scope
            inner = scope
            if isinstance(node, Function | Class):
                inner = self._define(node, scope)
            else:
                self._bind(node, scope)
            held = list(parts_of(node))
            if isinstance(node, Function | Class) and node.document is not None:
                held = [each for each in held if each is not node.document]
            for each in held:
                self._parents[id(each)] = node
            outside = {id(each) for each in getattr(node, "decorators", ())}
            waiting.extend((each, scope if id(each) in outside else inner) for each in reversed(held))
        for nodes in self._nodes.values():
            nodes.sort(key=_start)
        for name in self.nodes(Name):
            self._mentions.setdefault(name.name, []).append(name)

    def _define(self, node: Function | Class, owner: Definition | None) -> Definition:
        if not node.name:
            return self._define_inner(node, owner)
        around = owner.qualified if owner is not None else ""
        qualified = f"{around}.{node.name}" if around else node.name
        made = Definition(
            name=f"{self.name}.{qualified}", qualified=qualified, node=node, unit=self, owner=owner
        )
        self._by_node[id(node)] = made
        if qualified not in self.definitions or "overload" in self.definitions[qualified].decorator_names:
            self.definitions[qualified] = made
        self._name(owner, node.name, Binding(bound=Bound.DEFINITION, node=node))
        self._take_parameters(made)
        return made

    def _define_inner(self, node: Function | Class, owner: Definition | None) -> Definition:
        """A function inside an expression: a scope of its own that nobody can name."""
        qualified = owner.qualified if owner is not None else ""
        name = f"{self.name}.{qualified}.<{node.start}>"
        made = Definition(name=name, qualified=qualified, node=node, unit=self, owner=owner)
        self._by_node[id(node)] = made
        self._take_parameters(made)
        return made

    def _take_parameters(self, function: Definition) -> None:
        for each in getattr(function.node, "parameters", ()):
            bound = Binding(bound=Bound.PARAMETER, node=each, value=each.default, annotation=each.annotation)
            self._name(function, each.name, bound)

    def _bind(self, node: Node, scope: Definition | None) -> None:
        if isinstance(node, Import):
            self._import(node, scope)
        elif isinstance(node, Assignment):
            bound = Bound.ANNOTATED if node.value is None else Bound.VALUE
            for target in node.targets:
                self._take(target, node.value, scope, bound, node, node.annotation)
        elif isinstance(node, Loop | Clause) and node.target is not None:
            self._take(node.target, node.iterable, scope, Bound.ELEMENT, node)
        elif isinstance(node, Resource) and node.target is not None:
            self._take(node.target, node.value, scope, Bound.RESOURCE, node)
        elif isinstance(node, Other) and node.kind == "named_expression" and len(node.parts) == 2:
            self._take(node.parts[0], node.parts[1], scope, Bound.VALUE, node)

    def _import(self, node: Import, scope: Definition | None) -> None:
        if node.name == "*":
            self.wildcards.append(node.module)
            return
        bound = node.alias or node.module.split(".")[0]
        self._name(scope, bound, Binding(bound=Bound.IMPORT, node=node))

    def _take(
        self,
        target: Expression,
        value: Expression | None,
        scope: Definition | None,
        bound: Bound,
        node: Node,
        annotation: Expression | None = None,
        position: int = 0,
    ) -> None:
        if isinstance(target, Name):
            made = Binding(bound=bound, node=node, value=value, annotation=annotation, position=position)
            self._name(scope, target.name, made)
        elif isinstance(target, Attribute) and isinstance(target.value, Name):
            scope = scope.named if scope is not None else None
            class_ = scope.class_around if scope is not None else None
            if scope is not None and class_ is not None and target.value.name == receiver_of(scope):
                made = Binding(bound=bound, node=node, value=value, annotation=annotation, position=position)
                class_.attributes.setdefault(target.name, []).append((made, scope))
        elif isinstance(target, Collection):
            parts = value.items if isinstance(value, Collection) and bound is Bound.VALUE else ()
            for place, each in enumerate(target.items):
                if len(parts) == len(target.items):
                    self._take(each, parts[place], scope, bound, node)
                else:
                    inner = Bound.PART if bound is Bound.VALUE else bound
                    self._take(each, value, scope, inner, node, position=place)

    def _name(self, scope: Definition | None, name: str, binding: Binding) -> None:
        held = self.bindings if scope is None else scope.bindings
        held.setdefault(name, []).append(binding)


def _first(place: tuple[int, int]) -> int:
    return place[0]


def _start(node: Node) -> int:
    return node.start


def receiver_of(method: Definition) -> str:
    """The first parameter of a method, by which it reaches its own object; empty where it has none."""
    if method.class_around is None or not isinstance(method.node, Function):
        return ""
    if "staticmethod" in method.decorator_names or not method.node.parameters:
        return ""
    return method.node.parameters[0].name


def last_name(node: Node) -> str:
    """The last part of a dotted name, or of what is called or subscripted under it; empty for all else."""
    while True:
        if isinstance(node, Call):
            node = node.function
        elif isinstance(node, Subscript | Await):
            node = node.value
        elif isinstance(node, Attribute | Name):
            return node.name
        else:
            return ""


def dotted(node: Node) -> str:
    """`a.b.c` as written; empty where it is not names alone."""
    parts: list[str] = []
    while isinstance(node, Attribute):
        parts.append(node.name)
        node = node.value
    if not isinstance(node, Name):
        return ""
    return ".".join((node.name, *reversed(parts)))
