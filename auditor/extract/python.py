"""The walk of a Python file: entry points, data definitions, closed sets of states and numbers that bound."""

# ruff: noqa: N802 (libcst finds the methods of a visitor by these names)

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from auditor.extract.nesting import too_deep
from auditor.extract.python_definitions import Category, category_of, class_fact, entry_points_of
from auditor.extract.python_numbers import (
    threshold_in_call,
    threshold_in_comparison,
    threshold_in_constant,
    threshold_in_parameter,
    threshold_in_slice,
)
from auditor.extract.python_source import Definition, PythonSource, last_name
from auditor.extract.python_uses import Uses
from auditor.extract.words import LOG_CALLS
from auditor.facts import Fact, Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

MAX_LINE = 10_000
"""A file with a longer line was not written by a person; no passage of it could be read by one."""

_RECURSION = 12_000


def facts_in_python(file: SourceFile) -> tuple[Fact, ...] | Skipped:
    """The facts of one file, or the reason why it cannot be read."""
    longest = max(file.lines, key=len)
    if len(longest) > MAX_LINE:
        detail = f"line {file.lines.index(longest) + 1} has {len(longest):,} characters"
        return Skipped(path=file.path, reason=Unread.VENDORED, detail=detail)
    line = too_deep(file.text)
    if line is not None:
        return Skipped(
            path=file.path, reason=Unread.SYNTAX, detail=f"line {line}: nested too deeply to parse"
        )
    try:
        with _deeper_recursion():
            return _facts(file)
    except cst.ParserSyntaxError as error:
        detail = f"line {error.raw_line}: {_first_line(error.message)}"
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail=detail)
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to walk")
    except (cst.CSTValidationError, SyntaxError, ValueError) as error:
        # What the parser lets pass and its nodes or the reading of a literal refuse costs this file only.
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail=_first_line(str(error))[:200])


def _facts(file: SourceFile) -> tuple[Fact, ...]:
    module = cst.parse_module(file.text)
    wrapped = MetadataWrapper(module, unsafe_skip_copy=True)
    try:
        positions: Mapping[cst.CSTNode, CodeRange] = wrapped.resolve(PositionProvider)
    except KeyError:
        # libcst loses the node at hand where Python 3.12 ends a recursion inside it; the node must not
        # travel on in the error, since printing it takes hours.
        raise RecursionError from None
    source = PythonSource(path=file.path, lines=tuple(file.lines), module=module, positions=positions)
    walk = _Walk(source)
    module.visit(walk)
    return tuple(walk.finished())


@contextmanager
def _deeper_recursion() -> Iterator[None]:
    """Let the walk go as deep as `too_deep` lets a text be."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _first_line(message: str) -> str:
    return message.strip().split("\n")[0]


class _Walk(cst.CSTVisitor):
    """Gathers facts on one pass; `finished` gives them with the uses of numbers filled in."""

    def __init__(self, source: PythonSource) -> None:
        super().__init__()
        self._source = source
        self._around: list[Definition] = []
        self._categories: dict[str, Category] = {}
        self._facts: list[Fact] = []
        self._uses = Uses()
        self._shown = 0
        self._annotation = 0

    def finished(self) -> Iterator[Fact]:
        return (self._uses.filled_in(fact) for fact in self._facts)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        category = category_of(node, self._categories)
        self._categories[node.name.value] = category
        self._keep(class_fact(node, category, self._source, self._around))
        self._around.append(Definition(name=node.name.value, class_=node, category=category))

    def leave_ClassDef(self, original_node: cst.ClassDef) -> None:
        self._around.pop()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        for fact in entry_points_of(node, self._source, self._around):
            self._keep(fact)
        self._around.append(Definition(name=node.name.value))

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        self._around.pop()

    def visit_Lambda_params(self, node: cst.Lambda) -> None:
        self._annotation += 1

    def leave_Lambda_params(self, node: cst.Lambda) -> None:
        self._annotation -= 1

    def visit_Param(self, node: cst.Param) -> None:
        if not self._annotation:
            self._keep(threshold_in_parameter(node, self._source, self._around))

    def visit_Assign(self, node: cst.Assign) -> None:
        if len(node.targets) == 1:
            target = node.targets[0].target
            self._keep(threshold_in_constant(target, node.value, self._source, self._around, annotated=False))

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            self._keep(
                threshold_in_constant(node.target, node.value, self._source, self._around, annotated=True)
            )

    def visit_Comparison(self, node: cst.Comparison) -> None:
        for fact in threshold_in_comparison(node, self._source, self._around):
            self._keep(fact)

    def visit_Subscript(self, node: cst.Subscript) -> None:
        if not self._shown and not self._annotation:
            self._keep(threshold_in_slice(node, self._source, self._around))

    def visit_Call(self, node: cst.Call) -> None:
        self._shown += last_name(node.func) in LOG_CALLS
        self._uses.of_call(node, self._around)
        for fact in threshold_in_call(node, self._source, self._around):
            self._keep(fact)

    def leave_Call(self, original_node: cst.Call) -> None:
        self._shown -= last_name(original_node.func) in LOG_CALLS

    def visit_Raise(self, node: cst.Raise) -> None:
        self._shown += 1

    def leave_Raise(self, original_node: cst.Raise) -> None:
        self._shown -= 1

    def visit_Annotation(self, node: cst.Annotation) -> None:
        self._annotation += 1

    def leave_Annotation(self, original_node: cst.Annotation) -> None:
        self._annotation -= 1

    def visit_Name(self, node: cst.Name) -> None:
        if node.value.isupper():
            self._uses.of_name(node.value, self._source.positions[node].start.line, self._around)

    def _keep(self, fact: Fact | None) -> None:
        if fact is not None:
            self._facts.append(fact)
