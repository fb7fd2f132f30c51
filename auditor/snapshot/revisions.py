"""From what a person calls a revision to the commit it names: HEAD, a branch, a tag, a full or short commit,
and steps back from one of these (`~2`, `^`, `^2`).
"""

from __future__ import annotations

import re
from pathlib import Path

import pygit2

from auditor.errors import BadRevision, LackingObject, NotACommit, UnknownRevision
from auditor.snapshot.git_folder import GitFolder
from auditor.snapshot.objects import ObjectStore
from auditor.snapshot.references import References

_FORM = re.compile(
    r"(?P<base>[^~^:]+)(?P<steps>(?:~\d{0,6}|\^\d{0,3}|\^\{\w*\})*)(?::(?P<path>.*))?", re.DOTALL
)
_STEP = re.compile(r"~(?P<back>\d*)|\^\{(?P<kind>\w*)\}|\^(?P<parent>\d*)")
_FULL = re.compile(r"[0-9a-f]{40}")
_SHORT = re.compile(r"[0-9a-f]{4,39}")
_DESCRIBED = re.compile(r".+-\d+-g([0-9a-f]{4,40})")
_MAX_TAGS = 20


class Revisions:
    """The revisions of one repository; `path` is what messages call it."""

    def __init__(self, *, path: Path, git: GitFolder, store: ObjectStore) -> None:
        self._path, self._git, self._store = path, git, store
        self._references = References(git)

    def head(self) -> pygit2.Commit | None:
        """The commit of HEAD; None where there is none yet. Raises as `commit` does."""
        name = self._references.head()
        return None if name is None else self._peeled("HEAD", self._object("HEAD", name))

    def commit(self, revision: str) -> pygit2.Commit:
        """The commit that a revision names.

        Raises BadRevision, UnknownRevision, NotACommit, LackingObject, DamagedRepository.
        """
        refuse_impossible(revision)
        form = _FORM.fullmatch(revision)
        if form is None:
            raise BadRevision(revision, "its form is not one that is read here")
        name = self._named(form["base"])
        if name is None:
            raise self._unknown(revision)
        found: pygit2.Object | pygit2.Commit = self._object(revision, name)
        for step in _STEP.finditer(form["steps"]):
            found = self._step(revision, found, step)
        if form["path"] is not None:
            raise NotACommit(revision, self._kind_at(revision, found, form["path"]))
        return self._peeled(revision, found)

    def _named(self, base: str) -> str | None:
        base = "HEAD" if base == "@" else base
        if _FULL.fullmatch(base.lower()):
            return base.lower()
        found = self._references.head() if base == "HEAD" else self._references.named(base)
        if found is not None:
            return found
        described = _DESCRIBED.fullmatch(base)
        short = described[1] if described else base.lower()
        return self._short(base, short) if _SHORT.fullmatch(short) else None

    def _short(self, base: str, short: str) -> str | None:
        names = self._store.starting(short)
        if len(names) > 1:
            names = [name for name in names if self._is_commit(name)]
            if len(names) != 1:
                raise BadRevision(base, "several objects begin so; give more of it")
        return names[0] if names else None

    def _is_commit(self, name: str) -> bool:
        try:
            return isinstance(self._store.get(pygit2.Oid(hex=name)), pygit2.Commit)
        except (KeyError, ValueError, OSError):
            return False

    def _step(
        self, revision: str, found: pygit2.Object | pygit2.Commit, step: re.Match[str]
    ) -> pygit2.Object | pygit2.Commit:
        if step["kind"] is not None:
            if step["kind"] not in ("", "commit"):
                raise NotACommit(revision, step["kind"])
            return self._peeled(revision, found)
        commit = self._peeled(revision, found)
        parent = int(step["parent"] or 1) if step["parent"] is not None else 1
        for _ in range(int(step["back"] or 1) if step["back"] is not None else min(parent, 1)):
            if len(commit.parent_ids) < parent:
                raise self._unknown(revision)
            commit = self._peeled(revision, self._object(revision, str(commit.parent_ids[parent - 1])))
        return commit

    def _peeled(self, revision: str, found: pygit2.Object | pygit2.Commit) -> pygit2.Commit:
        for _ in range(_MAX_TAGS):
            if isinstance(found, pygit2.Commit):
                return found
            if not isinstance(found, pygit2.Tag):
                raise NotACommit(revision, found.type_str)
            found = self._object(revision, str(found.target))
        raise NotACommit(revision, f"tag of more than {_MAX_TAGS} tags")

    def _object(self, revision: str, name: str) -> pygit2.Object:
        try:
            return self._store.get(pygit2.Oid(hex=name))
        except KeyError as error:
            if name == revision.lower():
                raise self._unknown(revision) from error
            raise self._lacking(revision, name, "is not in the clone") from error
        except (ValueError, OSError) as error:
            raise self._lacking(revision, name, f"is damaged: {error}") from error

    def _kind_at(self, revision: str, found: pygit2.Object | pygit2.Commit, path: str) -> str:
        """What a path inside a commit is, for the message that refuses it."""
        try:
            tree = self._store.tree(self._peeled(revision, found).tree_id)
            *above, last = [each for each in path.split("/") if each] or [""]
            for each in above:
                tree = self._store.tree(tree[each].id)
            return tree[last].type_str if last else "tree"
        except (KeyError, ValueError, OSError) as error:
            raise self._unknown(revision) from error

    def _unknown(self, revision: str) -> UnknownRevision:
        shallow = self._git.is_shallow
        return UnknownRevision(str(self._path), revision, shallow=shallow, borrows=self._store.borrows)

    def _lacking(self, revision: str, name: str, why: str) -> LackingObject:
        where = f"object {name}, which {revision!r} leads to, {why}"
        return LackingObject(
            str(self._path), where, shallow=self._git.is_shallow, borrows=self._store.borrows
        )


def refuse_impossible(revision: str) -> None:
    """Raise BadRevision where no repository can hold such a revision."""
    if not revision.strip():
        raise BadRevision(revision, "it is empty")
    if revision.startswith("-"):
        raise BadRevision(
            revision, "it begins with a hyphen; a branch of that name is `refs/heads/` and its name"
        )
    if re.search(r"[\x00-\x20\x7f]", revision):
        raise BadRevision(revision, "it holds white space or control characters")
    if ".." in revision:
        raise BadRevision(revision, "it is a range")
    if "@{" in revision:
        raise BadRevision(revision, "it is a place in the log of one clone, which says nothing of any other")
    if revision.startswith(":") or "^{/" in revision:
        raise BadRevision(revision, "it is a search or a place in the index")
