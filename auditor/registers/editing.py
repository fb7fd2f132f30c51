"""Changes to a file that a person wrote: the text is edited at the marks of its nodes, and every other byte
stays. The result is read back and must be what was meant; else nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from auditor.errors import AuditError
from auditor.registers.writing import block_lines, item_lines, mapping_lines, scalar

Path: TypeAlias = tuple[str | int, ...]
"""The keys and list positions that lead to a node from the top of a file."""


class EditError(AuditError):
    """A change could not be made without touching what it should not touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace:
    """Give the scalar at `path` another value."""

    path: Path
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """Add a key with its value (text, mapping or list) at the end of the mapping at `path`."""

    path: Path
    key: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """Add an item (text or mapping) at the end of the list at `path`; the list is made where it is empty."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """Take away the key that ends `path`, with its value."""

    path: Path


Change: TypeAlias = Replace | Insert | Append | Remove


def edit(text: str, changes: Sequence[Change]) -> str:
    """The text with the changes made one after another.

    Raises EditError where a path leads nowhere or a change cannot be made by an edit at marks.
    """
    for change in changes:
        before = _structure(text)
        meant = _changed(before, change)
        text = _edited(text, change)
        if _structure(text) != meant:
            raise EditError(f"the change at {_shown(change.path)} cannot be made without touching other text")
    return text


def replaced_at(text: str, values: Mapping[tuple[int, int], str]) -> str:
    """The text with scalars given other values, each found by the line and column at which it begins.

    However many they are, the file is read twice. Raises EditError where no scalar begins at a place, or a
    value cannot be replaced by an edit at its marks.
    """
    top = _compose(text)
    found = {
        (node.start_mark.line + 1, node.start_mark.column + 1): (node.start_mark.index, path)
        for path, node in _scalars(top)
    }
    missing = [place for place in values if place not in found]
    if missing:
        raise EditError(f"no value begins on line {missing[0][0]}, column {missing[0][1]}")
    newline = "\r\n" if "\r\n" in text else "\n"
    edited, meant = text, _structure(text)
    for place, value in sorted(values.items(), key=lambda each: found[each[0]][0], reverse=True):
        change = Replace(path=found[place][1], value=value)  # from the last: the marks before it still hold
        edited = _replace(edited, top, change, newline)
        meant = _changed(meant, change)
    if _structure(edited) != meant:
        raise EditError("the values cannot be replaced without touching other text")
    return edited


def path_to_record(text: str, identifier: str) -> Path:
    """The path to the record that a file declares; raises EditError where it declares none of that name."""
    top = _compose(text)
    if isinstance(top, yaml.MappingNode):
        for key, value in top.value:
            for index, item in enumerate(value.value if isinstance(value, yaml.SequenceNode) else ()):
                for name, held in item.value if isinstance(item, yaml.MappingNode) else ():
                    if name.value == "id" and held.value == identifier:
                        return (str(key.value), index)
    raise EditError(f"the file declares no {identifier}")


def _scalars(top: Any) -> Iterator[tuple[Path, Any]]:
    """Every scalar that is a value, with the path that leads to it."""
    waiting: list[tuple[Path, Any]] = [((), top)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, yaml.MappingNode):
            waiting.extend(((*path, str(key.value)), value) for key, value in node.value)
        elif isinstance(node, yaml.SequenceNode):
            waiting.extend(((*path, index), each) for index, each in enumerate(node.value))
        elif node is not None:
            yield path, node


def _edited(text: str, change: Change) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    top = _compose(text)
    if isinstance(change, Replace):
        return _replace(text, top, change, newline)
    if isinstance(change, Remove):
        return _remove(text, top, change)
    node = _node(top, change.path)
    if isinstance(change, Insert):
        if not isinstance(node, yaml.MappingNode):
            raise EditError(f"{_shown(change.path)} is no mapping")
        if node.flow_style:
            return _into_flow(text, node, f"{scalar(change.key)}: {_one_line(change.value)}")
        indent = node.value[0][0].start_mark.column
        lines = mapping_lines({change.key: change.value}, indent)
        return _after(text, node, lines, newline)
    if isinstance(node, yaml.SequenceNode) and node.flow_style and node.value:
        return _into_flow(text, node, _one_line(change.value))
    return _append(text, top, node, change, newline)


def _append(text: str, top: Any, node: Any, change: Append, newline: str) -> str:
    if isinstance(node, yaml.SequenceNode) and node.value:
        indent = _dash_column(text, node)
        return _after(text, node, item_lines(change.value, indent), newline)
    # An empty list: `key:`, `key: []` or `key: null` becomes a list under its key.
    key = _key(top, change.path)
    lines = item_lines(change.value, key.start_mark.column + 2)
    end = node.end_mark.index
    line_end = _line_end(text, end)
    head = text[: node.start_mark.index].rstrip(" ") if end > node.start_mark.index else text[:end]
    return head + text[end:line_end] + newline + newline.join(lines) + text[line_end:]


def _replace(text: str, top: Any, change: Replace, newline: str) -> str:
    node = _node(top, change.path)
    if not isinstance(node, yaml.ScalarNode):
        raise EditError(f"{_shown(change.path)} is no scalar")
    start, end = node.start_mark.index, node.end_mark.index
    parent = _node(top, change.path[:-1])
    block = None
    if not parent.flow_style and isinstance(change.path[-1], str):
        wants_block = node.style in ("|", ">") or "\n" in change.value
        block = block_lines(change.value, _key(top, change.path).start_mark.column) if wants_block else None
    tail = _block_tail(text[start:end]) if node.style in ("|", ">") else ""
    written = newline.join(block) if block else scalar(change.value)
    gap = " " if start and text[start - 1] in ":-" else ""
    return text[:start] + gap + written + tail + text[end:]


def _block_tail(raw: str) -> str:
    """The line ends with which the stretch of a block scalar closes: they belong to what follows."""
    body = raw.rstrip("\r\n \t")
    return raw[len(body) :]


def _remove(text: str, top: Any, change: Remove) -> str:
    parent = _node(top, change.path[:-1])
    key = _key(top, change.path)
    value = _node(top, change.path)
    if parent.flow_style or len(parent.value) == 1:
        raise EditError(f"{_shown(change.path)} cannot be taken out of its line")
    first = key is parent.value[0][0]
    start = key.start_mark.index if first else text.rfind("\n", 0, key.start_mark.index) + 1
    end = _end_of(text, value)
    stop = min(len(text), _line_end(text, end)) if end and text[end - 1] != "\n" else end
    while stop < len(text) and text[stop] in "\r\n" and (end == 0 or text[stop - 1] != "\n"):
        stop += 1
    if first:  # what follows moves up to where the key stood, beside the dash of its list
        following = parent.value[1][0].start_mark.index
        return text[:start] + text[following:]
    return text[:start] + text[stop:]


def _after(text: str, node: Any, lines: list[str], newline: str) -> str:
    """The text with lines added after the last line of a block collection."""
    end = _end_of(text, node)
    if end and text[end - 1] == "\n":
        return text[:end] + newline.join(lines) + newline + text[end:]
    line_end = _line_end(text, end)
    return text[:line_end] + newline + newline.join(lines) + text[line_end:]


def _end_of(text: str, node: Any) -> int:
    """The index after the last character of a node's content; after the line end where it closes with a
    block scalar."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        raw = text[node.start_mark.index : node.end_mark.index]
        body = raw.rstrip(" \t\r\n")
        rest = raw[len(body) :]
        cut = re.match(r"[ \t]*(?:\r\n|\r|\n)?", rest)
        return int(node.start_mark.index) + len(body) + (cut.end() if cut else 0)
    return int(node.end_mark.index)


def _into_flow(text: str, node: Any, written: str) -> str:
    close = node.end_mark.index - 1
    head = text[:close].rstrip()
    comma = "" if head[-1] in "{[," else ","
    space = "" if head[-1] in "{[" else " "
    return head + comma + space + written + text[len(text[:close].rstrip()) :]


def _one_line(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {_one_line(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_one_line(each) for each in value) + "]"
    return scalar(value) if re.fullmatch(r"[A-Za-z0-9_./-]+", value) else _quoted(value)


def _quoted(value: str) -> str:
    written = scalar(value)
    return written if written.startswith('"') else f'"{written}"'


def _dash_column(text: str, node: Any) -> int:
    start = node.value[0].start_mark.index
    dash = text.rfind("-", 0, start)
    return dash - (text.rfind("\n", 0, dash) + 1)


def _line_end(text: str, index: int) -> int:
    found = text.find("\n", index)
    if found < 0:
        return len(text)
    return found - 1 if found and text[found - 1] == "\r" else found


def _node(top: Any, path: Path) -> Any:
    node = top
    for step in path:
        node = _child(node, step, path)
    return node


def _child(node: Any, step: str | int, path: Path) -> Any:
    if isinstance(step, int) and isinstance(node, yaml.SequenceNode) and step < len(node.value):
        return node.value[step]
    if isinstance(step, str) and isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return value
    raise EditError(f"{_shown(path)} leads nowhere")


def _key(top: Any, path: Path) -> Any:
    parent = _node(top, path[:-1])
    for key, _ in parent.value if isinstance(parent, yaml.MappingNode) else ():
        if key.value == path[-1]:
            return key
    raise EditError(f"{_shown(path)} is no key")


def _compose(text: str) -> Any:
    try:
        return yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise EditError(f"the file is not YAML ({' '.join(str(error).split())[:120]})") from error


def _structure(text: str) -> Any:
    """The file as plain text, lists and pairs: what a change must leave as it was."""
    return _plain(_compose(text))


def _plain(node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    return str(node.value) if node is not None else ""


def _changed(structure: Any, change: Change) -> Any:
    """The structure with the change made: what the edited text must read as."""
    holder: Any = {"": structure}
    at: Any = holder
    steps: list[str | int] = ["", *change.path]
    try:
        for step in steps[:-1]:
            at = at[step]
        last: Any = steps[-1]
        if isinstance(change, Replace):
            at[last] = change.value
        elif isinstance(change, Remove):
            del at[last]
        elif isinstance(change, Insert):
            if change.key in at[last]:
                raise EditError(f"{_shown(change.path)} has the key {change.key} already")
            at[last][change.key] = change.value
        else:
            at[last] = [*(at[last] or []), change.value]
    except (KeyError, IndexError, TypeError) as error:
        raise EditError(f"{_shown(change.path)} leads nowhere") from error
    return holder[""]


def _shown(path: Path) -> str:
    return ".".join(str(step) for step in path) or "the top of the file"
