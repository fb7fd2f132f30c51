"""What to do about a pair of memories, given the wording check and, if there is one, the model's verdict."""

from dataclasses import dataclass
from enum import StrEnum

from almanac.memory.pair_check import Verdict
from almanac.memory.wording import Assessment, Relationship

AUTO_RETIRE_CONFIDENCE = 0.8
SEMANTIC_CONTRADICTION_CONFIDENCE = 0.7
SUPPRESS_REVIEW_CONFIDENCE = 0.8


class Action(StrEnum):
    """The ways a pair can be settled without the owner, and the way it cannot."""

    RETIRE = "retire"
    REVIEW = "review"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disposition:
    """The action chosen for one older memory."""

    older_id: int
    action: Action
    kind: str
    reason: str


def decide(older_id: int, assessment: Assessment | None, verdict: Verdict | None) -> Disposition:
    """Choose for one older memory; without a verdict the wording rules decide alone."""
    if verdict is None:
        return _by_rule(older_id, assessment)
    reason = f"The model finds the new memory {verdict.relationship} the old one ({verdict.confidence:.2f})."
    if verdict.relationship is Relationship.SUPERSEDES:
        sure = verdict.confidence >= AUTO_RETIRE_CONFIDENCE
        return _settle(older_id, Action.RETIRE if sure else Action.REVIEW, "possible_update", reason)
    if verdict.relationship is Relationship.CONTRADICTS:
        nominated_by_rule = assessment is not None
        if nominated_by_rule or verdict.confidence >= SEMANTIC_CONTRADICTION_CONFIDENCE:
            return _settle(older_id, Action.REVIEW, "contradiction", reason)
        return _settle(older_id, Action.LEAVE, "none", reason)
    if assessment and _withholds_review(assessment, verdict):
        return _settle(older_id, Action.LEAVE, "none", reason)
    return _by_rule(older_id, assessment)


def _by_rule(older_id: int, assessment: Assessment | None) -> Disposition:
    """Rules never retire a memory: whatever they find goes to the owner."""
    if assessment is None:
        return _settle(older_id, Action.LEAVE, "none", "No opinion.")
    if assessment.relationship in (Relationship.SUPERSEDES, Relationship.REFINES):
        return _settle(older_id, Action.REVIEW, "possible_update", assessment.reason)
    if assessment.relationship is Relationship.CONTRADICTS:
        return _settle(older_id, Action.REVIEW, "contradiction", assessment.reason)
    return _settle(older_id, Action.LEAVE, "none", assessment.reason)


def _withholds_review(assessment: Assessment, verdict: Verdict) -> bool:
    """A confident "compatible" spares the owner a review, unless the words announce a change."""
    return (
        verdict.relationship is Relationship.COMPATIBLE
        and verdict.confidence >= SUPPRESS_REVIEW_CONFIDENCE
        and not assessment.explicit_change
    )


def _settle(older_id: int, action: Action, kind: str, reason: str) -> Disposition:
    return Disposition(older_id=older_id, action=action, kind=kind, reason=reason)
