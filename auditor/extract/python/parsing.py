"""The parse of a Python text by tree-sitter, and what is refused before it: texts that no person wrote."""

from __future__ import annotations

import tree_sitter
import tree_sitter_python

MAX_LINE = 10_000
"""A file with a longer line was not written by a person; no passage of it could be read by one."""

_LANGUAGE = tree_sitter.Language(tree_sitter_python.language())


def parsed(content: bytes) -> tree_sitter.Tree:
    """The syntax tree of a text. Errors are recovered from; `has_error` of the root tells."""
    return tree_sitter.Parser(_LANGUAGE).parse(content)


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
