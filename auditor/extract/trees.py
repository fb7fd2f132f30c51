"""What the readers of all languages share: the parse of a text within its limits, which texts no person
wrote, how deep one may nest, and which spans of a syntax tree its parser could not read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import tree_sitter

from auditor.extract.limits import Allowance, Exhausted, Limits
from auditor.extract.neutral import Comment, Module, Statement, Text
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

MAX_LINE = 10_000
"""A file with a longer line was not written by a person; no passage of it could be read by one."""

_PIECE = 1 << 16
_RECURSION = 12_000


class BlockReader(Protocol):
    """Reads the statements of one text and the text that documents it; `older` are the spans that the grammar
    still reads and the language has given up."""

    @property
    def older(self) -> list[tuple[int, int]]: ...

    def block(self, node: tree_sitter.Node | None) -> tuple[Statement, ...]: ...

    def document(self, body: tree_sitter.Node | None) -> Text | None: ...


MakeReader = Callable[[bytes, list[Comment], Allowance], BlockReader]


def parsed(content: bytes, grammar: tree_sitter.Language, allowance: Allowance) -> tree_sitter.Tree:
    """The syntax tree of a text. Errors are recovered from; `has_error` of the root tells.

    Raises Exhausted where the text takes more than it may.
    """
    try:
        tree = tree_sitter.Parser(grammar).parse(
            lambda offset, _: content[offset : offset + _PIECE],
            progress_callback=lambda _offset, _has_error: allowance.is_late,
        )
    except ValueError:  # what the parser raises where it was told to end
        allowance.go_on()
        raise
    allowance.hold(tree.root_node.descendant_count)
    return tree


def damaged_spans(root: tree_sitter.Node) -> tuple[tuple[int, int], ...]:
    """The byte offsets of what the parser could not read."""
    if not root.has_error:
        return ()
    found: list[tuple[int, int]] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            found.append((node.start_byte, node.end_byte))
        elif node.has_error:
            waiting.extend(node.children)
    return tuple(sorted(found))


def read_file(
    file: SourceFile, language: str, grammar: tree_sitter.Language, make: MakeReader, limits: Limits
) -> Module | Skipped:
    """The neutral form of one file by the grammar and the reader of its language, or why it has none."""
    longest = max(file.lines, key=len)
    if len(longest) > MAX_LINE:
        detail = f"line {file.lines.index(longest) + 1} has {len(longest):,} characters"
        return Skipped(path=file.path, reason=Unread.VENDORED, detail=detail)
    content = file.text.encode("utf-8", "surrogatepass")
    try:
        return read_text(file.path, content, language, grammar, make, limits.begin())
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    except Exhausted as over:
        return Skipped(path=file.path, reason=Unread.LIMIT, detail=str(over))


def read_text(
    path: str,
    content: bytes,
    language: str,
    grammar: tree_sitter.Language,
    make: MakeReader,
    allowance: Allowance,
) -> Module:
    """The one pass over one text. Raises RecursionError or Exhausted."""
    root = parsed(content, grammar, allowance).root_node
    comments: list[Comment] = []
    reader = make(content, comments, allowance)
    with _deeper_recursion():
        body = reader.block(root)
        document = reader.document(root)
    return Module(
        path=path,
        language=language,
        document=document,
        body=body,
        comments=tuple(comments),
        damaged=tuple(sorted((*damaged_spans(root), *reader.older))),
    )


@contextmanager
def _deeper_recursion() -> Iterator[None]:
    """Let the pass go as deep as its readers let a text be."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
