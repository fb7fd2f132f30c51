"""How a store is made."""

import os

from smallpack.store import MemoryStore

BATCH_SIZE = int(os.getenv("SMALLPACK_BATCH", "64"))


def open_store(path: str, *, cache_seconds: int = 60 * 15) -> MemoryStore:
    """Open a store: exported by the package."""
    return MemoryStore(path, timeout=9.5)


def not_exported() -> None:
    """Documented, and yet nobody's business."""
