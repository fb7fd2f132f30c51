"""Frozen bytes: a target read at a commit, from the object store, or as a capture pinned by a digest.

Nothing of the target is ever run, written or followed: no hook, no link, no setting of the repository.
"""

from __future__ import annotations

from pathlib import Path

from auditor.errors import NoSuchPath, NotAFile, NotARepository, Unreadable
from auditor.snapshot.capture import open_capture
from auditor.snapshot.comparison import Changes, Renamed, changes
from auditor.snapshot.contents import Snapshot, SourceFile
from auditor.snapshot.patterns import MAX_BYTES, MAX_FILES, TARS, ZIPS

__all__ = [
    "MAX_BYTES",
    "MAX_FILES",
    "Changes",
    "Renamed",
    "Snapshot",
    "SourceFile",
    "changes",
    "open_capture",
    "open_snapshot",
]


def open_snapshot(path: Path, *, revision: str | None = None) -> Snapshot:
    """Open a system as frozen bytes.

    A repository (work tree or bare), or a folder inside one that holds tracked files, is read at `revision`,
    or at HEAD where none is given; a source archive by its files; any other folder or file as a capture.
    Raises NoSuchPath, Unreadable, or a TargetError that says what to do instead.
    """
    if revision is not None:
        from auditor.snapshot.revisions import refuse_impossible  # pygit2 loads only where it is needed

        refuse_impossible(revision)
    try:
        if not path.exists():
            raise NoSuchPath(str(path))
        if not path.is_dir():
            if not path.is_file():
                raise NotAFile(str(path))
            if revision is not None:
                raise NotARepository(str(path), revision)
            if path.name.lower().endswith(TARS + ZIPS):
                from auditor.snapshot.archive import open_archive

                return open_archive(path)
            return open_capture(path)
        from auditor.snapshot.git import open_repository

        repository = open_repository(path, revision=revision)
    except OSError as error:
        raise Unreadable(str(path), error.strerror or str(error)) from error
    if repository is not None:
        return repository
    if revision is not None:
        raise NotARepository(str(path), revision)
    return open_capture(path)
