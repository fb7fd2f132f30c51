"""Statements of TypeScript and JavaScript: nodes of the syntax tree to the neutral form."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node as Tree

from auditor.extract.limits import Allowance
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Branch,
    Class,
    Collection,
    Comment,
    Delete,
    Evaluation,
    Expression,
    Handler,
    Leave,
    Loop,
    Match,
    Name,
    Other,
    Raise,
    Return,
    Statement,
    Text,
    Try,
)
from auditor.extract.typescript.definitions import FUNCTIONS, DefinitionReader
from auditor.extract.typescript.expressions import ExpressionReader
from auditor.extract.typescript.modules import DEFAULT, ModuleReader, renamed

MAX_BLOCKS = 150
"""Blocks within one another; deeper ones end the reading of the file."""

_PLAIN = (Name, Attribute)
_DECLARATIONS = ("lexical_declaration", "variable_declaration")
_TYPE_ALIAS = "TypeAlias"

Several = Iterator[Statement]


class StatementReader:
    """Reads the statements of one text; its comments are added to the list it is given."""

    def __init__(self, content: bytes, comments: list[Comment], allowance: Allowance) -> None:
        self.older: list[tuple[int, int]] = []
        self._allowance = allowance
        self._expressions = ExpressionReader(content)
        self._definitions = DefinitionReader(self._expressions, self.block)
        self._modules = ModuleReader(self._expressions)
        self._expressions.inner = self._definitions.inner
        self._comments = comments
        self._blocks = 0
        self._readers: dict[str, Callable[[Tree], Several]] = {
            "import_statement": self._modules.imports,
            "export_statement": self._export,
            "ambient_declaration": self._inner,
            "internal_module": self._namespace,
            "module": self._namespace,
            "function_declaration": self._function,
            "generator_function_declaration": self._function,
            "function_signature": self._function,
            "class_declaration": self._class,
            "abstract_class_declaration": self._class,
            "interface_declaration": self._interface,
            "type_alias_declaration": self._alias,
            "enum_declaration": self._enumeration,
            "lexical_declaration": self._declaration,
            "variable_declaration": self._declaration,
            "expression_statement": self._evaluation,
            "return_statement": self._return,
            "throw_statement": self._raise,
            "if_statement": self._branch,
            "for_statement": self._for,
            "for_in_statement": self._for_in,
            "while_statement": self._while,
            "do_statement": self._while,
            "switch_statement": self._switch,
            "try_statement": self._try,
            "continue_statement": self._leave,
            "break_statement": self._leave,
            "labeled_statement": self._labelled,
            "statement_block": self._inner,
            "ERROR": self._inner,
        }

    def block(self, node: Tree | None) -> tuple[Statement, ...]:
        """The statements of a block or of the whole text; a single statement is a block of one."""
        if node is None:
            return ()
        self._blocks += 1
        if self._blocks > MAX_BLOCKS:
            raise RecursionError
        self._allowance.go_on()
        single = node.type not in ("program", "statement_block", "ERROR", "class_body")
        made: list[Statement] = []
        for child in [node] if single else node.named_children:
            made.extend(self._statement(child))
        self._blocks -= 1
        return tuple(made)

    def document(self, body: Tree | None) -> Text | None:
        """The comment `/** … */` that a text begins with and that documents the whole of it."""
        for child in body.named_children if body is not None else ():
            if child.type == "hash_bang_line":
                continue
            after = child.next_named_sibling
            if (
                child.type == "comment"
                and after is not None
                and after.type in ("comment", "import_statement")
            ):
                return self._definitions.document(after)
            return None
        return None

    def _statement(self, node: Tree, around: Tree | None = None) -> Several:
        if node.type in ("comment", "html_comment"):
            self._comment(node)
        elif node.type in ("empty_statement", "hash_bang_line"):
            return
        elif node.type in _OUTER and around is not None:
            yield from _OUTER[node.type](self, node, around)
        else:
            yield from self._readers.get(node.type, self._unread)(node)

    def _unread(self, node: Tree) -> Several:
        value = self._expressions.expression(node)
        yield Evaluation(node.start_byte, node.end_byte, value)

    def _comment(self, node: Tree) -> None:
        written = self._expressions.code(node)
        text = written[2:-2] if written.startswith("/*") else written[2:]
        self._comments.append(Comment(node.start_byte, node.end_byte, text.strip("* \t\r\n")))

    def _inner(self, node: Tree) -> Several:
        for child in node.named_children:
            yield from self._statement(child)

    def _labelled(self, node: Tree) -> Several:
        body = node.child_by_field_name("body")
        if body is not None:
            yield from self._statement(body)

    def _namespace(self, node: Tree) -> Several:
        yield from self.block(node.child_by_field_name("body"))

    def _export(self, node: Tree) -> Several:
        declaration = node.child_by_field_name("declaration")
        default = any(each.type == DEFAULT for each in node.children)
        if declaration is not None:
            made = list(self._statement(declaration, node))
            yield from made
            name = getattr(made[0], "name", "") if made else ""
            if default and name:
                yield renamed(node, DEFAULT, name)
            return
        value = node.child_by_field_name("value")
        if value is None and not any(each.type == "export_clause" for each in node.named_children):
            plain = [each for each in node.named_children if each.type not in ("comment", "namespace_export")]
            value = plain[0] if plain and node.child_by_field_name("source") is None else None
        if value is not None:
            yield from self._bound(Name(value.start_byte, value.start_byte, DEFAULT), None, value, node, node)
        else:
            yield from self._modules.exports(node)

    def _function(self, node: Tree, around: Tree | None = None) -> Several:
        made = self._definitions.function(node, around=around)
        if made is not None:
            yield made

    def _class(self, node: Tree, around: Tree | None = None) -> Several:
        made = self._definitions.class_(node, around)
        if made is not None:
            yield made

    def _interface(self, node: Tree, around: Tree | None = None) -> Several:
        body = node.child_by_field_name("body")
        made = self._definitions.interface(node, body, around) if body is not None else None
        if made is not None:
            yield made

    def _enumeration(self, node: Tree, around: Tree | None = None) -> Several:
        made = self._definitions.enumeration(node, around)
        if made is not None:
            yield made

    def _alias(self, node: Tree, around: Tree | None = None) -> Several:
        """A named type: one written out as an object is an interface, any other a value of its name."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is None or value is None:
            return
        written_out = _object_in(value)
        if written_out is not None:
            made = self._definitions.interface(node, written_out, around)
            if made is not None:
                yield made
            return
        target = Name(name.start_byte, name.end_byte, self._expressions.code(name))
        outer = around or node
        annotation = Name(name.start_byte, name.start_byte, _TYPE_ALIAS)
        read = self._expressions.expression(value)
        yield Assignment(outer.start_byte, outer.end_byte, (target,), read, annotation, "")

    def _declaration(self, node: Tree, around: Tree | None = None) -> Several:
        declared = [each for each in node.named_children if each.type == "variable_declarator"]
        for each in declared:
            outer = (around or node) if len(declared) == 1 else each
            name, value = each.child_by_field_name("name"), each.child_by_field_name("value")
            if name is None:
                continue
            if value is None:
                yield self._assignment(outer, self._expressions.expression(name), each, None)
            else:
                yield from self._declared(name, value, each, outer)

    def _declared(self, name: Tree, value: Tree, node: Tree, outer: Tree) -> Several:
        inner = _unwrapped(value)
        specifier = self._required(inner)
        if specifier is not None:
            yield from self._modules.required(name, specifier, outer.start_byte, outer.end_byte)
        elif name.type in ("object_pattern", "array_pattern"):
            yield from self._taken_apart(name, value, outer)
        else:
            target = Name(name.start_byte, name.end_byte, self._expressions.code(name))
            yield from self._bound(target, name, value, node, outer)

    def _bound(self, target: Name, name: Tree | None, value: Tree, node: Tree, outer: Tree) -> Several:
        """A name that takes a value: a function or a service where the value is one."""
        inner = _unwrapped(value)
        made: Statement | None = None
        if inner.type in FUNCTIONS and name is not None:
            made = self._definitions.function(inner, named=name, around=outer)
        elif inner.type == "object":
            made = self._definitions.service(target, inner, outer)
        elif inner.type == "class":
            made = self._anonymous_class(inner, target, outer)
        yield made if made is not None else self._assignment(outer, target, node, value)

    def _anonymous_class(self, node: Tree, target: Name, outer: Tree) -> Class | None:
        made = self._definitions.class_(node, outer)
        return made._replace(name=target.name) if made is not None else None

    def _assignment(self, outer: Tree, target: Expression, node: Tree, value: Tree | None) -> Statement:
        annotation = self._expressions.optional(node.child_by_field_name("type"))
        read = self._expressions.optional(value)
        return Assignment(outer.start_byte, outer.end_byte, (target,), read, annotation, "")

    def _required(self, value: Tree) -> str | None:
        """The specifier of `require("…")`."""
        function = value.child_by_field_name("function")
        given = value.child_by_field_name("arguments")
        if value.type != "call_expression" or function is None or given is None:
            return None
        if self._expressions.code(function) != "require" or given.named_child_count != 1:
            return None
        only = given.named_children[0]
        return self._expressions.code(only)[1:-1] if only.type == "string" else None

    def _taken_apart(self, pattern: Tree, value: Tree, outer: Tree) -> Several:
        """Names that take parts of a value. Parts of what is only named are members of it; what is
        computed stands once, with the names beside one another."""
        read = self._expressions.expression(value)
        names = list(self._definitions.taken_apart(pattern))
        start, end = outer.start_byte, outer.end_byte
        if isinstance(read, _PLAIN) and pattern.type == "object_pattern":
            for name, _ in names:
                code = self._expressions.code(name)
                target = Name(name.start_byte, name.end_byte, code)
                part = Attribute(name.start_byte, name.end_byte, read, code)
                yield Assignment(start, end, (target,), part, None, "")
        else:
            targets = tuple(Name(n.start_byte, n.end_byte, self._expressions.code(n)) for n, _ in names)
            taken = Collection(pattern.start_byte, pattern.end_byte, "tuple", targets)
            yield Assignment(start, end, (taken,), read, None, "")
        for name, default in names:
            if default is not None:
                target = Name(name.start_byte, name.end_byte, self._expressions.code(name))
                yield Assignment(name.start_byte, default.end, (target,), default, None, "or")

    def _evaluation(self, node: Tree) -> Several:
        held = [each for each in node.named_children if each.type != "comment"]
        inner = held[0] if held else node
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        start, end = node.start_byte, node.end_byte
        if inner.type == "internal_module":
            yield from self._namespace(inner)
        elif inner.type == "assignment_expression" and left is not None and right is not None:
            yield from self._assigned(left, right, node)
        elif inner.type == "augmented_assignment_expression" and left is not None and right is not None:
            operator = inner.child_by_field_name("operator")
            written = (operator.type if operator is not None else "").rstrip("=") or "or"
            written = {"??": "or", "||": "or", "&&": "and"}.get(written, written)
            target, value = self._expressions.expression(left), self._expressions.expression(right)
            yield Assignment(start, end, (target,), value, None, written)
        elif inner.type == "update_expression" and inner.named_child_count:
            target = self._expressions.expression(inner.named_children[0])
            step = Other(inner.end_byte, inner.end_byte, "one", ())
            operator = inner.child_by_field_name("operator")
            yield Assignment(start, end, (target,), step, None, operator.type[0] if operator else "+")
        elif inner.type == "unary_expression" and self._is_delete(inner):
            target = self._expressions.expression(inner.named_children[-1])
            yield Delete(start, end, (target,))
        else:
            yield Evaluation(start, end, self._expressions.expression(inner))

    def _is_delete(self, node: Tree) -> bool:
        operator = node.child_by_field_name("operator")
        return operator is not None and operator.type == "delete" and node.named_child_count > 0

    def _assigned(self, left: Tree, right: Tree, node: Tree) -> Several:
        targets = [self._expressions.expression(left)]
        while right.type == "assignment_expression":
            inner, value = right.child_by_field_name("left"), right.child_by_field_name("right")
            if inner is None or value is None:
                break
            targets.append(self._expressions.expression(inner))
            right = value
        read = self._expressions.expression(right)
        yield Assignment(node.start_byte, node.end_byte, tuple(targets), read, None, "")

    def _return(self, node: Tree) -> Several:
        yield Return(node.start_byte, node.end_byte, self._only(node))

    def _raise(self, node: Tree) -> Several:
        yield Raise(node.start_byte, node.end_byte, self._only(node))

    def _only(self, node: Tree) -> Expression | None:
        held = [each for each in node.named_children if each.type != "comment"]
        return self._expressions.expression(held[0]) if held else None

    def _leave(self, node: Tree) -> Several:
        yield Leave(node.start_byte, node.end_byte, node.type.split("_")[0])

    def _branch(self, node: Tree, *, chained: bool = False) -> Several:
        condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        test = self._expressions.optional(condition) or Other(node.start_byte, node.start_byte, "absent", ())
        body = self.block(then)
        otherwise: tuple[Statement, ...] = ()
        clause = node.child_by_field_name("alternative")
        held = (
            [each for each in clause.named_children if each.type != "comment"] if clause is not None else []
        )
        if held and held[0].type == "if_statement":
            self._blocks += 1
            if self._blocks > MAX_BLOCKS:
                raise RecursionError
            otherwise = tuple(self._branch(held[0], chained=True))
            self._blocks -= 1
        elif held:
            otherwise = self.block(held[0])
        yield Branch(node.start_byte, node.end_byte, test, body, otherwise, chained)

    def _for(self, node: Tree) -> Several:
        first, step = node.child_by_field_name("initializer"), node.child_by_field_name("increment")
        if first is not None and first.type in _DECLARATIONS:
            yield from self._declaration(first)
        held = node.child_by_field_name("condition")
        condition = self._expressions.optional(held) if held is not None and held.is_named else None
        test = condition or Other(node.start_byte, node.start_byte, "absent", ())
        body = list(self.block(node.child_by_field_name("body")))
        if step is not None:
            body.append(Evaluation(step.start_byte, step.end_byte, self._expressions.expression(step)))
        yield Loop(node.start_byte, node.end_byte, None, test, tuple(body), ())

    def _for_in(self, node: Tree) -> Several:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            yield from self._unread(node)
            return
        target = self._target(left)
        iterable = self._expressions.expression(right)
        body = self.block(node.child_by_field_name("body"))
        yield Loop(node.start_byte, node.end_byte, target, iterable, body, ())

    def _target(self, node: Tree) -> Expression:
        if node.type not in ("object_pattern", "array_pattern"):
            return self._expressions.expression(node)
        names = (each for each, _ in self._definitions.taken_apart(node))
        items = tuple(Name(each.start_byte, each.end_byte, self._expressions.code(each)) for each in names)
        return Collection(node.start_byte, node.end_byte, "tuple", items)

    def _while(self, node: Tree) -> Several:
        condition = self._expressions.optional(node.child_by_field_name("condition"))
        test = condition or Other(node.start_byte, node.start_byte, "absent", ())
        body = self.block(node.child_by_field_name("body"))
        yield Loop(node.start_byte, node.end_byte, None, test, body, ())

    def _switch(self, node: Tree) -> Several:
        value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
        subject = self._expressions.optional(value) or Other(node.start_byte, node.start_byte, "absent", ())
        cases: list[Handler] = []
        for case in body.named_children if body is not None else ():
            if case.type not in ("switch_case", "switch_default"):
                continue
            pattern = self._expressions.optional(case.child_by_field_name("value"))
            made = [each for part in case.children_by_field_name("body") for each in self._statement(part)]
            cases.append(Handler(case.start_byte, case.end_byte, pattern, "", tuple(made)))
        yield Match(node.start_byte, node.end_byte, subject, tuple(cases))

    def _try(self, node: Tree) -> Several:
        body = self.block(node.child_by_field_name("body"))
        handlers: tuple[Handler, ...] = ()
        clause, last = node.child_by_field_name("handler"), node.child_by_field_name("finalizer")
        if clause is not None:
            named = clause.child_by_field_name("parameter")
            name = self._expressions.code(named) if named is not None else ""
            caught = self.block(clause.child_by_field_name("body"))
            handlers = (Handler(clause.start_byte, clause.end_byte, None, name, caught),)
        after = self.block(last.child_by_field_name("body")) if last is not None else ()
        yield Try(node.start_byte, node.end_byte, body, handlers, after)


_OUTER: dict[str, Callable[[StatementReader, Tree, Tree], Several]] = {
    "function_declaration": StatementReader._function,
    "generator_function_declaration": StatementReader._function,
    "function_signature": StatementReader._function,
    "class_declaration": StatementReader._class,
    "abstract_class_declaration": StatementReader._class,
    "interface_declaration": StatementReader._interface,
    "type_alias_declaration": StatementReader._alias,
    "enum_declaration": StatementReader._enumeration,
    "lexical_declaration": StatementReader._declaration,
    "variable_declaration": StatementReader._declaration,
}
"""Declarations whose place begins with the `export` around them."""


def _unwrapped(value: Tree) -> Tree:
    """A value without what only says something of its type."""
    while value.type in (
        "as_expression",
        "satisfies_expression",
        "parenthesized_expression",
        "non_null_expression",
    ):
        held = [each for each in value.named_children if each.type != "comment"]
        if not held:
            return value
        value = held[0]
    return value


def _object_in(type_: Tree) -> Tree | None:
    """The object that a type is written out as, alone or in an intersection."""
    if type_.type == "object_type":
        return type_
    if type_.type == "intersection_type":
        found = [each for each in type_.named_children if each.type == "object_type"]
        return found[0] if found else None
    return None
