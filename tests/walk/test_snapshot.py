"""Frozen bytes: what is read, what is not and why, and what is refused."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pygit2
import pytest

from auditor import errors
from auditor.facts import Skipped
from auditor.snapshot import MAX_BYTES, Snapshot, SourceFile, open_snapshot
from auditor.terms import SourceKind, Unread
from tests.walk.conftest import Write, commit_all


def texts(snapshot: Snapshot) -> dict[str, str]:
    return {each.path: each.text for each in snapshot.files() if isinstance(each, SourceFile)}


def reasons(snapshot: Snapshot) -> dict[str, Unread]:
    return {each.path: each.reason for each in snapshot.files() if isinstance(each, Skipped)}


def test_a_capture_has_the_digest_of_its_files_in_byte_order(folder: Write) -> None:
    root = folder({"b.py": "b\n", "a/c.py": "c\n", "a.py": "a\n", "__pycache__/x.pyc": b"\0", "m.db": b"\0"})
    expected = hashlib.sha256()
    for path, content in (("a.py", b"a\n"), ("a/c.py", b"c\n"), ("b.py", b"b\n")):
        line = path.encode() + b"\0" + hashlib.sha256(content).hexdigest().encode() + b"\n"
        expected.update(line)
    snapshot = open_snapshot(root)
    assert snapshot.target.revision == f"sha256:{expected.hexdigest()}"
    assert list(texts(snapshot)) == ["a.py", "a/c.py", "b.py"]
    assert reasons(snapshot) == {"__pycache__/": Unread.VENDORED, "m.db": Unread.VENDORED}
    assert "2 paths not covered (__pycache__, m.db)" in snapshot.describe()


def test_a_single_file_is_a_capture(folder: Write) -> None:
    root = folder({"one.py": "x = 1\r\ny = 2\r"})
    snapshot = open_snapshot(root / "one.py")
    assert snapshot.target.revision == "sha256:" + hashlib.sha256(b"x = 1\r\ny = 2\r").hexdigest()
    assert texts(snapshot) == {"one.py": "x = 1\ny = 2\n"}
    assert isinstance(snapshot.read("one.py"), SourceFile)
    assert snapshot.read("two.py") is None


def test_what_is_no_text_is_skipped_with_its_reason(folder: Write) -> None:
    root = folder(
        {
            "bom.py": b"\xef\xbb\xbfx = 1\n",
            "nul.py": b"x = 1\ny\x00\n",
            "latin.py": b"# a\n# caf\xe9\n",
            "wide.py": "x = 1".encode("utf-16"),
            "huge.py": b"#" * (MAX_BYTES + 1),
        }
    )
    snapshot = open_snapshot(root)
    assert texts(snapshot) == {"bom.py": "x = 1\n"}
    found = {each.path: each for each in snapshot.files() if isinstance(each, Skipped)}
    assert found["nul.py"].detail == "a null byte on line 2"
    assert found["latin.py"].reason is Unread.NOT_UTF8
    assert "byte 0xE9 on line 2" in found["latin.py"].detail
    assert found["wide.py"].reason is Unread.NOT_UTF8
    assert found["huge.py"].reason is Unread.TOO_LARGE


def test_a_pointer_to_content_kept_elsewhere_is_told(folder: Write) -> None:
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 12345\n"
    root = folder({"a.bin": pointer, "b.md": f"An example:\n{pointer}", "c.py": pointer + "x = 1\n" * 300})
    capture = open_snapshot(root)
    commit_all(root)
    for snapshot in (capture, open_snapshot(root)):
        assert reasons(snapshot) == {"a.bin": Unread.LFS}
        found = snapshot.read("a.bin")
        assert isinstance(found, Skipped)
        assert found.detail == f"the content is on another server under sha256 {'0' * 64}"


def test_every_path_is_listed_without_reading(folder: Write) -> None:
    root = folder({"b.py": "", "a/c.py": b"\xff", "a.py": "x\n"})
    capture = open_snapshot(root)
    commit_all(root)
    repository = open_snapshot(root)
    shutil.rmtree(root)
    for snapshot in (capture, repository):
        assert list(snapshot.paths()) == ["a.py", "a/c.py", "b.py"]
        assert snapshot.count == 3
        assert snapshot.exists("a/c.py")
        assert not snapshot.exists("a")
        assert snapshot.read("../a.py") is None
    assert (capture.head, capture.ahead, capture.uncommitted()) == (None, None, ())


@pytest.mark.skipif(os.name == "nt", reason="needs links, pipes and byte names")
def test_hostile_names_links_and_pipes_are_named_and_not_followed(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "new\nline.py": "x = 3\n"})
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "passwd.py").symlink_to("/etc/passwd")
    os.mkfifo(root / "pipe.py")
    (Path(os.fsdecode(os.fsencode(root) + b"/bad\xff.py"))).write_bytes(b"x = 4\n")
    snapshot = open_snapshot(root)
    assert texts(snapshot) == {"a.py": "x = 2\n"}
    assert reasons(snapshot) == {
        "loop": Unread.SYMLINK,
        "passwd.py": Unread.SYMLINK,
        "pipe.py": Unread.UNREADABLE,
        "new\\nline.py": Unread.UNREADABLE,
        "bad\\xff.py": Unread.NOT_UTF8,
    }
    with pytest.raises(errors.NotAFile):
        open_snapshot(root / "pipe.py")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_file_that_may_not_be_read_is_named(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "closed.py": "x = 3\n"})
    (root / "closed.py").chmod(0)
    assert reasons(open_snapshot(root)) == {"closed.py": Unread.UNREADABLE}


def test_a_file_that_changes_after_its_digest_is_not_read(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    snapshot = open_snapshot(root)
    (root / "a.py").write_text("x = 3\n")
    assert reasons(snapshot) == {"a.py": Unread.UNREADABLE}


def test_a_repository_is_read_at_its_commit_and_not_from_the_work_tree(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": "y = 2\n"})
    first = commit_all(root)
    clean = open_snapshot(root)
    assert clean.target.kind is SourceKind.GIT
    assert clean.target.revision == first
    assert clean.describe().endswith("the work tree has no uncommitted change")
    (root / "a.py").write_text("x = 99\n")
    (root / "new.py").write_text("z = 1\n")
    dirty = open_snapshot(root)
    assert texts(dirty) == {"a.py": "x = 2\n", "sub/b.py": "y = 2\n"}
    assert "2 uncommitted changes in the work tree not covered" in dirty.describe()
    second = commit_all(root)
    assert texts(open_snapshot(root))["a.py"] == "x = 99\n"
    assert texts(open_snapshot(root, revision=first)) == texts(dirty)
    assert open_snapshot(root, revision=second[:10]).target.revision == second


def test_a_folder_in_a_repository_is_a_subtree_where_tracked_else_a_capture(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": "y = 2\n"})
    commit_all(root)
    (root / "other").mkdir()
    (root / "other" / "c.py").write_text("z = 2\n")
    part = open_snapshot(root / "sub")
    assert (part.target.part, texts(part)) == ("sub", {"b.py": "y = 2\n"})
    assert open_snapshot(root / "other").target.kind is SourceKind.CAPTURE


def test_a_repository_without_a_commit_is_a_capture(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    pygit2.init_repository(str(root))
    snapshot = open_snapshot(root)
    assert snapshot.target.kind is SourceKind.CAPTURE
    assert list(texts(snapshot)) == ["a.py"]


def test_a_bare_repository_is_read(folder: Write, tmp_path: Path) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit = commit_all(root)
    shutil.move(str(root / ".git"), tmp_path / "bare.git")
    snapshot = open_snapshot(tmp_path / "bare.git")
    assert (snapshot.target.revision, snapshot.target.system) == (commit, "bare")
    assert texts(snapshot) == {"a.py": "x = 2\n"}


def test_what_the_object_store_lacks_is_named(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "b.py": "y = 2\n"})
    commit_all(root)
    blob = str(pygit2.Repository(str(root)).revparse_single("HEAD:b.py").id)
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    snapshot = open_snapshot(root)
    assert texts(snapshot) == {"a.py": "x = 2\n"}
    assert reasons(snapshot) == {"b.py": Unread.ABSENT}


def test_links_and_submodules_of_a_commit_are_not_followed(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit = commit_all(root)
    repository = pygit2.Repository(str(root))
    builder = repository.TreeBuilder(repository.revparse_single("HEAD").peel(pygit2.Tree))
    link = repository.create_blob(b"/etc/passwd")
    builder.insert("link.py", link, pygit2.enums.FileMode.LINK)
    builder.insert("module", pygit2.Oid(hex=commit), pygit2.enums.FileMode.COMMIT)
    author = pygit2.Signature("A Person", "person@example.org", 1_700_000_000, 0)
    made = repository.create_commit(None, author, author, "links", builder.write(), [])
    assert reasons(open_snapshot(root, revision=str(made))) == {
        "link.py": Unread.SYMLINK,
        "module": Unread.SUBMODULE,
    }


def test_a_tree_that_holds_itself_many_times_is_refused(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    repository = pygit2.Repository(str(root))
    tree = repository.revparse_single("HEAD").peel(pygit2.Tree).id
    for _ in range(8):
        builder = repository.TreeBuilder()
        for name in "abcdefghij":
            builder.insert(name, tree, pygit2.enums.FileMode.TREE)
        tree = builder.write()
    author = pygit2.Signature("A Person", "person@example.org", 1_700_000_000, 0)
    made = repository.create_commit(None, author, author, "a bomb", tree, [])
    with pytest.raises(errors.TooManyFiles):
        open_snapshot(root, revision=str(made))


@pytest.mark.parametrize("revision", ["-rf", "", " ", "a b", "main..dev", "a\nb"])
def test_what_cannot_be_a_revision_is_refused(folder: Write, revision: str) -> None:
    with pytest.raises(errors.BadRevision):
        open_snapshot(folder({"a.py": ""}), revision=revision)


def test_refusals_say_what_to_do(folder: Write, tmp_path: Path) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": "y\n"})
    with pytest.raises(errors.NotARepository, match="leave the revision out"):
        open_snapshot(root, revision="main")
    with pytest.raises(errors.NoSuchPath):
        open_snapshot(tmp_path / "nowhere")
    commit = commit_all(root)
    with pytest.raises(errors.UnknownRevision, match="git fetch"):
        open_snapshot(root, revision="nowhere")
    with pytest.raises(errors.NotACommit, match="tree"):
        open_snapshot(root, revision="HEAD:sub")
    with pytest.raises(errors.NotACommit, match="blob"):
        open_snapshot(root, revision="HEAD:a.py")
    (root / ".git" / "shallow").write_text(commit + "\n")
    with pytest.raises(errors.UnknownRevision, match="unshallow"):
        open_snapshot(root, revision="0123456789")
    (root / "later").mkdir()
    with pytest.raises(errors.NothingThere):
        open_snapshot(root / "later", revision="HEAD")


def test_a_damaged_repository_is_an_error_of_its_own(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    (root / ".git").mkdir()
    with pytest.raises(errors.DamagedRepository):
        open_snapshot(root)


def test_reading_writes_nothing_into_the_repository(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    (root / "a.py").write_text("x = 3\n")

    def state() -> dict[str, int]:
        return {str(each): each.stat().st_mtime_ns for each in root.rglob("*")}

    before = state()
    list(open_snapshot(root).files())
    assert state() == before
