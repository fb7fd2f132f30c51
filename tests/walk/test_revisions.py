"""From a revision to its commit; from a folder to its repository; how far HEAD is ahead."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygit2
import pytest

from auditor import errors
from auditor.snapshot import SourceFile, open_snapshot
from tests.walk.conftest import AUTHOR, Write, commit_all, packed


def later(root: Path, text: str) -> str:
    (root / "a.py").write_text(text)
    return commit_all(root)


def resolved(root: Path, revision: str) -> str:
    return open_snapshot(root, revision=revision).target.revision


@pytest.fixture(params=["loose", "packed"])
def history(request: pytest.FixtureRequest, folder: Write) -> tuple[Path, list[str]]:
    """A repository of three commits, its objects and references in files of their own or packed."""
    root = folder({"a.py": "x = 0\n"})
    commits = [commit_all(root), later(root, "x = 1\n"), later(root, "x = 2\n")]
    repository = pygit2.Repository(str(root))
    repository.create_reference("refs/heads/topic/one", commits[0])
    repository.create_reference("refs/remotes/origin/main", commits[1])
    tag = repository.create_tag("v1.0", commits[1], pygit2.enums.ObjectType.COMMIT, AUTHOR, "a tag")
    repository.create_tag("signed-off", tag, pygit2.enums.ObjectType.TAG, AUTHOR, "a tag of a tag")
    if request.param == "packed":
        packed(root)
    return root, commits


@pytest.mark.parametrize(
    ("revision", "number"),
    [
        ("HEAD", 2), ("@", 2), ("topic/one", 0), ("refs/heads/topic/one", 0), ("heads/topic/one", 0),
        ("origin/main", 1), ("v1.0", 1), ("signed-off", 1), ("tags/v1.0", 1), ("HEAD~", 1), ("HEAD^", 1),
        ("HEAD~2", 0), ("HEAD^^", 0), ("HEAD^0", 2), ("v1.0^{}", 1), ("v1.0^{commit}~1", 0), ("{2:40}", 2),
        ("{1:12}", 1), ("{0:7}", 0), ("v1.0-1-g{2:9}", 2), ("{2:UPPER}", 2),
    ],
)  # fmt: skip
def test_a_revision_is_resolved_to_the_full_commit(
    history: tuple[Path, list[str]], revision: str, number: int
) -> None:
    root, commits = history
    for at, commit in enumerate(commits):
        for length in (7, 9, 12, 40):
            revision = revision.replace(f"{{{at}:{length}}}", commit[:length])
        revision = revision.replace(f"{{{at}:UPPER}}", commit.upper())
    assert resolved(root, revision) == commits[number]


@pytest.mark.parametrize(
    ("revision", "error"),
    [
        ("HEAD@{1}", errors.BadRevision),
        ("@{-1}", errors.BadRevision), ("main@{yesterday}", errors.BadRevision),
        (":/what", errors.BadRevision), (":a.py", errors.BadRevision), ("HEAD^{/what}", errors.BadRevision),
        ("HEAD..main", errors.BadRevision), ("--upload-pack=x", errors.BadRevision),
        ("^HEAD", errors.BadRevision),
        ("HEAD:", errors.NotACommit), ("HEAD:a.py", errors.NotACommit), ("HEAD^{tree}", errors.NotACommit),
        ("HEAD:b.py", errors.UnknownRevision), ("HEAD~9", errors.UnknownRevision),
        ("HEAD^2", errors.UnknownRevision), ("HEAD~999999", errors.UnknownRevision),
        ("nowhere", errors.UnknownRevision), ("0" * 40, errors.UnknownRevision),
        ("abcdef", errors.UnknownRevision), ("config", errors.UnknownRevision),
        ("refs/heads", errors.UnknownRevision),
        ("index", errors.UnknownRevision), ("/etc/passwd", errors.UnknownRevision),
        ("a\\b", errors.UnknownRevision), ("main.lock", errors.UnknownRevision),
        (".git", errors.UnknownRevision),
    ],
)  # fmt: skip
def test_what_names_no_commit_is_refused_with_its_reason(
    history: tuple[Path, list[str]], revision: str, error: type[errors.TargetError]
) -> None:
    with pytest.raises(error):
        resolved(history[0], revision)


def test_a_tag_of_a_tree_or_a_blob_is_no_revision(folder: Write) -> None:
    root = folder({"a.py": "x = 0\n"})
    commit_all(root)
    repository = pygit2.Repository(str(root))
    tree = repository.revparse_single("HEAD^{tree}").id
    blob = repository.revparse_single("HEAD:a.py").id
    repository.create_tag("a-tree", tree, pygit2.enums.ObjectType.TREE, AUTHOR, "")
    repository.create_reference("refs/tags/a-blob", blob)
    for revision, found in (
        ("a-tree", "tree"),
        ("a-blob", "blob"),
        (str(tree), "tree"),
        (str(blob)[:9], "blob"),
    ):
        with pytest.raises(errors.NotACommit, match=found):
            resolved(root, revision)


def test_head_may_stand_at_a_commit_and_a_tag_wins_over_a_branch(history: tuple[Path, list[str]]) -> None:
    root, commits = history
    repository = pygit2.Repository(str(root))
    repository.create_reference("refs/heads/v1.0", commits[0])
    assert resolved(root, "v1.0") == commits[1]
    (root / ".git" / "HEAD").write_text(commits[0] + "\n")
    assert open_snapshot(root).target.revision == commits[0]


def test_a_short_name_of_several_commits_is_refused(folder: Write) -> None:
    root = folder({"a.py": "x = 0\n"})
    commit_all(root)
    repository = pygit2.Repository(str(root))
    beginnings: dict[str, int] = {}
    for number in range(2000):
        made = repository.create_commit(None, AUTHOR, AUTHOR, str(number), repository.index.write_tree(), [])
        beginnings[str(made)[:4]] = beginnings.get(str(made)[:4], 0) + 1
    several = next(each for each, count in beginnings.items() if count > 1)
    with pytest.raises(errors.BadRevision, match="give more of it"):
        resolved(root, several)


def test_how_far_head_is_ahead_is_told_where_it_descends(history: tuple[Path, list[str]]) -> None:
    root, commits = history
    assert [open_snapshot(root, revision=each).ahead for each in commits] == [2, 1, 0]
    assert open_snapshot(root, revision=commits[0]).head == commits[2]
    repository = pygit2.Repository(str(root))
    tree = repository.revparse_single("HEAD^{tree}").id
    aside = repository.create_commit(None, AUTHOR, AUTHOR, "aside", tree, [commits[0]])
    assert open_snapshot(root, revision=str(aside)).ahead is None
    repository.create_commit("HEAD", AUTHOR, AUTHOR, "merge", tree, [commits[2], aside])
    assert open_snapshot(root, revision=str(aside)).ahead == 3
    assert open_snapshot(root, revision=commits[0]).ahead == 4
    alone = repository.create_commit(None, AUTHOR, AUTHOR, "alone", tree, [])
    assert open_snapshot(root, revision=str(alone)).ahead is None


def test_a_history_that_was_cut_tells_not_how_far_it_is_ahead(history: tuple[Path, list[str]]) -> None:
    root, commits = history
    unpack(root)
    object_path(root, commits[1]).unlink()
    (root / ".git" / "shallow").write_text(commits[2] + "\n")
    assert open_snapshot(root, revision=commits[0]).ahead is None
    with pytest.raises(errors.UnknownRevision, match=f"--depth 1 origin {commits[1]}.*--unshallow"):
        open_snapshot(root, revision=commits[1])
    with pytest.raises(errors.LackingObject, match="--unshallow"):
        open_snapshot(root, revision="HEAD~1")


def test_a_folder_without_objects_of_its_own_says_where_they_are(
    history: tuple[Path, list[str]], tmp_path: Path
) -> None:
    root, _ = history
    shutil.copytree(root, tmp_path / "other")
    shutil.rmtree(root / ".git" / "objects")
    (root / ".git" / "objects" / "info").mkdir(parents=True)
    (root / ".git" / "objects" / "info" / "alternates").write_text(f"{tmp_path}/other/.git/objects\n")
    with pytest.raises(errors.LackingObject, match="git repack -a -d"):
        open_snapshot(root)


def test_a_linked_work_tree_is_read_through_the_folder_that_names_it_back(
    history: tuple[Path, list[str]], tmp_path: Path
) -> None:
    root, commits = history
    repository = pygit2.Repository(str(root))
    repository.add_worktree("linked", str(tmp_path / "linked"), repository.references["refs/heads/topic/one"])
    snapshot = open_snapshot(tmp_path / "linked")
    assert (snapshot.target.revision, snapshot.target.system) == (commits[0], "linked")
    assert isinstance(snapshot.read("a.py"), SourceFile)
    assert snapshot.uncommitted() == ()
    (tmp_path / "linked" / "a.py").write_text("y = 0\n")
    assert open_snapshot(tmp_path / "linked").uncommitted() == ("a.py",)


def test_a_git_file_is_not_followed_to_a_repository_that_knows_nothing_of_it(
    history: tuple[Path, list[str]], tmp_path: Path
) -> None:
    root, _ = history
    repository = pygit2.Repository(str(root))
    repository.add_worktree("linked", str(tmp_path / "linked"), repository.references["refs/heads/topic/one"])
    stray = tmp_path / "stray"
    stray.mkdir()
    for content in (
        f"gitdir: {root / '.git'}\n", f"gitdir: {root / '.git' / 'worktrees' / 'linked'}\n",
        "gitdir: ../target/.git\n", "gitdir: /dev\n", "gitdir: /nowhere\n", "gitdir:\n", "x\n",
        "gitdir: a\0b",
    ):  # fmt: skip
        (stray / ".git").write_text(content)
        with pytest.raises(errors.StrayGitFile, match="the repository's own folder"):
            open_snapshot(stray)
    (stray / ".git").unlink()
    (stray / ".git").symlink_to(root / ".git")
    with pytest.raises(errors.StrayGitFile):
        open_snapshot(stray)


def test_a_submodule_is_read_where_its_settings_name_it_back(folder: Write, tmp_path: Path) -> None:
    root = folder({"a.py": "x = 0\n", "part/b.py": "y = 0\n"})
    commit = commit_all(root / "part")
    modules = root / ".git" / "modules" / "part"
    modules.parent.mkdir(parents=True)
    shutil.move(str(root / "part" / ".git"), modules)
    (root / "part" / ".git").write_text("gitdir: ../.git/modules/part\n")
    with (modules / "config").open("a") as stream:
        stream.write("[core]\n\tworktree = ../../../part\n")
    assert open_snapshot(root / "part").target.revision == commit
    (root / "else").mkdir()
    shutil.copy(root / "part" / ".git", root / "else" / ".git")
    with pytest.raises(errors.StrayGitFile):
        open_snapshot(root / "else")


def unpack(root: Path) -> None:
    """Give every object of a packed repository a file of its own."""
    for pack in (root / ".git" / "objects" / "pack").glob("*.idx"):
        store = pygit2.Repository(str(root))
        objects = [(store.odb.read(each)) for each in store.odb]
        moved = root / ".git" / "moved"
        moved.mkdir()
        for each in (pack, pack.with_suffix(".pack")):
            shutil.move(str(each), moved)
        loose = pygit2.Repository(str(root))
        for kind, data in objects:
            loose.odb.write(kind, data)


def object_path(root: Path, name: str) -> Path:
    return root / ".git" / "objects" / name[:2] / name[2:]
