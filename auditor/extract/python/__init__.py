"""Python: a text to the neutral form, by one cheap pass over its syntax tree; where concrete syntax decides
something, definitions are read once more by `concrete`."""

from __future__ import annotations

from auditor.extract.limits import Exhausted, Limits
from auditor.extract.neutral import Module
from auditor.extract.python.notebooks import notebook_of
from auditor.extract.python.parsing import GRAMMAR
from auditor.extract.python.statements import StatementReader
from auditor.extract.trees import parsed, read_file, read_text
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

__all__ = ["read_notebook", "read_python"]

LANGUAGE = "python"


def read_python(file: SourceFile, limits: Limits) -> Module | Skipped:
    """The neutral form of one file, or the reason why it has none."""
    return read_file(file, LANGUAGE, GRAMMAR, StatementReader, limits)


def read_notebook(file: SourceFile, limits: Limits) -> tuple[Module, str, tuple[int, ...]] | Skipped:
    """The code cells of a notebook: their neutral form as one module, their text, and the numbers of those
    that could not be read; or the reason why it has none."""
    allowance = limits.begin()
    try:
        book = notebook_of(file, lambda content: not parsed(content, GRAMMAR, allowance).root_node.has_error)
        if isinstance(book, Skipped):
            return book
        module = read_text(file.path, book.content, LANGUAGE, GRAMMAR, StatementReader, allowance)
    except RecursionError:
        return Skipped(path=file.path, reason=Unread.SYNTAX, detail="nested too deeply to read")
    except Exhausted as over:
        return Skipped(path=file.path, reason=Unread.LIMIT, detail=str(over))
    return module._replace(cells=book.cells), book.text, book.left_out
