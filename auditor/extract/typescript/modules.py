"""Imports and exports of TypeScript and JavaScript as imports of the neutral form.

A relative specifier becomes a module name with leading dots (`../store/notes.js` is `..store.notes`), the
form in which every language names the files of its own target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node as Tree

from auditor.extract.neutral import Assignment, Import, Name, Statement
from auditor.extract.typescript.expressions import ExpressionReader

DEFAULT = "default"
"""The name under which a module brings out its default."""

_SUFFIX = re.compile(r"\.(?:[mc]?[jt]sx?|json)$")
_RELATIVE = re.compile(r"^\.{1,2}(?:/|$)")


def module_name(specifier: str) -> str:
    """A specifier as the neutral form writes it: dotted with leading dots where relative, else as it is."""
    if not _RELATIVE.match(specifier):
        return specifier
    parts = [each for each in _SUFFIX.sub("", specifier).split("/") if each]
    up = 1 + sum(each == ".." for each in parts)
    named = [each for each in parts if each not in (".", "..")]
    if named and named[-1] == "index":
        named.pop()
    return "." * up + ".".join(file_name(each) for each in named)


def file_name(name: str) -> str:
    """The name of a file or folder as one part of a dotted name."""
    return name.replace(".", "_")


class ModuleReader:
    """Reads the imports and exports of one text."""

    def __init__(self, expressions: ExpressionReader) -> None:
        self._expressions = expressions

    def imports(self, node: Tree) -> Iterator[Statement]:
        """What an import statement binds; one that only runs a module binds nothing."""
        source = node.child_by_field_name("source")
        for clause in node.named_children:
            if clause.type == "import_require_clause":
                yield from self._required(clause)
            elif clause.type == "import_clause" and source is not None:
                yield from self._clause(clause, self._specifier(source))

    def exports(self, node: Tree) -> Iterator[Statement]:
        """What an export statement without a declaration brings out: re-exports are imports."""
        source = node.child_by_field_name("source")
        module = self._specifier(source) if source is not None else ""
        start, end = node.start_byte, node.end_byte
        held = [each for each in node.named_children if each != source]
        if source is not None and not any(each.type != "comment" for each in held):
            yield Import(start, end, module, "*", "")
        for child in held:
            if child.type == "namespace_export" and child.named_child_count:
                alias = self._expressions.code(child.named_children[-1])
                yield Import(start, end, module, "", alias)
            elif child.type == "export_clause":
                yield from self._named_exports(child, module)

    def required(self, target: Tree, specifier: str, start: int, end: int) -> Iterator[Statement]:
        """What `const target = require(specifier)` binds."""
        module = module_name(specifier)
        if target.type == "identifier":
            yield Import(start, end, module, "", self._expressions.code(target))
        for child in target.named_children if target.type == "object_pattern" else ():
            key = child.child_by_field_name("key") or child.child_by_field_name("left") or child
            bound = child.child_by_field_name("value") or key
            name, alias = self._expressions.code(key), self._expressions.code(bound)
            yield Import(child.start_byte, child.end_byte, module, name, alias)

    def _specifier(self, source: Tree) -> str:
        return module_name(self._expressions.code(source)[1:-1])

    def _required(self, clause: Tree) -> Iterator[Statement]:
        source, name = clause.child_by_field_name("source"), clause.named_children[0]
        if source is not None:
            alias = self._expressions.code(name)
            yield Import(clause.start_byte, clause.end_byte, self._specifier(source), "", alias)

    def _clause(self, clause: Tree, module: str) -> Iterator[Statement]:
        start, end = clause.start_byte, clause.end_byte
        for child in clause.named_children:
            if child.type == "identifier":
                yield Import(start, end, module, DEFAULT, self._expressions.code(child))
            elif child.type == "namespace_import" and child.named_child_count:
                yield Import(start, end, module, "", self._expressions.code(child.named_children[-1]))
            elif child.type == "named_imports":
                for each in child.named_children:
                    yield from self._specified(each, module)

    def _specified(self, node: Tree, module: str) -> Iterator[Statement]:
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        if name is not None:
            written = self._expressions.code(name).strip("\"'")
            bound = self._expressions.code(alias) if alias is not None else written
            yield Import(node.start_byte, node.end_byte, module, written, bound.strip("\"'"))

    def _named_exports(self, clause: Tree, module: str) -> Iterator[Statement]:
        for each in clause.named_children:
            if module:
                yield from self._specified(each, module)
                continue
            name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
            if name is not None and alias is not None:
                yield renamed(each, self._expressions.code(alias), self._expressions.code(name))


def renamed(node: Tree, name: str, meant: str) -> Assignment:
    """A name that stands for another of the same file, as `export default meant` says it."""
    start, end = node.start_byte, node.end_byte
    return Assignment(start, end, (Name(start, start, name),), Name(start, end, meant), None, "")
