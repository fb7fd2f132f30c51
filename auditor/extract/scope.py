"""Which files of a target are looked at: its own source, and not tests, examples or what was brought in."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from auditor.extract.classes import Classified, class_by_path, class_by_text
from auditor.facts import Skipped
from auditor.terms import FileClass, Unread

_NEVER = frozenset({FileClass.BUNDLE, FileClass.GENERATED, FileClass.VENDORED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which files are looked at, by their class and by patterns.

    With `include`, only paths that match one of its patterns are looked at; what matches one of `exclude`
    never is. What stands in a folder of documents is looked at with `examples`.
    """

    tests: bool = False
    examples: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def leaves_out(self, path: str) -> Skipped | None:
        """The skip of a file outside the scope by its path, under the folder that puts it there."""
        if self.include and not any(fnmatchcase(path, each) for each in self.include):
            return Skipped(path=path, reason=Unread.EXCLUDED, detail="outside of what --include names")
        if any(fnmatchcase(path, each) for each in self.exclude):
            return Skipped(path=path, reason=Unread.EXCLUDED, detail="left out by --exclude")
        return self._left_out(class_by_path(path))

    def leaves_out_text(self, path: str, text: str) -> Skipped | None:
        """The skip of a file that its own text puts outside the scope."""
        told = class_by_text(path, text)
        return None if told is None else self._left_out(told)

    def _left_out(self, told: Classified) -> Skipped | None:
        if told.is_ in _NEVER:
            detail = f"{told.is_}, by {told.told_by}"
            return Skipped(path=told.place, reason=Unread.VENDORED, detail=detail)
        asked = {FileClass.TEST: self.tests, FileClass.EXAMPLE: self.examples}
        if told.is_ is FileClass.DOCUMENT and told.place.endswith("/"):
            wanted = self.examples
        else:
            wanted = asked.get(told.is_, True)
        if wanted:
            return None
        return Skipped(path=told.place, reason=Unread.EXCLUDED, detail=f"{told.is_}, by {told.told_by}")
