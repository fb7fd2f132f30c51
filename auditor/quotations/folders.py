"""Whether a source has a folder, or a file that a pattern names."""

from __future__ import annotations

from bisect import bisect_left
from fnmatch import fnmatchcase
from functools import cached_property

from auditor.snapshot import Snapshot


class Folders:
    """The paths of a source, sorted once for all that ask."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, bool] = {}

    def holds(self, path: str) -> bool:
        """Whether a path names a folder with files in it, or is a pattern that a file matches."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._holds(path)
        return known

    def _holds(self, path: str) -> bool:
        if path in (".", "./"):
            return bool(self._paths)
        folder = path.rstrip("/") + "/"
        at = bisect_left(self._paths, folder)
        if at < len(self._paths) and self._paths[at].startswith(folder):
            return True
        return any(mark in path for mark in "*?[") and any(fnmatchcase(each, path) for each in self._paths)

    @cached_property
    def _paths(self) -> list[str]:
        return sorted(self._snapshot.paths())
