"""Notes, tasks and routines as rows, each with its vector."""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from almanac.embedding import VectorIndex
from almanac.errors import NotFound
from almanac.recall.items import ITEM_KINDS, item_text


class Items:
    """Saves, reads and removes the owner's items by kind."""

    def __init__(self, db: sqlite3.Connection, index: VectorIndex, clock: Callable[[], datetime]) -> None:
        self.db = db
        self._index = index
        self._clock = clock

    def add(self, kind: str, **fields: object) -> sqlite3.Row:
        """Insert one item and index it."""
        values = {**fields, "saved_at": self._clock().isoformat(timespec="seconds")}
        marks = ", ".join("?" for _ in values)
        query = f"INSERT INTO {kind}s ({', '.join(values)}) VALUES ({marks})"
        row = self.get(kind, self.db.execute(query, tuple(values.values())).lastrowid or 0)
        self._index.put(kind, row["id"], item_text(kind, row))
        return row

    def get(self, kind: str, item_id: int) -> sqlite3.Row:
        assert kind in ITEM_KINDS
        row = self.db.execute(f"SELECT * FROM {kind}s WHERE id = ?", (item_id,)).fetchone()
        if row is None:
            raise NotFound(kind, item_id)
        return row

    def listed(self, kind: str) -> list[sqlite3.Row]:
        return self.db.execute(f"SELECT * FROM {kind}s ORDER BY id").fetchall()

    def delete(self, kind: str, item_id: int) -> None:
        self.get(kind, item_id)
        self.db.execute(f"DELETE FROM {kind}s WHERE id = ?", (item_id,))
        self._index.drop(kind, item_id)
