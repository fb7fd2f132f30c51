"""Approvals: a destructive action waits until the owner agrees, and not for ever."""

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from almanac.errors import NotFound, Refused

APPROVAL_MINUTES = 15


class Approvals:
    """Proposed actions with a picture of what they would act on."""

    def __init__(self, db: sqlite3.Connection, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._clock = clock

    def propose(self, tool: str, arguments: dict[str, Any], snapshot: str) -> int:
        """File an action for the owner's approval; returns the approval's id."""
        expires = self._clock() + timedelta(minutes=APPROVAL_MINUTES)
        row = (tool, json.dumps(arguments, sort_keys=True), snapshot, expires.isoformat())
        query = "INSERT INTO approvals (tool, arguments, snapshot, expires_at) VALUES (?, ?, ?, ?)"
        return self._db.execute(query, row).lastrowid or 0

    def claim(
        self, approval_id: int, picture: Callable[[str, dict[str, Any]], str]
    ) -> tuple[str, dict[str, Any]]:
        """Use an approval up and return its action; late, used or outdated approvals are refused."""
        row = self._db.execute("SELECT * FROM approvals WHERE id = ?", (approval_id,)).fetchone()
        if row is None:
            raise NotFound("approval", approval_id)
        if row["state"] != "pending":
            raise Refused(f"approval {approval_id} is already {row['state']}")
        arguments = json.loads(row["arguments"])
        if self._clock() >= datetime.fromisoformat(row["expires_at"]):
            self._close(approval_id, "expired")
            raise Refused(f"approval {approval_id} has expired; ask again")
        if picture(row["tool"], arguments) != row["snapshot"]:
            self._close(approval_id, "outdated")
            raise Refused(f"approval {approval_id} is about something that has changed since; ask again")
        self._close(approval_id, "used")
        return row["tool"], arguments

    def pending(self) -> list[sqlite3.Row]:
        return self._db.execute("SELECT * FROM approvals WHERE state = 'pending' ORDER BY id").fetchall()

    def _close(self, approval_id: int, state: str) -> None:
        self._db.execute("UPDATE approvals SET state = ? WHERE id = ?", (state, approval_id))
