"""Keeping the memory folder honest: the expiry sweep moves files, the upkeep report only looks."""

import re
from datetime import date, timedelta

from almanac.folder.files import MemoryFile, MemoryFolder

REVIEW_DAYS = 90

_POINTER = re.compile(r"\[([^\]]+)\]\(([^)]+)\.md\)")


def sweep(folder: MemoryFolder, today: date) -> list[str]:
    """Archive short memories whose last day has passed; the expiry day itself still counts."""
    short = [file for file in map(folder.read, folder.names()) if file.metadata.get("tier") == "short"]
    dated = [file for file in short if "expires" in file.metadata]
    lapsed = [file.name for file in dated if date.fromisoformat(file.metadata["expires"]) < today]
    for name in lapsed:
        folder.archive(name)
    return lapsed


def upkeep(folder: MemoryFolder, today: date) -> list[str]:
    """What deserves a look, one sentence each. Writes nothing."""
    found = []
    names, lines = folder.names(), folder.index_lines()
    pointed = [match.group(2) for line in lines if (match := _POINTER.match(line))]
    for name in names:
        file = folder.read(name)
        if name not in pointed:
            found.append(f"{name}: no line in the index points at it")
        elif file.index_line not in lines:
            found.append(f"{name}: the index line and the file's description differ")
        last = max(file.metadata.get("modified", ""), file.metadata.get("reviewed", ""))
        if not last or date.fromisoformat(last) < today - timedelta(days=REVIEW_DAYS):
            found.append(f"{name}: {_advice(file)}")
    found += [f"{name}: the index points at a missing file" for name in pointed if name not in names]
    return found


def _advice(file: MemoryFile) -> str:
    tier = file.metadata.get("tier")
    if tier is None:
        return "untouched for long and without a tier; verify it and bring it through the gate, or leave it"
    if tier == "short" and "expires" not in file.metadata:
        return f"did it happen yet: {file.metadata.get('expires_when') or 'no end stated'}?"
    return f"not reviewed for {REVIEW_DAYS} days; check the source and confirm it"
