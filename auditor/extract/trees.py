"""What the readers of all languages share: which texts no person wrote, how deep one may nest, and which
spans of a syntax tree its parser could not read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import tree_sitter

from auditor.extract.neutral import Comment, Module, Statement, Text
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

MAX_LINE = 10_000
"""A file with a longer line was not written by a person; no passage of it could be read by one."""

_RECURSION = 12_000


class BlockReader(Protocol):
    """Reads the statements of one text and the text that documents it."""

    def block(self, node: tree_sitter.Node | None) -> tuple[Statement, ...]: ...

    def document(self, body: tree_sitter.Node | None) -> Text | None: ...


def read_module(
    file: SourceFile,
    language: str,
    parse: Callable[[bytes, str], tree_sitter.Tree],
    reader: Callable[[bytes, list[Comment]], BlockReader],
) -> Module | Skipped:
    """The neutral form of one file by the parser and the reader of its language, or why it has none."""
    longest = max(file.lines, key=len)
    if len(longest) > MAX_LINE:
        detail = f"line {file.lines.index(longest) + 1} has {len(longest):,} characters"
        return Skipped(path=file.path, reason=Unread.VENDORED, detail=detail)
    content = file.text.encode("utf-8", "surrogatepass")
    root = parse(content, file.path).root_node
    comments: list[Comment] = []
    reading = reader(content, comments)
    try:
        with deeper_recursion():
            body = reading.block(root)
            document = reading.document(root)
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    return Module(
        path=file.path,
        language=language,
        document=document,
        body=body,
        comments=tuple(comments),
        damaged=damaged_spans(root),
    )


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


@contextmanager
def deeper_recursion() -> Iterator[None]:
    """Let a pass go as deep as its readers let a text be."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
