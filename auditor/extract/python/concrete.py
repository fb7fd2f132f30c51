"""The second pass over Python: what only concrete syntax tells, of the statements and heads of definitions
where it decides something. Each is parsed once by libcst, without its providers.

It tells comments and whom they stand by, how a text is put together, and where an expression begins and ends
with its parentheses. What libcst refuses stays as the first pass has it, and the refusal is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState

MAX_CHARACTERS = 40_000
MAX_NESTING = 80
"""A longer or deeper piece is not parsed: libcst goes down the stack of the process, which it can exhaust."""

_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A comment without its mark, the line it is on, and whether it is alone there."""

    line: int
    text: str
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An expression as written: offsets in characters of its piece, without and with its parentheses."""

    start: int
    end: int
    outer_start: int
    outer_end: int
    node: cst.CSTNode


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A piece that libcst does not take for Python, and the line where it stops."""

    line: int
    why: str


class Piece:
    """Some lines of a file as concrete syntax. `first` is the number of its first line in the file."""

    def __init__(self, text: str, first: int, tree: cst.Module, shift: int) -> None:
        self.text = text
        self.first = first
        spans = _Spans(default_indent=tree.default_indent, default_newline=tree.default_newline)
        tree._codegen(spans)
        self._spans = spans
        self._shift = shift
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    @property
    def remarks(self) -> list[Remark]:
        """The comments, in the order of the source."""
        found: list[Remark] = []
        for node, (start, _) in self._spans.around.values():
            if isinstance(node, cst.Comment):
                at = start - self._shift
                begun = self.text.rfind("\n", 0, at) + 1
                text = node.value.lstrip("#!: ").strip()
                alone = not self.text[begun:at].strip()
                found.append(Remark(line=self.line(at), text=text, alone=alone))
        return sorted(found, key=lambda each: each.line)

    @property
    def expressions(self) -> list[Written]:
        """The expressions, those around others first; the names of imports are not among them."""
        found: list[Written] = []
        around = self._spans.around.values()
        imports = [span for node, span in around if isinstance(node, cst.Import | cst.ImportFrom)]
        for key, (node, (outer_start, outer_end)) in self._spans.around.items():
            if any(first <= outer_start and outer_end <= last for first, last in imports):
                continue
            if isinstance(node, cst.BaseExpression) and outer_start >= self._shift:
                start, end = self._spans.inside.get(key, (outer_start, outer_end))
                made = (each - self._shift for each in (start, end, outer_start, outer_end))
                places = dict(zip(("start", "end", "outer_start", "outer_end"), made, strict=True))
                found.append(Written(**places, node=node))
        return sorted(found, key=lambda each: (each.outer_start, -each.outer_end))

    @property
    def values(self) -> list[tuple[Written, int, int]]:
        """The values that are assigned, each with the first and last line of its statement."""
        written = {id(each.node): each for each in self.expressions}
        found: list[tuple[Written, int, int]] = []
        for node, (start, end) in self._spans.around.values():
            if isinstance(node, cst.Assign | cst.AnnAssign | cst.AugAssign) and id(node.value) in written:
                first, last = self.line(start - self._shift), self.line(max(start, end - 1) - self._shift)
                found.append((written[id(node.value)], first, last))
        return found

    def line(self, offset: int) -> int:
        """The line of the file that a character of the piece stands on."""
        return self.first + self.text.count("\n", 0, max(offset, 0))

    def offset(self, line: int) -> int:
        """The first character of a line of the file."""
        return self._starts[line - self.first]

    def plain(self, start: int, end: int) -> str:
        """What stands between two characters, without comments and on one line."""
        kept: list[str] = []
        at = start
        for node, (first, last) in sorted(self._spans.around.values(), key=lambda each: each[1]):
            first, last = first - self._shift, last - self._shift
            if isinstance(node, cst.Comment) and start <= first and last <= end:
                kept.append(self.text[at:first])
                at = last
        kept.append(self.text[at:end])
        flat = " ".join("".join(kept).split())
        return flat.replace("( ", "(").replace(" )", ")").replace("[ ", "[").replace(" ]", "]")


def piece_of(text: str, first: int, lead: str = "") -> Piece | Refused | None:
    """Some whole lines as concrete syntax, under `lead`, the lines that make a text of them.

    None where they are too long or too deep to be given to a parser.
    """
    if len(text) > MAX_CHARACTERS or _nesting(text) > MAX_NESTING:
        return None
    try:
        return Piece(text, first, cst.parse_module(lead + text), len(lead))
    except cst.ParserSyntaxError as error:
        line = max(error.raw_line - lead.count("\n"), 1)
        return Refused(line=first + line - 1, why=error.message.split("\n")[0])
    except RecursionError:
        return None


def built(node: cst.CSTNode) -> str | None:
    """How a text is put together; None for what is none."""
    if isinstance(node, cst.ConcatenatedString):
        return "implicit join"
    if isinstance(node, cst.FormattedString):
        return "f-string"
    if isinstance(node, cst.TemplatedString):
        return "t-string"
    if isinstance(node, cst.SimpleString):
        return "raw literal" if "r" in node.prefix else "literal"
    if isinstance(node, cst.BinaryOperation):
        if isinstance(node.operator, cst.Modulo) and built(node.left) is not None:
            return "percent"
        if isinstance(node.operator, cst.Add) and (built(node.left) or built(node.right)):
            return "concatenation"
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return None
    called = node.func.attr.value
    return called if called in ("format", "join") and built(node.func.value) is not None else None


class _Spans(CodegenState):
    """Writes a tree out and keeps where each of its nodes begins and ends."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.at = 0
        self.around: dict[int, tuple[cst.CSTNode, tuple[int, int]]] = {}
        self.inside: dict[int, tuple[int, int]] = {}
        self._begun: list[int] = []

    def add_token(self, value: str) -> None:
        self.at += len(value)

    def add_indent_tokens(self) -> None:
        self.at += sum(map(len, self.indent_tokens))

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._begun.append(self.at)

    def after_codegen(self, node: cst.CSTNode) -> None:
        self.around[id(node)] = (node, (self._begun.pop(), self.at))

    def record_syntactic_position(self, node: cst.CSTNode, **_: Any) -> _Recording:  # type: ignore[override]
        return _Recording(self, node)


class _Recording:
    """Keeps where a node begins and ends without its parentheses."""

    def __init__(self, spans: _Spans, node: cst.CSTNode) -> None:
        self._spans = spans
        self._node = node

    def __enter__(self) -> None:
        self._start = self._spans.at

    def __exit__(self, *_: object) -> None:
        self._spans.inside[id(self._node)] = (self._start, self._spans.at)


def _nesting(text: str) -> int:
    """How deep brackets and signs stand in one another, at most; those in texts count too."""
    deepest = depth = run = 0
    for character in text:
        if character in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif character in _CLOSING:
            depth = max(depth - 1, 0)
        run = run + 1 if character in "-~+" else 0
        deepest = max(deepest, run)
    return deepest


def texts_in(piece: Piece) -> Iterator[tuple[Written, str]]:
    """The texts of a piece that are part of no other, each with how it is put together."""
    end = -1
    for each in piece.expressions:
        how = built(each.node)
        if how is not None and each.outer_start >= end:
            end = each.outer_end
            yield each, how
