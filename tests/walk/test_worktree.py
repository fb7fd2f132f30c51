"""What differs in a work tree from its commit: found without running, following or waiting for anything."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pygit2
import pytest

from auditor.snapshot import open_snapshot
from auditor.snapshot.ignores import is_ignored, read_patterns
from auditor.snapshot.index import read_index
from tests.walk.conftest import Write, commit_all, in_place

posix = pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")


def uncommitted(root: Path, **options: str) -> tuple[str, ...]:
    return open_snapshot(root, **options).uncommitted()


def test_changed_new_and_deleted_files_are_listed_and_ignored_ones_are_not(folder: Write) -> None:
    root = folder(
        {
            "a.py": "x = 2\n", "gone.py": "", "sub/b.py": "y = 2\n", "sub/.gitignore": "*.tmp\n!kept.tmp\n",
            ".gitignore": "/out/\n*.log\nsub/never\n",
        }
    )  # fmt: skip
    commit_all(root)
    assert uncommitted(root) == ()
    (root / "a.py").write_text("x = 3\n")
    (root / "gone.py").unlink()
    (root / "new.py").write_text("")
    for name in (
        "out/c.py",
        "d.log",
        "sub/e.tmp",
        "sub/kept.tmp",
        "sub/never/f",
        "deep/er/g.py",
        "empty/h.log",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    assert uncommitted(root) == ("a.py", "deep/", "gone.py", "new.py", "sub/kept.tmp")
    assert open_snapshot(root).describe().endswith("; 5 uncommitted changes in the work tree not covered")
    assert uncommitted(root / "sub") == ("kept.tmp",)


def test_the_list_is_that_of_git_status(folder: Write) -> None:
    root = folder({f"d{at}/f{each}.py": f"{at}\n" for at in range(4) for each in range(4)})
    (root / ".gitignore").write_text("*.o\n!keep.o\nd1/*.txt\nbuild/\n**/deep/*.py\n/top.txt\n")
    commit_all(root)
    for name in (
        "d1/a.o",
        "d1/keep.o",
        "d1/b.txt",
        "d2/b.txt",
        "d2/build/x",
        "top.txt",
        "d3/top.txt",
        "n/deep/a.py",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    (root / "d0" / "f0.py").write_text("changed\n")
    (root / "d0" / "f1.py").unlink()
    status = pygit2.Repository(str(root)).status(untracked_files="normal")
    expected = {name for name, flag in status.items() if flag != pygit2.enums.FileStatus.IGNORED}
    assert set(uncommitted(root)) == expected


def test_a_file_that_was_only_touched_or_got_other_line_ends_does_not_differ(folder: Write) -> None:
    root = folder({"a.py": "x = 2\ny = 3\n", "b.py": "z\n"})
    commit_all(root)
    os.utime(root / "b.py", (1, 1))
    (root / "a.py").write_bytes(b"x = 2\r\ny = 3\r\n")
    assert uncommitted(root) == ()


def test_a_change_of_the_same_size_in_the_same_moment_is_seen(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    status = (root / "a.py").stat()
    (root / "a.py").write_text("x = 3\n")
    os.utime(root / "a.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    os.utime(root / ".git" / "index", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert uncommitted(root) == ("a.py",)


def test_a_revision_beside_head_is_told_of_and_compared_by_head(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    first = commit_all(root)
    (root / "b.py").write_text("")
    commit_all(root)
    snapshot = open_snapshot(root, revision=first)
    assert snapshot.uncommitted() == ()
    assert snapshot.describe().endswith("; the work tree stands at another commit and is not read")


def test_nothing_is_compared_where_nothing_was_checked_out(folder: Write, tmp_path: Path) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    shutil.copytree(root / ".git", tmp_path / "bare")
    (root / ".git" / "index").unlink()
    (root / "a.py").write_text("")
    for place in (root, tmp_path / "bare", root / ".git"):
        assert "work tree" not in open_snapshot(place).describe()
        assert uncommitted(place) == ()


def test_settings_of_the_repository_have_no_say(folder: Write, tmp_path: Path) -> None:
    root = folder({"a.py": "x = 2\n", ".gitattributes": "*.py filter=evil diff=evil text=auto\n"})
    commit_all(root)
    (root / "a.py").write_text("x = 3\n")
    mark = tmp_path / "mark"
    for hook in ("post-checkout", "post-index-change", "fsmonitor-watchman"):
        path = root / ".git" / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\ntouch {mark}\n")
        path.chmod(0o755)
    with (root / ".git" / "config").open("a") as stream:
        stream.write(
            f'[core]\n\tfsmonitor = "touch {mark}"\n\tworktree = {tmp_path}\n\thooksPath = .git/hooks\n'
            f'[filter "evil"]\n\tclean = touch {mark}\n\tsmudge = touch {mark}\n\tprocess = touch {mark}\n'
            f'[diff "evil"]\n\ttextconv = touch {mark}\n[include]\n\tpath = /dev/zero\n'
        )
    assert uncommitted(root) == ("a.py",)
    assert not mark.exists()


@posix
def test_links_pipes_and_folders_in_place_of_files_differ_and_are_not_followed(folder: Write) -> None:
    root = folder(dict.fromkeys(("a.py", "b.py", "c.py", "sub/d.py"), "x = 2\n"))
    (root / "link").symlink_to("a.py")
    (root / "other").symlink_to("a.py")
    commit_all(root)
    for name in ("a.py", "b.py", "c.py", "other"):
        (root / name).unlink()
    (root / "a.py").symlink_to("/dev/zero")
    os.mkfifo(root / "b.py")
    (root / "c.py").mkdir()
    (root / "other").symlink_to("b.py")
    shutil.rmtree(root / "sub")
    (root / "sub").symlink_to("/etc")
    os.mkfifo(root / "new")
    assert uncommitted(root) == ("a.py", "b.py", "c.py", "other", "sub", "sub/d.py")


@posix
@pytest.mark.parametrize("name", [".gitignore", "sub/.gitignore", ".git/info/exclude", ".gitattributes"])
@pytest.mark.parametrize("sort", ["pipe", "zeros", "sparse", "link"])
def test_an_ignore_file_that_is_no_file_ignores_nothing(folder: Write, name: str, sort: str) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": ""})
    commit_all(root)
    (root / name).parent.mkdir(exist_ok=True)
    in_place(root / name, sort)
    (root / "new.py").write_text("")
    assert "new.py" in uncommitted(root)


@posix
@pytest.mark.parametrize("sort", ["pipe", "zeros", "sparse", "link", "garbage", "cut"])
def test_an_index_that_is_none_is_told_and_nothing_is_compared(folder: Write, sort: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    index = root / ".git" / "index"
    if sort == "garbage":
        index.write_bytes(os.urandom(500))
    elif sort == "cut":
        index.write_bytes(index.read_bytes()[:60])
    else:
        in_place(index, sort)
    snapshot = open_snapshot(root)
    assert "the work tree could not be compared with HEAD" in snapshot.describe()
    assert snapshot.uncommitted() == ()


@pytest.mark.skipif(shutil.which("git") is None, reason="git writes the other versions of an index")
@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_every_version_of_the_index_is_read(folder: Write, version: str) -> None:
    root = folder({f"{'p' * at}/f.py": f"{at}\n" for at in range(1, 40)})
    commit_all(root)
    git(root, "update-index", "--index-version", version)
    if version == "3":
        git(root, "update-index", "--skip-worktree", "p/f.py")
        (root / "p" / "f.py").unlink()
    data = (root / ".git" / "index").read_bytes()
    assert data[7] == int(version)
    assert list(read_index(data)) == [
        each.path.encode() for each in pygit2.Index(str(root / ".git" / "index"))
    ]
    assert uncommitted(root) == ()


def git(root: Path, *words: str) -> None:
    import subprocess

    subprocess.run(["git", *words], cwd=root, check=True, capture_output=True)


def test_every_byte_of_an_index_may_be_wrong(folder: Write) -> None:
    root = folder({f"sub/f{at}.py": f"{at}\n" for at in range(9)})
    commit_all(root)
    index = root / ".git" / "index"
    whole, chance = index.read_bytes(), random.Random(7)
    for _ in range(200):
        data = bytearray(whole)
        data[chance.randrange(len(data))] = chance.randrange(256)
        index.write_bytes(bytes(data[: chance.choice((len(data), chance.randrange(len(data))))]))
        snapshot = open_snapshot(root)
        snapshot.describe()
        assert all(path.startswith("sub/") for path in snapshot.uncommitted())


def test_an_index_with_a_path_told_ever_longer_is_bounded() -> None:
    entry = b"\0" * 60 + b"\0\0"
    data = b"DIRC" + (4).to_bytes(4, "big") + (1_000_000).to_bytes(4, "big")
    data += (entry + b"\0" + b"x" * 2000 + b"\0") * 3000
    with pytest.raises(ValueError, match=r"more paths|cut short"):
        read_index(data)


@pytest.mark.parametrize(
    ("pattern", "ignored", "kept"),
    [
        ("*.log", ["a.log", "b/c.log"], ["a.log.txt"]),
        ("/a", ["a"], ["b/a"]),
        ("a/b", ["a/b"], ["c/a/b"]),
        ("**/b", ["b", "a/b", "a/c/b"], ["b/c"]),
        ("a/**", ["a/b", "a/b/c"], ["a"]),
        ("a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["a/b/c"]),
        ("a/*/b", ["a/c/b"], ["a/b", "a/c/d/b"]),
        ("\\#a", ["#a"], ["a"]),
        ("#a", [], ["#a", "a"]),
        ("a[0-9].py", ["a1.py"], ["ab.py"]),
        ("a[!0-9].py", ["ab.py"], ["a1.py"]),
        ("\\*", ["*"], ["a"]),
        ("a  ", ["a"], ["a  "]),
    ],
)
def test_patterns_are_those_of_version_control(pattern: str, ignored: list[str], kept: list[str]) -> None:
    patterns = read_patterns(pattern + "\n")
    for path in ignored:
        assert is_ignored(tuple(path.split("/")), is_folder=False, patterns=patterns), path
    for path in kept:
        assert not is_ignored(tuple(path.split("/")), is_folder=False, patterns=patterns), path


def test_a_pattern_made_to_be_slow_is_answered() -> None:
    patterns = read_patterns("*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n" + "**/a/" * 150 + "b\n")
    assert not is_ignored(("a" * 200,) * 200, is_folder=False, patterns=patterns)
