"""A line of a source with a caret under the stretch that a finding means, fit for any terminal: tabs become
spaces, what is long is cut around the stretch, and what hides, reorders or commands is made visible."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

SHOWN = 120
"""How many columns of a long line are shown."""

LONGEST = 800
"""How many characters of a very long line are kept with a finding."""

LONGEST_SAVED = 200
"""How many characters of a long line are saved."""

TAB = 4

_ASCII_PRINTABLE = re.compile(r"[ -~]*")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


@dataclass(frozen=True, slots=True)
class Glyph:
    """What one character of a line prints as, and how many columns that takes."""

    shown: str
    columns: int


def harmless(text: str) -> str:
    """Text in one line that does nothing to a terminal: control, format and private characters are written
    as `<U+001B>`, and so is what would turn the direction of writing."""
    if _ASCII_PRINTABLE.fullmatch(text):
        return text
    return "".join(_glyph(character).shown for character in text)


def stretch(line: str, column: int) -> tuple[str, int]:
    """A line, and the column at which a finding begins in it; of a very long line what lies about the
    finding, since a register on one line has a thousand findings there."""
    if len(line) <= LONGEST:
        return line, column
    start = max(0, min(column - 1, len(line)) - LONGEST // 4)
    end = start + LONGEST
    cut = ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
    return cut, column - start + (1 if start else 0)


def clipped(line: str, column: int) -> str:
    """A line as it is, or of a long one what stands around a column, counted from 1."""
    if len(line) <= LONGEST_SAVED:
        return line
    start = min(max(column - 1 - LONGEST_SAVED // 2, 0), len(line) - LONGEST_SAVED)
    end = start + LONGEST_SAVED
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")


def caret_lines(line: str, column: int, width: int) -> tuple[str, str]:
    """The line as it is shown and the carets under `width` characters from `column`, counted from 1. A
    stretch that begins after the line's end has one caret there."""
    length = len(line)
    while length and line[length - 1] in "\r\n":
        length -= 1
    first = min(max(column - 1, 0), length)
    last = min(first + max(width, 1), max(length, first + 1))
    # Only what could be shown is looked at: a register of one line has all its findings in it.
    offset = max(0, first - SHOWN)
    glyphs = [_glyph(character) for character in line[offset : min(length, first + SHOWN + 1)]]
    whole = len(glyphs) == length
    start, end = _window(glyphs, first - offset, at_end=last >= length, whole=whole)
    lead = "…" if offset + start > 0 else ""
    tail = "…" if offset + end < length else ""
    shown = lead + "".join(glyph.shown for glyph in glyphs[start:end]) + tail
    before = len(lead) + sum(glyph.columns for glyph in glyphs[start : first - offset])
    under = sum(glyph.columns for glyph in glyphs[first - offset : min(last - offset, end)])
    return shown.rstrip(), " " * before + "^" * max(1, under)


def _window(glyphs: list[Glyph], first: int, *, at_end: bool, whole: bool) -> tuple[int, int]:
    """The glyphs that are shown: all where these are the whole line and fit, else some before the stretch
    and what follows."""
    if whole and sum(glyph.columns for glyph in glyphs) <= SHOWN:
        return 0, len(glyphs)
    start = first
    room = SHOWN // 2 if at_end else SHOWN // 3
    while start > 0 and room - glyphs[start - 1].columns >= 0:
        start -= 1
        room -= glyphs[start].columns
    end = start
    room = SHOWN
    while end < len(glyphs) and room - glyphs[end].columns >= 0:
        room -= glyphs[end].columns
        end += 1
    return start, end


def _glyph(character: str) -> Glyph:
    if " " <= character <= "~":
        return Glyph(character, 1)
    if character == "\t":
        return Glyph(" " * TAB, TAB)
    if (
        unicodedata.category(character) in _INVISIBLE
        or unicodedata.bidirectional(character) in _RIGHT_TO_LEFT
    ):
        name = f"<U+{ord(character):04X}>"
        return Glyph(name, len(name))
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return Glyph(character, 0)
    return Glyph(character, 2 if unicodedata.east_asian_width(character) in "WF" else 1)
