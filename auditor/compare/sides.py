"""The two sides of a comparison of audits: a register or set, or a saved audit, read into a case."""

from __future__ import annotations

from pathlib import Path

from auditor.assembly import case_of
from auditor.case import Case
from auditor.errors import NoSuchPath, NotAnAudit, Unreadable
from auditor.records import Member
from auditor.registers.loading import Loaded
from auditor.registers.parsing import MAX_BYTES
from auditor.render import SavedAudit, read_audit
from auditor.sets import LoadedSet, load

_MOST_TIMES_LARGER = 8
"""A saved audit holds its register, its findings and the lines that these show."""


def read_side(path: Path) -> Case:
    """The case that a path holds: the folder of a register or a set, or a saved audit (`audit.json`).

    Raises NoSuchPath, NotARegister, NotAnAudit or Unreadable.
    """
    if not path.exists():
        raise NoSuchPath(path.as_posix())
    if path.is_dir() or path.suffix == ".yaml":
        return case_of(load(path))
    return case_of(_loaded(path, _saved(path)))


def _saved(path: Path) -> SavedAudit:
    if not path.is_file():
        raise NotAnAudit(path.as_posix(), "it is no regular file")
    limit = MAX_BYTES * _MOST_TIMES_LARGER
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise Unreadable(path.as_posix(), error.strerror or str(error)) from error
    if len(data) > limit:
        raise NotAnAudit(path.as_posix(), f"it is larger than {limit:,} bytes")
    try:
        saved = read_audit(data.decode("utf-8"), path.as_posix())
    except UnicodeDecodeError as error:
        raise NotAnAudit(path.as_posix(), "it is not UTF-8") from error
    except RecursionError as error:
        raise NotAnAudit(path.as_posix(), "it is nested too deep") from error
    except ValueError as error:  # a number longer than Python reads
        raise NotAnAudit(path.as_posix(), f"it is not JSON that can be read ({error})") from error
    if not saved.members and not saved.others:
        why = saved.faults[0].message if saved.faults else "it holds no member"
        raise NotAnAudit(path.as_posix(), why)
    return saved


def _loaded(path: Path, saved: SavedAudit) -> LoadedSet:
    members = tuple(_member(path, each) for each in (*saved.members, *saved.others))
    return LoadedSet(
        folder=path.parent.as_posix(),
        name=path.name,
        set_file=None,
        members=members,
        in_focus=tuple(range(len(saved.members))),
        faults=saved.faults,
    )


def _member(path: Path, member: Member) -> Loaded:
    return Loaded(
        folder=path.parent.as_posix(),
        name=path.name,
        shared=member,
        faults=(),
        lost=frozenset(),
        files={},
    )
