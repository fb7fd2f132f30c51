"""Routines: stored prompts that run by the clock, each with the tools it was granted."""

import json
import logging
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta

from almanac.agent.items import Items
from almanac.agent.tools import Toolbox, check_grants
from almanac.agent.turn import Assistant
from almanac.errors import AlmanacError

_log = logging.getLogger(__name__)


class Routines:
    """Adds routines and runs those that are due."""

    def __init__(
        self, items: Items, tools: Toolbox, assistant: Assistant, clock: Callable[[], datetime]
    ) -> None:
        self._items, self._tools, self._assistant, self._clock = items, tools, assistant, clock

    def add(self, name: str, prompt: str, *, every_minutes: int, grants: list[str]) -> sqlite3.Row:
        """Store a prompt with its rhythm and its granted tools."""
        granted = sorted(check_grants(self._tools, grants))
        return self._items.add(
            "routine",
            name=name,
            prompt=prompt,
            every_minutes=every_minutes,
            grants=json.dumps(granted),
            next_run=(self._clock() + timedelta(minutes=every_minutes)).isoformat(timespec="seconds"),
        )

    def run_due(self) -> list[tuple[str, str]]:
        """Run every routine whose time has come; returns (name, output) pairs."""
        now, done = self._clock(), []
        for row in self._items.listed("routine"):
            if datetime.fromisoformat(row["next_run"]) > now:
                continue
            try:
                output = self._assistant.run_prompt(row["prompt"], frozenset(json.loads(row["grants"])))
            except AlmanacError as error:
                _log.warning("routine %s failed: %s", row["name"], error)
                output = f"failed: {error}"
            following = (now + timedelta(minutes=row["every_minutes"])).isoformat(timespec="seconds")
            changed = (following, output, row["id"])
            self._items.db.execute("UPDATE routines SET next_run = ?, last_output = ? WHERE id = ?", changed)
            done.append((row["name"], output))
        return done
