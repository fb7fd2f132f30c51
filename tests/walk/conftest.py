"""Targets that the tests of the walk share."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

SMALLPACK = Path(__file__).parent.parent / "data" / "smallpack"

Write = Callable[..., Path]


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


def commit_all(root: Path) -> str:
    """Make a folder a repository, if it is none, and commit all that is in it; the commit's name."""
    repository = (
        pygit2.Repository(str(root)) if (root / ".git").exists() else pygit2.init_repository(str(root))
    )
    repository.index.add_all()
    repository.index.write()
    author = pygit2.Signature("A Person", "person@example.org", 1_700_000_000, 0)
    parents = [] if repository.head_is_unborn else [repository.head.target]
    made = repository.create_commit(
        "HEAD", author, author, "what there is", repository.index.write_tree(), parents
    )
    return str(made)
