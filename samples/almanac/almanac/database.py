"""The embedded store: one SQLite file for everything but the memory folder, with its backups."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from almanac.errors import NotFound

Row = dict[str, Any]
Clock = Callable[[], datetime]

BACKED_UP = ("memories", "notes", "tasks")

_TABLES = {
    "memories": "content, category, source, status, superseded_by, valid_from, valid_until",
    "reviews": "older_id, newer_id, kind, reason, state DEFAULT 'pending'",
    "notes": "title, content",
    "tasks": "title, content DEFAULT '', due, done DEFAULT 0",
    "routines": "title, content, every_minutes, grants, next_run, last_output",
    "messages": "role, content",
    "summary": "content, upto",
    "approvals": "tool, arguments, snapshot, state DEFAULT 'pending', expires_at",
    "vectors": "kind, item_id, content_hash, vector, UNIQUE (kind, item_id)",
}


@dataclass(frozen=True)
class Store:
    """Rows by table and id, stamped with the time they were saved."""

    db: sqlite3.Connection
    clock: Clock

    def now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def today(self) -> date:
        return self.clock().date()

    def insert(self, table: str, **fields: object) -> Row:
        """Add a row, or replace the one with the same id."""
        values = {"saved_at": self.now(), **fields}
        marks = ", ".join("?" for _ in values)
        query = f"INSERT OR REPLACE INTO {table} ({', '.join(values)}) VALUES ({marks})"
        return self.get(table, self.db.execute(query, tuple(values.values())).lastrowid or 0)

    def get(self, table: str, row_id: int) -> Row:
        found = self.rows(table, "id = ?", row_id)
        if not found:
            raise NotFound(f"the {table} hold no number {row_id}")
        return found[0]

    def rows(self, table: str, where: str = "1", *values: object) -> list[Row]:
        """The rows of a table that meet a condition, by id."""
        found = self.db.execute(f"SELECT * FROM {table} WHERE {where} ORDER BY id", values)
        return [dict(row) for row in found]

    def update(self, table: str, row_id: int, **fields: object) -> Row:
        columns = ", ".join(f"{name} = ?" for name in fields)
        self.db.execute(f"UPDATE {table} SET {columns} WHERE id = ?", (*fields.values(), row_id))
        return self.get(table, row_id)

    def delete(self, table: str, where: str, *values: object) -> None:
        self.db.execute(f"DELETE FROM {table} WHERE {where}", values)


def open_store(path: Path, clock: Clock) -> Store:
    """Open the store at a path; tables are made when missing."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.row_factory = sqlite3.Row
    for table, columns in _TABLES.items():
        db.execute(f"CREATE TABLE IF NOT EXISTS {table} (id INTEGER PRIMARY KEY, saved_at, {columns})")
    return Store(db, clock)


def export(store: Store) -> dict[str, list[Row]]:
    """Every row of the backed-up tables."""
    return {table: store.rows(table) for table in BACKED_UP}


def merge(store: Store, backup: dict[str, list[Row]]) -> int:
    """Bring in the rows that are missing here or were saved more recently there; returns how many."""
    merged = 0
    for table in BACKED_UP:
        for row in backup.get(table, []):
            local = store.rows(table, "id = ?", row["id"])
            if not local or local[0]["saved_at"] < row["saved_at"]:
                store.insert(table, **row)
                merged += 1
    return merged
