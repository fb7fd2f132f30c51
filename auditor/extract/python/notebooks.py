"""Notebooks: their code cells as one text that is Python, magics and shell lines put out of the way.

Lines are those of a cell, as quotations name them; what was put out of the way keeps its place and its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from auditor.facts import Skipped
from auditor.notebooks import cells_of
from auditor.snapshot import SourceFile
from auditor.terms import Unread

IsPython = Callable[[bytes], bool]
"""Whether a text is Python without an error."""

_SAME_LANGUAGE = ("%%time", "%%capture", "%%prun", "%%python")
"""The magics of a whole cell after which the cell goes on in Python."""

_MAGIC = re.compile(r"\s*(?:[%!?]|\w[\w.]*\s*\?{1,2}\s*$)")
_ASSIGNED = re.compile(r"(\s*[A-Za-z_][\w., ]*=\s*)[%!]")
_LONGEST = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """The code of a notebook: `text` as its cells have it, `content` the same length as Python reads it."""

    text: str
    content: bytes
    cells: tuple[tuple[int, int], ...]
    """The first line of each cell in the text, and its number."""
    left_out: tuple[int, ...]
    """The cells that are no Python even so."""


def notebook_of(file: SourceFile, is_python: IsPython) -> Notebook | Skipped:
    """The code cells of a file, or why it has none that can be read."""
    cells = cells_of(file.text)
    if cells is None:
        return Skipped(
            path=file.path, reason=Unread.SYNTAX, detail="it is no notebook: its JSON has no cells"
        )
    language = _language(file.text)
    if language != "python":
        return Skipped(path=file.path, reason=Unread.LANGUAGE, detail=f"a notebook in {language[:40]}")
    texts: list[str] = []
    contents: list[bytes] = []
    places: list[tuple[int, int]] = []
    left_out: list[int] = []
    line = 1
    for cell in cells:
        if not cell.number:
            continue
        text = cell.text.replace("\r\n", "\n")
        content = _as_python(text, is_python)
        if content is None:
            left_out.append(cell.number)
            content = _blank(text)
        texts.append(text)
        contents.append(content)
        places.append((line, cell.number))
        line += text.count("\n") + 1
    return Notebook(
        text="\n".join(texts), content=b"\n".join(contents), cells=tuple(places), left_out=tuple(left_out)
    )


def _as_python(text: str, is_python: IsPython) -> bytes | None:
    """A cell as Python of the same length; None where it is none, even without its magics."""
    if max(map(len, text.split("\n"))) > _LONGEST:
        return None
    first = text.lstrip()
    if first.startswith("%%") and not first.startswith(_SAME_LANGUAGE):
        return _blank(text)
    plain = _bytes(text)
    if is_python(plain):
        return plain
    masked = b"\n".join(_masked(text.split("\n")))
    return masked if is_python(masked) else None


def _masked(lines: list[str]) -> Iterator[bytes]:
    """The lines of a cell, with a lone numeral where a magic or a command of the shell stood."""
    goes_on = False
    for line in lines:
        if goes_on:
            yield b" " * len(_bytes(line))
        elif (assigned := _ASSIGNED.match(line)) is not None:
            yield _put_out(assigned[1], line)
        elif _MAGIC.match(line) is not None:
            yield _put_out(line[: len(line) - len(line.lstrip())], line)
        else:
            yield _bytes(line)
            continue
        goes_on = line.endswith("\\")


def _put_out(kept: str, line: str) -> bytes:
    head = _bytes(kept)
    return head + b"0".ljust(len(_bytes(line)) - len(head))


def _blank(text: str) -> bytes:
    return b"\n".join(b" " * len(_bytes(line)) for line in text.split("\n"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _language(text: str) -> str:
    """The language that a notebook says it is in; Python where it says none."""
    metadata = json.loads(text).get("metadata")
    held = metadata if isinstance(metadata, dict) else {}
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        stated = held.get(key)
        word = stated.get(name) if isinstance(stated, dict) else None
        if isinstance(word, str) and word:
            return "python" if word.lower() in ("python", "ipython") else word
    return "python"
