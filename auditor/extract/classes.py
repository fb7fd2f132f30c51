"""What each file of a target is for: its own source, or tests, examples, documents, bundles, generated code,
and code that was brought in. Told by folder and name, then by what the file itself says and looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from auditor.extract.documents import is_document
from auditor.terms import FileClass

_FOLDERS: dict[str, FileClass] = {
    **dict.fromkeys(["test", "tests", "testing", "__tests__", "benchmark", "benchmarks"], FileClass.TEST),
    **dict.fromkeys(
        ["example", "examples", "cookbook", "cookbooks", "demo", "demos", "tutorial", "tutorials", "samples"],
        FileClass.EXAMPLE,
    ),
    **dict.fromkeys(["docs", "doc"], FileClass.DOCUMENT),
    **dict.fromkeys(
        ["vendor", "_vendor", "vendored", "third_party", "node_modules", "site-packages"], FileClass.VENDORED
    ),
}
_NAMES: tuple[tuple[str, FileClass], ...] = (
    ("test_*.py", FileClass.TEST),
    ("*_test.py", FileClass.TEST),
    ("conftest.py", FileClass.TEST),
    ("*_pb2.py", FileClass.GENERATED),
    ("*_pb2_grpc.py", FileClass.GENERATED),
    ("*_pb2.pyi", FileClass.GENERATED),
    ("*.generated.*", FileClass.GENERATED),
    ("*.min.js", FileClass.BUNDLE),
    ("*.min.css", FileClass.BUNDLE),
    ("*.min.mjs", FileClass.BUNDLE),
    ("*.bundle.js", FileClass.BUNDLE),
    ("*.chunk.js", FileClass.BUNDLE),
)
_COMMENT = ("#", "//", "/*", "*", "--", "<!--")
_HEADER_LINES = 15
_HEADER_LENGTH = 300
_GENERATED = re.compile(
    r"@generated\b|\bgenerated\b.{0,200}\bdo not (?:edit|modify|change)\b"
    r"|\bdo not (?:edit|modify|change)\b.{0,200}\bgenerated\b|\bauto-?generated (?:by|from|file|code)\b"
    r"|\bautomatically generated (?:by|from)\b",
    re.IGNORECASE | re.DOTALL,
)
_PACKED_SIZE = 5_000
_PACKED_LINE = 500
"""A program of so many characters whose lines have so many on the average was packed by a machine."""
_PROGRAMS = frozenset([".py", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".css"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """The class of a file, the folder (with its slash) or file that is of it, and what tells."""

    is_: FileClass
    place: str
    told_by: str


def class_by_path(path: str) -> Classified:
    """The class of a file by the folders that it stands in, the highest first, and by its name."""
    parts = PurePosixPath(path).parts
    for depth, part in enumerate(parts[:-1], start=1):
        if part in _FOLDERS:
            return Classified(is_=_FOLDERS[part], place="/".join(parts[:depth]) + "/", told_by="its folder")
    for pattern, found in _NAMES:
        if fnmatchcase(parts[-1], pattern):
            return Classified(is_=found, place=path, told_by="its name")
    found = FileClass.DOCUMENT if is_document(path) else FileClass.SHIPPED
    return Classified(is_=found, place=path, told_by="its name")


def is_example(path: str) -> bool:
    """Whether a file is code that shows how the target is used."""
    shows = class_by_path(path).is_ in (FileClass.EXAMPLE, FileClass.DOCUMENT)
    return shows and PurePosixPath(path).suffix in _PROGRAMS


def class_by_text(path: str, text: str) -> Classified | None:
    """The class that the text of a program gives it; None where it says nothing against its path."""
    if PurePosixPath(path).suffix not in _PROGRAMS:
        return None
    if _GENERATED.search(_header(text)):
        return Classified(is_=FileClass.GENERATED, place=path, told_by="its first lines")
    if len(text) > _PACKED_SIZE and len(text) > _PACKED_LINE * (text.count("\n") + 1):
        return Classified(is_=FileClass.BUNDLE, place=path, told_by="the length of its lines")
    return None


def _header(text: str) -> str:
    """The comments that a text begins with, as far as anyone would read them for a mark."""
    kept: list[str] = []
    for line in text[: _HEADER_LINES * _HEADER_LENGTH].split("\n")[:_HEADER_LINES]:
        begun = line.strip()
        if begun and not begun.startswith(_COMMENT):
            break
        kept.append(begun.lstrip("#/*-<! "))
    return "\n".join(kept)
