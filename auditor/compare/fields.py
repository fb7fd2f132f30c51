"""What two structures of text, lists and mappings say otherwise, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
    """What two lists do not have alike: equal items are left out, the others told in pairs."""
    left = list(newer)
    gone: list[tuple[int, Any]] = []
    for index, each in enumerate(older):
        if each in left:
            left.remove(each)
        else:
            gone.append((index, each))
    for index, each in gone:
        other = next((item for item in left if _is_same_entry(each, item)), None)
        where = f"{path}[{index}]"
        if other is None:
            yield FieldChange(field=where, older=_shown(each), newer="")
        else:
            left.remove(other)
            yield from _between(each, other, where)
    for each in left:
        yield FieldChange(field=f"{path}[{list(newer).index(each)}]", older="", newer=_shown(each))


def _is_same_entry(one: Any, other: Any) -> bool:
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    key = next((each for each in _NAMING if each in one and each in other), None)
    return key is not None and one[key] == other[key]


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)
