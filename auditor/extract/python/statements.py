"""Statements and definitions of Python: nodes of the syntax tree to the neutral form."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node as Tree

from auditor.extract.limits import Allowance
from auditor.extract.neutral import (
    Assertion,
    Assignment,
    Branch,
    Class,
    Comment,
    Delete,
    Evaluation,
    Expression,
    Function,
    Handler,
    Import,
    Leave,
    Loop,
    Match,
    Other,
    Raise,
    Resource,
    Return,
    Statement,
    Text,
    Try,
    With,
)
from auditor.extract.python.expressions import ExpressionReader
from auditor.extract.python.parsing import OLDER

MAX_BLOCKS = 150
"""Blocks within one another; CPython itself refuses more than 100 indents."""

_LEAVES = {"continue_statement": "continue", "break_statement": "break", "pass_statement": "pass"}


class StatementReader:
    """Reads the statements of one text; its comments are added to the list it is given.

    `older` are the offsets of the statements that only an older version of the language has.
    """

    def __init__(self, content: bytes, comments: list[Comment], allowance: Allowance) -> None:
        self._expressions = ExpressionReader(content)
        self._comments = comments
        self._allowance = allowance
        self.older: list[tuple[int, int]] = []
        self._blocks = 0
        self._readers: dict[str, Callable[[Tree], Statement]] = {
            "function_definition": self._function,
            "class_definition": self._class,
            "decorated_definition": self._decorated,
            "expression_statement": self._evaluation,
            "return_statement": self._return,
            "raise_statement": self._raise,
            "delete_statement": self._delete,
            "assert_statement": self._assertion,
            "if_statement": self._branch,
            "for_statement": self._for,
            "while_statement": self._while,
            "with_statement": self._with,
            "try_statement": self._try,
            "match_statement": self._match,
            "continue_statement": self._leave,
            "break_statement": self._leave,
            "pass_statement": self._leave,
        }

    def block(self, node: Tree | None) -> tuple[Statement, ...]:
        """The statements of a block or of the whole text."""
        if node is None:
            return ()
        self._blocks += 1
        if self._blocks > MAX_BLOCKS:
            raise RecursionError
        made: list[Statement] = []
        for child in node.named_children:
            kind = child.type
            if kind == "comment":
                self._comment(child)
            elif kind in ("import_statement", "import_from_statement", "future_import_statement"):
                made.extend(self._imports(child))
            elif kind in ("ERROR", "block") or (kind in ("elif_clause", "else_clause")):
                made.extend(self.block(child))
            else:
                made.append(self._statement(child))
        self._blocks -= 1
        return tuple(made)

    def document(self, body: Tree | None) -> Text | None:
        """The text that a block begins with and that documents its definition."""
        for child in body.named_children if body is not None else ():
            if child.type == "comment":
                continue
            if child.type != "expression_statement" or child.named_child_count != 1:
                return None
            value = child.named_children[0]
            if value.type not in ("string", "concatenated_string"):
                return None
            read = self._expressions.expression(value)
            return read if isinstance(read, Text) else None
        return None

    def _statement(self, node: Tree) -> Statement:
        self._allowance.go_on()
        reader = self._readers.get(node.type)
        if reader is not None:
            return reader(node)
        if node.type in OLDER:
            self.older.append((node.start_byte, node.end_byte))
        parts = tuple(self._expressions.expression(each) for each in self._held(node))
        value = Other(node.start_byte, node.end_byte, node.type, parts)
        return Evaluation(node.start_byte, node.end_byte, value)

    def _held(self, node: Tree) -> list[Tree]:
        """The named children without comments, which are kept."""
        held: list[Tree] = []
        for child in node.named_children:
            if child.type == "comment":
                self._comment(child)
            else:
                held.append(child)
        return held

    def _comment(self, node: Tree) -> None:
        text = self._expressions.code(node).lstrip("#").strip()
        self._comments.append(Comment(node.start_byte, node.end_byte, text))

    def _decorated(self, node: Tree) -> Statement:
        decorators = tuple(
            self._expressions.expression(each.named_children[0])
            for each in node.named_children
            if each.type == "decorator" and each.named_children
        )
        inner = node.child_by_field_name("definition")
        if inner is None:
            return self._unread(node)
        made = self._statement(inner)
        if isinstance(made, Function | Class):
            return made._replace(start=node.start_byte, decorators=decorators)
        return made

    def _function(self, node: Tree) -> Statement:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return self._unread(node)
        returns = node.child_by_field_name("return_type")
        parameters = node.child_by_field_name("parameters")
        head = returns or parameters or name
        return Function(
            start=node.start_byte,
            end=node.end_byte,
            name=self._expressions.code(name),
            name_start=name.start_byte,
            head_end=head.end_byte,
            decorators=(),
            parameters=self._expressions.parameters(parameters),
            returns=self._expressions.optional(returns),
            body=self.block(body),
            waits=bool(node.children) and node.children[0].type == "async",
            document=self.document(body),
        )

    def _class(self, node: Tree) -> Statement:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return self._unread(node)
        supers = node.child_by_field_name("superclasses")
        given = self._expressions.arguments(supers)
        return Class(
            start=node.start_byte,
            end=node.end_byte,
            name=self._expressions.code(name),
            name_start=name.start_byte,
            head_end=(supers or name).end_byte,
            decorators=(),
            bases=tuple(each.value for each in given if not each.name),
            keywords=tuple(each for each in given if each.name),
            body=self.block(body),
            document=self.document(body),
        )

    def _evaluation(self, node: Tree) -> Statement:
        held = self._held(node)
        if len(held) != 1:
            return self._unread(node)
        inner = held[0]
        if inner.type == "assignment":
            return self._assignment(node, inner)
        if inner.type == "augmented_assignment":
            return self._augmented(node, inner)
        return Evaluation(node.start_byte, node.end_byte, self._expressions.expression(inner))

    def _assignment(self, node: Tree, inner: Tree) -> Statement:
        targets: list[Expression] = []
        annotation: Expression | None = None
        value: Tree | None = inner
        while value is not None and value.type == "assignment":
            left = value.child_by_field_name("left")
            if left is not None:
                targets.append(self._expressions.expression(left))
            annotation = annotation or self._expressions.optional(value.child_by_field_name("type"))
            value = value.child_by_field_name("right")
        read = self._expressions.optional(value)
        return Assignment(node.start_byte, node.end_byte, tuple(targets), read, annotation, "")

    def _augmented(self, node: Tree, inner: Tree) -> Statement:
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        operator = inner.child_by_field_name("operator")
        if left is None or right is None or operator is None:
            return self._unread(node)
        target, value = self._expressions.expression(left), self._expressions.expression(right)
        written = self._expressions.code(operator).rstrip("=")
        return Assignment(node.start_byte, node.end_byte, (target,), value, None, written)

    def _return(self, node: Tree) -> Statement:
        held = self._held(node)
        value = self._expressions.expression(held[0]) if held else None
        return Return(node.start_byte, node.end_byte, value)

    def _raise(self, node: Tree) -> Statement:
        held = self._held(node)
        value = self._expressions.expression(held[0]) if held else None
        return Raise(node.start_byte, node.end_byte, value)

    def _leave(self, node: Tree) -> Statement:
        return Leave(node.start_byte, node.end_byte, _LEAVES[node.type])

    def _delete(self, node: Tree) -> Statement:
        held = self._held(node)
        if len(held) == 1 and held[0].type == "expression_list":
            held = self._held(held[0])
        targets = tuple(self._expressions.expression(each) for each in held)
        return Delete(node.start_byte, node.end_byte, targets)

    def _assertion(self, node: Tree) -> Statement:
        held = self._held(node)
        if not held:
            return self._unread(node)
        return Assertion(node.start_byte, node.end_byte, self._expressions.expression(held[0]))

    def _branch(self, node: Tree) -> Statement:
        """A condition; its `elif`s, which stand beside one another in the tree, become one in another."""
        self._held(node)
        otherwise: tuple[Statement, ...] = ()
        for clause in reversed(node.children_by_field_name("alternative")):
            if clause.type == "else_clause":
                otherwise = self.block(clause.child_by_field_name("body"))
            else:
                otherwise = (self._conditioned(clause, node.end_byte, otherwise, chained=True),)
        return self._conditioned(node, node.end_byte, otherwise, chained=False)

    def _conditioned(
        self, node: Tree, end: int, otherwise: tuple[Statement, ...], *, chained: bool
    ) -> Branch:
        condition = node.child_by_field_name("condition")
        test = self._expressions.optional(condition) or Other(node.start_byte, node.start_byte, "absent", ())
        body = self.block(node.child_by_field_name("consequence"))
        return Branch(node.start_byte, end, test, body, otherwise, chained)

    def _for(self, node: Tree) -> Statement:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return self._unread(node)
        target, iterable = self._expressions.expression(left), self._expressions.expression(right)
        return Loop(node.start_byte, node.end_byte, target, iterable, *self._bodies(node))

    def _while(self, node: Tree) -> Statement:
        condition = node.child_by_field_name("condition")
        if condition is None:
            return self._unread(node)
        test = self._expressions.expression(condition)
        return Loop(node.start_byte, node.end_byte, None, test, *self._bodies(node))

    def _bodies(self, node: Tree) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
        body = self.block(node.child_by_field_name("body"))
        other = node.child_by_field_name("alternative")
        return body, self.block(other.child_by_field_name("body")) if other is not None else ()

    def _with(self, node: Tree) -> Statement:
        resources: list[Resource] = []
        for clause in node.named_children:
            for item in clause.named_children if clause.type == "with_clause" else ():
                value = item.child_by_field_name("value") if item.type == "with_item" else None
                if value is not None:
                    resources.append(self._resource(item, value))
        body = self.block(node.child_by_field_name("body"))
        return With(node.start_byte, node.end_byte, tuple(resources), body)

    def _resource(self, item: Tree, value: Tree) -> Resource:
        target = None
        if value.type == "as_pattern":
            alias = value.child_by_field_name("alias")
            target = self._expressions.optional(alias)
            value = value.named_children[0]
        return Resource(item.start_byte, item.end_byte, self._expressions.expression(value), target)

    def _try(self, node: Tree) -> Statement:
        handlers: list[Handler] = []
        otherwise: list[Statement] = []
        for clause in self._held(node):
            if clause.type in ("except_clause", "except_group_clause"):
                handlers.append(self._handler(clause))
            elif clause.type in ("else_clause", "finally_clause"):
                bodies = [each for each in clause.named_children if each.type == "block"]
                otherwise.extend(each for body in bodies for each in self.block(body))
        body = self.block(node.child_by_field_name("body"))
        return Try(node.start_byte, node.end_byte, body, tuple(handlers), tuple(otherwise))

    def _handler(self, node: Tree) -> Handler:
        error: Expression | None = None
        name = ""
        body: tuple[Statement, ...] = ()
        for child in self._held(node):
            if child.type == "block":
                body = self.block(child)
            elif child.type == "as_pattern":
                alias = child.child_by_field_name("alias")
                name = self._expressions.code(alias) if alias is not None else ""
                error = self._expressions.expression(child.named_children[0])
            elif error is None:
                error = self._expressions.expression(child)
        return Handler(node.start_byte, node.end_byte, error, name, body)

    def _match(self, node: Tree) -> Statement:
        subjects = node.children_by_field_name("subject")
        if not subjects:
            return self._unread(node)
        cases: list[Handler] = []
        block = node.child_by_field_name("body")
        for clause in block.named_children if block is not None else ():
            if clause.type == "case_clause":
                parts = [each for each in clause.named_children if each.type not in ("block", "comment")]
                held = tuple(self._expressions.expression(each) for each in parts)
                pattern = Other(clause.start_byte, clause.end_byte, "pattern", held)
                body = self.block(clause.child_by_field_name("consequence"))
                cases.append(Handler(clause.start_byte, clause.end_byte, pattern, "", body))
        subject = self._expressions.expression(subjects[0])
        return Match(node.start_byte, node.end_byte, subject, tuple(cases))

    def _imports(self, node: Tree) -> list[Import]:
        module = node.child_by_field_name("module_name")
        written = self._expressions.code(module).replace(" ", "") if module is not None else ""
        made: list[Import] = []
        for each in node.children_by_field_name("name"):
            named, alias = each, ""
            if each.type == "aliased_import":
                named = each.child_by_field_name("name") or each
                given = each.child_by_field_name("alias")
                alias = self._expressions.code(given) if given is not None else ""
            name = self._expressions.code(named)
            place = (node.start_byte, node.end_byte)
            if node.type == "import_statement":
                made.append(Import(*place, name, "", alias))
            elif written:
                made.append(Import(*place, written, name, alias or name))
        if any(each.type == "wildcard_import" for each in node.named_children):
            made.append(Import(node.start_byte, node.end_byte, written, "*", "*"))
        return made

    def _unread(self, node: Tree) -> Statement:
        value = Other(node.start_byte, node.end_byte, node.type, ())
        return Evaluation(node.start_byte, node.end_byte, value)
