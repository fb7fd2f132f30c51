"""Numerals and texts of TypeScript as written, and what they stand for."""

from __future__ import annotations

import re

_LONGEST_NUMERAL = 40
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))", re.ASCII
)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_HIGHEST = 0x10FFFF


def evaluated(written: str) -> int | float | None:
    """The value of a numeral; None for one that is too long or no numeral. `10n` is 10."""
    plain = written.replace("_", "").lower().removesuffix("n")
    if len(plain) > _LONGEST_NUMERAL:
        return None
    try:
        return int(plain, 0) if plain[:2] in ("0x", "0o", "0b") else int(plain)
    except ValueError:
        pass
    try:
        return float(plain)
    except ValueError:
        return None


def unescaped(inside: str) -> str:
    """The characters that the inside of a text stands for."""
    if "\\" not in inside:
        return inside
    return _ESCAPE.sub(_character, inside)


def _character(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits:
        code = int(digits, 16)
        return chr(code) if code <= _HIGHEST else match[0]
    if match[4] in ("\n", "\r\n"):  # a line that goes on
        return ""
    return _PLAIN.get(match[4], match[4])
