"""The sources of a register whose bytes are at hand: where they are looked for, and what is said where they
are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.errors import AuditError, UnknownRevision
from auditor.evidence import MANIFEST, REPORT_FOLDER, SourceCheck
from auditor.identifiers import is_source
from auditor.paths import plain_path
from auditor.records import Source
from auditor.snapshot import Snapshot, open_capture, open_snapshot
from auditor.snapshot.capture import Capture
from auditor.snapshot.files import read_regular
from auditor.snapshot.manifest import differences, manifest_text, proves, read_manifest
from auditor.terms import SourceKind, SourceState

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|[\w.-]+@[\w.-]+:")
_LARGEST_MANIFEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A source with its state, and its bytes where they are here."""

    check: SourceCheck
    snapshot: Snapshot | None = None


def open_source(source: Source, *, at: Path | None = None) -> Opened:
    """Open the frozen bytes of a source: at the path that the person who runs the check gave, or at its
    location, read from the folder of the register that declares it.

    Nothing is raised: what cannot be opened is a state with its reason.
    """
    place = source.location.place if source.location else source.place
    location = str(source.location or "")
    known: dict[str, Any] = {"id": str(source.id), "place": place, "location": location}
    if at is None:
        where = location_of(source)
        if isinstance(where, SourceCheck):
            return Opened(check=where)
        at = where
    kind = SourceKind.of(source.kind)
    try:
        if kind is SourceKind.GIT:
            return _opened_commit(source, at, known)
        return _opened_capture(source, at, known)
    except UnknownRevision as error:
        state, reason = SourceState.NO_REVISION, str(error)
    except AuditError as error:
        state, reason = SourceState.UNREADABLE, str(error)
    return Opened(check=SourceCheck(**known, state=state, reason=reason))


def location_of(source: Source) -> Path | SourceCheck:
    """The path at which a register says that a source lies; a state with its reason where it may not be
    looked for, or is not there."""
    location = str(source.location or "")
    place = source.location.place if source.location else source.place
    identifier = str(source.id)
    remedy = f"give the path of its bytes with `--source {identifier}=PATH`"

    def elsewhere(reason: str) -> SourceCheck:
        return SourceCheck(
            id=identifier, place=place, location=location, state=SourceState.ELSEWHERE,
            reason=reason, remedy=remedy,
        )  # fmt: skip

    if not location.strip() or "\x00" in location:
        return elsewhere("it names no location")
    if _ADDRESS.match(location):
        return elsewhere("its location is an address, and nothing is fetched")
    if location.startswith(("/", "~", "\\")) or re.match(r"[A-Za-z]:[\\/]", location):
        return elsewhere("its location is an absolute path, which a register may not choose")
    home = Path(place.path).parent
    path = home / location
    try:
        if not path.exists():
            return elsewhere("nothing is at its location")
        if home.resolve().is_relative_to(path.resolve()) and SourceKind.of(source.kind) is not SourceKind.GIT:
            return elsewhere("its location holds the register itself, so no digest can be of it")
    except (OSError, RuntimeError, ValueError) as error:
        return elsewhere(f"its location cannot be looked at ({error})")
    return plain_path(path)


def _opened_commit(source: Source, at: Path, known: dict[str, Any]) -> Opened:
    revision = str(source.revision or "")
    snapshot = open_snapshot(at, revision=revision)
    is_head = snapshot.head == snapshot.target.revision
    check = SourceCheck(
        **known,
        state=SourceState.AT_HAND,
        head="" if is_head else snapshot.head or "",
        ahead=snapshot.ahead,
        uncommitted=snapshot.uncommitted() if is_head else (),
    )
    return Opened(check=check, snapshot=snapshot)


def _opened_capture(source: Source, at: Path, known: dict[str, Any]) -> Opened:
    """A capture's bytes; where its digest is another, they are still what is at hand."""
    capture = open_capture(at)
    if capture.target.revision == str(source.revision or ""):
        manifest = manifest_text(capture)
        if not any("\ud800" <= each <= "\udfff" for each in manifest):  # names that are not UTF-8
            known["manifest"] = manifest
        return Opened(check=SourceCheck(**known, state=SourceState.AT_HAND), snapshot=capture)
    check = SourceCheck(
        **known,
        state=SourceState.DIFFERS,
        reason=f"its digest is {capture.target.revision}",
        differing=tuple(_differing(source, capture)),
    )
    return Opened(check=check, snapshot=capture)


def _differing(source: Source, capture: Capture) -> Iterator[str]:
    """The files that are not as they were captured, where a list of their digests lies in the report.

    The list proves itself: its own digest is the revision, or it is not of this capture.
    """
    path = Path(source.place.path).parent / REPORT_FOLDER / f"{source.id}{MANIFEST}"
    if not is_source(str(source.id)):
        return
    try:
        manifest = read_manifest(read_regular(path, limit=_LARGEST_MANIFEST).decode("utf-8"))
    except (OSError, ValueError, AuditError):
        return
    if not proves(manifest, str(source.revision or "")):
        return
    found = differences(manifest, capture)
    for what, paths in (("changed", found.changed), ("new", found.new), ("gone", found.gone)):
        yield from (f"{path} ({what})" for path in paths)
