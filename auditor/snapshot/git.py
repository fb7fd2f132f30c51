"""A repository at one commit, read from its object store with libgit2.

The work tree is only ever compared with the commit, to say what the audit does not cover; the repository's
hooks, filters and settings have no say, and nothing is fetched, checked out or written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pygit2
from pygit2.enums import ConfigLevel, FileMode, FileStatus, RepositoryOpenFlag

from auditor.errors import (
    DamagedRepository,
    NotACommit,
    NothingThere,
    TooManyFiles,
    UnknownRevision,
)
from auditor.facts import Skipped, TargetDescription
from auditor.snapshot.contents import Snapshot, SourceFile, decoded, named, too_large
from auditor.snapshot.patterns import MAX_BYTES, MAX_FILES
from auditor.terms import SourceKind, Unread

_SKIPPED_MODES = {
    FileMode.LINK: (Unread.SYMLINK, "not followed"),
    FileMode.COMMIT: (Unread.SUBMODULE, "another repository's commit"),
}
_MAX_DEPTH = 200
"""Folders inside folders; a crafted tree can hold itself any number of times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Blob:
    raw: bytes
    path: str
    id: pygit2.Oid | None = None
    skip: Skipped | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A repository, its work tree where it has one, and the folder inside it that was named."""

    repository: pygit2.Repository
    work_tree: Path | None
    part: str


class GitSnapshot(Snapshot):
    """The files of a commit, or of one folder of it."""

    def __init__(
        self, *, repository: pygit2.Repository, target: TargetDescription, blobs: tuple[_Blob, ...]
    ) -> None:
        self.target = target
        self._repository = repository
        self._blobs = blobs
        self._at = {each.path: each for each in blobs}

    @property
    def count(self) -> int:
        return len(self._blobs)

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (self._read(each) for each in self._blobs)

    def read(self, path: str) -> SourceFile | Skipped | None:
        found = self._at.get(path)
        return self._read(found) if found else None

    def _read(self, blob: _Blob) -> SourceFile | Skipped:
        if blob.skip is not None:
            return blob.skip
        assert blob.id is not None
        try:
            _, size = self._repository.odb.read_header(blob.id)
            if size > MAX_BYTES:
                return too_large(blob.path, size)
            _, data = self._repository.odb.read(blob.id)
        except KeyError:
            detail = f"object {blob.id} is not in the clone"
            return Skipped(path=blob.path, reason=Unread.ABSENT, detail=detail)
        except (pygit2.GitError, ValueError) as error:
            detail = f"object {blob.id} is damaged ({error})"
            return Skipped(path=blob.path, reason=Unread.ABSENT, detail=detail)
        return decoded(blob.path, data)


def open_repository(path: Path, *, revision: str | None) -> GitSnapshot | None:
    """The repository at or around a folder, at `revision` or HEAD.

    None where the folder is in no repository, holds no tracked file, or the repository has no commit yet,
    and no revision was named. Raises a TargetError.
    """
    found = _find(path.resolve())
    if found is None:
        return None
    if revision is None and (found.repository.is_empty or found.repository.head_is_unborn):
        return None
    commit = _commit(found.repository, path, revision or "HEAD")
    tree = _subtree(found.repository, path, commit, found.part)
    if tree is None:
        if revision is None:
            return None
        raise NothingThere(found.part, str(commit.id))
    blobs = tuple(sorted(_walk(found.repository, path, tree), key=lambda each: each.raw))
    if found.part and revision is None and not blobs:
        return None
    return GitSnapshot(
        repository=found.repository, target=_describe(found, path, commit, revision), blobs=blobs
    )


def _find(path: Path) -> _Found | None:
    """The nearest repository: the folder itself where it is a bare one, else upwards by `.git`."""
    if (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir():
        work_tree = path.parent if path.name == ".git" else None
        return _Found(repository=_opened(path), work_tree=work_tree, part="")
    for folder in (path, *path.parents):
        if (folder / ".git").exists():
            part = path.relative_to(folder).as_posix()
            return _Found(repository=_opened(folder), work_tree=folder, part="" if part == "." else part)
    return None


def _opened(folder: Path) -> pygit2.Repository:
    """Open a repository without the user's or the machine's settings.

    The owner of the folder does not matter, since nothing that its owner set is run.
    """
    pygit2.settings.owner_validation = False
    for level in (ConfigLevel.SYSTEM, ConfigLevel.XDG, ConfigLevel.GLOBAL, ConfigLevel.PROGRAMDATA):
        pygit2.settings.search_path[level] = ""
    try:
        return pygit2.Repository(str(folder), RepositoryOpenFlag.NO_SEARCH)
    except (pygit2.GitError, KeyError, ValueError) as error:
        raise DamagedRepository(str(folder), str(error)) from error


def _commit(repository: pygit2.Repository, path: Path, revision: str) -> pygit2.Commit:
    try:
        named_object = repository.revparse_single(revision)
    except (KeyError, ValueError, pygit2.GitError) as error:
        raise UnknownRevision(str(path), revision, shallow=repository.is_shallow) from error
    if isinstance(named_object, pygit2.Commit):
        return named_object
    try:
        return named_object.peel(pygit2.Commit)
    except (pygit2.GitError, KeyError, ValueError) as error:
        found = {pygit2.Tree: "tree", pygit2.Blob: "blob"}.get(type(named_object), "tag of no commit")
        raise NotACommit(revision, found) from error


def _subtree(
    repository: pygit2.Repository, path: Path, commit: pygit2.Commit, part: str
) -> pygit2.Oid | None:
    """The tree of the folder that was named; None where the commit has no such folder."""
    tree_id = commit.tree_id
    for name in PurePosixPath(part).parts:
        try:
            entry = {each.raw_name: each for each in _tree(repository, tree_id)}.get(name.encode())
        except KeyError as error:
            raise DamagedRepository(str(path), f"tree {tree_id} is absent") from error
        if entry is None or entry.filemode != FileMode.TREE:
            return None
        tree_id = entry.id
    return tree_id


def _walk(repository: pygit2.Repository, path: Path, root: pygit2.Oid) -> Iterator[_Blob]:
    waiting: list[tuple[bytes, pygit2.Oid]] = [(b"", root)]
    met = 0
    while waiting:
        folder, tree_id = waiting.pop()
        try:
            entries = list(_tree(repository, tree_id))
        except (KeyError, ValueError, pygit2.GitError) as error:
            if not folder:
                raise DamagedRepository(str(path), f"tree {tree_id} is absent") from error
            yield _skipped(folder, Unread.ABSENT, f"tree {tree_id} is not in the clone")
            continue
        met += len(entries)
        if met > MAX_FILES:
            raise TooManyFiles(str(path), MAX_FILES)
        for entry in entries:
            raw = folder + (entry.raw_name or b"")
            if entry.filemode != FileMode.TREE:
                yield _blob(raw, entry)
            elif raw.count(b"/") >= _MAX_DEPTH:
                yield _skipped(raw + b"/", Unread.UNREADABLE, f"more than {_MAX_DEPTH} folders deep")
            else:
                waiting.append((raw + b"/", entry.id))


def _tree(repository: pygit2.Repository, tree_id: pygit2.Oid) -> pygit2.Tree:
    found = repository[tree_id]
    if not isinstance(found, pygit2.Tree):
        raise KeyError(str(tree_id))
    return found


def _blob(raw: bytes, entry: pygit2.Object) -> _Blob:
    for mode, (reason, detail) in _SKIPPED_MODES.items():
        if entry.filemode == mode:
            return _skipped(raw, reason, f"{detail} {entry.id}" if reason is Unread.SUBMODULE else detail)
    path, skip = named(raw)
    return _Blob(raw=raw, path=path, id=entry.id, skip=skip)


def _skipped(raw: bytes, reason: Unread, detail: str) -> _Blob:
    path, unnameable = named(raw)
    if unnameable is not None:
        detail = f"{detail}; {unnameable.detail}"
    return _Blob(raw=raw, path=path, skip=Skipped(path=path, reason=reason, detail=detail))


def _describe(found: _Found, path: Path, commit: pygit2.Commit, revision: str | None) -> TargetDescription:
    name = PurePosixPath(found.part).name if found.part else (found.work_tree or path.resolve()).name
    at = "HEAD" if revision is None else revision
    says = f"git commit {commit.id}" + ("" if at == str(commit.id) else f" ({at})")
    says += f", folder {found.part} of its repository" if found.part else f" of {path}"
    return TargetDescription(
        system=name.removesuffix(".git") or "system",
        kind=SourceKind.GIT,
        location=str(path),
        revision=str(commit.id),
        part=found.part,
        says=says + _uncommitted(found, commit, revision),
    )


def _uncommitted(found: _Found, commit: pygit2.Commit, revision: str | None) -> str:
    """What the work tree holds beyond the commit, as a clause.

    A repository whose settings place its work tree elsewhere is not compared: it could name any folder.
    """
    place = found.repository.workdir
    if found.work_tree is None or place is None or Path(place).resolve() != found.work_tree.resolve():
        return ""
    if revision is not None and not _is_head(found.repository, commit):
        return "; the work tree stands at another commit and is not read"
    try:
        status = found.repository.status(untracked_files="normal", ignored=False)
    except (pygit2.GitError, KeyError, ValueError):
        return "; the work tree could not be compared with it and is not covered"
    inside = f"{found.part}/" if found.part else ""
    changed = sum(
        1
        for name, flags in status.items()
        if flags not in (FileStatus.CURRENT, FileStatus.IGNORED) and name.startswith(inside)
    )
    if not changed:
        return "; the work tree has no uncommitted change"
    return f"; {changed:,} uncommitted {'change' if changed == 1 else 'changes'} in the work tree not covered"


def _is_head(repository: pygit2.Repository, commit: pygit2.Commit) -> bool:
    try:
        return bool(repository.head.peel(pygit2.Commit).id == commit.id)
    except (pygit2.GitError, KeyError, ValueError):
        return False
