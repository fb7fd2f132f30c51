"""A repository at one commit, read from its object store.

The work tree is only ever compared with HEAD, to say what the audit does not cover; the repository's hooks,
filters and settings have no say, and nothing is fetched, checked out or written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

import pygit2
from pygit2.enums import FileMode

from auditor.errors import LackingObject, NothingThere, TargetError, TooManyFiles
from auditor.facts import Skipped, TargetDescription
from auditor.snapshot.contents import Snapshot, SourceFile, decoded, named, too_large
from auditor.snapshot.git_folder import GitFolder, find_git_folder
from auditor.snapshot.history import commits_ahead
from auditor.snapshot.objects import ObjectStore
from auditor.snapshot.packs import TooLarge
from auditor.snapshot.patterns import MAX_BYTES, MAX_FILES
from auditor.snapshot.revisions import Revisions
from auditor.snapshot.worktree import MAX_LISTED, NotCompared, Tracked, uncommitted_paths
from auditor.terms import SourceKind, Unread

_TREE, _LINK, _COMMIT = int(FileMode.TREE), int(FileMode.LINK), int(FileMode.COMMIT)
_MAX_DEPTH = 200
"""Folders inside folders; a crafted tree can hold itself any number of times."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A path of the commit: its object and kind, and its skip where it is not to be read."""

    raw: bytes
    path: str
    id: pygit2.Oid | None
    mode: int
    skip: Skipped | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Repository:
    """What is at hand of a repository; `path` is what messages call it."""

    path: Path
    git: GitFolder
    store: ObjectStore
    revisions: Revisions


class GitSnapshot(Snapshot):
    """The files of a commit, or of one folder of it."""

    def __init__(
        self,
        *,
        repository: _Repository,
        target: TargetDescription,
        commit: pygit2.Commit,
        entries: tuple[_Entry, ...],
    ) -> None:
        self.target = target
        self._repository = repository
        self._commit = commit
        self._entries = entries
        self._at = {each.path: each for each in entries}

    @property
    def count(self) -> int:
        return len(self._entries)

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (self._read(each) for each in self._entries)

    def read(self, path: str) -> SourceFile | Skipped | None:
        found = self._at.get(path)
        return self._read(found) if found else None

    def paths(self) -> Iterator[str]:
        return (each.path for each in self._entries)

    def exists(self, path: str) -> bool:
        return path in self._at

    def identities(self) -> Mapping[str, str]:
        return {each.path: str(each.id) for each in self._entries if each.id is not None}

    @cached_property
    def head(self) -> str | None:  # type: ignore[override]
        return str(self._head.id) if self._head else None

    @cached_property
    def ahead(self) -> int | None:  # type: ignore[override]
        if self._head is None:
            return None
        return commits_ahead(self._repository.store, earlier=self._commit, later=self._head)

    def uncommitted(self) -> tuple[str, ...]:
        try:
            return self._uncommitted or ()
        except NotCompared:
            return ()

    def describe(self) -> str:
        """One line that says what is read, and what is not covered."""
        return self.target.says + self._not_covered()

    @cached_property
    def _head(self) -> pygit2.Commit | None:
        try:
            return self._repository.revisions.head()
        except TargetError:
            return None

    @cached_property
    def _uncommitted(self) -> tuple[str, ...] | None:
        head, at = self._head, self._repository
        if head is None:
            return None
        entries: tuple[_Entry, ...] = self._entries
        if head.id != self._commit.id:
            try:
                tree = _subtree(at, head)
                entries = () if tree is None else _listed(at, tree)
            except TargetError as error:
                raise NotCompared("its commit cannot be read whole") from error
        found = uncommitted_paths(at.git, {each.raw: _tracked(each) for each in entries if each.id})
        return None if found is None else tuple(named(each)[0] for each in found)

    def _not_covered(self) -> str:
        try:
            changed = self._uncommitted
        except NotCompared as error:
            return f"; the work tree could not be compared with HEAD ({error}) and is not covered"
        if changed is None:
            return ""
        if self.head != str(self._commit.id):
            return "; the work tree stands at another commit and is not read"
        if not changed:
            return "; the work tree has no uncommitted change"
        count = f"{'at least ' if len(changed) == MAX_LISTED else ''}{len(changed):,} uncommitted"
        return f"; {count} {'change' if len(changed) == 1 else 'changes'} in the work tree not covered"

    def _read(self, entry: _Entry) -> SourceFile | Skipped:
        if entry.skip is not None:
            return entry.skip
        assert entry.id is not None
        try:
            data = self._repository.store.blob(entry.id, limit=MAX_BYTES)
        except TooLarge as error:
            return too_large(entry.path, error.size)
        except KeyError:
            detail = f"object {entry.id} is not in the clone"
            return Skipped(path=entry.path, reason=Unread.ABSENT, detail=detail)
        except (ValueError, OSError) as error:
            detail = f"object {entry.id} is damaged ({error})"
            return Skipped(path=entry.path, reason=Unread.ABSENT, detail=detail)
        return decoded(entry.path, data)


def open_repository(path: Path, *, revision: str | None) -> GitSnapshot | None:
    """The repository at or around a folder, at `revision` or HEAD.

    None where the folder is in no repository, holds no tracked file, or the repository has no commit yet,
    and no revision was named. Raises a TargetError.
    """
    git = find_git_folder(path.resolve())
    if git is None:
        return None
    store = ObjectStore(git.objects)
    at = _Repository(path=path, git=git, store=store, revisions=Revisions(path=path, git=git, store=store))
    commit = at.revisions.head() if revision is None else at.revisions.commit(revision)
    if commit is None:
        return None
    tree = _subtree(at, commit)
    if tree is None:
        if revision is None:
            return None
        raise NothingThere(git.part, str(commit.id))
    entries = _listed(at, tree)
    if git.part and revision is None and not entries:
        return None
    target = _described(at, commit, revision)
    return GitSnapshot(repository=at, target=target, commit=commit, entries=entries)


def _subtree(at: _Repository, commit: pygit2.Commit) -> pygit2.Oid | None:
    """The tree of the folder that was named; None where the commit has no such folder."""
    tree_id = commit.tree_id
    for name in PurePosixPath(at.git.part).parts:
        raw = name.encode("utf-8", "surrogateescape")
        found = next((each for each in _begin(at, tree_id) if each.raw_name == raw), None)
        if found is None or found.filemode != _TREE:
            return None
        tree_id = found.id
    return tree_id


def _begin(at: _Repository, tree_id: pygit2.Oid) -> pygit2.Tree:
    """A tree that nothing can be read without."""
    try:
        return at.store.tree(tree_id)
    except KeyError as error:
        raise _lacking(at, f"tree {tree_id} is not in the clone") from error
    except (ValueError, OSError) as error:
        raise _lacking(at, f"tree {tree_id} is damaged ({error})") from error


def _lacking(at: _Repository, what: str) -> LackingObject:
    return LackingObject(str(at.path), what, shallow=at.git.is_shallow, borrows=at.store.borrows)


def _listed(at: _Repository, root: pygit2.Oid) -> tuple[_Entry, ...]:
    """Every path of a tree in byte order; a folder that is absent or damaged is one path."""
    _begin(at, root)
    return tuple(sorted(_walk(at, root), key=lambda each: each.raw))


def _walk(at: _Repository, root: pygit2.Oid) -> Iterator[_Entry]:
    waiting: list[tuple[bytes, pygit2.Oid]] = [(b"", root)]
    met = 0
    while waiting:
        folder, tree_id = waiting.pop()
        try:
            tree = at.store.tree(tree_id)
        except KeyError:
            yield _skipped(folder, Unread.ABSENT, f"tree {tree_id} is not in the clone")
            continue
        except (ValueError, OSError) as error:
            yield _skipped(folder, Unread.ABSENT, f"tree {tree_id} is damaged ({error})")
            continue
        met += len(tree)
        if met > MAX_FILES:
            raise TooManyFiles(str(at.path), MAX_FILES)
        for each in tree:
            name = each.raw_name or b""
            raw, mode = folder + name, int(each.filemode)
            if name in (b"", b".", b"..") or b"/" in name:
                yield _skipped(raw, Unread.UNREADABLE, "its name could lead out of the folder")
            elif mode != _TREE:
                yield _entry(raw, each.id, mode)
            elif raw.count(b"/") >= _MAX_DEPTH:
                yield _skipped(raw + b"/", Unread.UNREADABLE, f"more than {_MAX_DEPTH} folders deep")
            else:
                waiting.append((raw + b"/", each.id))


def _entry(raw: bytes, oid: pygit2.Oid, mode: int) -> _Entry:
    if mode == _LINK:
        return _skipped(raw, Unread.SYMLINK, "not followed", oid, mode)
    if mode == _COMMIT:
        return _skipped(raw, Unread.SUBMODULE, f"another repository's commit {oid}", oid, mode)
    path, skip = named(raw)
    return _Entry(raw, path, oid, mode, skip)


def _skipped(raw: bytes, reason: Unread, detail: str, oid: pygit2.Oid | None = None, mode: int = 0) -> _Entry:
    path, unnameable = named(raw)
    if unnameable is not None:
        detail = f"{detail}; {unnameable.detail}"
    return _Entry(raw, path, oid, mode, Skipped(path=path, reason=reason, detail=detail))


def _tracked(entry: _Entry) -> Tracked:
    assert entry.id is not None
    return Tracked(blob=entry.id.raw, is_link=entry.mode == _LINK, is_submodule=entry.mode == _COMMIT)


def _described(at: _Repository, commit: pygit2.Commit, revision: str | None) -> TargetDescription:
    part = at.git.part
    name = PurePosixPath(part).name if part else (at.git.work_tree or at.path.resolve()).name
    called = "HEAD" if revision is None else revision
    says = f"git commit {commit.id}" + ("" if called == str(commit.id) else f" ({called})")
    return TargetDescription(
        system=name.removesuffix(".git") or "system",
        kind=SourceKind.GIT,
        location=str(at.path),
        revision=str(commit.id),
        part=part,
        says=says + (f", folder {part} of its repository" if part else f" of {at.path}"),
    )
