"""A register's folder to a member: `register.yaml` and the further YAML files beside it, read in the byte
order of their names and joined list by list."""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from auditor.cache import Store
from auditor.errors import NotARegister, Unreadable
from auditor.findings import Fault
from auditor.forms import Holds, Key, key_names
from auditor.places import Place, SourceFile
from auditor.records import AuditSet, Member, Shared
from auditor.registers.nodes import Mapping as MappingNode
from auditor.registers.nodes import Node, ParsedFile, Piece, Scalar, Sequence
from auditor.registers.packed import kept
from auditor.registers.parsing import MAX_BYTES, parse
from auditor.registers.reading import nearest, read_entry, read_value
from auditor.settings import SETTINGS_FILE

TOP_FILE = "register.yaml"
SET_FILE = "set.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A register or a set file as it was read.

    `lost` holds the identifiers seen in stretches that could not be read: they are neither declared nor
    dangling. `files` are the texts that were read, by their paths.
    """

    folder: str
    name: str
    """The folder's own name, however its path was written."""
    shared: Shared
    faults: tuple[Fault, ...]
    lost: frozenset[str]
    files: Map[str, SourceFile]

    @property
    def member(self) -> Member:
        """The member, where the file is a register's."""
        assert isinstance(self.shared, Member)
        return self.shared


def load_member(folder: Path, store: Store | None = None) -> Loaded:
    """Read the register in a folder; files that are in the store are not parsed again.

    Raises NotARegister where `register.yaml` is not there, Unreadable where the system refuses a file.
    """
    top = folder / TOP_FILE
    if not top.is_file():
        raise NotARegister(folder.as_posix())
    beside = sorted(
        (
            path
            for path in folder.glob("*.yaml")
            if path.name not in (TOP_FILE, SET_FILE, SETTINGS_FILE) and not path.is_dir()
        ),
        key=lambda path: path.name.encode("utf-8", "surrogateescape"),
    )
    return _load(Member, folder, [top, *beside], store)


def load_set_file(folder: Path) -> Loaded:
    """Read the `set.yaml` of a folder; raises as load_member does."""
    top = folder / SET_FILE
    if not top.is_file():
        raise NotARegister(folder.as_posix())
    return _load(AuditSet, folder, [top], None)


def _load(kind: type[Shared], folder: Path, paths: list[Path], store: Store | None) -> Loaded:
    gathering = _Gathering(kind, store)
    for path in paths:
        gathering.read(path, is_top=path is paths[0])
    place = Place(paths[0].as_posix(), 1, 1)
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in gathering.values.items()
    }
    return Loaded(
        folder=folder.as_posix(),
        name=folder.resolve().name,
        shared=kind(place=place, spots=MappingProxyType(gathering.spots), **values),
        faults=tuple(gathering.faults),
        lost=frozenset(gathering.lost),
        files=MappingProxyType(gathering.files),
    )


class _Gathering:
    """The values of a member while its files are read."""

    def __init__(self, kind: type[Shared], store: Store | None) -> None:
        self.store = store
        self.known = key_names(kind)
        self.values: dict[str, Any] = {}
        self.spots: dict[str, Place] = {}
        self.faults: list[Fault] = []
        self.lost: set[str] = set()
        self.files: dict[str, SourceFile] = {}

    def read(self, path: Path, *, is_top: bool) -> None:
        if not path.is_file():
            self.faults.append(
                Fault(
                    rule="unreadable-file",
                    place=Place(path.as_posix(), 1, 1),
                    message="it is no regular file, or a link that leads nowhere",
                    remedy="put a file in its place, or remove it",
                )
            )
            return
        if path.is_symlink() and not path.resolve().is_relative_to(path.parent.resolve()):
            self.faults.append(
                Fault(
                    rule="unreadable-file",
                    place=Place(path.as_posix(), 1, 1),
                    message="it is a link that leads out of the register's folder, and is not followed",
                    remedy="put the file itself in its place",
                )
            )
            return
        try:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise Unreadable(path.as_posix(), error.strerror or str(error)) from error
        parsed, pieces = parse(path.as_posix(), data)
        for piece in kept(self.store, data, parsed, pieces):
            self._take(piece, parsed, is_top=is_top)
        self.faults.extend(parsed.faults)
        self.lost.update(parsed.lost)
        self.files[parsed.path] = parsed.file

    def _take(self, piece: Piece, parsed: ParsedFile, *, is_top: bool) -> None:
        key = self.known.get(piece.key)
        if key is None:
            if piece.key not in self.spots:
                parsed.fault(
                    "unknown-key",
                    piece.key.place,
                    f"the form has no key `{piece.key}` at its top",
                    nearest(piece.key, self.known),
                )
                self.spots[str(piece.key)] = piece.key.place
            return
        is_list = key.many and key.holds is Holds.ENTRY
        if not is_list and not is_top:
            parsed.fault(
                "unknown-key",
                piece.key.place,
                f"`{piece.key}` is said of the whole member and stands in a file beside it",
                f"move it to {TOP_FILE}",
            )
            return
        self.spots.setdefault(key.name, piece.key.place)
        if parsed.faults:
            _name_record(parsed, piece)
        found: list[Fault] = []
        if is_list:
            self._take_item(key, piece, found)
        elif piece.item:
            self._take_scalar_item(key, piece, found)
        else:
            self.values[key.attribute] = read_value(key, piece.node, found)
        if found:
            record = _record_of(piece)
            parsed.faults.extend(replace(fault, record=fault.record or record) for fault in found)

    def _take_item(self, key: Key, piece: Piece, found: list[Fault]) -> None:
        listed = self.values.setdefault(key.attribute, [])
        assert key.entry is not None
        if piece.item:
            read = read_entry(key.entry, piece.node, found, key.name)
            listed.extend([read] if read is not None else [])
        elif isinstance(piece.node, Scalar) and key.entry.BARE and not piece.node.null:
            listed.extend(read_value(key, piece.node, found))
        elif isinstance(piece.node, MappingNode) or (isinstance(piece.node, Scalar) and not piece.node.null):
            found.append(
                Fault(
                    rule="wrong-shape",
                    place=piece.node.place,
                    message=f"`{key.name}` is not a list",
                    remedy="begin each entry with `- `",
                    field=key.name,
                )
            )

    def _take_scalar_item(self, key: Key, piece: Piece, found: list[Fault]) -> None:
        if not key.many:
            found.append(
                Fault(
                    rule="wrong-shape",
                    place=piece.node.place,
                    message=f"`{key.name}` holds a list where {'a mapping' if key.entry else 'text'} belongs",
                    remedy="write it without `- `",
                    field=key.name,
                )
            )
            return
        listed = self.values.setdefault(key.attribute, [])
        listed.extend(read_value(key, _only(piece.node), found))


def _only(node: Node) -> Sequence:
    """A list of one item, as it is read where items come one by one."""
    file = node.text.file if isinstance(node, Scalar) else node.file
    return Sequence([node], file, 0, 0)


def _record_of(piece: Piece) -> str:
    """The identifier of the record that a piece holds, for messages."""
    if isinstance(piece.node, MappingNode):
        for name, value in piece.node.pairs:
            if name in ("id", "on") and isinstance(value, Scalar):
                return str(value.text)
    return ""


def _name_record(parsed: ParsedFile, piece: Piece) -> None:
    """Give the parser's latest faults, met inside the piece, the name of its record."""
    record = _record_of(piece)
    index = len(parsed.faults) - 1
    while record and index >= 0 and not parsed.faults[index].record:
        fault = parsed.faults[index]
        if fault.place.line < piece.node.place.line:
            break
        parsed.faults[index] = replace(fault, record=record)
        index -= 1
