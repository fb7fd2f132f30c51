"""Files that are written: compared with what stands there, and written whole or not at all.

Only regular files are compared and written over. Of what was named only the named place itself may be a
link; below it none is followed, so that nothing that is written can be led out of it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from auditor.errors import InTheWay, Unreadable


def content(path: Path, *, within: Path, most: int) -> bytes | None:
    """What a file holds, at most `most` bytes of it; None where there is none.

    `within` is the folder that was named. Raises InTheWay or Unreadable.
    """
    if _standing(path, within) is None:
        return None
    try:
        descriptor = os.open(path, _READING)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # it has changed since it was looked at
                raise InTheWay(path.as_posix(), _NO_FILE)
            return file.read(most)
    except OSError as error:
        raise Unreadable(path.as_posix(), error.strerror or str(error)) from error


def holds(path: Path, data: bytes, *, within: Path) -> bool:
    """Whether a file holds just these bytes. Raises InTheWay or Unreadable."""
    standing = _standing(path, within)
    if standing is None or standing.st_size != len(data):
        return False
    return content(path, within=within, most=len(data) + 1) == data


def write(path: Path, data: bytes, *, within: Path) -> None:
    """Write a file by way of a neighbour, so that no reader ever sees half of it; its folder is made.

    `within` is the folder that was named. Raises InTheWay or Unreadable.
    """
    _standing(path, within)
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        with half.open("xb") as file:  # never through a link that somebody left there
            file.write(data)
        half.replace(path)
    except OSError as error:
        raise Unreadable(path.as_posix(), error.strerror or str(error)) from error


_LINK = "a symbolic link"
_NO_FILE = "a folder, a pipe or a device"
_READING = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


def _standing(path: Path, within: Path) -> os.stat_result | None:
    """What stands at a path where a file is to be; None where nothing does."""
    try:
        for each in (path, *path.parents):
            if each == within:
                break
            if each.is_symlink():
                raise InTheWay(each.as_posix(), _LINK)
        found = path.lstat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unreadable(path.as_posix(), error.strerror or str(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise InTheWay(path.as_posix(), _NO_FILE)
    return found
