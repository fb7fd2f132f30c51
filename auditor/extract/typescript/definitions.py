"""Functions, classes, interfaces and enumerations of TypeScript and JavaScript in the neutral form.

The receiver `this` is told as the first parameter of a method, since the neutral form knows a receiver by its
place; a parameter that is taken apart is told as the names that it binds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node as Tree

from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Class,
    Expression,
    Function,
    Name,
    Parameter,
    Return,
    Statement,
    Text,
)
from auditor.extract.typescript.expressions import ExpressionReader

RECEIVER = "this"
STATIC = "staticmethod"
"""The decorator by which the neutral form tells a method without a receiver."""

FUNCTIONS = ("arrow_function", "function_expression", "generator_function", "function")
_SIGNATURES = ("method_signature", "abstract_method_signature", "function_signature")
_COMMENT_EDGE = re.compile(r"^\s*\*? ?", re.MULTILINE)

Statements = Callable[[Tree | None], tuple[Statement, ...]]


class DefinitionReader:
    """Reads the definitions of one text; `statements` reads the block of a function."""

    def __init__(self, expressions: ExpressionReader, statements: Statements) -> None:
        self._expressions = expressions
        self._statements = statements

    def function(
        self, node: Tree, *, named: Tree | None = None, around: Tree | None = None
    ) -> Function | None:
        """A function or method. `named` and `around` are given where a name is bound to a function without
        one: the name, and the statement that binds it."""
        name = named or node.child_by_field_name("name")
        if name is None:
            return None
        outer = around or node
        decorators = self.decorators(node)
        method = node.type in ("method_definition", "method_signature", "abstract_method_signature")
        static = method and any(each.type == "static" for each in node.children)
        if static:
            decorators = (*decorators, Name(node.start_byte, node.start_byte, STATIC))
        elif any(each.type == "get" for each in node.children):
            decorators = (*decorators, Name(node.start_byte, node.start_byte, "property"))
        parameters = self.parameters(node)
        if method and not static:
            parameters = (self._receiver(node), *parameters)
        returns = node.child_by_field_name("return_type")
        head = (
            returns or node.child_by_field_name("parameters") or node.child_by_field_name("parameter") or name
        )
        return Function(
            start=min(outer.start_byte, *(each.start for each in decorators), outer.start_byte),
            end=outer.end_byte,
            name=self._expressions.code(name).strip("\"'"),
            name_start=name.start_byte,
            head_end=head.end_byte,
            decorators=decorators,
            parameters=parameters,
            returns=self._expressions.optional(returns),
            body=(*self._fields_of_parameters(node), *self.body(node)),
            waits=any(each.type == "async" for each in node.children),
            document=self.document(outer),
        )

    def inner(self, node: Tree) -> Function | None:
        """A function that stands inside an expression, without a name."""
        body = node.child_by_field_name("body")
        if body is None:
            return None
        returns = node.child_by_field_name("return_type")
        parameters = self.parameters(node)
        if node.type == "method_definition":
            parameters = (self._receiver(node), *parameters)
        return Function(
            start=node.start_byte,
            end=node.end_byte,
            name="",
            name_start=node.start_byte,
            head_end=body.start_byte,
            decorators=(),
            parameters=parameters,
            returns=self._expressions.optional(returns),
            body=self.body(node),
            waits=any(each.type == "async" for each in node.children),
            document=None,
        )

    def body(self, node: Tree) -> tuple[Statement, ...]:
        """What a function does; an arrow with an expression returns it."""
        body = node.child_by_field_name("body")
        if body is None or body.type == "statement_block":
            return self._statements(body)
        value = self._expressions.expression(body)
        return (Return(value.start, value.end, value),)

    def parameters(self, node: Tree) -> tuple[Parameter, ...]:
        """The parameters of a function, those taken apart as the names that they bind."""
        single = node.child_by_field_name("parameter")
        if single is not None:
            code = self._expressions.code(single)
            return (Parameter(single.start_byte, single.end_byte, code, "", None, None),)
        listed = node.child_by_field_name("parameters")
        if listed is None:
            return ()
        made = (self._parameter(each) for each in listed.named_children if each.type != "comment")
        return tuple(each for several in made for each in several)

    def class_(self, node: Tree, around: Tree | None = None) -> Class | None:
        """A class."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None:
            return None
        decorators = (*self.decorators(node), *(self.decorators(around) if around is not None else ()))
        outer = around or node
        bases, interfaces = self._heritage(node)
        return Class(
            start=outer.start_byte,
            end=outer.end_byte,
            name=self._expressions.code(name),
            name_start=name.start_byte,
            head_end=max(body.start_byte, name.end_byte),
            decorators=decorators,
            bases=(*bases, *interfaces),
            keywords=(),
            body=tuple(self._members(body)),
            document=self.document(outer),
        )

    def interface(self, node: Tree, body: Tree, around: Tree | None = None) -> Class | None:
        """An interface, or a type that is written out as an object."""
        name = node.child_by_field_name("name")
        if name is None:
            return None
        outer = around or node
        extended = [
            each
            for child in node.named_children
            if child.type.startswith("extends")
            for each in child.named_children
        ]
        return Class(
            start=outer.start_byte,
            end=outer.end_byte,
            name=self._expressions.code(name),
            name_start=name.start_byte,
            head_end=max(body.start_byte, name.end_byte),
            decorators=(),
            bases=tuple(self._expressions.expression(each) for each in extended),
            keywords=(),
            body=tuple(self._members(body)),
            document=self.document(outer),
            sort="interface",
        )

    def enumeration(self, node: Tree, around: Tree | None = None) -> Class | None:
        """An enumeration; a member without a value has none."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None:
            return None
        outer = around or node
        members: list[Statement] = []
        for child in body.named_children:
            if child.type == "comment":
                continue
            key = child.child_by_field_name("name") or child
            value = self._expressions.optional(child.child_by_field_name("value"))
            target = Name(key.start_byte, key.end_byte, self._expressions.code(key).strip("\"'"))
            value = value or Text(key.start_byte, key.end_byte, target.name, "literal", ())
            members.append(Assignment(child.start_byte, child.end_byte, (target,), value, None, ""))
        return Class(
            start=outer.start_byte,
            end=outer.end_byte,
            name=self._expressions.code(name),
            name_start=name.start_byte,
            head_end=max(body.start_byte, name.end_byte),
            decorators=(),
            bases=(),
            keywords=(),
            body=tuple(members),
            document=self.document(outer),
            sort="enumeration",
        )

    def service(self, name: Name, value: Tree, around: Tree) -> Class | None:
        """An object written out whose functions make it a service: `export const store = { add() {…} }`.
        None for an object without functions."""
        members = list(self._entries(value))
        if not any(isinstance(each, Function) for each in members):
            return None
        return Class(
            start=around.start_byte,
            end=around.end_byte,
            name=name.name,
            name_start=name.start,
            head_end=max(value.start_byte, name.end),
            decorators=(),
            bases=(),
            keywords=(),
            body=tuple(members),
            document=self.document(around),
            sort="object",
        )

    def decorators(self, node: Tree) -> tuple[Expression, ...]:
        """The decorators of a definition: its own children, or those that stand before it in a class."""
        found = [each for each in node.children if each.type == "decorator"]
        before = node.prev_named_sibling
        while before is not None and before.type == "decorator":
            found.insert(0, before)
            before = before.prev_named_sibling
        return tuple(
            self._expressions.expression(each.named_children[0]) for each in found if each.named_children
        )

    def document(self, node: Tree) -> Text | None:
        """The comment `/** … */` that stands before a definition and documents it."""
        before = node.prev_named_sibling
        while before is not None and before.type == "decorator":
            before = before.prev_named_sibling
        if before is None or before.type != "comment":
            return None
        written = self._expressions.code(before)
        if not written.startswith("/**") or node.start_point[0] - before.end_point[0] > 1:
            return None
        value = _COMMENT_EDGE.sub("", written[3:-2]).strip()
        return Text(before.start_byte, before.end_byte, value, "literal", ())

    def _receiver(self, node: Tree) -> Parameter:
        return Parameter(node.start_byte, node.start_byte, RECEIVER, "", None, None)

    def _parameter(self, node: Tree) -> Iterator[Parameter]:
        pattern = node.child_by_field_name("pattern") or node
        annotation = self._expressions.optional(node.child_by_field_name("type"))
        value = node.child_by_field_name("value")
        if node.type == "assignment_pattern":
            pattern, value = node.child_by_field_name("left") or node, node.child_by_field_name("right")
        default = self._expressions.optional(value)
        kind = "*" if pattern.type == "rest_pattern" else ""
        if kind and pattern.named_children:
            pattern = pattern.named_children[0]
        start, end = node.start_byte, node.end_byte
        if pattern.type == "identifier":
            yield Parameter(start, end, self._expressions.code(pattern), kind, annotation, default)
        elif pattern.type in ("object_pattern", "array_pattern"):
            for name, each in self.taken_apart(pattern):
                code = self._expressions.code(name)
                yield Parameter(
                    name.start_byte, max(name.end_byte, each.end if each else 0), code, "named", None, each
                )

    def taken_apart(self, pattern: Tree) -> Iterator[tuple[Tree, Expression | None]]:
        """The names that a pattern binds, each with its default."""
        waiting = list(reversed(pattern.named_children))
        while waiting:
            each = waiting.pop()
            default = None
            if each.type == "pair_pattern":
                inner = each.child_by_field_name("value")
                each = inner if inner is not None else each
            if each.type in ("object_assignment_pattern", "assignment_pattern"):
                default = self._expressions.optional(each.child_by_field_name("right"))
                each = each.child_by_field_name("left") or each
            if each.type in ("object_pattern", "array_pattern", "rest_pattern"):
                waiting.extend(reversed(each.named_children))
            elif each.type in ("identifier", "shorthand_property_identifier_pattern"):
                yield each, default

    def _fields_of_parameters(self, node: Tree) -> Iterator[Statement]:
        """`constructor(private store: Store)` assigns what it is given."""
        listed = node.child_by_field_name("parameters")
        for each in listed.named_children if listed is not None else ():
            pattern = each.child_by_field_name("pattern")
            marks = ("accessibility_modifier", "override_modifier", "readonly")
            if (
                pattern is None
                or pattern.type != "identifier"
                or not any(c.type in marks for c in each.children)
            ):
                continue
            start, end, name = pattern.start_byte, pattern.end_byte, self._expressions.code(pattern)
            target = Attribute(start, end, Name(start, start, RECEIVER), name)
            annotation = self._expressions.optional(each.child_by_field_name("type"))
            yield Assignment(start, end, (target,), Name(start, end, name), annotation, "")

    def _heritage(self, node: Tree) -> tuple[list[Expression], list[Expression]]:
        bases: list[Expression] = []
        interfaces: list[Expression] = []
        for heritage in node.named_children:
            if heritage.type != "class_heritage":
                continue
            for clause in heritage.named_children:
                if clause.type == "implements_clause":
                    interfaces.extend(self._expressions.expression(each) for each in clause.named_children)
                elif clause.type == "extends_clause":
                    values = clause.children_by_field_name("value")
                    bases.extend(self._expressions.expression(each) for each in values)
                else:  # JavaScript has no clause between
                    bases.append(self._expressions.expression(clause))
        return bases, interfaces

    def _members(self, body: Tree) -> Iterator[Statement]:
        for child in body.named_children:
            name = child.child_by_field_name("name")
            if child.type in ("method_definition", *_SIGNATURES):
                made = self.function(child)
                if made is not None:
                    yield made
            elif child.type in ("public_field_definition", "field_definition", "property_signature"):
                name = name or child.child_by_field_name("property")
                if name is not None:
                    yield self._field(child, name)
            elif child.type == "class_static_block":
                yield from self._statements(child.child_by_field_name("body"))

    def _field(self, node: Tree, name: Tree) -> Statement:
        value = node.child_by_field_name("value")
        if value is not None and value.type in FUNCTIONS:
            made = self.function(value, named=name, around=node)
            if made is not None:
                return made._replace(parameters=(self._receiver(node), *made.parameters))
        target = Name(name.start_byte, name.end_byte, self._expressions.code(name).strip("\"'"))
        annotation = self._expressions.optional(node.child_by_field_name("type"))
        read = self._expressions.optional(value)
        return Assignment(node.start_byte, node.end_byte, (target,), read, annotation, "")

    def _entries(self, value: Tree) -> Iterator[Statement]:
        for child in value.named_children:
            key, held = child.child_by_field_name("key"), child.child_by_field_name("value")
            if child.type == "method_definition":
                made = self.function(child)
                if made is not None:
                    yield made
            elif child.type == "pair" and key is not None and held is not None and held.type in FUNCTIONS:
                made = self.function(held, named=key, around=child)
                if made is not None:
                    yield made._replace(parameters=(self._receiver(child), *made.parameters))
            else:
                entry = self._expressions.entry(child)
                if entry is not None and isinstance(entry.key, Text):
                    target = Name(entry.key.start, entry.key.end, entry.key.value)
                    yield Assignment(entry.start, entry.end, (target,), entry.value, None, "")
