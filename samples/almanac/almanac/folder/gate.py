"""The save gate: no file is written without evidence, a confirmed tier and, if short, an end."""

import re
from dataclasses import dataclass
from datetime import date

from almanac.errors import Refused
from almanac.folder.files import MemoryFile, MemoryFolder

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
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
    found = []
    if not _NAME.fullmatch(candidate.name):
        found.append("the name must be lower-case words joined by hyphens")
    if not candidate.evidence.strip():
        found.append("say how the fact was verified; what is only inferred is not saved")
    if candidate.tier not in ("long", "short"):
        found.append("the tier must be long or short")
    if not candidate.confirmed:
        found.append("the owner has not confirmed the tier")
    if candidate.tier == "short" and not (candidate.expires or candidate.expires_when):
        found.append("a short memory needs a date or an event that ends it")
    if candidate.expires and not _DAY.fullmatch(candidate.expires):
        found.append("the expiry must be a day written YYYY-MM-DD")
    if candidate.salience and candidate.salience not in range(1, 6):
        found.append("salience goes from 1 to 5")
    return found


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


def confirm(folder: MemoryFolder, name: str, today: date) -> MemoryFile:
    """Record that a memory was checked against its source and needs no change."""
    file = folder.read(name)
    checked = file._replace(metadata={**file.metadata, "reviewed": today.isoformat()})
    folder.write(checked)
    return checked
