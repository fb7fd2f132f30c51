"""Moves between present and past: superseding, restoring, settling reviews, deleting."""

from enum import StrEnum

from almanac.embedding import VectorIndex
from almanac.errors import Refused
from almanac.memory.repository import Memory, MemoryRepository, Status


class ReviewAction(StrEnum):
    """What the owner may answer to a review."""

    KEEP_BOTH = "keep-both"
    MARK_HISTORICAL = "mark-historical"
    REPLACE = "replace"
    CANCEL = "cancel"


class Lifecycle:
    """Changes the standing of memories and keeps their links consistent."""

    def __init__(self, memories: MemoryRepository, index: VectorIndex) -> None:
        self._memories = memories
        self._index = index

    def supersede(self, older_id: int, newer_id: int, *, today: str) -> Memory:
        """Make the older memory past, pointing at the one that took its place."""
        since = self._memories.get(newer_id).valid_from
        return self._memories.update(
            older_id, status=Status.HISTORICAL, superseded_by=newer_id, valid_until=since or today
        )

    def restore(self, memory_id: int) -> Memory:
        """Make a past memory current again and let go of its successor."""
        return self._memories.update(memory_id, status=Status.ACTIVE, superseded_by=None, valid_until=None)

    def mark(self, memory_id: int, status: Status) -> Memory:
        """Set the standing of a memory by hand."""
        return self._memories.update(memory_id, status=status)

    def resolve(self, review_id: int, action: ReviewAction, *, today: str) -> str:
        """Settle a pending review the owner's way; returns a sentence saying what was done."""
        review = self._memories.review(review_id)
        if review.state != "pending":
            raise Refused(f"review {review_id} is already settled ({review.state})")
        match action:
            case ReviewAction.KEEP_BOTH:
                self.mark(review.older_id, Status.ACTIVE)
                self.mark(review.newer_id, Status.ACTIVE)
                done = f"kept memories {review.older_id} and {review.newer_id}"
            case ReviewAction.MARK_HISTORICAL:
                self.supersede(review.older_id, review.newer_id, today=today)
                done = f"memory {review.older_id} is now past"
            case ReviewAction.REPLACE:
                self.delete(review.older_id)
                return f"memory {review.newer_id} replaced memory {review.older_id}"
            case ReviewAction.CANCEL:
                done = "nothing changed"
        self._memories.close_review(review_id, action.value)
        return done

    def delete(self, memory_id: int) -> None:
        """Remove a memory for good, with its vector and links."""
        self._memories.delete(memory_id)
        self._index.drop("memory", memory_id)
