"""The parse of a TypeScript or JavaScript text by tree-sitter, with the grammar that its suffix asks for."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

import tree_sitter
import tree_sitter_javascript
import tree_sitter_typescript

SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""The suffixes of the files that this reader reads."""

_TYPESCRIPT = frozenset({".ts", ".mts", ".cts"})
_WITH_MARKUP = ".tsx"


def parsed(content: bytes, path: str) -> tree_sitter.Tree:
    """The syntax tree of a text. Errors are recovered from; `has_error` of the root tells."""
    return tree_sitter.Parser(_language(PurePosixPath(path).suffix)).parse(content)


@cache
def _language(suffix: str) -> tree_sitter.Language:
    """The grammar of a suffix: a cast `<T>value` and markup cannot be told apart by one grammar."""
    if suffix in _TYPESCRIPT:
        return tree_sitter.Language(tree_sitter_typescript.language_typescript())
    if suffix == _WITH_MARKUP:
        return tree_sitter.Language(tree_sitter_typescript.language_tsx())
    return tree_sitter.Language(tree_sitter_javascript.language())
