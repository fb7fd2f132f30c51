"""The commands' work, as a few calls in order: read, check, draft, render, write."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from auditor import outputs
from auditor.assembly import case_of
from auditor.cache import user_store
from auditor.case import Audit
from auditor.checks import audit_of, check_selectors
from auditor.errors import DraftInTheWay, InsideTarget, NoSuchPath, UnknownSource
from auditor.evidence import MANIFEST, NOT_COMPARED, REPORT_FOLDER, Evidence
from auditor.identifiers import is_source
from auditor.json_text import json_text
from auditor.records import Shared
from auditor.registers.loading import SET_FILE, TOP_FILE
from auditor.registers.parsing import MAX_BYTES
from auditor.sets import LoadedSet, is_register, load
from auditor.settings import Settings

DRAFT_FOLDER = "audit"
FACTS_FILE = "facts.json"

Say = Callable[[str], None]
Progress = Callable[[int, int, str], None]


class Subject(Enum):
    """What a path is taken for."""

    REGISTER = "register"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesAt:
    """Whether a register is compared with its sources, and the paths at which their bytes lie where that is
    not their location."""

    compared: bool = True
    at: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How a report is built: where it goes (`out`, or the default place), and the revision at
    which a system is read."""

    out: Path | None = None
    revision: str | None = None
    sources: SourcesAt = SourcesAt()


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


def check_register(
    folder: Path, settings: Settings, sources: SourcesAt | None = None, *, use_cache: bool = False
) -> Audit:
    """A register or a set, read, compared with its sources and checked. Nothing is written but what the cache
    keeps of parsed files."""
    check_selectors(settings)
    store = user_store() if use_cache else None
    loaded = load(folder, store)
    if store is not None:
        store.tidy()
    return audit_of(case_of(loaded, evidence=_evidence(loaded, sources or SourcesAt())), settings)


def _evidence(loaded: LoadedSet, sources: SourcesAt) -> Evidence:
    """What comparing the members in focus with their sources gives."""
    from auditor.quotations import compare_with_sources

    if not sources.compared:
        return NOT_COMPARED
    shared: list[Shared] = [loaded.members[index].shared for index in loaded.in_focus]
    if loaded.audit_set is not None and loaded.set_in_focus:
        shared.append(loaded.audit_set)
    declared = {str(source.id) for each in shared for source in each.sources}
    for name in sources.at:
        if name not in declared:
            raise UnknownSource(name, sorted(declared))
    return compare_with_sources(shared, at=sources.at)


def build_register(folder: Path, settings: Settings, options: BuildOptions, *, write: bool = True) -> Built:
    """The report of a register or a set; with `write` false only what would be written is told."""
    from auditor.render import report_files

    audit = check_register(folder, settings, options.sources)
    home = folder if folder.is_dir() else folder.parent
    out = options.out or home / REPORT_FOLDER
    rendered = report_files(audit, ledger=settings.ledger, templates=settings.templates)
    within = options.out or home
    whole = {**rendered, **_manifests(audit, home)}
    files = {out / name: _bytes(text) for name, text in whole.items()}
    stale = tuple(path for path, data in files.items() if not outputs.holds(path, data, within=within))
    if write:
        for path in stale:
            outputs.write(path, files[path], within=within)
    return Built(audit=audit, folder=out, files=tuple(files), stale=stale)


def _manifests(audit: Audit, home: Path) -> dict[str, str]:
    """The lists of digests of the captures that the folder's own files declare and that are as they were, by
    file name: with them a later check can tell which files differ."""
    return {
        f"{each.id}{MANIFEST}": each.manifest
        for each in audit.case.evidence.sources.values()
        if each.manifest and Path(each.place.path).parent.resolve() == home.resolve() and is_source(each.id)
    }


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
