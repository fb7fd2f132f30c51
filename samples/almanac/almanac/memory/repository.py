"""Rows of the memories and reviews tables."""

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from almanac.errors import NotFound
from almanac.text import one_line, stated_dates, tokens


class Status(StrEnum):
    """Where a memory stands."""

    ACTIVE = "active"
    UNCERTAIN = "uncertain"
    HISTORICAL = "historical"


class Scope(StrEnum):
    """Which part of the memories a search looks at."""

    CURRENT = "current"
    PAST = "past"
    ALL = "all"


_SCOPE_SQL = {Scope.CURRENT: "status != 'historical'", Scope.PAST: "status = 'historical'", Scope.ALL: "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A pair of memories that waits for the owner's word."""

    id: int
    older_id: int
    newer_id: int
    kind: str
    reason: str
    state: str
    created_at: str


class MemoryRepository:
    """Reads and writes memories and their reviews."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, content: str, *, category: str, source: str, now: str) -> Memory:
        since, until = stated_dates(content)
        cursor = self._db.execute(
            "INSERT INTO memories (content, category, source, status, valid_from, valid_until, saved_at)"
            " VALUES (?, ?, ?, 'active', ?, ?, ?)",
            (one_line(content), category, source, since, until, now),
        )
        return self.get(cursor.lastrowid or 0)

    def get(self, memory_id: int) -> Memory:
        row = self._db.execute("SELECT * FROM memories WHERE id = ?", (memory_id,)).fetchone()
        if row is None:
            raise NotFound("memory", memory_id)
        return _memory(row)

    def listed(self, scope: Scope = Scope.CURRENT) -> list[Memory]:
        """Memories in a scope, newest save first."""
        where = _SCOPE_SQL[scope]
        rows = self._db.execute(f"SELECT * FROM memories WHERE {where} ORDER BY saved_at DESC, id DESC")
        return [_memory(row) for row in rows]

    def same_content(self, content: str) -> Memory | None:
        """The current memory with this very wording, letter case aside."""
        wanted = one_line(content).casefold()
        return next((m for m in self.listed() if m.content.casefold() == wanted), None)

    def search(self, query: str, scope: Scope = Scope.CURRENT, limit: int = 8) -> list[Memory]:
        """Memories that share words with the query, most shared words first."""
        wanted = tokens(query)
        shared = [(len(wanted & tokens(memory.content)), memory) for memory in self.listed(scope)]
        ranked = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])
        return [memory for _, memory in ranked[:limit]]

    def update(self, memory_id: int, **fields: object) -> Memory:
        """Change the named columns of one memory in place."""
        columns = ", ".join(f"{name} = ?" for name in fields)
        self._db.execute(f"UPDATE memories SET {columns} WHERE id = ?", (*fields.values(), memory_id))
        return self.get(memory_id)

    def delete(self, memory_id: int) -> None:
        """Remove a memory and every link that points at it."""
        self.get(memory_id)
        self._db.execute("UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?", (memory_id,))
        self._db.execute("DELETE FROM reviews WHERE older_id = ? OR newer_id = ?", (memory_id, memory_id))
        self._db.execute("DELETE FROM memories WHERE id = ?", (memory_id,))

    def add_review(self, *, older_id: int, newer_id: int, kind: str, reason: str, now: str) -> Review:
        cursor = self._db.execute(
            "INSERT INTO reviews (older_id, newer_id, kind, reason, created_at) VALUES (?, ?, ?, ?, ?)",
            (older_id, newer_id, kind, reason, now),
        )
        return self.review(cursor.lastrowid or 0)

    def review(self, review_id: int) -> Review:
        row = self._db.execute("SELECT * FROM reviews WHERE id = ?", (review_id,)).fetchone()
        if row is None:
            raise NotFound("review", review_id)
        return Review(**dict(row))

    def pending_reviews(self) -> list[Review]:
        rows = self._db.execute("SELECT * FROM reviews WHERE state = 'pending' ORDER BY id")
        return [Review(**dict(row)) for row in rows]

    def close_review(self, review_id: int, state: str) -> None:
        self._db.execute("UPDATE reviews SET state = ? WHERE id = ?", (state, review_id))


def _memory(row: sqlite3.Row) -> Memory:
    return Memory(**{**dict(row), "status": Status(row["status"])})
