"""Which paths a layer of a source covers."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from auditor.records.members import LayerScope


def patterns_of(scope: LayerScope) -> tuple[str, ...] | None:
    """The patterns of a layer; None where it is all of the source, or says in words what it covers."""
    if not scope.files or any(" " in each.strip() for each in scope.files):
        return None
    return tuple(each.strip() for each in scope.files)


def covers(patterns: Iterable[str], path: str) -> bool:
    """Whether a path, which may be a folder or a pattern, lies under one of the patterns."""
    bare = path.rstrip("/")
    return any(
        fnmatchcase(bare, each)
        or bare.startswith(each.rstrip("/*") + "/")
        or each.rstrip("/*") == bare
        or (any(mark in path for mark in "*?[") and fnmatchcase(each, bare))
        for each in patterns
    )
