"""What two structures of text, lists and mappings say otherwise, field by field; an entry that says the same
and cites another place for it only moved."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from auditor.comparison import FieldChange

_NAMING = (
    "id",
    "name",
    "routes",
    "claim",
    "object",
    "on",
    "function",
    "section",
    "heading",
    "entry",
    "path",
    "record",
)
"""The keys by which entries of a list are taken for the same entry, the first that both have."""

_ANCHOR = ("path", "lines", "cell")
"""The keys of an entry that say where it stands in its source."""

_SCOPE = frozenset({*_ANCHOR, "source", "layer"})
"""An entry that holds these keys alone says nothing by which it would be known at another path."""

_MOST_TRIED = 50
"""Of so many entries that are named alike it is looked whether one is the same entry."""

_Item: TypeAlias = tuple[int, Any]
"""An item of a list with its position."""


def field_changes(older: Mapping[str, Any], newer: Mapping[str, Any]) -> tuple[FieldChange, ...]:
    """The fields of two mappings that differ, in the order of the earlier one and then of the later."""
    return tuple(_in_mappings(older, newer, ""))


def _in_mappings(older: Mapping[str, Any], newer: Mapping[str, Any], path: str) -> Iterator[FieldChange]:
    for key in dict.fromkeys((*older, *newer)):
        yield from _between(older.get(key), newer.get(key), f"{path}.{key}" if path else key)


def _between(older: Any, newer: Any, path: str) -> Iterator[FieldChange]:
    if older == newer:
        return
    if isinstance(older, Mapping) and isinstance(newer, Mapping):
        yield from _in_mappings(older, newer, path)
    elif isinstance(older, list) and isinstance(newer, list):
        yield from _in_lists(older, newer, path)
    else:
        yield FieldChange(field=path, older=_shown(older), newer=_shown(newer))


def _in_lists(older: Sequence[Any], newer: Sequence[Any], path: str) -> Iterator[FieldChange]:
    """What two lists do not have alike: equal items are left out, then those that only moved are told as
    such, and the others in pairs of the same entry."""
    gone, new = list(enumerate(older)), list(enumerate(newer))
    _, gone, new = _paired(gone, new, lambda item: ((type(item), _written(item)),))
    moved, gone, new = _paired(gone, new, _apart_from_place)
    quoting, gone, new = _paired(gone, new, _quoted)
    same, gone, new = _same_entries(gone, new)
    if len(gone) == len(new) == 1 and not isinstance(gone[0][1], Mapping | list):
        same, gone, new = [*same, (gone[0], new[0])], [], []
    told: list[tuple[int, Iterable[FieldChange]]] = [
        (index, [FieldChange(field=f"{path}[{index}]", older=_place(one), newer=_place(other), moved=True)])
        for (index, one), (_, other) in moved
    ]
    for (index, one), (_, other) in (*quoting, *same):
        told.append((index, _between(one, other, f"{path}[{index}]")))
    for index, one in gone:
        told.append((index, [FieldChange(field=f"{path}[{index}]", older=_shown(one), newer="")]))
    for _, changes in sorted(told, key=lambda each: each[0]):
        yield from changes
    for index, other in new:
        yield FieldChange(field=f"{path}[{index}]", older="", newer=_shown(other))


_Pairs: TypeAlias = list[tuple[_Item, _Item]]


def _paired(
    gone: list[_Item], new: list[_Item], names: Callable[[Any], Sequence[Hashable]]
) -> tuple[_Pairs, list[_Item], list[_Item]]:
    """The items of two lists that have a name in common, the first of the one with the first of the other,
    and what is left of both."""
    waiting: dict[Hashable, list[_Item]] = defaultdict(list)
    for item in reversed(new):
        for name in names(item[1]):
            waiting[name].append(item)
    pairs: _Pairs = []
    taken: set[int] = set()
    left: list[_Item] = []
    for item in gone:
        other = None
        for name in names(item[1]):
            held = waiting.get(name, [])
            while held and held[-1][0] in taken:
                held.pop()
            if held:
                other = held.pop()
                break
        if other is None:
            left.append(item)
        else:
            taken.add(other[0])
            pairs.append((item, other))
    return pairs, left, [item for item in new if item[0] not in taken]


def _apart_from_place(item: Any) -> tuple[Hashable, ...]:
    """What an entry that cites a place says apart from it: all that it says, or else the path alone."""
    if not isinstance(item, Mapping) or "path" not in item:
        return ()
    rest = {key: value for key, value in item.items() if key not in _ANCHOR}
    return (_written(rest) if item.keys() - _SCOPE else _written({**rest, "path": item["path"]}),)


def _quoted(item: Any) -> tuple[Hashable, ...]:
    """The words of the passage that an entry quotes."""
    quote = item.get("quote") if isinstance(item, Mapping) else None
    return (" ".join(quote.split()),) if isinstance(quote, str) else ()


def _same_entries(gone: list[_Item], new: list[_Item]) -> tuple[_Pairs, list[_Item], list[_Item]]:
    """The entries of two lists that are the same entry by one of the keys that name it."""
    named: dict[Hashable, deque[_Item]] = defaultdict(deque)
    for item in new:
        for name in _names(item[1]):
            named[name].append(item)
    pairs: _Pairs = []
    taken: set[int] = set()
    left: list[_Item] = []
    for item in gone:
        possible = (each for name in _names(item[1]) for each in _free(named.get(name), taken))
        other = next(
            (each for each in possible if each[0] not in taken and _is_same_entry(item[1], each[1])), None
        )
        if other is None:
            left.append(item)
            continue
        taken.add(other[0])
        pairs.append((item, other))
    return pairs, left, [item for item in new if item[0] not in taken]


def _free(named: deque[_Item] | None, taken: set[int]) -> list[_Item]:
    """The first of the items of a name that are not taken."""
    while named and named[0][0] in taken:
        named.popleft()
    return list(islice(named or (), _MOST_TRIED))


def _names(item: Any) -> list[Hashable]:
    if not isinstance(item, Mapping):
        return []
    return [(key, _written(item[key])) for key in _NAMING if key in item]


def _is_same_entry(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    key = next((each for each in _NAMING if each in one and each in other), None)
    return key is not None and one[key] == other[key]


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _place(entry: Mapping[str, Any]) -> str:
    """The place that an entry cites, as it is written elsewhere."""
    place = str(entry.get("path", ""))
    if entry.get("cell"):
        place += f", cell {entry['cell']}"
    if entry.get("lines"):
        place += f":{entry['lines']}"
    return f"{entry['source']} {place}" if entry.get("source") else place


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    if isinstance(value, Mapping) and "path" in value and not value.keys() - {*_ANCHOR, "source"}:
        return _place(value)
    return json.dumps(value, ensure_ascii=False)
