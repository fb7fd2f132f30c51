"""The wording check: how a new memory relates to an older one, judged by its words."""

import re
from enum import StrEnum
from typing import NamedTuple

from almanac.text import tokens

MIN_REFINED_TOKENS = 2

_CHANGE = re.compile(
    r"\b(no longer|not any ?more|moved to|switched to|changed to|used to|instead of|stopped|quit|now)\b"
)
_SLOTS = {
    "home": re.compile(r"\b(?:lives? in|living in|based in|moved to|home is in) (?P<value>.+)"),
    "job": re.compile(r"\b(?:works? (?:at|for|as)|employed (?:at|by)|job is) (?P<value>.+)"),
    "diet": re.compile(r"\b(?:is|am|eats?) (?:an? )?(?P<value>vegan|vegetarian|pescatarian|meat)\b"),
    "partner": re.compile(r"\b(?:wife|husband|partner|girlfriend|boyfriend)(?: is|'s) (?P<value>.+)"),
    "name": re.compile(r"\b(?:name is|goes by|(?:is|am) called) (?P<value>.+)"),
}


class Relationship(StrEnum):
    """How a newer statement stands to an older one."""

    SUPERSEDES = "supersedes"
    CONTRADICTS = "contradicts"
    REFINES = "refines"
    COMPATIBLE = "compatible"
    UNRELATED = "unrelated"


class Assessment(NamedTuple):
    """An opinion of one pair, how sure it is and why."""

    relationship: Relationship
    confidence: float
    reason: str
    explicit_change: bool = False


def classify(newer: str, older: str) -> Assessment:
    """Compare a new statement with an older one; the first rule that fits decides."""
    new_tokens, old_tokens = tokens(newer), tokens(older)
    shared = new_tokens & old_tokens
    slot = slot_of(newer) if slot_of(newer) == slot_of(older) else None
    if _CHANGE.search(newer.lower()) and (slot or len(shared) >= 2):
        return Assessment(Relationship.SUPERSEDES, 0.9, "The new memory says something changed.", True)
    if slot and _values_differ(slot, newer, older):
        return Assessment(Relationship.CONTRADICTS, 0.6, f"Both give the owner's {slot}, differently.")
    if len(old_tokens) >= MIN_REFINED_TOKENS and old_tokens < new_tokens:
        return Assessment(Relationship.REFINES, 0.9, "The new memory says the same and more.")
    if len(shared) * 2 >= len(old_tokens) > 0:
        return Assessment(Relationship.COMPATIBLE, 0.5, "Both speak of the same thing.")
    return Assessment(Relationship.UNRELATED, 0.5, "Too few words in common.")


def slot_of(text: str) -> str | None:
    """The topic slot a statement fills, if it fills one."""
    return next((name for name, pattern in _SLOTS.items() if pattern.search(text.lower())), None)


def _values_differ(slot: str, newer: str, older: str) -> bool:
    found = (_SLOTS[slot].search(text.lower()) for text in (newer, older))
    left, right = (tokens(match["value"]) if match else frozenset() for match in found)
    return not (left <= right or right <= left)
