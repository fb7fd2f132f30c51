"""A folder to the registers that are checked together: one member alone, a member with the set above it,
or a whole set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.cache import Store
from auditor.errors import NoSuchPath, NotARegister
from auditor.findings import Fault, Related
from auditor.forms import keys_of
from auditor.places import Text
from auditor.records import AuditSet, Member, Shared
from auditor.registers.loading import SET_FILE, TOP_FILE, Loaded, load_member, load_set_file


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSet:
    """The registers that are read together. `in_focus` names the members that are checked; the others are
    there so that references to them resolve."""

    folder: str
    name: str
    set_file: Loaded | None
    members: tuple[Loaded, ...]
    in_focus: tuple[int, ...]
    faults: tuple[Fault, ...]
    set_in_focus: bool = True
    """Whether what the set file says beside its members is checked too."""

    @property
    def audit_set(self) -> AuditSet | None:
        """What the members share, where there is a set."""
        shared = self.set_file.shared if self.set_file else None
        return shared if isinstance(shared, AuditSet) else None


def is_register(folder: Path) -> bool:
    """Whether a folder holds a register or a set."""
    return (folder / TOP_FILE).is_file() or (folder / SET_FILE).is_file()


def load(folder: Path, store: Store | None = None) -> LoadedSet:
    """Read what a folder holds: a set with its members, or a register with the set above it. Files that are
    in the store are not parsed again.

    Raises NoSuchPath, NotARegister or Unreadable.
    """
    if folder.is_file() and folder.name in (TOP_FILE, SET_FILE):
        folder = folder.parent
    if not folder.exists():
        raise NoSuchPath(folder.as_posix())
    if not folder.is_dir() or not is_register(folder):
        raise NotARegister(folder.as_posix())
    if (folder / SET_FILE).is_file():
        return _load_set(folder, store, focus=None)
    above = folder.resolve().parent
    if (above / SET_FILE).is_file() and folder.resolve().name in _member_names(above):
        if folder.name in ("", "..") or folder == Path():  # a path that does not name its folder
            folder = above / folder.resolve().name
        return _load_set(folder.parent, store, focus=folder)
    alone = load_member(folder, store)
    return LoadedSet(
        folder=folder.as_posix(),
        name=alone.name,
        set_file=None,
        members=(alone,),
        in_focus=(0,),
        faults=alone.faults,
    )


def _member_names(folder: Path) -> list[str]:
    shared = load_set_file(folder).shared
    assert isinstance(shared, AuditSet)
    return [str(name).strip("/") for name in shared.members]


def _load_set(folder: Path, store: Store | None, *, focus: Path | None) -> LoadedSet:
    set_file = load_set_file(folder)
    assert isinstance(set_file.shared, AuditSet)
    faults = [] if focus else list(set_file.faults)
    members: list[Loaded] = []
    in_focus: list[int] = []
    first: dict[str, Text] = {}
    focused = focus.resolve().name if focus is not None else ""
    for name in set_file.shared.members:
        place = folder / name
        bare = name.rstrip("/")
        known = first.setdefault(bare, name)
        if known is not name:
            faults.append(_repeated(name, known))
            continue
        plain = bool(bare) and "\\" not in bare and "/" not in bare and bare not in (".", "..")
        if not plain or not (place / TOP_FILE).is_file():
            faults.append(
                Fault(
                    rule="missing-member",
                    place=name.place,
                    message=f"the set names the member `{name}`, and no register is in that sub-folder",
                    remedy="correct the name, or take it out of `members`",
                    field="members",
                )
            )
            continue
        chosen = focus is None or focused == str(name).strip("/")
        loaded = load_member(focus if focus is not None and chosen else place, store)
        if chosen:
            in_focus.append(len(members))
            faults.extend(loaded.faults)
        members.append(replace(loaded, shared=_with_shared(loaded.member, set_file.shared)))
    return LoadedSet(
        folder=folder.as_posix(),
        name=set_file.name,
        set_file=set_file,
        members=tuple(members),
        in_focus=tuple(in_focus),
        faults=tuple(faults),
        set_in_focus=focus is None,
    )


def _repeated(name: Text, first: Text) -> Fault:
    return Fault(
        rule="repeated-member",
        place=name.place,
        message=f"the set names the member `{name}` a second time",
        remedy="take it out of `members` once",
        field="members",
        related=(Related(place=first.place, says="it is named here first"),),
    )


_TAKEN_FROM_SET = frozenset(
    {"system", "run_id", "question", "boundary", "sources", "supplied", "coverage", "conclusion"}
)


def _with_shared(member: Member, audit_set: AuditSet) -> Member:
    """The member with what it leaves to its set."""
    values: dict[str, Any] = {}
    for key in keys_of(Shared):
        if key.name in _TAKEN_FROM_SET and not getattr(member, key.attribute):
            values[key.attribute] = getattr(audit_set, key.attribute)
    return replace(member, **values)
