"""The names that a target's documents show in code: what a reader is told to call is public, the rest is not.

Only names are taken here; what documents claim is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".rst", ".adoc", ".ipynb"})
_NAMES = frozenset({"README", "README.txt", "METADATA", "PKG-INFO"})
_FENCES = ("```", "~~~")
_NAME = re.compile(r"[A-Za-z_]\w{2,60}")
_MOST = 2_000_000
"""Characters of one document that are looked at."""


def is_document(path: str) -> bool:
    """Whether a file is written for people, by its name."""
    name = PurePosixPath(path)
    return name.suffix.lower() in _SUFFIXES or name.name in _NAMES


def names_shown(texts: Iterable[str]) -> frozenset[str]:
    """Every name that stands in a code span, a fence or an indented line of a document."""
    return frozenset(
        name for text in texts for code in _code_in(text[:_MOST]) for name in _NAME.findall(code)
    )


def _code_in(text: str) -> Iterator[str]:
    """The stretches of a document that are code, read line by line."""
    fence = ""
    for line in text.split("\n"):
        begun = line.lstrip()
        if fence:
            if begun.startswith(fence):
                fence = ""
            else:
                yield line
        elif begun.startswith(_FENCES):
            fence = begun[:3]
        elif line.startswith(("    ", "\t")):
            yield line
        else:
            yield from line.split("`")[1::2]
