"""What a target's documents and examples show in code: what a reader is told to call is public, the rest is
not.

Only names are taken here; what documents claim is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

_SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".rst", ".adoc", ".ipynb"})
_NAMES = frozenset({"README", "README.txt", "METADATA", "PKG-INFO"})
_FENCES = ("```", "~~~")
_NAME = re.compile(r"[A-Za-z_]\w{2,60}")
_CALL = re.compile(r"([A-Za-z_]\w{0,60}|[)\]])[^\S\n]?\.[^\S\n]?([A-Za-z_]\w{0,60})[^\S\n]?\(")
_IMPORT = re.compile(r"\s*(?:from\s|import\s)")
_MOST = 2_000_000
"""Characters of one document that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What documents show in code: its names; `methods` are those called on something, and `parts` the names
    that methods are called on."""

    names: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()


def is_document(path: str) -> bool:
    """Whether a file is written for people, by its name."""
    name = PurePosixPath(path)
    return name.suffix.lower() in _SUFFIXES or name.name in _NAMES


def shown_in(documents: Iterable[str], examples: Iterable[str] = ()) -> Shown:
    """What stands in the code spans, fences and indented lines of documents, and in examples: of these the
    names that they import and the methods that they call."""
    names: set[str] = set()
    calls: set[tuple[str, str]] = set()
    for document in documents:
        for code in _code_in(document[:_MOST]):
            names.update(_NAME.findall(code))
            calls.update(_CALL.findall(code))
    for example in examples:
        for line in example[:_MOST].split("\n"):
            calls.update(_CALL.findall(line))
            if _IMPORT.match(line):
                names.update(_NAME.findall(line))
    methods = frozenset(method for _, method in calls)
    return Shown(names=frozenset(names), methods=methods, parts=frozenset(on for on, _ in calls))


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
