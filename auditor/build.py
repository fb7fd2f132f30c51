"""The commands' work, as a few calls in order: read, check, draft, render, write."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from pathlib import Path

from auditor import outputs
from auditor.assembly import case_of
from auditor.case import Audit
from auditor.checks import audit_of, check_selectors
from auditor.errors import DraftInTheWay, InsideTarget, NoSuchPath
from auditor.json_text import json_text
from auditor.registers.loading import SET_FILE, TOP_FILE
from auditor.registers.parsing import MAX_BYTES
from auditor.sets import is_register, load
from auditor.settings import Settings

REPORT_FOLDER = "report"
DRAFT_FOLDER = "audit"
FACTS_FILE = "facts.json"

Say = Callable[[str], None]
Progress = Callable[[int, int, str], None]


class Subject(Enum):
    """What a path is taken for."""

    REGISTER = "register"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How a report is built: where it goes (`out`, or the default place), and the revision at
    which a system is read."""

    out: Path | None = None
    revision: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A report that was written, or would be: the audit, the files by their paths, and those that differ
    from what stood there."""

    audit: Audit
    folder: Path
    files: tuple[Path, ...]
    stale: tuple[Path, ...]
    register: Path | None = None
    facts: int = 0
    read: int = 0
    unread: int = 0


def subject_of(path: Path) -> Subject:
    """What a path is: a register or a set where its folder holds one, else a system."""
    if not path.exists():
        raise NoSuchPath(path.as_posix())
    folder = path.parent if path.is_file() and path.name in (TOP_FILE, SET_FILE) else path
    return Subject.REGISTER if folder.is_dir() and is_register(folder) else Subject.SYSTEM


def check_register(folder: Path, settings: Settings) -> Audit:
    """A register or a set, read and checked. Nothing is written."""
    check_selectors(settings)
    return audit_of(case_of(load(folder)), settings)


def build_register(folder: Path, settings: Settings, options: BuildOptions, *, write: bool = True) -> Built:
    """The report of a register or a set; with `write` false only what would be written is told."""
    from auditor.render import report_files

    audit = check_register(folder, settings)
    home = folder if folder.is_dir() else folder.parent
    out = options.out or home / REPORT_FOLDER
    rendered = report_files(audit, ledger=settings.ledger, templates=settings.templates)
    within = options.out or home
    files = {out / name: _bytes(text) for name, text in rendered.items()}
    stale = tuple(path for path, data in files.items() if not outputs.holds(path, data, within=within))
    if write:
        for path in stale:
            outputs.write(path, files[path], within=within)
    return Built(audit=audit, folder=out, files=tuple(files), stale=stale)


def build_system(
    target: Path, settings: Settings, options: BuildOptions, *, today: str, say: Say, progress: Progress
) -> Built:
    """A first report on a system: its source read as frozen bytes, facts extracted, candidates drafted, and
    the register and its report written outside of the target.

    `today` is the last day of reading. `say` is given one line for each stage, `progress` the count of files
    done, their number, and the path at hand.
    """
    from auditor.draft import draft
    from auditor.extract import extract
    from auditor.facts import as_json
    from auditor.snapshot import open_snapshot

    check_selectors(settings)
    if options.out and target.is_dir() and options.out.resolve().is_relative_to(target.resolve()):
        raise InsideTarget(options.out.as_posix())
    snapshot = open_snapshot(target, revision=options.revision)
    say(snapshot.describe())
    facts = extract(snapshot, progress=progress)
    out = options.out or _default_out(target, snapshot.target.system)
    if target.is_dir() and out.resolve().is_relative_to(target.resolve()):
        raise InsideTarget(out.as_posix())
    say(f"writing to {out.as_posix()}")
    location = Path(os.path.relpath(target.resolve(), out.resolve())).as_posix()
    member = draft(replace(snapshot.target, location=location), facts, cutoff=today)
    _write_draft(out / TOP_FILE, member)
    built = build_register(out, settings, BuildOptions())
    facts_path = built.folder / FACTS_FILE
    outputs.write(facts_path, _bytes(json_text(as_json(facts))), within=out)
    return Built(
        audit=built.audit,
        folder=built.folder,
        files=(*built.files, facts_path),
        stale=built.stale,
        register=out / TOP_FILE,
        facts=len(facts.facts),
        read=len(facts.coverage.read),
        unread=sum(each.count for each in facts.coverage.skipped),
    )


def _default_out(target: Path, system: str) -> Path:
    """`audit/<system>` under the current directory, or beside the target where that lies inside it."""
    root = target.resolve()
    here = Path.cwd().resolve()
    name = "-".join(system.split())
    if not name.strip("."):  # the name of the folder itself or of the one above it
        name = "system"
    if here == root or here.is_relative_to(root):
        return root.parent / DRAFT_FOLDER / name
    return Path(DRAFT_FOLDER) / name


_SEAL = "# sha256 of what follows: "


def _write_draft(path: Path, member: object) -> None:
    """Write a drafted register, but never over one that a person has touched."""
    from auditor.forms import Entry
    from auditor.registers.writing import register_text

    assert isinstance(member, Entry)
    before = outputs.content(path, within=path.parent, most=MAX_BYTES)
    if before is not None and not _untouched(before):
        raise DraftInTheWay(path.as_posix())
    body = register_text(member)
    heading = (
        "# A draft by program: every record is a candidate that nobody has judged yet. Judge them one by\n"
        "# one, and take the key `candidate` from a record that you confirm.\n"
    )
    text = f"{heading}{_SEAL}{sha256(body.encode()).hexdigest()}\n{body}"
    outputs.write(path, _bytes(text), within=path.parent)


def _untouched(content: bytes) -> bool:
    """Whether a drafted register is still as the draft left it."""
    head, found, rest = content.partition(_SEAL.encode())
    digest, _, body = rest.partition(b"\n")
    return bool(found) and head.startswith(b"# ") and sha256(body).hexdigest().encode() == digest.strip()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
