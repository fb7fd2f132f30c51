"""Whether a source has a folder, or a file that a pattern names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from fnmatch import translate
from functools import cached_property

from auditor.snapshot import Snapshot

_MARKS = "*?["


class Folders:
    """The paths of a source, sorted once for all that ask; an answer is kept for those that ask again."""

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
        if not is_pattern(path):
            return False
        matches = re.compile(translate(path)).match
        return any(matches(each) for each in self._possible(path))

    def _possible(self, pattern: str) -> Iterator[str]:
        """The paths that begin as a pattern does and hold its longest plain stretch; no others can match."""
        begins, *behind = re.split(r"[*?]", pattern.partition("[")[0])
        telling = max(behind, key=len, default="")
        if telling not in self._whole:
            return
        for at in range(bisect_left(self._paths, begins), len(self._paths)):
            each = self._paths[at]
            if not each.startswith(begins):
                return
            if telling in each:
                yield each

    @cached_property
    def _paths(self) -> list[str]:
        return sorted(self._snapshot.paths())

    @cached_property
    def _whole(self) -> str:
        return "\n".join(self._paths)


def is_pattern(path: str) -> bool:
    """Whether a path that a register names is a pattern of paths."""
    return any(mark in path for mark in _MARKS)


def naming(cited: str) -> Callable[[str], bool]:
    """What tells of a path whether a folder or pattern names it; a pattern is read once."""
    folder = cited.rstrip("/") + "/"
    if not is_pattern(cited):
        return lambda path: cited in (".", "./") or path.startswith(folder)
    matches = re.compile(translate(cited)).match
    return lambda path: path.startswith(folder) or matches(path) is not None
