"""The grammars of TypeScript and JavaScript, by the suffix of a file."""

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


def grammar_of(path: str) -> tree_sitter.Language:
    """The grammar that the suffix of a file asks for: a cast `<T>value` and markup cannot be told apart by
    one grammar."""
    return _language(PurePosixPath(path).suffix)


@cache
def _language(suffix: str) -> tree_sitter.Language:
    if suffix in _TYPESCRIPT:
        return tree_sitter.Language(tree_sitter_typescript.language_typescript())
    if suffix == _WITH_MARKUP:
        return tree_sitter.Language(tree_sitter_typescript.language_tsx())
    return tree_sitter.Language(tree_sitter_javascript.language())
