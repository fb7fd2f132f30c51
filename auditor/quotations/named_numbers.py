"""The numbers that a source gives a name: constants, defaults, settings, keyword arguments.

This is the one seam through which the values of thresholds are read. Python is read by its own syntax tree;
any other text by the name with `=` or `:` and a number behind it.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from auditor.quotations.quantities import quantity

_LONGEST_LINE = 2_000
_LOOKED_THROUGH = 4
"""For so many names a text is looked through; for more, its words are listed first."""
_WORD = re.compile(r"[\w$-]+")
_COMMENT = re.compile(r"\s*(?:#|//|\*|/\*|--|;)")
_ENVIRONMENT = ("getenv", "get", "env", "config", "int", "float", "str")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedNumber:
    """A number with its name: `within` are the names of the definitions around it, `written` the expression
    as the source has it."""

    name: str
    within: tuple[str, ...]
    written: str
    first: int
    last: int

    def answers(self, wanted: str) -> bool:
        """Whether it is what a register calls by a name: its own, or one qualified by what is around it."""
        parts = wanted.replace("::", ".").split(".")
        own = (*self.within, self.name)
        return parts[-1] == self.name and _in_order(parts, own)


def _in_order(parts: Sequence[str], own: Sequence[str]) -> bool:
    """Whether the parts of a name occur in that order among the names around it."""
    rest = iter(own)
    return all(part in rest for part in parts)


class NamedNumbers:
    """The named numbers of one text, read once for all the names that are asked for."""

    def __init__(self, path: str, text: str) -> None:
        python = _in_python(text) if path.endswith((".py", ".pyi", ".ipynb")) else None
        self._anchors = None if python is not None else _Anchors(text)
        self._python: dict[str, list[NamedNumber]] = defaultdict(list)
        for each in python or ():
            self._python[each.name].append(each)
        self._known: dict[str, tuple[NamedNumber, ...]] = {}

    def called(self, name: str) -> tuple[NamedNumber, ...]:
        """Every number that answers to a name, in the order of the text."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = tuple(self._called(name))
        return known

    def _called(self, name: str) -> Iterator[NamedNumber]:
        if self._anchors is not None:
            return self._anchors.called(name)
        return (each for each in self._python.get(last_part(name), ()) if each.answers(name))


def last_part(name: str) -> str:
    """The last part of a name, which is what the source itself writes."""
    return name.replace("::", ".").rpartition(".")[2]


def _in_python(text: str) -> tuple[NamedNumber, ...] | None:
    """The named numbers of a Python text; None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tuple(_in_tree(tree, text.encode("utf-8", "replace").split(b"\n")))


def _in_tree(root: ast.AST, lines: Sequence[bytes]) -> Iterator[NamedNumber]:
    waiting: list[tuple[ast.AST, tuple[str, ...]]] = [(root, ())]
    found: list[NamedNumber] = []
    while waiting:
        node, around = waiting.pop()
        for name, value in _named_values(node):
            written = _written(value, lines)
            if written is not None:
                last = value.end_lineno or value.lineno
                found.append(
                    NamedNumber(name=name, within=around, written=written, first=value.lineno, last=last)
                )
        inner = (*around, node.name) if isinstance(node, _DEFINITIONS) else around
        waiting.extend((child, inner) for child in ast.iter_child_nodes(node))
    return iter(sorted(found, key=lambda each: (each.first, each.last)))


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _named_values(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from ((name, node.value) for name in _target(target))
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and node.value is not None:
        yield from ((name, node.value) for name in _target(node.target))
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg, node.value
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value
    elif isinstance(node, ast.arguments):
        positional = [*node.posonlyargs, *node.args]
        defaults = node.defaults
        behind = positional[len(positional) - len(defaults) :]
        yield from ((each.arg, value) for each, value in zip(behind, defaults, strict=True))
        for each, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
            if default is not None:
                yield each.arg, default
    elif isinstance(node, ast.Call) and len(node.args) == 2:
        first = node.args[0]
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _ENVIRONMENT and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value, node.args[1]


def _target(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ):
        yield node.slice.value


def _written(value: ast.expr, lines: Sequence[bytes]) -> str | None:
    """The expression that gives the number: itself, or the default inside a field or a look-up."""
    if isinstance(value, ast.Call) and quantity(_segment(value, lines)) is None:
        inner = [each.value for each in value.keywords if each.arg in ("default", "default_value")]
        inner += value.args
        for each in reversed(inner):
            written = _written(each, lines)
            if written is not None:
                return written
        return None
    written = _segment(value, lines)
    return written if quantity(written) is not None else None


def _segment(node: ast.expr, lines: Sequence[bytes]) -> str:
    end = node.end_lineno or node.lineno
    if end - node.lineno > 3:
        return ""
    first, last = lines[node.lineno - 1], lines[end - 1]
    if end == node.lineno:
        written = first[node.col_offset : node.end_col_offset]
    else:
        between = lines[node.lineno : end - 1]
        written = b"\n".join((first[node.col_offset :], *between, last[: node.end_col_offset]))
    return " ".join(written.decode("utf-8", "replace").split())


class _Anchors:
    """The names of a text that is no Python, with `=`, `:` or `=>` and a number behind them, outside of
    whole-line comments."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._asked = 0

    def called(self, name: str) -> Iterator[NamedNumber]:
        """The numbers that have a name; only lines that hold it are looked at."""
        last = last_part(name)
        if not last or "\n" in last or not self._may_hold(last):
            return
        annotation = r"(?::\s*[\w.<>| \[\]]{1,60}?)?"
        anchor = re.compile(
            rf"""(?<![\w$-]){re.escape(last)}["'`]?\??\s*{annotation}\s*(?:=(?!=)|:|=>|\?\?)\s*"""
        )
        for number, line in self._lines_with(last):
            if len(line) > _LONGEST_LINE or _COMMENT.match(line):
                continue
            for match in anchor.finditer(line):
                written = _leading_expression(line[match.end() :])
                if written:
                    yield NamedNumber(name=name, within=(), written=written, first=number, last=number)

    def _may_hold(self, last: str) -> bool:
        """Whether the text can hold a name: once several were asked for, its words are listed."""
        self._asked += 1
        if self._asked <= _LOOKED_THROUGH or not _WORD.fullmatch(last):
            return True
        return last in self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._text))

    def _lines_with(self, last: str) -> Iterator[tuple[int, str]]:
        text, number, counted = self._text, 1, 0
        at = text.find(last)
        while at >= 0:
            start = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            number += text.count("\n", counted, start)
            counted = start
            yield number, text[start:end]
            at = text.find(last, end)


_LEADING = re.compile(r"[\"']?[-+\d._eExXa-fA-Fn\s*/()<]*\d[\d._eEn)]*[\"']?")


def _leading_expression(rest: str) -> str:
    match = _LEADING.match(rest)
    if match is None:
        return ""
    written = match.group().strip()
    return written if quantity(written) is not None else ""
