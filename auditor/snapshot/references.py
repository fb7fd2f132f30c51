"""What a repository calls its commits: HEAD, branches and tags, read from its files by the rules of git."""

from __future__ import annotations

import re
from functools import cached_property

from auditor.errors import DamagedRepository
from auditor.snapshot.files import read_inside
from auditor.snapshot.git_folder import GitFolder

_SMALL = 64 * 1024
_PACKED = 256 * 1024 * 1024
_MAX_STEPS = 10
_ID = re.compile(rb"[0-9a-f]{40}")
_TOP = re.compile(r"[A-Z][A-Z_]*")
_PLACES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")


class References:
    """The references of one repository; every file that is read is a regular one, of a bounded size."""

    def __init__(self, git: GitFolder) -> None:
        self._git = git

    def head(self) -> str | None:
        """The object that HEAD names; None where its branch has no commit yet. Raises DamagedRepository."""
        return self._follow("HEAD")

    def named(self, name: str) -> str | None:
        """The object that a branch, a tag or another reference names, looked for where git looks."""
        for place in _PLACES:
            full = place.format(name)
            if (full.startswith("refs/") or _TOP.fullmatch(full)) and _may_be(full):
                found = self._follow(full)
                if found is not None:
                    return found
        return None

    def _follow(self, name: str) -> str | None:
        for _ in range(_MAX_STEPS):
            content = self._content(name)
            if content is None:
                return self._in_packed(name)
            if _ID.fullmatch(content):
                return content.decode("ascii")
            target = content.removeprefix(b"ref:").strip().decode("utf-8", "surrogateescape")
            if not content.startswith(b"ref:") or not _may_be(target):
                raise self._damaged(name, self._why(content))
            name = target
        raise self._damaged(name, "it leads in a circle")

    def _in_packed(self, name: str) -> str | None:
        line = self._packed.find(b" %s\n" % name.encode("utf-8", "surrogateescape"))
        found = self._packed[line - 41 : line] if line > 40 else b""
        return found[1:].decode("ascii") if found[:1] == b"\n" and _ID.fullmatch(found, 1) else None

    def _content(self, name: str) -> bytes | None:
        root = self._git.shared if name.startswith("refs/") else self._git.own
        try:
            found = read_inside(root, name, limit=_SMALL)
        except OSError as error:
            raise self._damaged(name, error.strerror or str(error)) from error
        return None if found is None else found.strip()

    def _why(self, content: bytes) -> str:
        if (self._git.shared / "reftable").exists():
            return "the repository keeps its references in a table; give the full commit"
        if re.fullmatch(rb"[0-9a-f]{64}", content):
            return "a SHA-256 repository, which is not supported"
        return "it names no object"

    @cached_property
    def _packed(self) -> bytes:
        try:
            return b"\n" + (read_inside(self._git.shared, "packed-refs", limit=_PACKED) or b"") + b"\n"
        except OSError as error:
            raise self._damaged("packed-refs", error.strerror or str(error)) from error

    def _damaged(self, name: str, why: str) -> DamagedRepository:
        return DamagedRepository(str(self._git.own), f"{ascii(name)[1:-1]}: {why}")


def _may_be(name: str) -> bool:
    """Whether a name can be a reference's, and so a path inside the repository and nowhere else."""
    return (
        len(name) < 4096
        and "\\" not in name
        and name.isprintable()
        and all(each and not each.startswith(".") and not each.endswith(".lock") for each in name.split("/"))
    )
