"""Values as the JSON text that is saved or printed: valid for every reader, and harmless to a terminal."""

from __future__ import annotations

import json
import re
from typing import Any


def json_text(value: Any, *, packed: bool = False) -> str:
    """The text with one line end at its end, indented unless it is `packed`.

    Letters of all scripts stay as they are. What a terminal obeys, what hides or turns the direction of
    writing, and halves of characters are written as `\\u0085`. Raises ValueError on infinity and on what is
    no number.
    """
    made = json.dumps(
        value,
        ensure_ascii=False,
        allow_nan=False,
        indent=None if packed else 1,
        separators=(",", ":") if packed else None,
    )
    return _COMMANDS.sub(lambda match: f"\\u{ord(match.group()):04x}", made) + "\n"


# All of these stand in strings only, where the escape says the same.
_COMMANDS = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
