"""The known word that a mistaken one is nearest to: what every *did you mean* rests on."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.6
"""How alike two words are, of 1, for the one to be taken for a mistyping of the other."""

ALIKE_IDENTIFIERS = 0.75
"""The same for identifiers, which have their prefix in common."""

LONGEST = 200
"""A longer word is nobody's mistyping, and to compare it takes the square of its length."""


def nearest(word: str, known: Iterable[str], *, alike: float = ALIKE) -> str | None:
    """The word among the known that is nearest to another; None where none is near."""
    if len(word) > LONGEST:
        return None
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=alike)), None)
