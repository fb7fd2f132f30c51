"""What became of files between two snapshots, and between a capture and its manifest."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pygit2
import pytest

from auditor.errors import BadManifest
from auditor.snapshot import Changes, Renamed, changes, open_snapshot
from auditor.snapshot.capture import open_capture
from auditor.snapshot.manifest import (
    Differences,
    differences,
    manifest_digest,
    manifest_text,
    proves,
    read_manifest,
)
from tests.walk.conftest import Write, commit_all

LONG = "".join(f"line {each} says something of its own\n" for each in range(40))
OTHER = "".join(f"and {each} is about another thing\n" for each in range(40))


def rewrite(root: Path) -> None:
    """Turn the folder of `before` into its later state: one of each sort of change."""
    (root / "kept" / "moved.py").parent.mkdir()
    (root / "moved.py").rename(root / "kept" / "moved.py")
    (root / "edited.py").rename(root / "renamed.py")
    (root / "renamed.py").write_text(LONG.replace("line 7 ", "row 7 "))
    (root / "changed.py").write_text("x = 3\n")
    (root / "gone.py").unlink()
    (root / "new.py").write_text("z = 1\n")


BEFORE: dict[str, str] = {
    "same.py": "a\n", "moved.py": OTHER, "edited.py": LONG, "changed.py": "x = 2\n",
    "gone.py": "nothing like it\n",
}  # fmt: skip
EXPECTED = Changes(
    new=("new.py",),
    gone=("gone.py",),
    changed=("changed.py",),
    renamed=(
        Renamed(older="moved.py", newer="kept/moved.py", similarity=100),
        Renamed(older="edited.py", newer="renamed.py", similarity=97),
    ),
)


def test_two_commits_are_compared_file_by_file(folder: Write) -> None:
    root = folder(BEFORE)
    first = commit_all(root)
    rewrite(root)
    commit_all(root, anew=True)
    older, newer = open_snapshot(root, revision=first), open_snapshot(root)
    assert changes(older, newer) == EXPECTED
    assert not changes(newer, newer)


def test_two_captures_and_a_commit_and_a_capture_are_compared_alike(folder: Write, tmp_path: Path) -> None:
    root = folder(BEFORE)
    later = tmp_path / "later"
    shutil.copytree(root, later)
    rewrite(later)
    older, newer = open_capture(root), open_capture(later)
    assert changes(older, newer) == EXPECTED
    commit_all(root)
    assert changes(open_snapshot(root), newer) == EXPECTED


def test_a_folder_of_a_commit_is_compared_with_the_same_folder_later(folder: Write) -> None:
    root = folder({"sub/a.py": "x = 2\n", "b.py": ""})
    first = commit_all(root)
    (root / "sub" / "a.py").write_text("x = 3\n")
    (root / "b.py").write_text("y\n")
    commit_all(root)
    found = changes(open_snapshot(root / "sub", revision=first), open_snapshot(root / "sub"))
    assert found == Changes(changed=("a.py",))


def test_an_absent_blob_takes_nothing_from_the_rest(folder: Write) -> None:
    root = folder(BEFORE)
    first = commit_all(root)
    rewrite(root)
    commit_all(root, anew=True)
    blob = str(pygit2.Repository(str(root)).revparse_single(f"{first}:edited.py").id)
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    found = changes(open_snapshot(root, revision=first), open_snapshot(root))
    assert (found.changed, found.renamed) == (EXPECTED.changed, EXPECTED.renamed[:1])
    assert found.gone == ("edited.py", "gone.py")


def test_files_that_moved_together_keep_their_names(folder: Write) -> None:
    root = folder({f"old/{name}/__init__.py": "" for name in "abc"} | {"old/x.py": LONG, "old/y.py": LONG})
    first = commit_all(root)
    (root / "old").rename(root / "young")
    commit_all(root, anew=True)
    found = changes(open_snapshot(root, revision=first), open_snapshot(root))
    assert {(each.older.replace("old", "young"), each.newer) for each in found.renamed} == {
        (each.newer, each.newer) for each in found.renamed
    }
    assert len(found.renamed) == 5


def test_very_many_files_are_renamed_by_bytes_or_name(folder: Write) -> None:
    root = folder({f"old/{each}.py": f"{each}\n{LONG}" for each in range(1100)})
    later = root.parent / "later"
    (later / "new").mkdir(parents=True)
    for each in range(1100):
        (later / "new" / f"{each}.py").write_text(f"{each} changed\n{LONG}")
    found = changes(open_capture(root), open_capture(later))
    assert len(found.renamed) == 1100
    assert all(each.older[4:] == each.newer[4:] for each in found.renamed)


@pytest.fixture
def capture_folder(folder: Write) -> Path:
    root = folder({"b.py": "b\n", "a/c.py": "c\n", "empty": "", "__pycache__/x.pyc": b"\0"})
    if os.name != "nt":
        (root / "line\nend.py").write_text("d\n")
        (root / "back\\slash.py").write_text("e\n")
        (root / "return\r.py").write_text("f\n")
        Path(os.fsdecode(os.fsencode(root) + b"/bad\xff.py")).write_bytes(b"g\n")
    return root


def test_a_manifest_reads_back_and_proves_the_digest_of_the_folder(capture_folder: Path) -> None:
    capture = open_capture(capture_folder)
    manifest = read_manifest(manifest_text(capture))
    assert f"sha256:{manifest_digest(manifest)}" == capture.target.revision
    assert proves(manifest, capture.target.revision)
    assert not proves(manifest | {"b.py": "0" * 64}, capture.target.revision)
    assert not differences(manifest, capture)


def test_a_manifest_of_one_file_proves_the_digest_of_the_file(capture_folder: Path) -> None:
    capture = open_capture(capture_folder / "b.py")
    assert proves(read_manifest(manifest_text(capture)), capture.target.revision)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum")
def test_a_manifest_is_what_sha256sum_checks(capture_folder: Path, tmp_path: Path) -> None:
    text = manifest_text(open_capture(capture_folder))
    manifest = tmp_path / "manifest"
    manifest.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    subprocess.run(
        ["sha256sum", "--check", "--strict", manifest], cwd=capture_folder, check=True, capture_output=True
    )


def test_differences_name_the_files(capture_folder: Path) -> None:
    manifest = read_manifest(manifest_text(open_capture(capture_folder)))
    (capture_folder / "b.py").write_text("changed\n")
    (capture_folder / "a" / "c.py").unlink()
    (capture_folder / "n.py").write_text("")
    found = differences(manifest, open_capture(capture_folder))
    assert found == Differences(changed=("b.py",), new=("n.py",), gone=("a/c.py",))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("nothing", 1),
        (f"{'0' * 64}  a\n{'0' * 63}  b\n", 2),
        (f"{'0' * 64}  a\n\n{'1' * 64}  a\n", 3),
        (f"\\{'0' * 64}  a\\b\n", 1),
        (f"\\{'0' * 64}  a\\\\\\b\n", 1),
        (f"{'0' * 64} a\n", 1),
        (f"\\{'0' * 64}  {'a' + chr(92) * 100_001}\n", 1),
    ],
)
def test_what_is_no_manifest_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadManifest, match=f"line {line} "):
        read_manifest(text)


def test_a_manifest_may_have_other_line_ends_and_stars() -> None:
    assert read_manifest(f"{'0' * 64} *a b\r\n") == {"a b": "0" * 64}
