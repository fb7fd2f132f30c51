"""From frozen files to facts: the walk of its language reads a file, or it is named with the reason why not.

One bad file costs one file. What a walk finds is what the text alone says; nothing is imported or run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from auditor.extract.exports import exported_names, with_exports
from auditor.extract.python import facts_in_python
from auditor.extract.words import (
    GENERATED_FILES,
    OUT_OF_SCOPE_FILES,
    OUT_OF_SCOPE_FOLDERS,
    VENDORED_FOLDERS,
)
from auditor.facts import CoverageOfFiles, Fact, Facts, Skipped
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import Unread

__all__ = ["Scope", "extract"]

Progress = Callable[[int, int, str], None]
"""Called before each file: how many are done, how many there are, and the path."""

_WALKS: dict[str, Callable[[SourceFile], tuple[Fact, ...] | Skipped]] = {".py": facts_in_python}
"""The walk of each language, by suffix."""

_COUNTED_BY_SUFFIX = frozenset({Unread.LANGUAGE, Unread.BINARY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which files are looked at: folders and files that are left out, and what is not the target's own."""

    folders: frozenset[str] = OUT_OF_SCOPE_FOLDERS
    files: tuple[str, ...] = OUT_OF_SCOPE_FILES
    vendored_folders: frozenset[str] = VENDORED_FOLDERS
    generated_files: tuple[str, ...] = GENERATED_FILES

    def leaves_out(self, path: str) -> Skipped | None:
        """The skip of a file outside the scope, under the folder or pattern that puts it there."""
        parts = PurePosixPath(path).parts
        for depth, part in enumerate(parts[:-1], start=1):
            folder = "/".join(parts[:depth]) + "/"
            if part in self.folders:
                return Skipped(path=folder, reason=Unread.EXCLUDED, detail="tests, examples and documents")
            if part in self.vendored_folders:
                return Skipped(path=folder, reason=Unread.VENDORED, detail="brought in from elsewhere")
        if any(fnmatchcase(parts[-1], pattern) for pattern in self.files):
            return Skipped(path=path, reason=Unread.EXCLUDED, detail="tests, examples and documents")
        if any(fnmatchcase(parts[-1], pattern) for pattern in self.generated_files):
            return Skipped(path=path, reason=Unread.VENDORED, detail="generated, by its name")
        return None


def extract(snapshot: Snapshot, *, scope: Scope | None = None, progress: Progress | None = None) -> Facts:
    """The facts of a target, sorted by place, with the coverage under which they were found."""
    scope = scope or Scope()
    read: list[str] = []
    skipped: list[Skipped] = []
    facts: list[Fact] = []
    exports: dict[str, frozenset[str]] = {}
    for done, file in enumerate(snapshot.files()):
        if progress is not None:
            progress(done, snapshot.count, file.path)
        outcome = _outcome(file, scope)
        if isinstance(outcome, Skipped):
            skipped.append(outcome)
        else:
            read.append(file.path)
            facts.extend(outcome)
            if isinstance(file, SourceFile) and PurePosixPath(file.path).name == "__init__.py":
                exports[str(PurePosixPath(file.path).parent)] = exported_names(file.text)
    return Facts(
        target=snapshot.target,
        coverage=CoverageOfFiles(read=tuple(read), skipped=tuple(_grouped(skipped))),
        facts=tuple(sorted(with_exports(facts, exports), key=lambda fact: fact.order)),
    )


def _outcome(file: SourceFile | Skipped, scope: Scope) -> tuple[Fact, ...] | Skipped:
    left_out = scope.leaves_out(file.path)
    if left_out is not None:
        return left_out
    if isinstance(file, Skipped):
        return file
    walk = _WALKS.get(PurePosixPath(file.path).suffix)
    if walk is None:
        return Skipped(path=file.path, reason=Unread.LANGUAGE)
    return walk(file)


def _grouped(skipped: Iterable[Skipped]) -> Iterator[Skipped]:
    """Skips with those of one sort as one: by suffix where no walk reads the language, else by folder."""
    counts: dict[tuple[Unread, str, str], int] = {}
    for each in skipped:
        path = each.path
        if each.reason in _COUNTED_BY_SUFFIX and not path.endswith("/") and not path.endswith(".py"):
            suffix = PurePosixPath(path).suffix
            key = (each.reason, f"**/*{suffix}" if suffix else "**/* (names without a suffix)", "")
        else:
            key = (each.reason, path, each.detail)
        counts[key] = counts.get(key, 0) + each.count
    order = list(Unread)
    for reason, path, detail in sorted(counts, key=lambda key: (order.index(key[0]), key[1], key[2])):
        yield Skipped(path=path, reason=reason, detail=detail, count=counts[reason, path, detail])
