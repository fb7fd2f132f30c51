"""The grammar of Python, and what of it the language has given up."""

from __future__ import annotations

import tree_sitter
import tree_sitter_python

GRAMMAR = tree_sitter.Language(tree_sitter_python.language())

OLDER = frozenset({"print_statement", "exec_statement"})
"""Statements that the grammar still knows and the language has not."""
