"""Backups as JSON: export everything worth keeping, merge it back later."""

from almanac.database import Row, Store

TABLES = ("memories", "notes", "tasks")


def export(store: Store) -> dict[str, list[Row]]:
    """Every row of the backed-up tables."""
    return {table: store.rows(table) for table in TABLES}


def merge(store: Store, backup: dict[str, list[Row]]) -> int:
    """Bring in the rows that are missing here or were saved more recently there; returns how many."""
    merged = 0
    for table in TABLES:
        for row in backup.get(table, []):
            local = store.rows(table, "id = ?", row["id"])
            if local and local[0]["saved_at"] >= row["saved_at"]:
                continue
            marks = ", ".join("?" for _ in row)
            query = f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({marks})"
            store.db.execute(query, tuple(row.values()))
            merged += 1
    return merged
