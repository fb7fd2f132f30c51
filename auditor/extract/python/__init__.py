"""Python: a text to the neutral form, by one cheap pass over its syntax tree; where concrete syntax decides
something, definitions are read once more by `concrete`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from auditor.extract.limits import Allowance, Exhausted, Limits
from auditor.extract.neutral import Comment, Module
from auditor.extract.python.notebooks import notebook_of
from auditor.extract.python.parsing import MAX_LINE, damaged_spans, parsed
from auditor.extract.python.statements import StatementReader
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

__all__ = ["read_notebook", "read_python"]

_RECURSION = 12_000


def read_python(file: SourceFile, limits: Limits) -> Module | Skipped:
    """The neutral form of one file, or the reason why it has none."""
    longest = max(file.lines, key=len)
    if len(longest) > MAX_LINE:
        detail = f"line {file.lines.index(longest) + 1} has {len(longest):,} characters"
        return Skipped(path=file.path, reason=Unread.VENDORED, detail=detail)
    content = file.text.encode("utf-8", "surrogatepass")
    try:
        return _read(file.path, content, limits.begin())
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    except Exhausted as over:
        return Skipped(path=file.path, reason=Unread.LIMIT, detail=str(over))


def read_notebook(file: SourceFile, limits: Limits) -> tuple[Module, str, tuple[int, ...]] | Skipped:
    """The code cells of a notebook: their neutral form as one module, their text, and the numbers of those
    that could not be read; or the reason why it has none."""
    allowance = limits.begin()
    try:
        book = notebook_of(file, lambda content: not parsed(content, allowance).root_node.has_error)
        if isinstance(book, Skipped):
            return book
        module = _read(file.path, book.content, allowance)
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    except Exhausted as over:
        return Skipped(path=file.path, reason=Unread.LIMIT, detail=str(over))
    return module._replace(cells=book.cells), book.text, book.left_out


def _read(path: str, content: bytes, allowance: Allowance) -> Module:
    """The one pass. Raises RecursionError or Exhausted."""
    root = parsed(content, allowance).root_node
    comments: list[Comment] = []
    reader = StatementReader(content, comments, allowance)
    with _deeper_recursion():
        body = reader.block(root)
        document = reader.document(root)
    return Module(
        path=path,
        language="python",
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
