"""Repositories made or damaged to harm: each answer is a text, a reason or one error; none is waited for."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from auditor import errors
from auditor.facts import Skipped
from auditor.snapshot import MAX_BYTES, Snapshot, SourceFile, open_snapshot
from auditor.terms import Unread
from tests.walk.conftest import AUTHOR, Write, commit_all, in_place, packed

posix = pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")

SORTS = ("pipe", "zeros", "sparse", "link", "empty", "garbage")


def put(path: Path, sort: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if sort == "empty":
        path.write_bytes(b"")
    elif sort == "garbage":
        path.unlink(missing_ok=True)
        path.write_bytes(random.Random(7).randbytes(4000))
    else:
        in_place(path, sort)


def answered(root: Path, revision: str | None = None) -> Snapshot | None:
    """A snapshot that was opened, described and read to its end; None where one error refused it."""
    try:
        snapshot = open_snapshot(root, revision=revision)
    except errors.TargetError:
        return None
    assert snapshot.describe()
    assert len(list(snapshot.files())) == snapshot.count
    snapshot.uncommitted()
    assert snapshot.ahead is None or snapshot.ahead >= 0
    return snapshot


@posix
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "refs/heads/master"])
def test_a_reference_that_is_no_file_is_one_error(folder: Write, name: str, sort: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit = commit_all(root)
    if name == "packed-refs":
        (root / ".git" / "refs" / "heads" / "master").unlink()
    put(root / ".git" / name, sort)
    if name == "packed-refs" and sort in ("empty", "garbage"):
        assert open_snapshot(root).target.revision.startswith("sha256:"), (
            "a branch without a commit is a capture"
        )
    else:
        with pytest.raises(errors.DamagedRepository):
            open_snapshot(root)
    if name != "HEAD" or sort in ("sparse", "empty", "garbage"):
        assert answered(root, commit) is not None


@posix
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize(
    "name",
    ["config", "config.worktree", "shallow", "info/grafts", "info/attributes", "objects/info/commit-graph",
     "objects/pack/multi-pack-index", "objects/info/packs", "logs/HEAD", "description", "FETCH_HEAD"],
)  # fmt: skip
def test_files_that_are_not_needed_are_not_opened(folder: Write, name: str, sort: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    put(root / ".git" / name, sort)
    snapshot = answered(root)
    assert snapshot is not None
    assert isinstance(snapshot.read("a.py"), SourceFile)


@posix
@pytest.mark.parametrize("sort", SORTS)
def test_alternates_that_are_no_file_are_one_error_and_never_followed(folder: Write, sort: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    put(root / ".git" / "objects" / "info" / "alternates", sort)
    assert (answered(root) is not None) == (sort in ("empty", "garbage"))


@posix
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("name", [".git", "gitdir", "config", "HEAD"])
def test_what_stands_for_a_repository_and_is_none_is_one_error(
    folder: Write, tmp_path: Path, name: str, sort: str
) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    shutil.move(str(root / ".git"), tmp_path / "worktrees")
    (root / ".git").write_text(f"gitdir: {tmp_path / 'worktrees'}\n")
    put(root / name if name == ".git" else tmp_path / "worktrees" / name, sort)
    assert answered(root) is None


def test_a_head_that_cannot_be_read_takes_nothing_from_another_commit(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    first = commit_all(root)
    (root / "a.py").write_text("x = 3\n")
    commit_all(root)
    for what in ("HEAD^{tree}", "HEAD"):
        broken(root, what, cut)
        snapshot = answered(root, first)
        assert snapshot is not None
        assert snapshot.uncommitted() == ()
        assert isinstance(snapshot.read("a.py"), SourceFile)


@posix
@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("ending", ["pack", "idx"])
def test_a_pack_that_is_none_is_one_error(folder: Write, ending: str, sort: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    packed(root)
    (path,) = (root / ".git" / "objects" / "pack").glob(f"*.{ending}")
    put(path, sort)
    assert answered(root) is None


@posix
def test_folders_of_a_repository_that_are_links_are_not_followed(folder: Write, tmp_path: Path) -> None:
    for name in ("objects", "refs", "refs/heads", "objects/pack"):
        root = folder({"a.py": "x = 2\n"})
        commit_all(root)
        if name == "objects/pack":
            packed(root)
        shutil.move(str(root / ".git" / name), tmp_path / "away")
        (root / ".git" / name).symlink_to(tmp_path / "away")
        with pytest.raises(errors.DamagedRepository, match="link"):
            open_snapshot(root)
        shutil.rmtree(root)
        shutil.rmtree(tmp_path / "away")


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    return data[:-6] + bytes([data[-6] ^ 0xFF]) + data[-5:]


def bomb(data: bytes) -> bytes:
    return zlib.compress(b"blob 99999999999\0" + bytes(1000))


def other(data: bytes) -> bytes:
    return zlib.compress(b"blob 6\0x = 9\n")


def trailing(data: bytes) -> bytes:
    return zlib.compress(zlib.decompress(data) + b"more")


def garbage(data: bytes) -> bytes:
    return random.Random(7).randbytes(300)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": cut, "flipped": flipped, "bomb": bomb, "another": other, "trailing": trailing, "garbage": garbage,
    "empty": lambda data: b"", "one byte": lambda data: data[:1],
    "header only": lambda data: zlib.compress(b"blob 6\0"),
    "no header": lambda data: zlib.compress(b"x" * 300),
    "endless": lambda data: zlib.compress(b"tree 30\0" + bytes(10**6)),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_blob_is_named_and_the_rest_is_read(folder: Write, damage: str) -> None:
    root = folder({"a.py": "x = 2\n", "b.py": "y = 2\n"})
    commit_all(root)
    broken(root, "HEAD:b.py", DAMAGE[damage])
    snapshot = answered(root)
    assert snapshot is not None
    assert isinstance(snapshot.read("a.py"), SourceFile)
    found = snapshot.read("b.py")
    assert isinstance(found, Skipped)
    assert found.reason in (Unread.ABSENT, Unread.TOO_LARGE)
    assert "damaged" in found.detail or found.reason is Unread.TOO_LARGE


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_folder_is_named_and_the_rest_is_read(folder: Write, damage: str) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": "y = 2\n", "sub/more/c.py": "", "z.py": ""})
    commit_all(root)
    broken(root, "HEAD:sub", DAMAGE[damage])
    snapshot = answered(root)
    assert snapshot is not None
    assert list(snapshot.paths()) == ["a.py", "sub/", "z.py"]
    found = snapshot.read("sub/")
    assert isinstance(found, Skipped)
    assert (found.reason, "damaged" in found.detail) == (Unread.ABSENT, True)
    with pytest.raises(errors.LackingObject, match="git fsck"):
        open_snapshot(root / "sub", revision="HEAD")


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("what", ["HEAD", "HEAD^{tree}"])
def test_a_damaged_commit_or_root_is_one_error(folder: Write, what: str, damage: str) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    broken(root, what, DAMAGE[damage])
    with pytest.raises(errors.LackingObject, match="damaged"):
        open_snapshot(root)


def test_an_absent_folder_is_named_and_the_rest_is_read(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "sub/b.py": "y = 2\n"})
    commit_all(root)
    broken(root, "HEAD:sub", None)
    snapshot = answered(root)
    assert snapshot is not None
    found = snapshot.read("sub/")
    assert isinstance(found, Skipped)
    assert "is not in the clone" in found.detail
    broken(root, "HEAD^{tree}", None)
    with pytest.raises(errors.LackingObject, match="git fetch"):
        open_snapshot(root)


def test_a_pack_that_is_gone_or_damaged_takes_nothing_from_the_others(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "b.py": "y = 2\n"})
    commit_all(root)
    (root / ".git" / "objects" / "pack" / "pack-0.idx").write_bytes(b"garbage")
    (root / ".git" / "objects" / "pack" / "pack-1.idx").write_bytes(b"garbage")
    broken(root, "HEAD:b.py", None)
    snapshot = answered(root)
    assert snapshot is not None
    assert isinstance(snapshot.read("a.py"), SourceFile)
    found = snapshot.read("b.py")
    assert isinstance(found, Skipped)
    assert "it may be in pack-0.idx, which cannot be read" in found.detail


def test_a_blob_that_is_damaged_in_a_pack_may_be_whole_beside_it(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "b.py": "y = 2\n"})
    commit_all(root)
    repository = pygit2.Repository(str(root))
    blob = repository.revparse_single("HEAD:a.py").id
    pack(root / ".git" / "objects" / "pack", [(blob.raw, 3, zlib.compress(b"x = 9\n"), 6)])
    snapshot = answered(root)
    assert snapshot is not None
    assert snapshot.read("a.py") == SourceFile(path="a.py", text="x = 2\n")
    object_path(root, str(blob)).unlink()
    found = snapshot.read("a.py")
    assert isinstance(found, Skipped)
    assert "not those that it is named for" in found.detail


def test_a_file_that_is_a_tree_or_a_commit_is_no_text(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit = commit_all(root)
    repository = pygit2.Repository(str(root))
    tree = b"100644 commit.py\0" + pygit2.Oid(hex=commit).raw
    tree += b"100644 tree.py\0" + repository.revparse_single("HEAD^{tree}").id.raw
    written = repository.odb.write(pygit2.enums.ObjectType.TREE, tree)
    made = repository.create_commit(None, AUTHOR, AUTHOR, "", written, [])
    snapshot = answered(root, str(made))
    assert snapshot is not None
    assert [type(each) for each in snapshot.files()] == [Skipped, Skipped]


def test_every_byte_of_a_pack_may_be_wrong(folder: Write) -> None:
    lines = [f"line {each} of a text that is changed a little\n" for each in range(60)]
    root = folder({"a.py": "".join(lines), "b.py": "".join(lines[:50]), "c.py": "".join(lines[5:])})
    commit_all(root)
    packed(root)
    chance = random.Random(7)
    paths = sorted((root / ".git" / "objects" / "pack").glob("*.[pi]*"))
    whole = {each: each.read_bytes() for each in paths}
    for each in paths:
        each.chmod(0o644)
    for _ in range(300):
        path = chance.choice(paths)
        data = bytearray(whole[path])
        for _ in range(chance.choice((1, 1, 4))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(bytes(data[: chance.choice((len(data), len(data), chance.randrange(len(data))))]))
        answered(root)
        path.write_bytes(whole[path])
    snapshot = answered(root)
    assert snapshot is not None
    assert snapshot.read("c.py") == SourceFile(path="c.py", text="".join(lines[5:]))


A, B = bytes.fromhex("aa" * 20), bytes.fromhex("bb" * 20)
DELTA = b"\x05\x05\x90\x05"


@pytest.mark.parametrize(
    "objects",
    [
        [(A, 7, B + zlib.compress(DELTA), len(DELTA)), (B, 7, A + zlib.compress(DELTA), len(DELTA))],
        [(A, 7, A + zlib.compress(DELTA), len(DELTA))],
        [(A, 6, b"\x00" + zlib.compress(DELTA), len(DELTA))],
        [(A, 6, b"\x7f" + zlib.compress(DELTA), len(DELTA))],
        [(A, 7, B + zlib.compress(DELTA), len(DELTA))],
        [(A, 3, zlib.compress(b"x" * 5), 10**12)],
        [(A, 3, zlib.compress(b"x" * 5000), 5)],
        [(A, 3, b"\x00" * 50, 5)],
        [(A, 5, zlib.compress(b"x"), 1), (B, 0, zlib.compress(b"x"), 1)],
        [(B, 3, zlib.compress(b"x" * 5), 5), (A, 7, B + zlib.compress(b"\x05\xff\xff\xff\xff\x7f"), 6)],
        [(B, 3, zlib.compress(b"x" * 5), 5), (A, 7, B + zlib.compress(b"\x05\x05\x00"), 3)],
        [(B, 3, zlib.compress(b"x" * 5), 5), (A, 7, B + zlib.compress(b"\x05\x05\xff"), 3)],
        [(B, 3, zlib.compress(b"x" * 5), 5), (A, 7, B + zlib.compress(b"\x06" + DELTA[1:]), len(DELTA))],
        [(B, 3, zlib.compress(b"x" * 5), 5), (A, 7, B + zlib.compress(b""), 0)],
    ],
    ids=["circle", "itself", "at itself", "before the pack", "absent base", "huge", "longer", "no zlib",
         "kinds",
         "delta bomb", "no command", "cut command", "another base", "empty delta"],
)  # fmt: skip
def test_a_pack_made_to_be_unpacked_without_end_is_refused(
    folder: Write, objects: list[tuple[bytes, int, bytes, int]]
) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    repository = pygit2.Repository(str(root))
    builder = repository.TreeBuilder()
    builder.insert("a.py", repository.create_blob(b"x = 2\n"), pygit2.enums.FileMode.BLOB)
    tree = zlib.decompress(object_path(root, str(builder.write())).read_bytes()).partition(b"\0")[2]
    tree += b"100644 evil.py\0" + A + b"100644 other.py\0" + B
    commit = repository.create_commit(
        None, AUTHOR, AUTHOR, "", repository.odb.write(pygit2.enums.ObjectType.TREE, tree), []
    )
    pack(root / ".git" / "objects" / "pack", objects)
    snapshot = answered(root, str(commit))
    assert snapshot is not None
    assert isinstance(snapshot.read("a.py"), SourceFile)
    assert isinstance(snapshot.read("evil.py"), Skipped)


def test_deltas_that_take_more_work_than_an_object_is_worth_are_refused(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    size = 40 * 1024 * 1024
    number = bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14 & 127 | 128, size >> 21])
    same = number + number + b"\xf0\xff\xff\xff" * 2
    names = [bytes([at]) * 20 for at in range(1, 40)]
    objects = [(names[0], 3, zlib.compress(b"x"), size)]
    for base, name in itertools.pairwise(names):
        delta = number + b"\x05\x90\x05" if name == names[-1] else same
        objects.append((name, 7, base + zlib.compress(delta), len(delta)))
    pack(root / ".git" / "objects" / "pack", objects)
    tree = b"100644 evil.py\0" + names[-1]
    repository = pygit2.Repository(str(root))
    written = repository.odb.write(pygit2.enums.ObjectType.TREE, tree)
    commit = repository.create_commit(None, AUTHOR, AUTHOR, "", written, [])
    found = open_snapshot(root, revision=str(commit)).read("evil.py")
    assert isinstance(found, Skipped)
    assert "more work" in found.detail


def test_names_in_a_tree_that_lead_out_of_it_are_named_and_lead_nowhere(
    folder: Write, tmp_path: Path
) -> None:
    root = folder({"a.py": "x = 2\n"})
    commit_all(root)
    (tmp_path / "secret.py").write_text("x = 2\n")
    repository = pygit2.Repository(str(root))
    blob = repository.create_blob(b"x = 2\n").raw
    names = (b"..", b".", b"../secret.py", b"/etc/passwd", b".git", b"a\\b", b"a\nb", b"\xff")
    tree = b"".join(b"100644 " + name + b"\0" + blob for name in sorted(names))
    made = repository.create_commit(
        "HEAD", AUTHOR, AUTHOR, "", repository.odb.write(pygit2.enums.ObjectType.TREE, tree),
        [repository.head.target],
    )  # fmt: skip
    snapshot = answered(root, str(made))
    assert snapshot is not None
    assert {each.path for each in snapshot.files() if isinstance(each, SourceFile)} == {".git", "a\\b"}
    assert "../secret.py" not in snapshot.uncommitted()


def test_a_blob_over_the_limit_is_told_by_its_size(folder: Write) -> None:
    root = folder({"a.py": "x = 2\n", "huge.py": b"#" * (MAX_BYTES + 1)})
    commit_all(root)
    loose = open_snapshot(root).read("huge.py")
    packed(root)
    for found in (loose, open_snapshot(root).read("huge.py")):
        assert isinstance(found, Skipped)
        assert found.reason is Unread.TOO_LARGE
        assert found.detail.startswith(f"{MAX_BYTES + 1:,} bytes")


def broken(root: Path, revision: str, damage: Callable[[bytes], bytes] | None) -> None:
    path = object_path(root, str(pygit2.Repository(str(root)).revparse_single(revision).id))
    data = path.read_bytes()
    path.unlink()
    if damage is not None:
        path.write_bytes(damage(data))


def object_path(root: Path, name: str) -> Path:
    return root / ".git" / "objects" / name[:2] / name[2:]


def pack(folder: Path, objects: list[tuple[bytes, int, bytes, int]]) -> None:
    """Write a pack of objects given by name, kind, what stands after the header, and the size it claims."""
    folder.mkdir(exist_ok=True)
    data, offsets = b"PACK" + struct.pack(">II", 2, len(objects)), {}
    for name, kind, rest, size in objects:
        offsets[name] = len(data)
        head, size = kind << 4 | size & 15, size >> 4
        while size:
            data += bytes([head | 128])
            head, size = size & 127, size >> 7
        data += bytes([head]) + rest
    data += hashlib.sha1(data).digest()
    names = sorted(offsets)
    index = b"\xfftOc" + struct.pack(">I", 2)
    index += struct.pack(">256I", *(sum(1 for name in names if name[0] <= first) for first in range(256)))
    index += b"".join(names) + b"\0\0\0\0" * len(names)
    index += b"".join(struct.pack(">I", offsets[name]) for name in names) + data[-20:]
    index += hashlib.sha1(index).digest()
    (folder / "pack-x.pack").write_bytes(data)
    (folder / "pack-x.idx").write_bytes(index)
