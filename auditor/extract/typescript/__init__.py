"""TypeScript and JavaScript: a text to the neutral form, by one pass over its syntax tree."""

from __future__ import annotations

from auditor.extract.limits import Limits
from auditor.extract.neutral import Module
from auditor.extract.trees import read_file
from auditor.extract.typescript.parsing import SUFFIXES, grammar_of
from auditor.extract.typescript.statements import StatementReader
from auditor.facts import Skipped
from auditor.snapshot import SourceFile

__all__ = ["SUFFIXES", "read_typescript"]


def read_typescript(file: SourceFile, limits: Limits) -> Module | Skipped:
    """The neutral form of one file, or the reason why it has none."""
    return read_file(file, "typescript", grammar_of(file.path), StatementReader, limits)
