"""Expressions of Python: nodes of the syntax tree to the neutral form."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tree_sitter import Node as Tree

from auditor.extract.neutral import (
    Argument,
    Attribute,
    Await,
    Call,
    Clause,
    Collection,
    Comparison,
    Comprehension,
    Conditional,
    Constant,
    Entry,
    Expression,
    Lambda,
    MappingLiteral,
    Name,
    Number,
    Operation,
    Other,
    Parameter,
    Slice,
    Subscript,
    Text,
)
from auditor.extract.python.strings import unescaped

MAX_DEPTH = 1_600
"""Expressions within one another; deeper ones end the reading of the file."""

_LONGEST_NUMERAL = 40


class ExpressionReader:
    """Reads expressions of one text."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._depth = 0
        self._readers: dict[str, Callable[[Tree], Expression]] = {
            "identifier": self._name,
            "attribute": self._attribute,
            "call": self._call,
            "integer": self._number,
            "float": self._number,
            "string": self._string,
            "concatenated_string": self._concatenated,
            "true": self._constant,
            "false": self._constant,
            "none": self._constant,
            "ellipsis": self._constant,
            "list": self._collection,
            "tuple": self._collection,
            "set": self._collection,
            "expression_list": self._collection,
            "pattern_list": self._collection,
            "tuple_pattern": self._collection,
            "list_pattern": self._collection,
            "dictionary": self._mapping,
            "subscript": self._subscript,
            "slice": self._slice,
            "binary_operator": self._binary,
            "boolean_operator": self._binary,
            "unary_operator": self._unary,
            "not_operator": self._not,
            "comparison_operator": self._comparison,
            "conditional_expression": self._conditional,
            "await": self._await,
            "lambda": self._lambda,
            "list_comprehension": self._comprehension,
            "set_comprehension": self._comprehension,
            "dictionary_comprehension": self._comprehension,
            "generator_expression": self._comprehension,
            "parenthesized_expression": self._inside,
            "type": self._inside,
            "as_pattern_target": self._inside,
            "generic_type": self._generic,
            "union_type": self._union,
            "member_type": self._member,
            "keyword_argument": self._other,
            "dotted_name": self._dotted,
        }

    def code(self, node: Tree) -> str:
        """The text of a node."""
        return self._content[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def expression(self, node: Tree) -> Expression:
        """The neutral form of an expression. Raises RecursionError where it nests too deeply."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise RecursionError
        read = self._readers.get(node.type, self._other)(node)
        self._depth -= 1
        return read

    def optional(self, node: Tree | None) -> Expression | None:
        """The neutral form, None for none."""
        return None if node is None else self.expression(node)

    def parameters(self, node: Tree | None) -> tuple[Parameter, ...]:
        """The parameters of a function."""
        if node is None:
            return ()
        made = (self._parameter(each) for each in node.named_children if each.type != "comment")
        return tuple(each for each in made if each is not None)

    def _parameter(self, node: Tree) -> Parameter | None:
        annotation = self.optional(node.child_by_field_name("type"))
        default = self.optional(node.child_by_field_name("value"))
        named = node.child_by_field_name("name") or node
        if node.type == "typed_parameter":
            named = node.named_children[0]
        kind = {"list_splat_pattern": "*", "dictionary_splat_pattern": "**"}.get(named.type, "")
        if kind and named.named_children:
            named = named.named_children[0]
        if named.type != "identifier":
            return None
        return Parameter(node.start_byte, node.end_byte, self.code(named), kind, annotation, default)

    def arguments(self, node: Tree | None) -> tuple[Argument, ...]:
        """The arguments of a call or of the head of a class."""
        if node is None:
            return ()
        if node.type == "generator_expression":
            return (Argument(node.start_byte, node.end_byte, "", self.expression(node)),)
        return tuple(self._argument(each) for each in node.named_children if each.type != "comment")

    def _argument(self, node: Tree) -> Argument:
        name, value = "", node
        if node.type == "keyword_argument":
            named, given = node.child_by_field_name("name"), node.child_by_field_name("value")
            name, value = self.code(named) if named else "", given or node
        elif node.type in ("list_splat", "dictionary_splat") and node.named_children:
            name, value = "*" if node.type == "list_splat" else "**", node.named_children[0]
        return Argument(node.start_byte, node.end_byte, name, self.expression(value))

    def _all(self, nodes: Iterable[Tree]) -> tuple[Expression, ...]:
        return tuple(self.expression(each) for each in nodes if each.type != "comment")

    def _name(self, node: Tree) -> Expression:
        return Name(node.start_byte, node.end_byte, self.code(node))

    def _attribute(self, node: Tree) -> Expression:
        value, name = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        if value is None or name is None:
            return self._other(node)
        return Attribute(node.start_byte, node.end_byte, self.expression(value), self.code(name))

    def _call(self, node: Tree) -> Expression:
        function = node.child_by_field_name("function")
        if function is None:
            return self._other(node)
        called = self.expression(function)
        given = self.arguments(node.child_by_field_name("arguments"))
        return Call(node.start_byte, node.end_byte, called, given)

    def _number(self, node: Tree) -> Expression:
        written = self.code(node)
        return Number(node.start_byte, node.end_byte, written, _evaluated(written))

    def _constant(self, node: Tree) -> Expression:
        return Constant(node.start_byte, node.end_byte, self.code(node))

    def _string(self, node: Tree) -> Expression:
        value: list[str] = []
        holes: list[Expression] = []
        raw = formatted = False
        for child in node.children:
            if child.type == "string_start":
                mark = self.code(child).lower()
                raw, formatted = "r" in mark, "f" in mark or "t" in mark
            elif child.type == "string_content":
                inside = self.code(child)
                inside = inside if raw else unescaped(inside)
                value.append(inside.replace("{{", "{").replace("}}", "}") if formatted else inside)
            elif child.type == "interpolation":
                held = child.child_by_field_name("expression")
                value.append("{}")
                if held is not None:
                    holes.append(self.expression(held))
        how = "formatted" if formatted else "literal"
        return Text(node.start_byte, node.end_byte, "".join(value), how, tuple(holes))

    def _concatenated(self, node: Tree) -> Expression:
        parts = [each for each in self._all(node.named_children) if isinstance(each, Text)]
        holes = tuple(hole for each in parts for hole in each.holes)
        value = "".join(each.value for each in parts)
        return Text(node.start_byte, node.end_byte, value, "joined", holes)

    def _collection(self, node: Tree) -> Expression:
        kind = {"list": "list", "list_pattern": "list", "set": "set"}.get(node.type, "tuple")
        return Collection(node.start_byte, node.end_byte, kind, self._all(node.named_children))

    def _mapping(self, node: Tree) -> Expression:
        entries: list[Entry] = []
        for child in node.named_children:
            if child.type == "pair":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None:
                    made = self.expression(key), self.expression(value)
                    entries.append(Entry(child.start_byte, child.end_byte, *made))
            elif child.type == "dictionary_splat" and child.named_children:
                spread = self.expression(child.named_children[0])
                entries.append(Entry(child.start_byte, child.end_byte, None, spread))
        return MappingLiteral(node.start_byte, node.end_byte, tuple(entries))

    def _subscript(self, node: Tree) -> Expression:
        value = node.child_by_field_name("value")
        if value is None:
            return self._other(node)
        indexes = self._all(node.children_by_field_name("subscript"))
        if not indexes:
            return self._other(node)
        index = indexes[0]
        if len(indexes) > 1:
            index = Collection(indexes[0].start, indexes[-1].end, "tuple", indexes)
        return Subscript(node.start_byte, node.end_byte, self.expression(value), index)

    def _slice(self, node: Tree) -> Expression:
        bounds: list[Expression | None] = [None, None, None]
        at = 0
        for child in node.children:
            if child.type == ":":
                at += 1
            elif child.is_named and child.type != "comment" and at < 3:
                bounds[at] = self.expression(child)
        return Slice(node.start_byte, node.end_byte, *bounds)

    def _binary(self, node: Tree) -> Expression:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return self._other(node)
        operands = (self.expression(left), self.expression(right))
        return Operation(node.start_byte, node.end_byte, self.code(operator), operands)

    def _unary(self, node: Tree) -> Expression:
        operator, operand = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if operator is None or operand is None:
            return self._other(node)
        inner = self.expression(operand)
        return Operation(node.start_byte, node.end_byte, self.code(operator), (inner,))

    def _not(self, node: Tree) -> Expression:
        operand = node.child_by_field_name("argument")
        if operand is None:
            return self._other(node)
        return Operation(node.start_byte, node.end_byte, "not", (self.expression(operand),))

    def _comparison(self, node: Tree) -> Expression:
        operators = tuple(self.code(each) for each in node.children_by_field_name("operators"))
        return Comparison(node.start_byte, node.end_byte, operators, self._all(node.named_children))

    def _conditional(self, node: Tree) -> Expression:
        parts = self._all(node.named_children)
        if len(parts) != 3:
            return Other(node.start_byte, node.end_byte, node.type, parts)
        chosen, test, otherwise = parts
        return Conditional(node.start_byte, node.end_byte, test, chosen, otherwise)

    def _await(self, node: Tree) -> Expression:
        parts = self._all(node.named_children)
        return Await(node.start_byte, node.end_byte, parts[0]) if parts else self._constant(node)

    def _lambda(self, node: Tree) -> Expression:
        body = node.child_by_field_name("body")
        if body is None:
            return self._other(node)
        parameters = self.parameters(node.child_by_field_name("parameters"))
        return Lambda(node.start_byte, node.end_byte, parameters, self.expression(body))

    def _comprehension(self, node: Tree) -> Expression:
        results: list[Expression] = []
        clauses: list[Clause] = []
        for child in node.named_children:
            if child.type == "for_in_clause":
                left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
                if left is not None and right is not None:
                    made = self.expression(left), self.expression(right)
                    clauses.append(Clause(child.start_byte, child.end_byte, *made, ()))
            elif child.type == "if_clause" and clauses:
                conditions = (*clauses[-1].conditions, *self._all(child.named_children))
                clauses[-1] = clauses[-1]._replace(conditions=conditions)
            elif child.type == "pair":
                results.extend(self._all(child.named_children))
            elif child.type != "comment":
                results.append(self.expression(child))
        kind = {"dictionary": "dict"}.get(node.type.split("_")[0], node.type.split("_")[0])
        return Comprehension(node.start_byte, node.end_byte, kind, tuple(results), tuple(clauses))

    def _inside(self, node: Tree) -> Expression:
        """What stands in parentheses or wraps one expression, with the place of the inner one."""
        held = [each for each in node.named_children if each.type != "comment"]
        return self.expression(held[0]) if len(held) == 1 else self._other(node)

    def _generic(self, node: Tree) -> Expression:
        """`Name[Argument]` as it stands in an annotation."""
        held = [each for each in node.named_children if each.type != "comment"]
        if len(held) != 2:
            return self._other(node)
        arguments = self._all(held[1].named_children)
        if not arguments:
            return self._other(node)
        index = arguments[0]
        if len(arguments) > 1:
            index = Collection(held[1].start_byte, held[1].end_byte, "tuple", arguments)
        return Subscript(node.start_byte, node.end_byte, self.expression(held[0]), index)

    def _union(self, node: Tree) -> Expression:
        return Operation(node.start_byte, node.end_byte, "|", self._all(node.named_children))

    def _member(self, node: Tree) -> Expression:
        held = node.named_children
        return Attribute(node.start_byte, node.end_byte, self.expression(held[0]), self.code(held[-1]))

    def _dotted(self, node: Tree) -> Expression:
        """`a.b.c` as a pattern of a match writes it: what it is elsewhere, a name with its attributes."""
        first, *rest = node.named_children
        made = self.expression(first)
        for each in rest:
            made = Attribute(node.start_byte, each.end_byte, made, self.code(each))
        return made

    def _other(self, node: Tree) -> Expression:
        if node.is_error or not node.named_child_count:
            return Other(node.start_byte, node.end_byte, node.type, ())
        return Other(node.start_byte, node.end_byte, node.type, self._all(node.named_children))


def _evaluated(written: str) -> int | float | None:
    """The value of a numeral; None for one that is too long, imaginary or no numeral."""
    plain = written.replace("_", "").lower()
    if len(plain) > _LONGEST_NUMERAL:
        return None
    try:
        return int(plain, 0) if plain[:2] in ("0x", "0o", "0b") else int(plain)
    except ValueError:
        pass
    try:
        return float(plain)
    except ValueError:
        return None
