"""A parsed Python file with its lines and positions, and how a place in it becomes a fact."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import libcst as cst
from libcst.metadata import CodeRange

from auditor.facts import Detail, Details, Fact
from auditor.terms import FactKind

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


class Category(Enum):
    """What a class is, as far as its head and body say."""

    OBJECT = "a data definition"
    STATES = "a closed set of states"
    FAULT = "an exception"
    ABSTRACT = "an interface"
    OTHER = "any other class"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A class or function around a place."""

    name: str
    class_: cst.ClassDef | None = None
    category: Category = Category.OTHER


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonSource:
    """One file: its lines as they are cited, its tree, and the position of every node."""

    path: str
    lines: tuple[str, ...]
    module: cst.Module
    positions: Mapping[cst.CSTNode, CodeRange]

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node."""
        return self.module.code_for_node(node)

    def span(self, node: cst.CSTNode) -> tuple[int, int]:
        """The first and last line of a node."""
        position = self.positions[node]
        return position.start.line, position.end.line

    def fact(
        self,
        kind: FactKind,
        span: tuple[int, int],
        *,
        name: str,
        rule: str,
        around: Sequence[Definition],
        value: str | None = None,
        details: Mapping[str, Detail | None] | None = None,
    ) -> Fact:
        """A fact at lines of the file, with those lines as its passage."""
        start, end = span
        return Fact(
            kind=kind,
            path=self.path,
            line_start=start,
            line_end=end,
            name=name,
            value=value,
            within=within(around),
            rule=rule,
            passage="\n".join(self.lines[start - 1 : end]),
            details=Details(details),
        )


def within(around: Sequence[Definition]) -> str:
    """The qualified name of the innermost definition around a place."""
    return ".".join(each.name for each in around)


def last_name(node: cst.BaseExpression) -> str:
    """The last part of a dotted name, or of what is called or subscripted under it; empty for all else."""
    while isinstance(node, cst.Call | cst.Subscript):
        node = node.func if isinstance(node, cst.Call) else node.value
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in snake or camel case, in lower case."""
    return tuple(match.lower() for match in _WORD.findall(name))


def string_of(node: cst.BaseExpression | None) -> str | None:
    """The characters of a plain string literal; None for all else and for what cannot be printed."""
    if not isinstance(node, cst.SimpleString):
        return None
    value = node.evaluated_value
    return value if isinstance(value, str) and value.isprintable() else None
