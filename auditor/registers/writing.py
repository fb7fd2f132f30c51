"""Entries to YAML: block style, `id` first, text as it is, so that reading gives the same entries back."""

from __future__ import annotations

import re
from typing import Any

from auditor.forms import Entry, plain

_SIMPLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]*")
_ESCAPED = re.compile(
    '["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff-\ufeff\ufff0-\uffff\ud800-\udfff]|\\s(?=\\s)|^\\s|\\s$'
)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNBLOCKED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufff0-\uffff\ud800-\udfff]")
_LONG = 90


def register_text(member: Entry, *, heading: str = "") -> str:
    """A whole file for a member or a set, with `heading` as comment lines on top."""
    comment = "".join(f"# {line}\n" if line else "#\n" for line in heading.splitlines())
    return comment + "\n".join(mapping_lines(plain(member), 0)) + "\n"


def mapping_lines(values: dict[str, Any], indent: int) -> list[str]:
    """The lines of a mapping whose keys begin at column `indent`."""
    lines: list[str] = []
    for name, value in values.items():
        lines.extend(_pair(" " * indent + scalar(name) + ":", name, value, indent))
    return lines


def item_lines(value: Any, indent: int) -> list[str]:
    """The lines of a list's item whose dash stands at column `indent`."""
    dash = " " * indent + "-"
    if isinstance(value, dict) and value:
        lines = mapping_lines(value, indent + 2)
        return [dash + " " + lines[0][indent + 2 :], *lines[1:]]
    if isinstance(value, list):
        return [dash + " " + _flow(value)]
    return _value(dash, "", value, indent)


def scalar(text: str) -> str:
    """A scalar on one line: plain where it is one word, number or path, else in double quotes."""
    if _SIMPLE.fullmatch(text) and len(text) <= _LONG:
        return text
    return '"' + _ESCAPED.sub(lambda match: _escape(match.group()), text) + '"'


def block_lines(text: str, indent: int) -> list[str] | None:
    """The indicator and the lines of a literal block whose key stands at column `indent`; None where no
    literal block can hold the text."""
    if not text or _UNBLOCKED.search(text) or text.endswith("\n") or not text.strip(" \t\n"):
        return None
    lines = text.split("\n")
    first = next(line for line in lines if line)
    leading = first[0] in " \t" or not lines[0]
    margin = " " * (indent + 2)
    return ["|2-" if leading else "|-", *(margin + line if line else "" for line in lines)]


def _pair(lead: str, name: str, value: Any, indent: int) -> list[str]:
    if isinstance(value, dict) and value:
        return [lead, *mapping_lines(value, indent + 2)]
    if isinstance(value, list) and value:
        return [lead, *(line for item in value for line in item_lines(item, indent + 2))]
    return _value(lead, name, value, indent)


def _value(lead: str, name: str, value: Any, indent: int) -> list[str]:
    if isinstance(value, dict):
        return [f"{lead} {{}}"]
    if isinstance(value, list):
        return [f"{lead} []"]
    block = name == "quote" or "\n" in value or len(value) > _LONG
    lines = block_lines(value, indent) if block else None
    return [f"{lead} {lines[0]}", *lines[1:]] if lines else [f"{lead} {scalar(value)}"]


def _flow(value: list[Any]) -> str:
    return "[" + ", ".join(_flow(each) if isinstance(each, list) else scalar(each) for each in value) + "]"


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character == " ":
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
