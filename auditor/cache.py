"""What one run keeps for the next, in the user's cache folder: plain bytes, by a digest of their origin.

Nothing here is needed: an entry that is absent, cut short or altered is a miss, and a folder that cannot be
written, or that others can write, is not used.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

from auditor import __version__

FOLDER_VARIABLE = "AUDIT_CACHE_DIR"
MAX_TOTAL = 256 * 1024 * 1024
"""As much is kept at most; what was used longest ago goes first."""

_SUFFIX = ".kept"
_DIGEST = 32


class Store:
    """Bytes by their keys, in a folder of its own. No call raises where the system refuses something."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._added = False
        self._usable = not folder.exists() or _is_private(folder)

    def get(self, key: str) -> bytes | None:
        """What was put under a key; None where nothing was, or not all of it is there."""
        if not self._usable:
            return None
        path = self._path(key)
        try:
            held = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        content = held[_DIGEST:]
        return content if sha256(content).digest() == held[:_DIGEST] else None

    def put(self, key: str, content: bytes) -> None:
        """Keep bytes under a key, for whoever reads at the same time whole or not at all."""
        if not self._usable:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as file:
                file.write(sha256(content).digest() + content)
            Path(file.name).replace(self._path(key))
        except OSError:
            self._usable = False
        self._added = True

    def tidy(self) -> None:
        """Bring the folder below its bound, where something was added."""
        if not self._added or not self._usable:
            return
        with contextlib.suppress(OSError):
            kept = [
                (each.stat(), each) for each in self.folder.glob("*.*") if each.suffix in (_SUFFIX, ".part")
            ]
            total = sum(found.st_size for found, _ in kept)
            for found, path in sorted(kept, key=lambda pair: (pair[0].st_mtime, pair[1].name)):
                if total <= MAX_TOTAL:
                    break
                path.unlink(missing_ok=True)
                total -= found.st_size

    def _path(self, key: str) -> Path:
        return self.folder / (key + _SUFFIX)


def key_of(purpose: str, data: bytes) -> str:
    """The key of what this version makes of some bytes for a purpose."""
    return sha256(f"{__version__}\0{purpose}\0".encode() + data).hexdigest()


def user_store() -> Store:
    """The store of whoever runs the command."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return Store(Path(named))
    from platformdirs import user_cache_path

    return Store(user_cache_path("epistemic-auditor", appauthor=False))


def _is_private(folder: Path) -> bool:
    """Whether only its owner, who runs this, can write a folder."""
    if not hasattr(os, "getuid"):
        return True
    try:
        found = folder.stat()
    except OSError:
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
