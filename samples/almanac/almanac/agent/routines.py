"""Routines: stored prompts that run by the clock, each with the tools it was granted."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from almanac.agent.turn import Assistant
from almanac.database import Row
from almanac.errors import AlmanacError, Refused
from almanac.recall.items import Items


@dataclass(frozen=True)
class Routines:
    """Adds routines and runs those that are due."""

    items: Items
    assistant: Assistant

    def add(self, name: str, prompt: str, *, every_minutes: int, grants: str) -> Row:
        """Store a prompt with its rhythm and its granted tools; an unknown tool is refused."""
        unknown = sorted(set(grants.split()) - self.assistant.tools.tools.keys())
        if unknown:
            raise Refused(f"no such tool: {', '.join(unknown)}")
        rhythm = {"every_minutes": every_minutes, "next_run": self._after(every_minutes)}
        return self.items.add("routine", title=name, content=prompt, grants=grants, **rhythm)

    def run_due(self) -> list[str]:
        """Run every routine whose time has come; returns what each had to say."""
        said = []
        for row in self.items.store.rows("routines"):
            if datetime.fromisoformat(row["next_run"]) > self.items.store.clock():
                continue
            try:
                output = self.assistant.run_prompt(row["content"], frozenset(row["grants"].split()))
            except AlmanacError as error:
                output = f"failed: {error}"
            following = self._after(row["every_minutes"])
            self.items.store.update("routines", row["id"], next_run=following, last_output=output)
            said.append(f"{row['title']}: {output}")
        return said

    def _after(self, minutes: int) -> str:
        return (self.items.store.clock() + timedelta(minutes=minutes)).isoformat(timespec="seconds")
