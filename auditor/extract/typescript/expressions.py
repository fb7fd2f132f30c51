"""Expressions of TypeScript and JavaScript: nodes of the syntax tree to the neutral form.

What another language writes with words of its own is told in the words of the neutral form, so that a finder
needs to know one of them: `a && b` is `and`, `x.length` is `len(x)`, `Math.min` is `min`, and
`text.slice(0, 160)` is a slice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tree_sitter import Node as Tree

from auditor.extract.neutral import (
    Argument,
    Attribute,
    Await,
    Call,
    Collection,
    Comparison,
    Conditional,
    Constant,
    Entry,
    Expression,
    Function,
    MappingLiteral,
    Name,
    Number,
    Operation,
    Other,
    Slice,
    Subscript,
    Text,
)
from auditor.extract.typescript.literals import evaluated, unescaped

MAX_DEPTH = 1_200
"""Expressions within one another; deeper ones end the reading of the file."""

_LOGIC = {"&&": "and", "||": "or", "??": "or"}
_COMPARISONS = {
    "===": "==",
    "==": "==",
    "!==": "!=",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "in": "in",
    "instanceof": "isinstance",
}
_UNARY = {"!": "not"}
_MATHEMATICS = frozenset({"min", "max", "round", "floor", "ceil", "abs", "trunc", "pow"})
_SLICES = frozenset({"slice", "substring", "substr"})
_WRAPPERS = (
    "parenthesized_expression",
    "as_expression",
    "satisfies_expression",
    "non_null_expression",
    "type_assertion",
    "type_annotation",
    "computed_property_name",
    "literal_type",
    "readonly_type",
    "parenthesized_type",
    "rest_pattern",
    "instantiation_expression",
)


class ExpressionReader:
    """Reads expressions of one text. `inner` reads a function that stands inside one; it is set by the
    reader of statements, which needs this one."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._depth = 0
        self.inner: Callable[[Tree], Function | None] = lambda _: None
        self._readers: dict[str, Callable[[Tree], Expression]] = {
            "identifier": self._name,
            "this": self._name,
            "super": self._name,
            "property_identifier": self._name,
            "private_property_identifier": self._name,
            "type_identifier": self._name,
            "predefined_type": self._name,
            "shorthand_property_identifier": self._name,
            "shorthand_property_identifier_pattern": self._name,
            "member_expression": self._member,
            "nested_type_identifier": self._nested,
            "nested_identifier": self._nested,
            "call_expression": self._call,
            "new_expression": self._new,
            "number": self._number,
            "string": self._string,
            "template_string": self._template,
            "template_literal_type": self._template,
            "true": self._constant,
            "false": self._constant,
            "null": self._constant,
            "undefined": self._constant,
            "regex": self._regex,
            "array": self._collection,
            "array_pattern": self._collection,
            "tuple_type": self._collection,
            "sequence_expression": self._collection,
            "object": self._mapping,
            "object_type": self._object_type,
            "subscript_expression": self._subscript,
            "binary_expression": self._binary,
            "unary_expression": self._unary,
            "ternary_expression": self._conditional,
            "await_expression": self._await,
            "arrow_function": self._function,
            "function_expression": self._function,
            "generator_function": self._function,
            "assignment_expression": self._assigned,
            "augmented_assignment_expression": self._assigned,
            "yield_expression": self._yield,
            "generic_type": self._generic,
            "array_type": self._array_type,
            "union_type": self._union,
            "intersection_type": self._intersection,
        }
        for each in _WRAPPERS:
            self._readers[each] = self._inside

    def code(self, node: Tree) -> str:
        """The text of a node."""
        return self._content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def expression(self, node: Tree) -> Expression:
        """The neutral form of an expression or type. Raises RecursionError where it nests too deeply."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise RecursionError
        read = self._readers.get(node.type, self._other)(node)
        self._depth -= 1
        return read

    def optional(self, node: Tree | None) -> Expression | None:
        """The neutral form, None for none."""
        return None if node is None else self.expression(node)

    def key(self, node: Tree) -> Expression:
        """The key of a property: a plain name is a text, as it is when it stands in quotation marks."""
        if node.type in ("property_identifier", "private_property_identifier", "identifier"):
            return Text(node.start_byte, node.end_byte, self.code(node), "literal", ())
        return self.expression(node)

    def _all(self, nodes: Iterable[Tree]) -> tuple[Expression, ...]:
        return tuple(self.expression(each) for each in nodes if each.type != "comment")

    def _name(self, node: Tree) -> Expression:
        return Name(node.start_byte, node.end_byte, self.code(node))

    def _member(self, node: Tree) -> Expression:
        value, name = node.child_by_field_name("object"), node.child_by_field_name("property")
        if value is None or name is None:
            return self._other(node)
        held, named = self.expression(value), self.code(name)
        if named == "length":
            measured = (Argument(held.start, held.end, "", held),)
            return Call(node.start_byte, node.end_byte, Name(name.start_byte, name.end_byte, "len"), measured)
        if isinstance(held, Name) and held.name == "Math" and named in _MATHEMATICS:
            return Name(node.start_byte, node.end_byte, named)
        return Attribute(node.start_byte, node.end_byte, held, named)

    def _nested(self, node: Tree) -> Expression:
        held = node.named_children
        if len(held) != 2:
            return self._other(node)
        return Attribute(node.start_byte, node.end_byte, self.expression(held[0]), self.code(held[1]))

    def _call(self, node: Tree) -> Expression:
        function, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None:
            return self._other(node)
        called = self.expression(function)
        arguments = self._arguments(given)
        if isinstance(called, Attribute) and called.name in _SLICES and 1 <= len(arguments) <= 2:
            bounds = [each.value for each in arguments]
            low, high = bounds[0], bounds[1] if len(bounds) > 1 else None
            cut = Slice(bounds[0].start, bounds[-1].end, low, high, None)
            return Subscript(node.start_byte, node.end_byte, called.value, cut)
        return Call(node.start_byte, node.end_byte, called, arguments)

    def _new(self, node: Tree) -> Expression:
        constructor = node.child_by_field_name("constructor")
        if constructor is None:
            return self._other(node)
        arguments = self._arguments(node.child_by_field_name("arguments"))
        return Call(node.start_byte, node.end_byte, self.expression(constructor), arguments)

    def _arguments(self, node: Tree | None) -> tuple[Argument, ...]:
        if node is None:
            return ()
        if node.type == "template_string":  # a tagged template
            return (Argument(node.start_byte, node.end_byte, "", self.expression(node)),)
        made: list[Argument] = []
        for each in node.named_children:
            if each.type == "comment":
                continue
            spread = each.type == "spread_element" and each.named_child_count > 0
            value = each.named_children[0] if spread else each
            name = "*" if spread else ""
            made.append(Argument(each.start_byte, each.end_byte, name, self.expression(value)))
        return tuple(made)

    def _number(self, node: Tree) -> Expression:
        written = self.code(node)
        return Number(node.start_byte, node.end_byte, written, evaluated(written))

    def _constant(self, node: Tree) -> Expression:
        return Constant(node.start_byte, node.end_byte, self.code(node))

    def _regex(self, node: Tree) -> Expression:
        return Other(node.start_byte, node.end_byte, "regex", ())

    def _string(self, node: Tree) -> Expression:
        inside = self._content[node.start_byte + 1 : node.end_byte - 1].decode("utf-8", "replace")
        return Text(node.start_byte, node.end_byte, unescaped(inside), "literal", ())

    def _template(self, node: Tree) -> Expression:
        value: list[str] = []
        holes: list[Expression] = []
        for child in node.children:
            if child.type in ("string_fragment", "escape_sequence"):
                value.append(unescaped(self.code(child)))
            elif child.type in ("template_substitution", "template_type"):
                value.append("{}")
                holes.extend(self._all(child.named_children))
        how = "formatted" if holes else "literal"
        return Text(node.start_byte, node.end_byte, "".join(value), how, tuple(holes))

    def _collection(self, node: Tree) -> Expression:
        kind = "list" if node.type == "array" else "tuple"
        return Collection(node.start_byte, node.end_byte, kind, self._all(node.named_children))

    def _mapping(self, node: Tree) -> Expression:
        made = (self.entry(child) for child in node.named_children)
        return MappingLiteral(
            node.start_byte, node.end_byte, tuple(each for each in made if each is not None)
        )

    def entry(self, node: Tree) -> Entry | None:
        """One property of an object written out; None for a comment and for what cannot be read."""
        start, end = node.start_byte, node.end_byte
        if node.type == "pair":
            key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
            if key is None or value is None:
                return None
            return Entry(start, end, self.key(key), self.expression(value))
        if node.type == "shorthand_property_identifier":
            return Entry(start, end, Text(start, end, self.code(node), "literal", ()), self._name(node))
        if node.type == "spread_element" and node.named_child_count:
            return Entry(start, end, None, self.expression(node.named_children[0]))
        if node.type == "method_definition":
            name, made = node.child_by_field_name("name"), self.inner(node)
            return None if name is None or made is None else Entry(start, end, self.key(name), made)
        return None

    def _object_type(self, node: Tree) -> Expression:
        entries: list[Entry] = []
        for child in node.named_children:
            name, type_ = child.child_by_field_name("name"), child.child_by_field_name("type")
            if child.type == "property_signature" and name is not None and type_ is not None:
                made = self.key(name), self.expression(type_)
                entries.append(Entry(child.start_byte, child.end_byte, *made))
        return MappingLiteral(node.start_byte, node.end_byte, tuple(entries))

    def _subscript(self, node: Tree) -> Expression:
        value, index = node.child_by_field_name("object"), node.child_by_field_name("index")
        if value is None or index is None:
            return self._other(node)
        return Subscript(node.start_byte, node.end_byte, self.expression(value), self.expression(index))

    def _binary(self, node: Tree) -> Expression:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return self._other(node)
        operands = (self.expression(left), self.expression(right))
        written = operator.type
        if written in _COMPARISONS:
            return Comparison(node.start_byte, node.end_byte, (_COMPARISONS[written],), operands)
        return Operation(node.start_byte, node.end_byte, _LOGIC.get(written, written), operands)

    def _unary(self, node: Tree) -> Expression:
        operator, operand = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if operator is None or operand is None:
            return self._other(node)
        written = _UNARY.get(operator.type, operator.type)
        return Operation(node.start_byte, node.end_byte, written, (self.expression(operand),))

    def _conditional(self, node: Tree) -> Expression:
        fields = ("condition", "consequence", "alternative")
        parts = [self.optional(node.child_by_field_name(each)) for each in fields]
        test, chosen, otherwise = parts
        if test is None or chosen is None or otherwise is None:
            return self._other(node)
        return Conditional(node.start_byte, node.end_byte, test, chosen, otherwise)

    def _await(self, node: Tree) -> Expression:
        parts = self._all(node.named_children)
        return Await(node.start_byte, node.end_byte, parts[0]) if parts else self._constant(node)

    def _yield(self, node: Tree) -> Expression:
        return Other(node.start_byte, node.end_byte, "yield", self._all(node.named_children))

    def _function(self, node: Tree) -> Expression:
        return self.inner(node) or self._other(node)

    def _assigned(self, node: Tree) -> Expression:
        """An assignment inside an expression: the name and its value, as `:=` of other languages."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return self._other(node)
        parts = (self.expression(left), self.expression(right))
        return Other(node.start_byte, node.end_byte, "named_expression", parts)

    def _inside(self, node: Tree) -> Expression:
        """What stands in parentheses, or what a type is only said of, with the place of the inner one."""
        held = [each for each in node.named_children if each.type != "comment"]
        if node.type == "type_assertion":
            held = held[1:]
        return self.expression(held[0]) if held else self._other(node)

    def _generic(self, node: Tree) -> Expression:
        name, given = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
        arguments = self._all(given.named_children) if given is not None else ()
        if name is None or given is None or not arguments:
            return self._other(node)
        index = arguments[0]
        if len(arguments) > 1:
            index = Collection(given.start_byte, given.end_byte, "tuple", arguments)
        return Subscript(node.start_byte, node.end_byte, self.expression(name), index)

    def _array_type(self, node: Tree) -> Expression:
        held = self._all(node.named_children)
        if not held:
            return self._other(node)
        array = Name(node.end_byte, node.end_byte, "Array")
        return Subscript(node.start_byte, node.end_byte, array, held[0])

    def _union(self, node: Tree) -> Expression:
        return Operation(node.start_byte, node.end_byte, "|", tuple(self._members(node, "union_type")))

    def _intersection(self, node: Tree) -> Expression:
        return Operation(node.start_byte, node.end_byte, "&", tuple(self._members(node, "intersection_type")))

    def _members(self, node: Tree, kind: str) -> Iterable[Expression]:
        """The members of a union, which the grammar nests two by two."""
        waiting = list(reversed(node.named_children))
        while waiting:
            each = waiting.pop()
            if each.type == kind:
                waiting.extend(reversed(each.named_children))
            elif each.type != "comment":
                yield self.expression(each)

    def _other(self, node: Tree) -> Expression:
        if node.is_error or not node.named_child_count:
            return Other(node.start_byte, node.end_byte, node.type, ())
        return Other(node.start_byte, node.end_byte, node.type, self._all(node.named_children))
