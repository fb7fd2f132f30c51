"""The notebook: facts as JSON lines in one file that is only ever appended to."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

SIMILARITY_CUTOFF = 0.8

_FILLER = frozenset(
    "a an the i me my we our you your he she it its they is am are was were be been do does did "
    "have has had to of and or that this not no never".split()
)
_WORD = re.compile(r"[a-z0-9']+")


@dataclass(frozen=True, slots=True)
class Jot:
    """One fact. `seen` is the day on which it was last said; `source` is `owner` or `digest`."""

    id: str
    text: str
    source: str
    written: str
    seen: str
    expires: str | None = None


def words(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning."""
    return frozenset(_WORD.findall(text.lower())) - _FILLER


def similarity(one: str, other: str) -> float:
    """How much of their wording two texts share, from 0 to 1."""
    left, right = words(one), words(other)
    if not left or not right:
        return 0.0
    return len(left & right) / len(left | right)


class Notebook:
    """The facts of one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(
        self, text: str, *, today: date, source: str = "owner", expires: date | None = None
    ) -> tuple[Jot, bool]:
        """Keep a fact. Returns the jot that holds it, and whether it is a new one."""
        text = " ".join(text.split())
        known = self._duplicate_of(text)
        if known is not None:
            self._append({"op": "seen", "id": known.id, "on": today.isoformat()})
            return replace(known, seen=today.isoformat()), False
        day = today.isoformat()
        until = expires.isoformat() if expires else None
        jot = Jot(uuid.uuid4().hex[:8], text, source, day, day, until)
        self._append({"op": "jot", **asdict(jot)})
        return jot, True

    def forget(self, jot_id: str) -> bool:
        """Write a tombstone for a jot; False where no such jot is kept."""
        if jot_id not in self._kept():
            return False
        self._append({"op": "forget", "id": jot_id})
        return True

    def live(self, today: date) -> list[Jot]:
        """The jots that are neither forgotten nor expired, oldest first."""
        day = today.isoformat()
        return [jot for jot in self._kept().values() if jot.expires is None or jot.expires >= day]

    def _duplicate_of(self, text: str) -> Jot | None:
        for jot in self._kept().values():
            if similarity(text, jot.text) >= SIMILARITY_CUTOFF:
                return jot
        return None

    def _kept(self) -> dict[str, Jot]:
        kept: dict[str, Jot] = {}
        for line in self._lines():
            op = line.pop("op")
            if op == "jot":
                kept[line["id"]] = Jot(**line)
            elif op == "seen" and line["id"] in kept:
                kept[line["id"]] = replace(kept[line["id"]], seen=line["on"])
            elif op == "forget":
                kept.pop(line["id"], None)
        return kept

    def _lines(self) -> Iterator[dict[str, str]]:
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    yield json.loads(line)

    def _append(self, line: dict[str, str | None]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
