"""What version control is told to ignore: the patterns of `.gitignore` files, matched in bounded time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

_MAX_PATTERNS = 10_000
_MAX_LENGTH = 1_000
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnorePattern:
    """One line of an ignore file, for paths below the folder that holds the file."""

    folder: tuple[str, ...]
    parts: tuple[str, ...]
    negated: bool
    folders_only: bool
    anywhere: bool
    """A pattern without a slash in it is for names at any depth."""


def read_patterns(text: str, *, folder: tuple[str, ...] = ()) -> tuple[IgnorePattern, ...]:
    """The patterns of an ignore file; very many or very long ones are left out."""
    return tuple(
        pattern
        for line in text.splitlines()[:_MAX_PATTERNS]
        if len(line) <= _MAX_LENGTH and (pattern := _pattern(line, folder)) is not None
    )


def is_ignored(parts: tuple[str, ...], *, is_folder: bool, patterns: Iterable[IgnorePattern]) -> bool:
    """Whether a path is ignored: the last pattern that fits it decides."""
    ignored = False
    for pattern in patterns:
        if pattern.negated == ignored and (is_folder or not pattern.folders_only) and _fits(pattern, parts):
            ignored = not pattern.negated
    return ignored


def _pattern(line: str, folder: tuple[str, ...]) -> IgnorePattern | None:
    if not line.endswith("\\ "):
        line = line.rstrip(" ")
    negated = line.startswith("!")
    line = line[1:] if negated else line
    if not line or line.startswith("#"):
        return None
    folders_only = line.endswith("/")
    line = line.rstrip("/")
    anywhere = "/" not in line
    parts = tuple(_as_glob(each) for each in line.split("/") if each)
    if not parts:
        return None
    return IgnorePattern(
        folder=folder, parts=parts, negated=negated, folders_only=folders_only, anywhere=anywhere
    )


def _as_glob(part: str) -> str:
    """A part of a pattern as the standard library writes it: a character is escaped by a class of its own."""
    return _ESCAPED.sub(lambda found: f"[{found[1]}]", part)


def _fits(pattern: IgnorePattern, parts: tuple[str, ...]) -> bool:
    depth = len(pattern.folder)
    if parts[:depth] != pattern.folder or len(parts) <= depth:
        return False
    if pattern.anywhere:
        return fnmatchcase(parts[-1], pattern.parts[0])
    return _match(pattern.parts, parts[depth:])


def _match(wanted: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """Match part by part; `**` stands for any number of parts. Goes back to the last `**` only."""
    at = have = 0
    star = -1
    resume = 0
    while have < len(parts):
        if at < len(wanted) and wanted[at] == "**":
            star, resume = at, have
            at += 1
        elif at < len(wanted) and fnmatchcase(parts[have], wanted[at]):
            at += 1
            have += 1
        elif star >= 0:
            resume += 1
            at, have = star + 1, resume
        else:
            return False
    return at == len(wanted)
