"""Files of a target as bytes: regular ones only, up to a limit; no link is followed, no pipe waited for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_CHUNK = 1024 * 1024
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


class OverLimit(OSError):
    """A file over the limit, of `size` bytes."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(errno.EFBIG, f"{size:,} bytes, over the limit of {limit:,}")
        self.size = size


def open_regular(path: bytes | Path) -> int:
    """A descriptor of a regular file; a link, pipe or device is an OSError, never waited for or followed."""
    return _opened(path)[0]


def read_regular(path: bytes | Path, *, limit: int) -> bytes:
    """The bytes of a regular file; raises OSError, OverLimit where there are more than `limit` of them."""
    descriptor, size = _opened(path)
    try:
        if size > limit:
            raise OverLimit(size, limit)
        pieces: list[bytes] = []
        left = limit + 1
        while left and (piece := os.read(descriptor, min(left, size + 1, _CHUNK))):
            pieces.append(piece)
            left -= len(piece)
            size = max(size - len(piece), 0)
    finally:
        os.close(descriptor)
    if not left:
        raise OverLimit(limit + 1, limit)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def read_beginning(path: Path, size: int) -> bytes:
    """The first bytes of a regular file; raises OSError."""
    descriptor = open_regular(path)
    try:
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def read_inside(root: Path, name: str, *, limit: int) -> bytes | None:
    """The bytes of a file named from `root` by a path with slashes; None where it is absent or a folder.

    No folder on the way may be a link: raises OSError for one, and as `read_regular` does.
    """
    folder = root
    *above, last = name.split("/")
    for each in above:
        folder = folder / each
        if not is_folder(folder):
            return None
    try:
        return read_regular(folder / last, limit=limit)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    except OSError:
        if is_folder(folder / last):
            return None
        raise


def is_folder(path: Path) -> bool:
    """Whether a folder is there; a link in its place is an OSError."""
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, f"{path.name} is a link, which is not followed")
    return stat.S_ISDIR(mode)


def _opened(path: bytes | Path) -> tuple[int, int]:
    """A descriptor of a regular file, and its size."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "a link, which is not followed") from error
        raise
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file")
    return descriptor, status.st_size
