"""The save gate: no file is written without evidence, a confirmed tier and, if short, an end."""

import re
from datetime import date
from typing import NamedTuple

from almanac.errors import Refused
from almanac.folder.files import MemoryFile, MemoryFolder

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


class Candidate(NamedTuple):
    """What is proposed for the folder, and how it is known."""

    name: str
    description: str
    body: str
    evidence: str
    tier: str
    confirmed: bool
    expires: str | None = None
    expires_when: str | None = None
    salience: int | None = None


def objections(candidate: Candidate) -> list[str]:
    """Everything that keeps a candidate out; empty when it may be saved."""
    ends = candidate.expires or candidate.expires_when
    checks = {
        "the name must be lower-case words joined by hyphens": _NAME.fullmatch(candidate.name),
        "say how the fact was verified; what is only inferred is not saved": candidate.evidence.strip(),
        "the tier must be long or short": candidate.tier in ("long", "short"),
        "the owner has not confirmed the tier": candidate.confirmed,
        "a short memory needs a day or an event that ends it": candidate.tier != "short" or ends,
        "the expiry must be a day written YYYY-MM-DD": _DAY.fullmatch(candidate.expires or "2000-01-01"),
        "salience goes from 1 to 5": (candidate.salience or 1) in range(1, 6),
    }
    return [objection for objection, passed in checks.items() if not passed]


def save(folder: MemoryFolder, candidate: Candidate, today: date) -> MemoryFile:
    """Write a candidate that passes the gate; refuses with all objections otherwise."""
    found = objections(candidate)
    if found:
        raise Refused(f"{candidate.name} was not saved: " + "; ".join(found))
    metadata = {"type": "fact", "tier": candidate.tier}
    for key in ("expires", "expires_when", "salience"):
        if getattr(candidate, key):
            metadata[key] = str(getattr(candidate, key))
    metadata |= {"modified": today.isoformat(), "reviewed": today.isoformat()}
    file = MemoryFile(candidate.name, candidate.description, metadata, candidate.body)
    folder.write(file)
    return file


def confirm(folder: MemoryFolder, name: str, today: date) -> None:
    """Record that a memory was checked against its source and needs no change."""
    file = folder.read(name)
    folder.write(file._replace(metadata={**file.metadata, "reviewed": today.isoformat()}))
