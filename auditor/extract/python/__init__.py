"""Python: a text to the neutral form, by one cheap pass over its syntax tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from auditor.extract.neutral import Comment, Module
from auditor.extract.python.parsing import MAX_LINE, damaged_spans, parsed
from auditor.extract.python.statements import StatementReader
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

__all__ = ["read_python"]

_RECURSION = 12_000


def read_python(file: SourceFile) -> Module | Skipped:
    """The neutral form of one file, or the reason why it has none."""
    longest = max(file.lines, key=len)
    if len(longest) > MAX_LINE:
        detail = f"line {file.lines.index(longest) + 1} has {len(longest):,} characters"
        return Skipped(path=file.path, reason=Unread.VENDORED, detail=detail)
    content = file.text.encode("utf-8", "surrogatepass")
    root = parsed(content).root_node
    comments: list[Comment] = []
    reader = StatementReader(content, comments)
    try:
        with _deeper_recursion():
            body = reader.block(root)
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    return Module(
        path=file.path,
        language="python",
        document=reader.document(root),
        body=body,
        comments=tuple(comments),
        damaged=damaged_spans(root),
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
