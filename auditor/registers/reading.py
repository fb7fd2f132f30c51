"""Nodes to entries: each mapping is read by the form that its class states."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from auditor.findings import Fault
from auditor.forms import Entry, Holds, Key, key_names
from auditor.identifiers import kind_of
from auditor.nearest import nearest as nearest_word
from auditor.places import Text
from auditor.records import RECORD_KINDS, Annotation, Record, Source
from auditor.registers.nodes import Mapping, Node, Scalar, Sequence

_NUMBER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][-+]?\d+)?)")
_LINES = re.compile(r"(\d+)(?:-(\d+))?")
_REVISION = re.compile(r"sha256:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{64}")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_CLASS_OF = {kind.KIND: kind for kind in RECORD_KINDS}
_ANY_KEY = frozenset(name for kind in RECORD_KINDS for name in key_names(kind))

_READ_CLOSER = (Holds.NUMBER, Holds.DATE, Holds.ENTRY, Holds.INLINE)
"""What is more than text as it stands; a tuple, since it is asked for each key and an Enum's hash is slow."""
_STATED = frozenset({"lines", "revision"})

E = TypeVar("E", bound=Entry)


def read_entry(kind: type[E], node: Node, faults: list[Fault], where: str = "") -> E | None:
    """The entry that a node writes; None, with a fault, where the node is no mapping and cannot stand
    for one. `where` is the key or list under which it stands, for messages."""
    if issubclass(kind, Annotation) and isinstance(node, Mapping):
        return _read_annotation(kind, node, faults)
    if isinstance(node, Mapping):
        return _read_mapping(kind, node, faults)
    if isinstance(node, Scalar) and kind.BARE:
        attribute = kind.bare_attribute(node.text)
        value = (node.text,) if _is_many(kind, attribute) else node.text
        return kind.as_bare({attribute: value}, node.text)
    if isinstance(node, Sequence) and kind.BARE and _is_many(kind, kind.BARE):
        items = tuple(item.text for item in node.items if isinstance(item, Scalar))
        return kind.as_written({kind.BARE: items}, node.file, node.start, node.end)
    keys = ", ".join(list(key_names(kind))[:4])
    faults.append(
        Fault(
            rule="wrong-shape",
            place=node.place,
            message=f"{_quoted(where)} holds {_shape(node)} where a mapping belongs",
            remedy=f"write it as a mapping with the keys {keys}, …",
            field=where,
        )
    )
    return None


def read_value(key: Key, node: Node, faults: list[Fault]) -> Any:
    """The value that a node gives to a key: what the attribute of the class holds."""
    if key.holds is Holds.ENTRY:
        assert key.entry is not None
        if key.keyed:
            return _read_keyed(key, node, faults)
        if not key.many:
            return read_entry(key.entry, node, faults, key.name)
        if isinstance(node, Scalar) and node.null:
            return ()
        listed = node.items if isinstance(node, Sequence) else [node]
        read = (read_entry(key.entry, item, faults, key.name) for item in listed)
        return tuple(each for each in read if each is not None)
    if not key.many:
        return _read_scalar(key, node, faults)
    if isinstance(node, Scalar) and node.null:
        return ()
    listed = node.items if isinstance(node, Sequence) else [node]
    scalars = (_read_scalar(key, item, faults) for item in listed)
    return tuple(each for each in scalars if each is not None)


def nearest(name: str, known: Iterable[str]) -> str:
    """A clause that names the nearest of the known words, or lists them where none is near."""
    words = list(known)
    close = nearest_word(name.lower(), words)
    if close:
        return f"did you mean `{close}`?"
    return "the known ones are " + ", ".join(f"`{word}`" for word in words)


def _read_mapping(kind: type[E], node: Mapping, faults: list[Fault], *, leave: str = "") -> E:
    known = key_names(kind)
    values: dict[str, Any] = {}
    keys: list[Any] = []
    for name, value in node.pairs:
        if name == leave:
            continue
        key = known.get(name)
        if key is None or key.holds is Holds.INLINE:
            faults.append(_unknown(name, [*known, leave] if leave else known))
            continue
        keys.append(key.name)
        keys.append(name.mark)
        if type(value) is Scalar and not key.many and key.holds not in _READ_CLOSER:
            values[key.attribute] = value.text
        else:
            values[key.attribute] = read_value(key, value, faults)
        if name in _STATED and isinstance(value, Scalar) and value.text:
            _check_stated(kind, name, value.text, faults)
    return kind.as_written(values, node.file, node.start, node.end, tuple(keys))


def _read_annotation(kind: type[E], node: Mapping, faults: list[Fault]) -> E:
    """An annotation: the record named by `on`, and the fields of that record's kind."""
    on = next((value for name, value in node.pairs if name == "on"), None)
    written = _read_scalar(key_names(kind)["on"], on, faults) if on is not None else None
    target = written if written is not None else Text("", on.place if on is not None else node.place)
    record_kind: type[Record] = _CLASS_OF.get(kind_of(target), Record)
    met: list[Fault] = []
    record = _read_mapping(record_kind, node, met, leave="on")
    # Where it is not known what is annotated, a key of any kind of record may belong.
    faults.extend(fault for fault in met if record_kind is not Record or fault.field not in _ANY_KEY)
    values: dict[str, Any] = {"record": record}
    if written is not None:
        values["on"] = target
    spots = {str(name): name.place for name, _ in node.pairs if name == "on"}
    return kind(place=target.place, spots=spots, **values)


def _read_keyed(key: Key, node: Node, faults: list[Fault]) -> Any:
    """A mapping whose keys are words or names: one entry each, the key in the entry's own attribute."""
    assert key.entry is not None
    if isinstance(node, Scalar) and node.null:
        return ()
    if isinstance(node, Scalar) and key.name == "layers":
        return (key.entry.as_bare({key.keyed: node.text}, node.text),)
    if not isinstance(node, Mapping):
        faults.append(
            Fault(
                rule="wrong-shape",
                place=node.place,
                message=f"`{key.name}` holds {_shape(node)} where a mapping belongs",
                remedy=f"write `{key.keyed}: …` lines under it",
                field=key.name,
            )
        )
        return ()
    made = []
    for name, value in node.pairs:
        if isinstance(value, Scalar) and value.null and key.name == "layers":
            made.append(key.entry.as_bare({key.keyed: name}, name))
            continue
        read = read_entry(key.entry, value, faults, key.name)
        if read is not None:
            made.append(read.at_key(key.keyed, name))
    return tuple(made)


def _read_scalar(key: Key, node: Node, faults: list[Fault]) -> Text | None:
    if not isinstance(node, Scalar):
        faults.append(
            Fault(
                rule="wrong-shape",
                place=node.place,
                message=f"`{key.name}` holds {_shape(node)} where text belongs",
                remedy="write text; put it in quotes where it begins with a bracket or a brace",
                field=key.name,
            )
        )
        return None
    if node.text:
        _check_lexical(key, node.text, faults)
    return node.text


def _check_lexical(key: Key, value: Text, faults: list[Fault]) -> None:
    if key.holds is Holds.NUMBER and not _NUMBER.fullmatch(value.strip()):
        faults.append(
            Fault(
                rule="malformed-number",
                place=value.place,
                message=f"`{key.name}` holds `{_short(value)}`, which is not a number",
                remedy="write the number alone; its unit and its meaning have keys of their own",
                field=key.name,
            )
        )
    elif key.holds is Holds.DATE and not _is_date(value):
        faults.append(
            Fault(
                rule="malformed-date",
                place=value.place,
                message=f"`{key.name}` holds `{_short(value)}`, which is not a day of the calendar",
                remedy="write it as YYYY-MM-DD",
                field=key.name,
            )
        )


def _check_stated(kind: type[Entry], name: str, value: Text, faults: list[Fault]) -> None:
    """The forms of two texts on which evidence hangs: a range of lines, and the revision of a source."""
    if name == "lines" and not _is_lines(value):
        faults.append(
            Fault(
                rule="malformed-lines",
                place=value.place,
                message=f"`lines` holds `{_short(value)}`, which is no range of lines",
                remedy="write `12` or `12-15`, counted from 1",
                field=name,
            )
        )
    elif name == "revision" and kind is Source and not _REVISION.fullmatch(value):
        faults.append(
            Fault(
                rule="malformed-revision",
                place=value.place,
                message=f"`revision` holds `{_short(value)}`, which names no frozen bytes",
                remedy="write the full commit, or `sha256:` and the digest that `audit build` prints",
                field=name,
            )
        )


def _is_lines(value: str) -> bool:
    match = _LINES.fullmatch(value)
    return match is not None and 0 < int(match.group(1)) <= int(match.group(2) or match.group(1))


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value)
    if not match:
        return False
    year, month, day = (int(part) for part in match.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1]


def _unknown(name: Text, known: Iterable[str]) -> Fault:
    return Fault(
        rule="unknown-key",
        place=name.place,
        message=f"the form has no key `{_short(name)}` here",
        remedy=nearest(name, known),
        field=_short(name),
    )


def _is_many(kind: type[Entry], attribute: str) -> bool:
    return key_names(kind)[attribute.rstrip("_")].many


def _shape(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a mapping"
    return "a list" if isinstance(node, Sequence) else "text"


def _quoted(where: str) -> str:
    return f"`{where}`" if where else "the entry"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
