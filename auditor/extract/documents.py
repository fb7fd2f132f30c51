"""The names that a target's documents show in code: what a reader is told to call is public, the rest is not.

Only names are taken here; what documents claim is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".rst", ".adoc", ".ipynb"})
_NAMES = frozenset({"README", "README.txt", "METADATA", "PKG-INFO"})
_CODE = re.compile(
    r"^(?P<fence>```+|~~~+)[^\n]*\n(?P<block>.*?)^(?P=fence)"
    r"|`+(?P<span>[^`\n]{1,400})`+"
    r"|^(?: {4}|\t)(?P<line>[^\n]*)$",
    re.MULTILINE | re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_]\w{2,60}")
_MOST = 2_000_000
"""Characters of one document that are looked at."""


def is_document(path: str) -> bool:
    """Whether a file is written for people, by its name."""
    name = PurePosixPath(path)
    return name.suffix.lower() in _SUFFIXES or name.name in _NAMES


def names_shown(texts: Iterable[str]) -> frozenset[str]:
    """Every name that stands in a code span, a fence or an indented line of a document."""
    found: set[str] = set()
    for text in texts:
        for match in _CODE.finditer(text[:_MOST]):
            code = match["block"] or match["span"] or match["line"] or ""
            found.update(_NAME.findall(code))
    return frozenset(found)
