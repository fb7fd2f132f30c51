"""Paths as people write them, and as messages name them."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path


def plain_path(path: Path) -> Path:
    """A path without steps that lead into a folder and out again, where it still leads to the same place:
    behind a link it may not."""
    plain = Path(normpath(path))
    if plain == path:
        return path
    try:
        return plain if plain.samefile(path) else path
    except (OSError, ValueError):
        return path
