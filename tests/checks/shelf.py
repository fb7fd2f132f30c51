"""The small system that the pages of the rules speak of: a folder, and two repositories of the same two
commits, one of them with a change in its work tree that no commit has."""

from __future__ import annotations

from pathlib import Path

import pygit2

from auditor.snapshot import open_capture

SHELF = """\
LIMIT = 8


def recall(notes):
    return found


def recent(notes):
    return found
"""
README = "# Shelf\n\nEvery note is ‘kept’.\n"


def beside(folder: Path) -> dict[str, str]:
    """Lay the system beside a register; gives what the examples write for its digest and its commits."""
    shelf = folder / "shelf"
    shelf.mkdir(parents=True)
    (shelf / "shelf.py").write_text(SHELF, encoding="utf-8")
    (shelf / "README.md").write_text(README, encoding="utf-8")
    first, last = _repository(folder / "repository")
    _repository(folder / "changed")
    (folder / "changed" / "shelf.py").write_text(SHELF + "# a thought\n", encoding="utf-8")
    return {
        "<its digest>": open_capture(shelf).target.revision.removeprefix("sha256:"),
        "<its first commit>": first,
        "<its last commit>": last,
    }


def _repository(folder: Path) -> tuple[str, str]:
    made = pygit2.init_repository(str(folder))
    commits: list[pygit2.Oid] = []
    for text in (SHELF.replace("8", "7"), SHELF):
        (folder / "shelf.py").write_text(text, encoding="utf-8")
        made.index.add("shelf.py")
        made.index.write()
        who = pygit2.Signature("A", "a@example.org", 1_700_000_000 + len(commits), 0)
        tree = made.index.write_tree()
        commits.append(made.create_commit("refs/heads/main", who, who, "kept", tree, commits[-1:]))
        made.set_head("refs/heads/main")
    return str(commits[0]), str(commits[1])
