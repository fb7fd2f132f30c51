"""YAML text to nodes with places, entry by entry, over PyYAML's C parser.

Every fault is collected; after a syntax error reading goes on at the next entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from auditor.findings import Fault
from auditor.places import Place
from auditor.registers.events import Events
from auditor.registers.nodes import ParsedFile, Piece

MAX_BYTES = 64 * 1024 * 1024

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_SHOWN = 2_000
"""As much of a line is looked at for the cause of a syntax error."""
_TOP_KEY = re.compile(r"[A-Za-z_][\w-]*\s*:(?:\s|$)")
_DECLARED = re.compile(r"^\s*(?:-\s+)?id:\s*[\"']?([A-Z][\w-]+)", re.MULTILINE)
_NEEDS_QUOTES = re.compile(r"^\s*(?:-\s+)?(?:[\w-]+:\s+)?[`{*&!%@]")
_COLON_INSIDE = re.compile(r":\s.*:(?:\s|$)")


def parse(path: str, data: bytes) -> tuple[ParsedFile, Iterator[Piece]]:
    """The pieces of a YAML file, made one by one, and the file with the faults met on the way.

    The faults are complete when the iterator is at its end.
    """
    text = _decode(path, data)
    if isinstance(text, Fault):
        broken = ParsedFile(path=path, lines=[])
        broken.faults.append(text)
        return broken, iter(())
    parsed = ParsedFile(path=path, lines=re.split("\r\n|\r|\n", text))
    text = _without_unprintable(parsed, text)
    return parsed, _pieces(parsed, text)


def _decode(path: str, data: bytes) -> str | Fault:
    top = Place(path=path, line=1, column=1)
    if len(data) > MAX_BYTES:
        return Fault(
            rule="unreadable-file",
            place=top,
            message=f"the file is over the limit of {MAX_BYTES:,} bytes",
            remedy="split it into several files",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        return Fault(
            rule="unreadable-file",
            place=Place(path=path, line=line, column=column),
            message=f"the file is not UTF-8 (byte 0x{data[error.start]:02x} cannot be decoded)",
            remedy="save it as UTF-8",
        )
    if not text.strip():
        return Fault(
            rule="unreadable-file",
            place=top,
            message="the file is empty",
            remedy="write the register's keys into it or remove it",
        )
    return text


def _without_unprintable(parsed: ParsedFile, text: str) -> str:
    for number, line in enumerate(parsed.lines, start=1):
        if line.isascii() and line.isprintable():
            continue
        for match in _UNPRINTABLE.finditer(line):
            parsed.fault(
                "unreadable-file",
                Place(path=parsed.path, line=number, column=match.start() + 1),
                f"the character U+{ord(match.group()):04X} may not stand in a register",
                "remove it, or write it as an escape in double quotes",
            )
    return _UNPRINTABLE.sub(" ", text)


def _pieces(parsed: ParsedFile, text: str) -> Iterator[Piece]:
    """The pieces of the text; after a syntax error those of what follows the damaged entry."""
    while True:
        events = Events(parsed, text)
        held: Piece | None = None
        try:
            for piece in events.top():
                if held is not None:
                    yield held
                held = piece
            if held is not None:
                yield held
            return
        except yaml.YAMLError as error:
            # The piece before the fault may have lost its end to it, so it is not read as if it were whole.
            line = _report_syntax(parsed, error)
            begin = events.entry_line
            if held is not None and held.item:
                begin = min(begin, held.node.place.line)
            elif held is not None:
                yield held
            rest = _resume(parsed, line, events, begin)
            if rest is None:
                return
            text = rest


def _report_syntax(parsed: ParsedFile, error: yaml.YAMLError) -> int:
    mark: Any = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "the text is not YAML"
    is_open = "quoted scalar" in (getattr(error, "context", None) or "") and "unexpected" in problem
    if is_open:  # the parser stands at the end of the file, and reading goes on where the quote opens
        mark = error.context_mark  # type: ignore[attr-defined]
    line = min((mark.line if mark else 0) + 1, len(parsed.lines))
    written = parsed.lines[line - 1][:_SHOWN]
    if "\t" in written[: len(written) - len(written.lstrip())]:
        problem, remedy = "a tab stands in the indentation", "indent with spaces"
    elif is_open:
        problem, remedy = "the quote that opens here is not closed", "close it, or write a block scalar"
    elif _COLON_INSIDE.search(written) or "mapping values" in problem:
        problem, remedy = "`: ` stands inside plain text", "put it in quotes, or write it as a block scalar"
    elif _NEEDS_QUOTES.match(written):
        problem, remedy = "plain text begins with a character that YAML reserves", "put it in quotes"
    else:
        problem = f"the text is not YAML here ({problem})"
        remedy = "mend the indentation, the quotes or the brackets of this line or the one before it"
    column = (mark.column if mark else 0) + 1
    place = Place(path=parsed.path, line=line, column=min(column, len(written) + 1))
    parsed.fault("invalid-yaml", place, problem, remedy)
    return line


def _resume(parsed: ParsedFile, line: int, events: Events, begin: int) -> str | None:
    """The text from the first entry or top key after `line`, the lines before it left blank. Identifiers
    declared from `begin` on are lost."""
    for index in range(line, len(parsed.lines)):
        written = parsed.lines[index]
        is_item = events.list_key and written.startswith(events.item_indent + "- ")
        if not is_item and not _TOP_KEY.match(written):
            continue
        before = [""] * index
        if is_item:
            before[index - 1] = f"{events.list_key}:"
        parsed.lost.update(_DECLARED.findall("\n".join(parsed.lines[begin - 1 : index])))
        return "\n".join(before + parsed.lines[index:])
    parsed.lost.update(_DECLARED.findall("\n".join(parsed.lines[begin - 1 :])))
    return None
