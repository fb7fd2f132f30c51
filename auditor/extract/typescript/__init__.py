"""TypeScript and JavaScript: a text to the neutral form, by one pass over its syntax tree."""

from __future__ import annotations

from auditor.extract.neutral import Module
from auditor.extract.trees import read_module
from auditor.extract.typescript.parsing import SUFFIXES, parsed
from auditor.extract.typescript.statements import StatementReader
from auditor.facts import Skipped
from auditor.snapshot import SourceFile

__all__ = ["SUFFIXES", "read_typescript"]


def read_typescript(file: SourceFile) -> Module | Skipped:
    """The neutral form of one file, or the reason why it has none."""
    return read_module(file, "typescript", parsed, StatementReader)
