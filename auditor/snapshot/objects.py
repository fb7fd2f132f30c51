"""The object store of a repository: loose objects and packs, read here and handed to libgit2.

The repository's settings, alternates, hooks and filters are never opened: libgit2 is given two
readers of objects and nothing else of the repository.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from abc import ABC, abstractmethod
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType

from auditor.errors import DamagedRepository
from auditor.snapshot.files import OverLimit, is_folder, read_beginning, read_inside, read_regular
from auditor.snapshot.packs import MAX_OBJECT, Pack, TooLarge

_KINDS = {
    b"commit": ObjectType.COMMIT,
    b"tree": ObjectType.TREE,
    b"blob": ObjectType.BLOB,
    b"tag": ObjectType.TAG,
}
_LOOSE_HEAD = re.compile(rb"(commit|tree|blob|tag) (0|[1-9][0-9]{0,18})\x00")
_HEAD_BYTES = 64
_BEGINNING = 4096


_PACK = re.compile(r"pack-.*\.idx")
_MAX_PACKS = 10_000
_MAX_NAMES = 64


class ObjectStore:
    """The objects of one repository. An object that is absent is a KeyError, a damaged one a ValueError."""

    def __init__(self, objects: Path) -> None:
        """Raises DamagedRepository where a folder of the store is a link, or a file of it no file."""
        try:
            packed = _Packed(objects)
            self._stores = (packed, _Loose(objects))
            self._unread = packed.unread
            self.borrows = bool(read_inside(objects, "info/alternates", limit=MAX_OBJECT))
        except (OSError, ValueError, pygit2.GitError) as error:
            raise DamagedRepository(str(objects), getattr(error, "strerror", None) or str(error)) from error
        odb = pygit2.Odb()
        for priority, store in enumerate(reversed(self._stores), start=1):
            odb.add_backend(store, priority)
        self.repository = pygit2.Repository()
        """A repository without settings, references or work tree: these objects and nothing else."""
        self.repository.set_odb(odb)

    def blob(self, oid: pygit2.Oid, *, limit: int = MAX_OBJECT) -> bytes:
        """The bytes of a blob, whose name is checked; raises TooLarge over `limit` bytes.

        One that is damaged in one place may be whole in another.
        """
        fault: Exception | None = None
        for store in self._stores:
            try:
                found = store.contents(oid, limit=limit)
                if found is not None:
                    return _checked(oid, *found)
            except TooLarge:
                raise
            except (ValueError, OSError) as error:
                fault = error
        raise self._absent(oid) if fault is None else fault

    def get(self, oid: pygit2.Oid) -> pygit2.Object:
        """A commit, tree, tag or blob, read by libgit2 from these objects."""
        try:
            return self.repository[oid]
        except KeyError:
            for store in self._stores:
                if store.fault is not None and store.fault[0] == str(oid):
                    raise ValueError(str(store.fault[1])) from store.fault[1]
            raise self._absent(oid) from None
        except pygit2.GitError as error:
            raise ValueError(str(error)) from error

    def tree(self, oid: pygit2.Oid) -> pygit2.Tree:
        """A tree; ValueError where the object is something else."""
        found = self.get(oid)
        if not isinstance(found, pygit2.Tree):
            raise ValueError(f"object {oid} is no tree")
        return found

    def starting(self, beginning: str) -> list[str]:
        """The full names of objects that begin with some digits, in order; not all of very many."""
        return sorted({name for store in self._stores for name in store.starting(beginning)})

    def _absent(self, oid: pygit2.Oid) -> KeyError | ValueError:
        """The error for an object that was not found: where a pack cannot be read, it may well be there."""
        if not self._unread:
            return KeyError(str(oid))
        more = f" and {len(self._unread) - 1:,} more" if len(self._unread) > 1 else ""
        return ValueError(f"it may be in {self._unread[0]}{more}")


class _Store(pygit2.OdbBackend, ABC):
    """A part of the store, as libgit2 asks for it: its questions are answered by `contents` and `has`."""

    fault: tuple[str, Exception] | None = None
    """The last object that was damaged, and how; libgit2 can be told of an absent object only."""

    @abstractmethod
    def contents(self, oid: pygit2.Oid, *, limit: int) -> tuple[ObjectType, bytes] | None:
        """Kind and bytes; None where the object is not here. Raises ValueError or OSError."""

    @abstractmethod
    def has(self, oid: pygit2.Oid) -> bool:
        """Whether the object is here."""

    @abstractmethod
    def starting(self, beginning: str) -> list[str]:
        """The names of objects that begin so."""

    def read_cb(self, oid: pygit2.Oid) -> tuple[int, bytes]:
        try:
            found = self.contents(oid, limit=MAX_OBJECT)
        except (ValueError, OSError) as error:
            self.fault = (str(oid), error)
            raise KeyError(str(oid)) from error
        if found is None:
            raise KeyError(str(oid))
        return int(found[0]), found[1]

    def read_header_cb(self, oid: pygit2.Oid) -> tuple[int, int]:
        kind, data = self.read_cb(oid)
        return kind, len(data)

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return self.has(oid)

    def read_prefix_cb(self, beginning: str) -> tuple[int, bytes, pygit2.Oid]:
        raise KeyError(beginning)

    def exists_prefix_cb(self, beginning: str) -> pygit2.Oid:
        raise KeyError(beginning)

    def refresh_cb(self) -> None:
        """The store is read as it was when it was opened."""


class _Packed(_Store):
    """All packs of the store."""

    def __init__(self, objects: Path) -> None:
        super().__init__()
        folder = objects / "pack"
        names = [each for each in folder.iterdir() if _PACK.fullmatch(each.name)] if is_folder(folder) else []
        if len(names) > _MAX_PACKS:
            raise ValueError(f"it holds more than {_MAX_PACKS:,} packs")
        self._packs: list[Pack] = []
        self.unread: list[str] = []
        """The packs that cannot be read, each with its reason."""
        for each in sorted(names):
            try:
                self._packs.append(Pack(each))
            except (ValueError, OSError) as error:
                why = getattr(error, "strerror", None) or str(error)
                self.unread.append(f"{each.name}, which cannot be read: {why}")

    def contents(self, oid: pygit2.Oid, *, limit: int) -> tuple[ObjectType, bytes] | None:
        raw = oid.raw
        for at, pack in enumerate(self._packs):
            offset = pack.find(raw)
            if offset is not None:
                if at:
                    self._packs.insert(0, self._packs.pop(at))  # what is read next lies most often beside it
                kind, data = pack.read(offset, limit=limit)
                return ObjectType(kind), data
        return None

    def has(self, oid: pygit2.Oid) -> bool:
        return any(pack.find(oid.raw) is not None for pack in self._packs)

    def starting(self, beginning: str) -> list[str]:
        return [name for pack in self._packs for name in pack.starting(beginning, most=_MAX_NAMES)]


class _Loose(_Store):
    """Objects in files of their own."""

    def __init__(self, objects: Path) -> None:
        super().__init__()
        self._folder = objects
        self._checked: set[str] = set()
        names = (each.name for each in objects.iterdir())
        self._folders = {name for name in names if re.fullmatch("[0-9a-f]{2}", name)}

    def contents(self, oid: pygit2.Oid, *, limit: int) -> tuple[ObjectType, bytes] | None:
        name = str(oid)
        if name[:2] not in self._folders:
            return None
        folder = self._folder / name[:2]
        if name[:2] not in self._checked:
            if not is_folder(folder):
                return None
            self._checked.add(name[:2])
        try:
            return _inflated(read_regular(folder / name[2:], limit=MAX_OBJECT), limit=limit)
        except FileNotFoundError:
            return None
        except OverLimit:
            raise TooLarge(_size(read_beginning(folder / name[2:], _BEGINNING))) from None

    def has(self, oid: pygit2.Oid) -> bool:
        name = str(oid)
        return name[:2] in self._folders and (self._folder / name[:2] / name[2:]).is_file()

    def starting(self, beginning: str) -> list[str]:
        first = beginning[:2]
        if first not in self._folders or not is_folder(self._folder / first):
            return []
        names = (f"{first}{each.name}" for each in (self._folder / first).iterdir())
        return [name for name in names if name.startswith(beginning) and re.fullmatch("[0-9a-f]{40}", name)]


def _checked(oid: pygit2.Oid, kind: ObjectType, data: bytes) -> bytes:
    """A blob's bytes; ValueError where they are not what the blob is named for."""
    head = f"{kind.name.lower()} {len(data)}\0".encode("ascii")
    if hashlib.sha1(head + data, usedforsecurity=False).digest() != oid.raw:
        raise ValueError("its bytes are not those that it is named for")
    if kind is not ObjectType.BLOB:
        raise ValueError(f"it is a {kind.name.lower()}, not a file")
    return data


def _inflated(stored: bytes, *, limit: int) -> tuple[ObjectType, bytes]:
    """Kind and bytes of a loose object; raises ValueError where it is cut short, or is not what it says."""
    inflater = zlib.decompressobj()
    try:
        whole = inflater.decompress(stored, limit + _HEAD_BYTES)
        head = _head(whole)
        size = int(head[2])
        if size > limit:
            raise TooLarge(size)
        ends = inflater.eof or _ends(inflater)
    except zlib.error as error:
        raise ValueError(f"its compressed bytes are damaged: {error}") from error
    data = whole[head.end() :]
    if len(data) != size or not ends:
        raise ValueError("it is cut short, or longer than it says")
    return _KINDS[head[1]], data


def _size(beginning: bytes) -> int:
    try:
        return int(_head(zlib.decompressobj().decompress(beginning, _HEAD_BYTES))[2])
    except zlib.error as error:
        raise ValueError(f"its compressed bytes are damaged: {error}") from error


def _head(begun: bytes) -> re.Match[bytes]:
    head = _LOOSE_HEAD.match(begun)
    if head is None:
        raise ValueError("it does not begin as an object does")
    return head


def _ends(inflater: zlib._Decompress) -> bool:
    return not inflater.decompress(inflater.unconsumed_tail, 1) and inflater.eof
