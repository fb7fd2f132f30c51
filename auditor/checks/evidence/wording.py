"""What a register and a source wrote, as messages name it: never longer than a line can be read."""

from __future__ import annotations

from auditor.evidence import Cited, Span

LONGEST = 160
"""Characters of a path, a name or a value in a message; of a longer one, both ends are kept."""


def short(text: str) -> str:
    """A text as it is, or the two ends of a long one."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]}…{text[-half:]}"


def where(cited: Cited) -> str:
    """The place that an entry names."""
    return f"{short(cited.path)}:{short(cited.lines)}" if cited.lines else short(cited.path)


def listed(spans: tuple[Span, ...]) -> str:
    """Places as a list in a sentence."""
    return ", ".join(short(str(span)) for span in spans[:5]) + (", …" if len(spans) > 5 else "")
