"""How a class states its form: which keys a mapping of a register may hold, what each holds, and what it
says. Loading, saving, checking, the JSON Schema and the documents are all derived from these statements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from auditor.places import NOWHERE, Place, SourceFile, Text, beginning, unpacked
from auditor.terms import Kind, Term

Path: TypeAlias = tuple[str | int, ...]
"""The keys and list positions that lead from an entry to something inside it."""

_NO_SPOTS: Mapping[str, Place] = MappingProxyType({})


class Holds(Enum):
    """What a key holds, once or in a list."""

    TEXT = "text"
    MARKDOWN = "prose with paragraphs, lists, quotations and fences; IDs in it are references"
    QUOTE = "verbatim passage; IDs in it are not references"
    PATH = "path relative to the source's root, or pattern; IDs in it are not references"
    WORD = "a word of a closed vocabulary"
    ID = "the identifier of a record or source"
    ID_OR_TEXT = "an identifier, or text"
    NUMBER = "a number, as written"
    DATE = "a date, YYYY-MM-DD"
    ENTRY = "a mapping"
    INLINE = "the fields of a record, in the same mapping"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of a mapping: `name` in YAML, `attribute` in Python."""

    name: str
    attribute: str
    holds: Holds
    says: str
    label: str = ""
    many: bool = False
    required: bool = False
    bare_none: bool = False
    see: bool = False
    vocabulary: type[Term] | None = None
    kinds: frozenset[Kind] = frozenset()
    entry: type[Entry] | None = None
    keyed: str = ""
    rank: int = 0
    """Keys of a lower rank are written first; within a rank they stand as the class states them."""

    @property
    def printed(self) -> str:
        """The label under which reports carry the field."""
        return self.label or self.name.replace("_", " ").capitalize()


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A mapping of a register. `place` is where it begins; `spots` are the places of its keys."""

    # Without slots: the attributes that nobody wrote are found on the class and take no room here.

    place: Place = field(default=NOWHERE, compare=False, repr=False)
    spots: Mapping[str, Place] = field(default_factory=lambda: _NO_SPOTS, compare=False, repr=False)

    BARE: ClassVar[str] = ""
    """The attribute that a bare value stands for, where one may be written instead of the mapping."""

    @classmethod
    def as_written(
        cls, values: Mapping[str, Any], file: SourceFile, start: int, end: int, keys: tuple[Any, ...] = ()
    ) -> Self:
        """An entry as it stands in a file between two characters. `keys` are the names of the keys that are
        written, each followed by its mark.

        It holds only what is written: a record states forty fields and a register fills ten, so the others
        are those of the class. Its places are worked out when they are asked for.
        """
        made = object.__new__(cls)
        held = made.__dict__
        held.update(values)
        held["_written"] = (file, start, end, keys)
        return made

    @classmethod
    def as_bare(cls, values: Mapping[str, Any], text: Text) -> Self:
        """The entry for which a bare text stands; it begins where the text does."""
        made = object.__new__(cls)
        made.__dict__.update(values, _written=text)
        return made

    def at_key(self, attribute: str, name: Text) -> Self:
        """The entry as it stands under a key that is a word or a name of its own."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.__dict__.update({attribute: name, "_at": name})
        return made

    @classmethod
    def bare_attribute(cls, value: str) -> str:
        """The attribute that the bare text `value` stands for."""
        return cls.BARE

    def spot(self, name: str) -> Place:
        """The place of the key `name`, or of the whole entry where the key is missing."""
        return self.spots.get(name, self.place)


class _FromFile:
    """An attribute of entries that is worked out of their file when it is first asked for; `absent` is what
    it is of an entry that no file holds."""

    def __init__(self, work_out: Callable[[Any], Any], absent: Any) -> None:
        self._work_out = work_out
        self._absent = absent

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, entry: Any, owner: type) -> Any:
        if entry is None or "_written" not in entry.__dict__:
            return self._absent
        found = entry.__dict__[self._name] = self._work_out(entry)
        return found


def _place_of(entry: Any) -> Place:
    """Where the entry's name stands, where it has one; else where it begins."""
    held = entry.__dict__
    written = held["_written"]
    named = held.get("_at") or (written if isinstance(written, Text) else held.get("id"))
    return named.place if named is not None else beginning(*written[:3])


def _spots_of(entry: Any) -> Mapping[str, Place]:
    written = entry.__dict__["_written"]
    if isinstance(written, Text):
        return _NO_SPOTS
    file, _, _, keys = written
    return {name: unpacked(file, mark) for name, mark in zip(keys[::2], keys[1::2], strict=True)}


for _name, _work_out, _absent in (("place", _place_of, NOWHERE), ("spots", _spots_of, _NO_SPOTS)):
    _attribute = _FromFile(_work_out, _absent)
    _attribute.__set_name__(Entry, _name)
    setattr(Entry, _name, _attribute)


class Leaf(NamedTuple):
    """A scalar met on a walk: its key, the entry that holds it, and the path of keys that leads there.

    A tuple, since a walk over a large register makes a great many.
    """

    value: Text
    key: Key
    owner: Entry
    path: Path
    outer: Key | None
    """The key that holds the owner, where the owner is not the record itself."""

    @property
    def field(self) -> str:
        """The path as it is printed: `ledger[0].force.word`."""
        return path_text(self.path)


def path_text(path: Path) -> str:
    """A path of keys as it is printed: `ledger[0].force`."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        else:
            parts.append(f".{step}" if parts else step)
    return "".join(parts)


def text(says: str, **more: Any) -> Any:
    """A field that holds text; `more` are fields of Key."""
    return _field(Holds.TEXT, says, **more)


def markdown(says: str, **more: Any) -> Any:
    """A field that holds prose of several paragraphs."""
    return _field(Holds.MARKDOWN, says, **more)


def quotation(says: str, **more: Any) -> Any:
    """A field that holds a verbatim passage."""
    return _field(Holds.QUOTE, says, **more)


def path(says: str, **more: Any) -> Any:
    """A field that holds a path or pattern."""
    return _field(Holds.PATH, says, **more)


def number(says: str, **more: Any) -> Any:
    """A field that holds a number, kept as written."""
    return _field(Holds.NUMBER, says, **more)


def date(says: str, **more: Any) -> Any:
    """A field that holds a date."""
    return _field(Holds.DATE, says, **more)


def word(vocabulary: type[Term], says: str, **more: Any) -> Any:
    """A field that holds a word of `vocabulary`."""
    return _field(Holds.WORD, says, vocabulary=vocabulary, **more)


def identifier(says: str, *kinds: Kind, **more: Any) -> Any:
    """A field that holds the identifier of a record of one of `kinds`; of any kind where none is given."""
    return _field(Holds.ID, says, kinds=frozenset(kinds), **more)


def identifier_or_text(says: str, *kinds: Kind, **more: Any) -> Any:
    """A field that holds identifiers, or text in their stead."""
    return _field(Holds.ID_OR_TEXT, says, kinds=frozenset(kinds), **more)


def entry(kind: type[Entry], says: str, **more: Any) -> Any:
    """A field that holds a mapping of the form of `kind`."""
    return _field(Holds.ENTRY, says, entry=kind, **more)


def inline(says: str) -> Any:
    """A field that holds a record whose keys stand in the same mapping."""
    return _field(Holds.INLINE, says)


def keys_of(kind: type[Entry]) -> tuple[Key, ...]:
    """The keys of a class in the order in which they are written."""
    known = _KEYS.get(kind)
    if known is None:
        stated = [
            Key(name=each.name.rstrip("_"), attribute=each.name, **each.metadata)
            for each in fields(kind)
            if "holds" in each.metadata
        ]
        known = _KEYS[kind] = tuple(sorted(stated, key=lambda key: key.rank))
    return known


def key_names(kind: type[Entry]) -> Mapping[str, Key]:
    """The keys of a class by their names in YAML."""
    known = _NAMES.get(kind)
    if known is None:
        known = _NAMES[kind] = MappingProxyType({key.name: key for key in keys_of(kind)})
    return known


def holding_keys_of(kind: type[Entry]) -> tuple[Key, ...]:
    """The keys of a class under which entries stand: those that lead further down."""
    known = _HOLDING.get(kind)
    if known is None:
        below = (Holds.ENTRY, Holds.INLINE)
        known = _HOLDING[kind] = tuple(key for key in keys_of(kind) if key.holds in below)
    return known


def walk(root: Entry, wanted: Callable[[Key, Text], bool] | None = None) -> list[Leaf]:
    """The scalars of an entry, in the order of its form: all, or those that `wanted` chooses."""
    found: list[Leaf] = []
    _walk(root, (), None, wanted, found)
    return found


def entries_in(root: Entry) -> list[tuple[Entry, Path]]:
    """Every entry inside an entry, itself first, with the path that leads there."""
    found: list[tuple[Entry, Path]] = [(root, ())]
    _descend(root, (), found)
    return found


def plain(root: Entry, *, skip: frozenset[str] = frozenset()) -> dict[str, Any]:
    """An entry as mappings, lists and strings, in the order of its form, with what is unset left out.

    This is the structure that YAML and JSON carry; reading it back gives an equal entry.
    """
    made: dict[str, Any] = {}
    for key in keys_of(type(root)):
        value = getattr(root, key.attribute)
        if value is None or value == () or key.name in skip:
            continue
        if key.holds is Holds.INLINE:
            made.update(plain(value, skip=frozenset({"id"})))
        elif key.holds is not Holds.ENTRY:
            made[key.name] = [str(each) for each in value] if key.many else str(value)
        elif key.keyed:
            made[key.name] = {
                str(getattr(each, key.keyed)): _plain_or_bare(each, frozenset({key.keyed})) for each in value
            }
        elif key.many:
            made[key.name] = [_plain_or_bare(each, frozenset()) for each in value]
        else:
            made[key.name] = _plain_or_bare(value, frozenset())
    return made


_KEYS: dict[type[Entry], tuple[Key, ...]] = {}
_HOLDING: dict[type[Entry], tuple[Key, ...]] = {}
_NAMES: dict[type[Entry], Mapping[str, Key]] = {}


def _field(holds: Holds, says: str, *, many: bool = False, **more: Any) -> Any:
    metadata = {"holds": holds, "says": says, "many": many, **more}
    return field(default=() if many or more.get("keyed") else None, metadata=metadata)


def _walk(
    owner: Entry,
    prefix: Path,
    outer: Key | None,
    wanted: Callable[[Key, Text], bool] | None,
    found: list[Leaf],
) -> None:
    for key in keys_of(type(owner)):
        value = getattr(owner, key.attribute)
        if value is None or value == ():
            continue
        holds = key.holds
        if holds is Holds.ENTRY:
            for index, each in enumerate(value if key.many or key.keyed else (value,)):
                _walk(each, prefix + _step(key, each, index), key, wanted, found)
        elif holds is Holds.INLINE:
            added: list[Leaf] = []
            _walk(value, prefix, outer, wanted, added)
            found.extend(leaf for leaf in added if leaf.path != (*prefix, "id"))
        elif not key.many:
            if wanted is None or wanted(key, value):
                found.append(Leaf(value, key, owner, (*prefix, key.name), outer))
        else:
            for index, each in enumerate(value):
                if wanted is None or wanted(key, each):
                    found.append(Leaf(each, key, owner, (*prefix, key.name, index), outer))


def _descend(owner: Entry, prefix: Path, found: list[tuple[Entry, Path]]) -> None:
    for key in holding_keys_of(type(owner)):
        value = getattr(owner, key.attribute)
        if not value:
            continue
        if key.holds is Holds.INLINE:
            _descend(value, prefix, found)
            continue
        for index, each in enumerate(value if key.many or key.keyed else (value,)):
            path = prefix + _step(key, each, index)
            found.append((each, path))
            _descend(each, path, found)


def _step(key: Key, each: Entry, index: int) -> Path:
    if key.keyed:
        return (key.name, str(getattr(each, key.keyed)))
    return (key.name, index) if key.many else (key.name,)


def _plain_or_bare(each: Entry, skip: frozenset[str]) -> Any:
    """The bare value where it says all that the mapping would say."""
    made = plain(each, skip=skip)
    if type(each).BARE and len(made) == 1:
        (name,) = made
        value = made[name]
        bare = type(each).BARE if isinstance(value, list) else type(each).bare_attribute(str(value))
        if bare.rstrip("_") == name:
            return value
    return made
