"""Targets that the tests of the walk share."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

SMALLPACK = Path(__file__).parent.parent / "data" / "smallpack"

Write = Callable[..., Path]

AUTHOR = pygit2.Signature("A Person", "person@example.org", 1_700_000_000, 0)


@pytest.fixture
def smallpack(tmp_path: Path) -> Path:
    """A copy of the small package, outside any repository."""
    return Path(shutil.copytree(SMALLPACK, tmp_path / "smallpack"))


@pytest.fixture
def folder(tmp_path: Path) -> Write:
    """Makes a folder of files given as text or bytes by path."""

    def write(files: dict[str, str | bytes]) -> Path:
        root = tmp_path / "target"
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return root

    return write


def commit_all(root: Path, *, anew: bool = False) -> str:
    """Make a folder a repository, if it is none, and commit all that is in it; the commit's name.

    `anew` forgets what was committed before, and so the files that are gone.
    """
    repository = (
        pygit2.Repository(str(root)) if (root / ".git").exists() else pygit2.init_repository(str(root))
    )
    if anew:
        repository.index.clear()
    repository.index.add_all()
    repository.index.write()
    parents = [] if repository.head_is_unborn else [repository.head.target]
    made = repository.create_commit(
        "HEAD", AUTHOR, AUTHOR, "what there is", repository.index.write_tree(), parents
    )
    return str(made)


def packed(root: Path) -> None:
    """Put a repository's objects into one pack, deltas and all, and its references into one file."""
    repository = pygit2.Repository(str(root))
    git = root / ".git"
    lines = [f"{each.target} {each.name}\n" for each in repository.references.objects]
    repository.pack()
    for folder in (git / "objects").iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)
    shutil.rmtree(git / "refs")
    (git / "refs").mkdir()
    (git / "packed-refs").write_text(
        "# pack-refs with: peeled fully-peeled sorted\n" + "".join(sorted(lines))
    )


def in_place(path: Path, sort: str) -> None:
    """Put what must not be read in a file's place."""
    path.unlink(missing_ok=True)
    if sort == "pipe":
        os.mkfifo(path)
    elif sort == "zeros":
        path.symlink_to("/dev/zero")
    elif sort == "link":
        path.symlink_to(sys.executable)
    else:
        with path.open("wb") as stream:
            stream.truncate(5 * 1024**3)
