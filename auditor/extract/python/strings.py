"""String literals of Python: what their characters are, and what is put into them."""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    r"\\(\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.DOTALL
)
_SIMPLE = {
    "\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}
_LAST = 0x10FFFF


def unescaped(written: str) -> str:
    """The characters of the inside of a literal that is not raw; what is no escape stays as written."""
    return _ESCAPE.sub(_character, written) if "\\" in written else written


def _character(match: re.Match[str]) -> str:
    code = match.group(1)
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code[0] in "xuU" and len(code) > 1:
        return _point(int(code[1:], 16), match)
    if code[0] in "01234567":
        return _point(int(code, 8), match)
    return match.group(0)


def _point(number: int, match: re.Match[str]) -> str:
    return chr(number) if number <= _LAST and not 0xD800 <= number <= 0xDFFF else match.group(0)
