"""Approvals: a destructive action waits until the owner agrees, and not for ever."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from almanac.database import Store
from almanac.errors import Refused

APPROVAL_MINUTES = 15


@dataclass(frozen=True)
class Approvals:
    """Proposed actions, each with a picture of what it would act on."""

    store: Store
    picture: Callable[[str, dict[str, Any]], str]

    def propose(self, tool: str, arguments: dict[str, Any]) -> int:
        """File an action for the owner's approval; returns the approval's number."""
        expires = self.store.clock() + timedelta(minutes=APPROVAL_MINUTES)
        action = {"tool": tool, "arguments": json.dumps(arguments, sort_keys=True)}
        snapshot = self.picture(tool, arguments)
        row = self.store.insert("approvals", **action, snapshot=snapshot, expires_at=expires.isoformat())
        return row["id"]

    def claim(self, number: int) -> tuple[str, dict[str, Any]]:
        """Use an approval up and return its action; late, used and outdated ones are refused."""
        row = self.store.get("approvals", number)
        arguments = json.loads(row["arguments"])
        if row["state"] != "pending":
            raise Refused(f"approval {number} is already {row['state']}")
        expired = self.store.clock() >= datetime.fromisoformat(row["expires_at"])
        unchanged = self.picture(row["tool"], arguments) == row["snapshot"]
        state = "expired" if expired else "used" if unchanged else "outdated"
        self.store.update("approvals", number, state=state)
        if state != "used":
            raise Refused(f"approval {number} is {state}; ask again")
        return row["tool"], arguments
