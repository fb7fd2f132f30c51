"""Which files of a target are looked at: its own source, and not tests, documents or what was brought in."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from auditor.facts import Skipped
from auditor.terms import Unread

TEST_FOLDERS = frozenset(["test", "tests", "testing", "__tests__", "benchmark", "benchmarks"])
TEST_FILES = ("test_*.py", "*_test.py", "conftest.py")
EXAMPLE_FOLDERS = frozenset(["example", "examples", "cookbook", "cookbooks", "docs", "doc"])
VENDORED_FOLDERS = frozenset(
    ["vendor", "_vendor", "vendored", "third_party", "node_modules", "site-packages"]
)
GENERATED_FILES = ("*_pb2.py", "*_pb2_grpc.py", "*.min.js")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which files are looked at: folders and files that are left out, and what is not the target's own.

    With `include`, only paths that match one of its patterns are looked at; what matches one of `exclude`
    never is.
    """

    folders: frozenset[str] = TEST_FOLDERS | EXAMPLE_FOLDERS
    files: tuple[str, ...] = TEST_FILES
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    vendored_folders: frozenset[str] = VENDORED_FOLDERS
    generated_files: tuple[str, ...] = GENERATED_FILES

    @classmethod
    def of(
        cls,
        *,
        tests: bool = False,
        examples: bool = False,
        include: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
    ) -> Scope:
        """The scope that takes in tests or examples, or leaves out what patterns name."""
        folders = (frozenset() if tests else TEST_FOLDERS) | (frozenset() if examples else EXAMPLE_FOLDERS)
        return cls(folders=folders, files=() if tests else TEST_FILES, include=include, exclude=exclude)

    def leaves_out(self, path: str) -> Skipped | None:
        """The skip of a file outside the scope, under the folder or pattern that puts it there."""
        if self.include and not any(fnmatchcase(path, each) for each in self.include):
            return Skipped(path=path, reason=Unread.EXCLUDED, detail="outside of what --include names")
        if any(fnmatchcase(path, each) for each in self.exclude):
            return Skipped(path=path, reason=Unread.EXCLUDED, detail="left out by --exclude")
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
