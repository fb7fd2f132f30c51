"""Rows of the memories and reviews tables."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from almanac.database import Row, Store
from almanac.text import one_line, tokens


class Status(StrEnum):
    """Where a memory stands."""

    ACTIVE = "active"
    UNCERTAIN = "uncertain"
    HISTORICAL = "historical"


class Memory(NamedTuple):
    """One saved statement about the owner."""

    id: int
    content: str
    category: str
    source: str
    status: Status
    superseded_by: int | None
    valid_from: str | None
    valid_until: str | None
    saved_at: str


@dataclass(frozen=True)
class MemoryRepository:
    """Reads and writes memories and the reviews about them."""

    store: Store

    def add(self, content: str, *, category: str, source: str) -> Memory:
        kept = {"content": one_line(content), "category": category, "source": source, "status": Status.ACTIVE}
        return _memory(self.store.insert("memories", **kept, valid_from=self.store.now()[:10]))

    def get(self, memory_id: int) -> Memory:
        return _memory(self.store.get("memories", memory_id))

    def listed(self, *, past: bool = False) -> list[Memory]:
        """Current memories, with past ones if asked for; newest save first."""
        found = map(_memory, self.store.rows("memories", "? OR status != 'historical'", past))
        return sorted(found, key=lambda memory: (memory.saved_at, memory.id), reverse=True)

    def same_content(self, content: str) -> Memory | None:
        """The current memory with this very wording, letter case aside."""
        wanted = one_line(content).casefold()
        return next((m for m in self.listed() if m.content.casefold() == wanted), None)

    def search(self, query: str, *, past: bool = False, limit: int = 8) -> list[Memory]:
        """Memories that share words with the query, most shared words first."""
        wanted = tokens(query)
        shared = [(len(wanted & tokens(memory.content)), memory) for memory in self.listed(past=past)]
        ranked = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
        return [memory for _, memory in ranked[:limit]]

    def update(self, memory_id: int, **fields: object) -> Memory:
        """Change the named columns of one memory in place."""
        return _memory(self.store.update("memories", memory_id, **fields))

    def delete(self, memory_id: int) -> None:
        """Remove a memory and every link that points at it."""
        self.get(memory_id)
        for pointing in self.store.rows("memories", "superseded_by = ?", memory_id):
            self.update(pointing["id"], superseded_by=None)
        self.store.delete("reviews", "older_id = ? OR newer_id = ?", memory_id, memory_id)
        self.store.delete("memories", "id = ?", memory_id)


def _memory(row: Row) -> Memory:
    return Memory(**{**row, "status": Status(row["status"])})
