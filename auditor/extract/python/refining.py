"""What the second pass makes of the facts of a file: their comments, how their texts are put together, their
values without what only lays them out, and their passages in whole.

Only statements and heads that hold such a fact, and in which there is something to see, are parsed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from auditor.extract.neutral import (
    Assertion,
    Assignment,
    Branch,
    Class,
    Delete,
    Evaluation,
    Function,
    Loop,
    Node,
    Raise,
    Return,
    With,
    parts_of,
)
from auditor.extract.unit import STATEMENTS, Unit
from auditor.facts import Detail, Details, Fact, Skipped
from auditor.terms import FactKind, Unread

if TYPE_CHECKING:
    from auditor.extract.python.concrete import Piece, Refused, Remark, Written

_TEXTS = frozenset({FactKind.PROMPT, FactKind.PROMPT_DELIVERY})
_DEFINITIONS = frozenset({FactKind.OBJECT, FactKind.STATUS_VOCABULARY})
_KINDS = _TEXTS | _DEFINITIONS | {FactKind.THRESHOLD}
_SIMPLE = (Assignment, Evaluation, Return, Raise, Delete, Assertion)
_HEADED = (Function, Branch, Loop, With)
_DEEPEST = 80
"""Parts within one another; a deeper piece is not given to the parser of concrete syntax."""

_LONGEST_CLASS = 300
_MOST_REMARKS = 12
_LONGEST_REMARK = 400
_ORDERS = (
    "noqa",
    "type:",
    "pragma",
    "fmt:",
    "pylint:",
    "nosec",
    "ruff:",
    "mypy:",
    "pyright:",
    "isort:",
    "flake8:",
    "yapf:",
    "region",
    "endregion",
    "%%",
    "coding",
    "-*-",
)
"""How comments begin that speak to a tool and not to a reader."""


@dataclass(slots=True, kw_only=True)
class Refined:
    """The facts of a file with what concrete syntax tells, how many lines were read for it, and where it
    failed."""

    facts: list[Fact] = field(default_factory=list)
    lines: int = 0
    refused: list[Skipped] = field(default_factory=list)


def refine(unit: Unit, facts: Iterable[Fact]) -> Refined:
    """The facts of a file as concrete syntax has them."""
    refining = _Refining(unit)
    made = Refined(facts=[refining.refined(each) for each in facts])
    made.lines = len(refining.lines)
    for each in sorted(refining.refused.values(), key=lambda each: each.line):
        where = unit.place(each.line).removeprefix(unit.path).lstrip(":#")
        detail = f"line {where}: {each.why}; what stands around it was recovered"
        made.refused.append(Skipped(path=unit.path, reason=Unread.SYNTAX, detail=detail))
        break
    return made


class _Refining:
    """The pieces of one file, each parsed once."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._pieces: dict[tuple[int, int], Piece | Refused | None] = {}
        self._cells = {number: first for first, number in unit.module.cells}
        self._statements = sorted(
            (each for kind in STATEMENTS for each in unit.nodes(kind)), key=lambda node: node.start
        )
        self._lines_of = [unit.line(each.start) for each in self._statements]
        self.lines: set[int] = set()
        self.refused: dict[int, Refused] = {}

    def refined(self, fact: Fact) -> Fact:
        """A fact with what the piece around it tells."""
        if fact.kind not in _KINDS:
            return fact
        shift = self._cells.get(fact.cell, 1) - 1
        first, last = fact.line_start + shift, fact.line_end + shift
        node = self._statement(first, last)
        if node is None:
            return fact
        start, end = self._extent(node, fact)
        if not self._has_something(fact, first, last, start, end):
            return fact
        piece = self._piece(node, start, end)
        if piece is None:
            return fact
        from auditor.extract.python.concrete import Refused

        if isinstance(piece, Refused):
            return replace(fact, details=Details({**fact.details, "recovered": "true"}))
        return self._told(fact, piece, first, last, shift)

    def _told(self, fact: Fact, piece: Piece, first: int, last: int, shift: int) -> Fact:
        details: dict[str, Detail | None] = dict(fact.details)
        value = fact.value
        if fact.kind is FactKind.THRESHOLD:
            written = _value_of(piece, fact.value or "", first, last)
            if written is not None:
                value = piece.plain(written.start, written.end)
                first, last = _whole(piece, written, first, last)
        elif fact.kind in _TEXTS:
            from auditor.extract.python.concrete import texts_in

            for text, how in texts_in(piece):
                lines = piece.line(text.start), piece.line(text.end - 1)
                if first <= lines[0] <= last or lines[0] <= first <= lines[1]:
                    details["built"] = details.get("built", how)
                    if lines == (first, last):
                        first, last = _whole(piece, text, first, last)
                    break
        said = _remarks(piece.remarks, first, last, whole=fact.kind is not FactKind.OBJECT)
        if said:
            details["comment"] = said
        return replace(
            fact,
            value=value,
            line_start=first - shift,
            line_end=last - shift,
            passage="\n".join(self._unit.lines[first - 1 : last]),
            details=Details(details),
        )

    def _statement(self, first: int, last: int) -> Node | None:
        """The innermost statement around some lines that begins its own line."""
        at = bisect_right(self._lines_of, first) - 1
        node: Node | None = self._statements[at] if at >= 0 else None
        unit = self._unit
        while node is not None:
            is_statement: bool = isinstance(node, STATEMENTS)
            if is_statement and unit.span(node)[1] >= last and self._begins_line(node):
                break
            node = unit.parent(node)
        return node

    def _begins_line(self, node: Node) -> bool:
        line = self._unit.lines[self._unit.line(node.start) - 1]
        indent = len(line) - len(line.lstrip())
        return self._unit.column(node.start) == len(line[:indent].encode("utf-8", "surrogatepass"))

    def _extent(self, node: Node, fact: Fact) -> tuple[int, int]:
        """The lines of a statement, of a class in whole, or of the head of what has a body."""
        first, last = self._unit.span(node)
        body: tuple[Node, ...] = getattr(node, "body", ())
        is_whole = isinstance(node, Class) and fact.kind in _DEFINITIONS and last - first < _LONGEST_CLASS
        if isinstance(node, (*_HEADED, Class)) and body and not is_whole:
            inner = self._unit.line(body[0].start)
            document = getattr(node, "document", None)
            if document is not None:
                inner = min(inner, self._unit.line(document.start))
            return first, max(inner - 1, first) if inner > first else last
        return first, last

    def _has_something(self, fact: Fact, first: int, last: int, start: int, end: int) -> bool:
        """Whether concrete syntax can tell more of a fact than is known."""
        if fact.kind in _TEXTS:
            return True
        lines = self._unit.lines
        if any("#" in line for line in lines[start - 1 : end]) or self._comments_above(first):
            return True
        return fact.kind is FactKind.THRESHOLD and "\n" in (fact.value or "")

    def _comments_above(self, line: int) -> int:
        """How many lines directly above a line are comments."""
        count = 0
        while line - count >= 2 and self._unit.lines[line - count - 2].lstrip().startswith("#"):
            count += 1
        return count

    def _piece(self, node: Node, start: int, end: int) -> Piece | Refused | None:
        key = (start, end)
        if key not in self._pieces:
            self._pieces[key] = self._parsed(node, start, end)
        return self._pieces[key]

    def _parsed(self, node: Node, start: int, end: int) -> Piece | Refused | None:
        if not isinstance(node, (*_SIMPLE, *_HEADED, Class)) or _depth(node, self._unit, end) > _DEEPEST:
            return None
        from auditor.extract.python.concrete import Refused, piece_of

        lines = self._unit.lines
        indent = lines[start - 1][: len(lines[start - 1]) - len(lines[start - 1].lstrip())]
        above = self._comments_above(start)
        while above and not _is_at(lines[start - above - 1], indent):
            above -= 1
        begun = start - above
        held = lines[begun - 1 : end]
        if not isinstance(node, _SIMPLE) and end < self._unit.span(node)[1]:
            held = [*held, f"{indent}    pass"]
        lead = "if 1:\n" if indent else ""
        if isinstance(node, Branch) and node.chained:
            lead += f"{indent}if 1:\n{indent}    pass\n"
        piece = piece_of("\n".join(held) + "\n", begun, lead)
        if piece is not None:
            self.lines.update(range(begun, end + 1))
        if isinstance(piece, Refused):
            self.refused[begun] = piece
        return piece


def _is_at(line: str, indent: str) -> bool:
    return line[: len(line) - len(line.lstrip())] == indent


def _depth(node: Node, unit: Unit, last: int) -> int:
    """How deep the parts of a node nest, those that begin after a line left out."""
    deepest = 0
    waiting: list[tuple[Node, int]] = [(node, 0)]
    while waiting and deepest <= _DEEPEST:
        at, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting.extend((each, depth + 1) for each in parts_of(at) if unit.line(each.start) <= last)
    return deepest


def _value_of(piece: Piece, value: str, first: int, last: int) -> Written | None:
    """The expression that is written as a value is, within some lines."""
    for each in piece.expressions:
        if first <= piece.line(each.start) <= last and piece.text[each.start : each.end] == value:
            return each
    return None


def _whole(piece: Piece, written: Written, first: int, last: int) -> tuple[int, int]:
    """The lines of the statement that assigns an expression and nothing else, or those of its parentheses."""
    for value, start, end in piece.values:
        if value.node is written.node:
            return start, end
    return min(first, piece.line(written.outer_start)), max(last, piece.line(written.outer_end - 1))


def _remarks(remarks: list[Remark], first: int, last: int, *, whole: bool) -> tuple[str, ...]:
    """What comments say of some lines: those on them, and those that stand alone directly above."""
    above: list[Remark] = []
    line = first - 1
    for each in reversed([each for each in remarks if each.line < first and each.alone]):
        if each.line != line:
            break
        above.insert(0, each)
        line -= 1
    on = [each for each in remarks if first <= each.line <= (last if whole else first)]
    said = [" ".join(each.text for each in above)] if above else []
    said += [each.text for each in on]
    kept = [each[:_LONGEST_REMARK] for each in said if each and not each.lower().startswith(_ORDERS)]
    return tuple(kept[:_MOST_REMARKS])
