"""YAML text to nodes with places, entry by entry, over PyYAML's C parser.

Every fault is collected; after a syntax error reading goes on at the next entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from auditor.findings import Fault
from auditor.places import Place, SourceFile
from auditor.registers.events import Events, Rest
from auditor.registers.nodes import ParsedFile, Piece

MAX_BYTES = 64 * 1024 * 1024

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PLAIN_BYTES = bytes((*b"\t\n\r", *range(0x20, 0x7F)))
_SHOWN = 2_000
"""As much of a line is looked at for the cause of a syntax error."""
_TOP_KEY = re.compile(r"[A-Za-z_][\w-]*[ \t]*:(?=\s|\Z)")
_DECLARED = re.compile(r"(?:-[ \t]+)?id:[ \t]*[\"']?([A-Z][\w-]+)")
_NEEDS_QUOTES = re.compile(r"^\s*(?:-\s+)?(?:[\w-]+:\s+)?[`{*&!%@]")
_COLON_INSIDE = re.compile(r":\s.*:(?:\s|$)")


def parse(path: str, data: bytes) -> tuple[ParsedFile, Iterator[Piece]]:
    """The pieces of a YAML file, made one by one, and the file with the faults met on the way.

    The faults are complete when the iterator is at its end.
    """
    text = _decode(path, data)
    if isinstance(text, Fault):
        broken = ParsedFile(file=SourceFile(path, ""))
        broken.faults.append(text)
        return broken, iter(())
    parsed = ParsedFile(file=SourceFile(path, text))
    if data.translate(None, _PLAIN_BYTES):
        _replace_unprintable(parsed)
    return parsed, _pieces(parsed)


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


def _replace_unprintable(parsed: ParsedFile) -> None:
    """Name the characters that no text holds, and put spaces in their stead, for reading to go on."""
    file = parsed.file
    for match in _UNPRINTABLE.finditer(file.text):
        parsed.fault(
            "unreadable-file",
            file.place(match.start(), match.end()),
            f"the character U+{ord(match.group()):04X} may not stand in a register",
            "remove it, or write it as an escape in double quotes",
        )
    if parsed.faults:
        parsed.file = SourceFile(file.path, _UNPRINTABLE.sub(" ", file.text))


def _pieces(parsed: ParsedFile) -> Iterator[Piece]:
    """The pieces of the text; after a syntax error those of what follows the damaged entry."""
    rest: Rest | None = None
    while True:
        events = Events(parsed, rest)
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
            line = _report_syntax(parsed, error, events.moved)
            begin = events.entry_start
            if held is not None and held.item:
                begin = min(begin, held.start)
            elif held is not None:
                yield held
            rest = _resume(parsed, line, events, begin)
            if rest is None:
                return


def _report_syntax(parsed: ParsedFile, error: yaml.YAMLError, moved: int) -> int:
    mark: Any = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or "the text is not YAML"
    is_open = "quoted scalar" in (getattr(error, "context", None) or "") and "unexpected" in problem
    if is_open:  # the parser stands at the end of the file, and reading goes on where the quote opens
        mark = error.context_mark  # type: ignore[attr-defined]
    file = parsed.file
    index = max(0, mark.index + moved) if mark else 0
    line = file.line_of(index)
    first = file.starts[line - 1]
    written = _line_from(file, first)
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
    place = Place(path=file.path, line=line, column=min(index - first, len(written)) + 1)
    parsed.fault("invalid-yaml", place, problem, remedy)
    return line


def _resume(parsed: ParsedFile, line: int, events: Events, begin: int) -> Rest | None:
    """What follows from the first entry or top key after `line` on. Identifiers declared between `begin` and
    there are lost."""
    file = parsed.file
    item = f"{events.item_indent}- "
    for start in file.starts[line:]:
        is_item = events.list_key is not None and file.text.startswith(item, start)
        if is_item or _TOP_KEY.match(file.text, start):
            parsed.lost.update(_declared(file.text[begin:start]))
            return Rest(file, start, events.list_key if is_item else None)
    parsed.lost.update(_declared(file.text[begin:]))
    return None


def _declared(text: str) -> Iterator[str]:
    """The identifiers that a stretch declares."""
    for line in text.splitlines():
        if "id" in line and (found := _DECLARED.match(line.lstrip())):
            yield found.group(1)


def _line_from(file: SourceFile, start: int) -> str:
    """As much of the line that begins at a character as is looked at."""
    return re.split("[\r\n]", file.text[start : start + _SHOWN], maxsplit=1)[0]
