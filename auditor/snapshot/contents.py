"""A snapshot as its readers see it: files in byte order of path, each a text or a reason for its absence."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from auditor.facts import Skipped, TargetDescription
from auditor.snapshot.patterns import MAX_BYTES
from auditor.terms import Unread

_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_POINTER = re.compile(
    r"version https://git-lfs\.github\.com/spec/v1\r?\n(?:.*\n)*?oid sha256:(?P<oid>[0-9a-f]{64})\b"
)
_POINTER_SIZE = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file's text, without a byte order mark; every line ends in a line feed, however it was written."""

    path: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends; line 1 is the first of them."""
        return self.text.split("\n")


class Snapshot(ABC):
    """Frozen bytes of one target."""

    target: TargetDescription
    head: str | None = None
    """The full commit of HEAD, where the target is a repository that has one."""
    ahead: int | None = None
    """How many commits HEAD is ahead of this one, where it descends from it and the history is here."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many files `files` yields."""

    @abstractmethod
    def files(self) -> Iterator[SourceFile | Skipped]:
        """Every file in byte order of path: its text, or why it is not read."""

    @abstractmethod
    def read(self, path: str) -> SourceFile | Skipped | None:
        """One file; None where the snapshot has no such path."""

    @abstractmethod
    def paths(self) -> Iterator[str]:
        """The path of every file in byte order, read or not."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """Whether the snapshot has the path, read or not."""

    @abstractmethod
    def identities(self) -> Mapping[str, str]:
        """What tells each file's bytes from others, by path; to be compared within one kind of target."""

    def uncommitted(self) -> tuple[str, ...]:
        """The paths that differ in the work tree from HEAD, or are not in it; a folder ends in a slash.

        Looked for when asked, and bounded. Empty where the target has no work tree.
        """
        return ()

    def describe(self) -> str:
        """One line that says what is read, and what is not covered."""
        return self.target.says


def decoded(path: str, data: bytes) -> SourceFile | Skipped:
    """The text of a file's bytes, or why they are none."""
    if data.startswith(_UTF16):
        detail = "tried UTF-8; it begins like UTF-16"
        return Skipped(path=path, reason=Unread.NOT_UTF8, detail=detail)
    if b"\x00" in data:
        line = data.count(b"\n", 0, data.index(b"\x00")) + 1
        return Skipped(path=path, reason=Unread.BINARY, detail=f"a null byte on line {line}")
    try:
        text = data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        begun = error.object[: error.start]
        detail = (
            "tried UTF-8, with and without a byte order mark; "
            f"byte 0x{error.object[error.start]:02X} on line {begun.count(10) + 1} is not UTF-8"
        )
        return Skipped(path=path, reason=Unread.NOT_UTF8, detail=detail)
    if len(data) < _POINTER_SIZE and (pointer := _POINTER.match(text)):
        detail = f"the content is on another server under sha256 {pointer['oid']}"
        return Skipped(path=path, reason=Unread.LFS, detail=detail)
    if "\r" not in text:
        return SourceFile(path=path, text=text)
    return SourceFile(path=path, text=text.replace("\r\n", "\n").replace("\r", "\n"))


def too_large(path: str, size: int) -> Skipped:
    """The skip of a file over the limit."""
    detail = f"{size:,} bytes; files over {MAX_BYTES:,} bytes are not read"
    return Skipped(path=path, reason=Unread.TOO_LARGE, detail=detail)


def named(raw: bytes) -> tuple[str, Skipped | None]:
    """A path as text, and the skip of a path that no report can name.

    Such a path stands escaped in the skip, so that nothing in it can pass for a line or a mark of a report.
    """
    try:
        path = raw.decode("utf-8")
    except UnicodeDecodeError:
        shown = raw.decode("utf-8", "backslashreplace")
        path = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in shown)
        return path, Skipped(path=path, reason=Unread.NOT_UTF8, detail="its name is not UTF-8")
    if path.isprintable():
        return path, None
    path = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in path)
    detail = "its name holds control characters"
    return path, Skipped(path=path, reason=Unread.UNREADABLE, detail=detail)
