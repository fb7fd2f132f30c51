"""A memory service small enough to know by heart."""

from smallpack.factory import open_store
from smallpack.store import MemoryStore

__all__ = ["MemoryStore", "open_store"]
