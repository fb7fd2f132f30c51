"""What became of the files between two snapshots: new, gone, changed, renamed.

Files are compared by what tells their bytes apart, without reading them; only a file that is gone and one
that is new are read, to find what was renamed and changed at once.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from auditor.snapshot.contents import Snapshot, SourceFile

RENAME_LIMIT = 1_000
"""Where more files are gone, or new, only those that kept their bytes or their name are seen as renamed."""

_LEAST = 50
"""The least similarity of a renamed file, in per cent."""

_COMMON = 32
"""A piece of text that more files hold says nothing of which was renamed to which."""

_PIECE = 64
"""Characters of a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A file under a new path; `similarity` in per cent, 100 where its bytes are the same."""

    older: str
    newer: str
    similarity: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The paths that differ between two snapshots, each in one of the four, in byte order."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[Renamed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.changed or self.renamed)


def changes(older: Snapshot, newer: Snapshot) -> Changes:
    """What became of the files of `older` in `newer`.

    A renamed file has the bytes of one that is gone, or else at least half of its text. Snapshots of one sort
    are compared by what they know of every file; a commit and a capture by the texts that can be read.
    """
    if older.target.kind is newer.target.kind:
        before, after = older.identities(), newer.identities()
    else:
        before, after = _texts(older), _texts(newer)
    gone = {path: before[path] for path in before.keys() - after.keys()}
    new = {path: after[path] for path in after.keys() - before.keys()}
    renamed = _moved(gone, new)
    renamed += _similar(older, _left(gone, renamed), newer, _left(new, renamed))
    return Changes(
        new=_ordered(new.keys() - {each.newer for each in renamed}),
        gone=_ordered(gone.keys() - {each.older for each in renamed}),
        changed=_ordered(path for path in before.keys() & after.keys() if before[path] != after[path]),
        renamed=tuple(sorted(renamed, key=lambda each: _bytes(each.newer))),
    )


def _texts(snapshot: Snapshot) -> dict[str, str]:
    return {
        each.path: hashlib.sha256(each.text.encode("utf-8", "surrogatepass")).hexdigest()
        for each in snapshot.files()
        if isinstance(each, SourceFile)
    }


def _left(paths: Iterable[str], renamed: list[Renamed]) -> list[str]:
    taken = {path for each in renamed for path in (each.older, each.newer)}
    return sorted((path for path in paths if path not in taken), key=_bytes)


def _moved(gone: Mapping[str, str], new: Mapping[str, str]) -> list[Renamed]:
    """Files with the same bytes; of several, those of one name first, then in byte order."""
    at: dict[str, list[str]] = defaultdict(list)
    for path in sorted(gone, key=_bytes):
        at[gone[path]].append(path)
    found: list[Renamed] = []
    waiting = sorted(new, key=_bytes)
    for same_name in (True, False):
        still: list[str] = []
        for path in waiting:
            held = at.get(new[path], [])
            older = next((each for each in held if not same_name or _name(each) == _name(path)), None)
            if older is None:
                still.append(path)
                continue
            held.remove(older)
            found.append(Renamed(older=older, newer=path, similarity=100))
        waiting = still
    return found


def _similar(older: Snapshot, gone: list[str], newer: Snapshot, new: list[str]) -> list[Renamed]:
    """Files that hold at least half of each other's text; the most alike first."""
    if not gone or not new:
        return []
    if max(len(gone), len(new)) > RENAME_LIMIT:
        names = {_name(path) for path in gone} & {_name(path) for path in new}
        gone, new = ([path for path in each if _name(path) in names] for each in (gone, new))
    before, after = _pieces(older, gone), _pieces(newer, new)
    sizes, later = ({path: _size(each) for path, each in held.items()} for held in (before, after))
    pairs = []
    for path, other in _candidates(before, after):
        smaller, larger = sorted((sizes[path], later[other]))
        if smaller * 100 < larger * _LEAST:
            continue
        similarity = _shared(before[path], after[other]) * 100 // larger
        if similarity >= _LEAST:
            pairs.append((-similarity, _name(path) != _name(other), _bytes(path), _bytes(other), path, other))
    found: list[Renamed] = []
    taken: set[str] = set()
    for negative, _, _, _, path, other in sorted(pairs):
        if f"-{path}" not in taken and f"+{other}" not in taken:
            taken |= {f"-{path}", f"+{other}"}
            found.append(Renamed(older=path, newer=other, similarity=min(-negative, 99)))
    return found


def _pieces(snapshot: Snapshot, paths: list[str]) -> dict[str, Counter[str]]:
    found = {}
    for path in paths:
        file = snapshot.read(path)
        if isinstance(file, SourceFile) and file.text:
            found[path] = Counter(_cut(file.text))
    return found


def _cut(text: str) -> list[str]:
    """A text in pieces: its lines, the long ones in several."""
    lines = text.splitlines(keepends=True)
    pieces = [line for line in lines if len(line) <= _PIECE]
    if len(pieces) < len(lines):
        longer = (line for line in lines if len(line) > _PIECE)
        pieces += [line[at : at + _PIECE] for line in longer for at in range(0, len(line), _PIECE)]
    return pieces


def _candidates(
    before: Mapping[str, Counter[str]], after: Mapping[str, Counter[str]]
) -> set[tuple[str, str]]:
    """Pairs of one name and, where the files are not too many, those that share a piece few files hold."""
    named: dict[str, list[str]] = defaultdict(list)
    for path in before:
        named[_name(path)].append(path)
    pairs = {(path, other) for other in after for path in named[_name(other)][:_COMMON]}
    if max(len(before), len(after)) > RENAME_LIMIT:
        return pairs
    holding: dict[str, list[str]] = defaultdict(list)
    for path, pieces in before.items():
        for piece in pieces:
            holding[piece].append(path)
    sharing = Counter(piece for pieces in after.values() for piece in pieces.keys() & holding.keys())
    telling = {
        piece: holding[piece]
        for piece, count in sharing.items()
        if count <= _COMMON and len(holding[piece]) <= _COMMON
    }
    for other, pieces in after.items():
        for piece in pieces.keys() & telling.keys():
            pairs.update((path, other) for path in telling[piece])
    return pairs


def _size(pieces: Counter[str]) -> int:
    return sum(len(piece) * count for piece, count in pieces.items())


def _shared(before: Counter[str], after: Counter[str]) -> int:
    """How much text two files share."""
    return sum(len(piece) * min(before[piece], after[piece]) for piece in before.keys() & after.keys())


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _ordered(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=_bytes))


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogatepass")
