"""The parse of a Python text by tree-sitter, and what is refused before it: texts that no person wrote."""

from __future__ import annotations

import tree_sitter
import tree_sitter_python

from auditor.extract.limits import Allowance

MAX_LINE = 10_000
"""A file with a longer line was not written by a person; no passage of it could be read by one."""

OLDER = frozenset({"print_statement", "exec_statement"})
"""Statements that the grammar still knows and the language has not."""

_LANGUAGE = tree_sitter.Language(tree_sitter_python.language())
_PIECE = 1 << 16


def parsed(content: bytes, allowance: Allowance) -> tree_sitter.Tree:
    """The syntax tree of a text. Errors are recovered from; `has_error` of the root tells.

    Raises Exhausted where the text takes more than it may.
    """
    try:
        tree = tree_sitter.Parser(_LANGUAGE).parse(
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
