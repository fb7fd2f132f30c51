"""Where a repository keeps itself: the `.git` folder of a work tree, a bare repository, or the folder that a
linked work tree or a submodule names and that names it back.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from auditor.errors import DamagedRepository, StrayGitFile
from auditor.snapshot.files import is_folder, read_inside, read_regular

_SMALL = 64 * 1024
_WORK_TREE = re.compile(r"^[ \t]*worktree[ \t]*=(.+)$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class GitFolder:
    """A repository's folders: its own (HEAD, index), the one that its work trees share (objects, references),
    the work tree where it has one, and the part of the work tree that was named, empty for the whole.
    """

    own: Path
    shared: Path
    work_tree: Path | None
    part: str = ""

    @property
    def objects(self) -> Path:
        """The folder of the object store."""
        return self.shared / "objects"

    @property
    def is_shallow(self) -> bool:
        """Whether the history was cut when it was fetched."""
        return (self.shared / "shallow").exists()


def find_git_folder(path: Path) -> GitFolder | None:
    """The nearest repository: a resolved folder itself where it is a bare one, else upwards by `.git`.

    Raises DamagedRepository, or StrayGitFile where a `.git` file names a folder that does not name it back.
    """
    try:
        if _is_git_folder(path):
            return GitFolder(own=path, shared=path, work_tree=path.parent if path.name == ".git" else None)
        for folder in (path, *path.parents):
            if os.path.lexists(folder / ".git"):
                part = path.relative_to(folder).as_posix()
                return _of_work_tree(folder, part="" if part == "." else part)
    except OSError as error:
        raise DamagedRepository(str(path), error.strerror or str(error)) from error
    return None


def _of_work_tree(folder: Path, *, part: str) -> GitFolder:
    git = folder / ".git"
    mode = git.lstat().st_mode
    if stat.S_ISDIR(mode):
        if not _is_git_folder(git):
            raise DamagedRepository(str(folder), "its .git folder lacks HEAD, objects or refs")
        return GitFolder(own=git, shared=git, work_tree=folder, part=part)
    if not stat.S_ISREG(mode):
        raise StrayGitFile(str(git), "it is a link, a pipe or a device")
    text = read_regular(git, limit=_SMALL).decode("utf-8", "surrogateescape").strip()
    if not text.startswith("gitdir:") or "\x00" in text:
        raise StrayGitFile(str(git), "it does not say `gitdir: FOLDER`")
    own = Path(os.path.normpath(folder / text.removeprefix("gitdir:").strip()))
    shared = _shared(own, folder)
    if shared is None:
        raise StrayGitFile(str(git), f"it names {own}, which does not name this folder back")
    return GitFolder(own=own, shared=shared, work_tree=folder, part=part)


def _shared(own: Path, work_tree: Path) -> Path | None:
    """The shared folder of a linked work tree or a submodule, if its repository names the work tree."""
    if not _is_real(own):
        return None
    back = read_inside(own, "gitdir", limit=_SMALL)
    if own.parent.name == "worktrees" and back is not None:
        named = Path(os.path.normpath(own / back.decode("utf-8", "surrogateescape").strip()))
        shared = own.parent.parent
        return shared if _same(named, work_tree / ".git") and _is_git_folder(shared) else None
    config = read_inside(own, "config", limit=_SMALL)
    if config is None or not _is_git_folder(own):
        return None
    for found in _WORK_TREE.findall(config.decode("utf-8", "surrogateescape")):
        if _same(Path(os.path.normpath(own / found.strip().strip('"'))), work_tree):
            return own
    return None


def _is_git_folder(path: Path) -> bool:
    """Whether a folder has what makes a repository; looks only, and follows no link."""
    try:
        return (
            is_folder(path / "objects")
            and is_folder(path / "refs")
            and stat.S_ISREG((path / "HEAD").lstat().st_mode)
        )
    except FileNotFoundError:
        return False


def _is_real(path: Path) -> bool:
    return "\x00" not in str(path) and is_folder(path)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError):
        return False
