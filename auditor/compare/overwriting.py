"""Files of a register written over: all of them or none, and only where each is still what was read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from auditor.errors import CannotReanchor
from auditor.snapshot.files import read_regular

CHANGED_MEANWHILE = "it was changed after it was read; run the command again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A file with its bytes as they were read and as they are to be."""

    path: Path
    before: bytes
    after: bytes

    @property
    def half(self) -> Path:
        """The neighbour by way of which it is written, so that it is never there by half."""
        return self.path.with_name(self.path.name + ".part")


def write_all(edits: Sequence[Edit]) -> None:
    """Write the files, each by way of a neighbour; a link within the register's folder stays one.

    Raises CannotReanchor, and then leaves or puts back every file as it was.
    """
    done: list[Edit] = []
    try:
        for edit in edits:
            _prepare(edit)
        for edit in edits:
            _check(edit)
        for edit in edits:
            done.append(edit)
            edit.half.replace(edit.path.resolve())
    except OSError as error:
        for each in done[:-1]:
            with suppress(OSError):
                each.path.resolve().write_bytes(each.before)
        raise CannotReanchor(edit.path.as_posix(), error.strerror or str(error)) from error
    finally:
        for each in edits:
            with suppress(OSError):
                each.half.unlink(missing_ok=True)


def _prepare(edit: Edit) -> None:
    """Write the new bytes beside the file."""
    if not os.access(edit.path, os.W_OK):
        raise CannotReanchor(edit.path.as_posix(), "it may not be written")
    if edit.half.is_dir() and not edit.half.is_symlink():
        raise CannotReanchor(edit.path.as_posix(), f"{edit.half.name} is in the way beside it")
    edit.half.unlink(missing_ok=True)
    with edit.half.open("xb") as file:  # never through a link that somebody left there
        file.write(edit.after)
    edit.half.chmod(edit.path.stat().st_mode & 0o7777)


def _check(edit: Edit) -> None:
    """Raise CannotReanchor where somebody has written the file since it was read."""
    if read_regular(edit.path.resolve(), limit=len(edit.before) + 1) != edit.before:
        raise CannotReanchor(edit.path.as_posix(), CHANGED_MEANWHILE)
