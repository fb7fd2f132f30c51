"""The store."""

from datetime import timedelta

from smallpack.models import Memory, MemoryState

DUPLICATE_SIMILARITY = 0.92
RETENTION = timedelta(days=30)
DEFAULT_PORT = 8080
RETRY_LIMIT = 3  # tries
SCHEMA_VERSION = 7


class MemoryStore:
    """Keeps memories and finds them again."""

    max_items: int = 10_000

    def __init__(self, path: str, timeout: float = 2.5) -> None:
        self.path = path
        self.timeout = timeout
        self._held: list[Memory] = []

    @property
    def size(self) -> int:
        """Not an entry point: a property."""
        return len(self._held)

    def add(
        self,
        text: str,
        score: float = 0.5,  # until: someone says otherwise
    ) -> bool:
        """Remember a text unless it is known already."""
        if self._nearest(text) > DUPLICATE_SIMILARITY:
            return False
        self._held.append(Memory(text[:500], score, MemoryState.ACTIVE))
        return True

    def search(self, query: str, *, top_k: int = 5, offset: int = 0) -> list[Memory]:
        """The best memories for a query."""
        found = [each for each in self._held if each.score >= 0.35]
        return found[:top_k]

    def forget(self, text): return self._drop(text)

    def _drop(self, text: str) -> None:
        self._held = [each for each in self._held if each.text != text][-200:]

    def _nearest(self, text: str) -> float:
        if len(text) < 12:
            return 0.0
        return 1.0


class _Private:
    """Not public."""

    def anything(self) -> None:
        """Not an entry point."""
