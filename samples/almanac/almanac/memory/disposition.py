"""What to do about a pair of memories, given the wording check and, if there is one, the model's verdict."""

from enum import StrEnum
from typing import NamedTuple

from almanac.memory.wording import Assessment, Relationship

AUTO_RETIRE_CONFIDENCE = 0.8
SEMANTIC_CONTRADICTION_CONFIDENCE = 0.7
SUPPRESS_REVIEW_CONFIDENCE = 0.8


class Action(StrEnum):
    """The ways a pair can be settled without the owner, and the way it cannot."""

    RETIRE = "retire"
    REVIEW = "review"
    LEAVE = "leave"


class Disposition(NamedTuple):
    """The action chosen for an older memory; kind and reason go on the review, if one is opened."""

    action: Action
    kind: str = ""
    reason: str = ""


def decide(by_words: Assessment | None, verdict: Assessment | None) -> Disposition:
    """Weigh the wording check (absent for semantic neighbours) and the model (absent if unusable)."""
    if verdict is None:
        return _by_rule(by_words)
    if verdict.relationship is Relationship.SUPERSEDES:
        sure = verdict.confidence >= AUTO_RETIRE_CONFIDENCE
        return Disposition(Action.RETIRE if sure else Action.REVIEW, "possible_update", verdict.reason)
    if verdict.relationship is Relationship.CONTRADICTS:
        if by_words or verdict.confidence >= SEMANTIC_CONTRADICTION_CONFIDENCE:
            return Disposition(Action.REVIEW, "contradiction", verdict.reason)
        return Disposition(Action.LEAVE)
    compatible = verdict.relationship is Relationship.COMPATIBLE
    if compatible and verdict.confidence >= SUPPRESS_REVIEW_CONFIDENCE:
        # A review would be needless, unless the words themselves announce a change.
        return _by_rule(by_words if by_words and by_words.explicit_change else None)
    return _by_rule(by_words)


def _by_rule(found: Assessment | None) -> Disposition:
    """Rules never retire a memory: whatever they find goes to the owner."""
    if found and found.relationship in (Relationship.SUPERSEDES, Relationship.REFINES):
        return Disposition(Action.REVIEW, "possible_update", found.reason)
    if found and found.relationship is Relationship.CONTRADICTS:
        return Disposition(Action.REVIEW, "contradiction", found.reason)
    return Disposition(Action.LEAVE)
