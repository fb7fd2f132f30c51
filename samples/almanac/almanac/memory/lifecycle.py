"""Moves between present and past: superseding, restoring, settling reviews, deleting."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Lifecycle:
    """Changes the standing of memories and keeps their links consistent."""

    memories: MemoryRepository
    index: VectorIndex

    def supersede(self, older_id: int, newer_id: int) -> Memory:
        """Make the older memory past, pointing at the one that took its place."""
        fields = {"superseded_by": newer_id, "valid_until": self.memories.store.now()[:10]}
        return self.memories.update(older_id, status=Status.HISTORICAL, **fields)

    def restore(self, memory_id: int) -> Memory:
        """Make a past memory current again and let go of its successor."""
        return self.memories.update(memory_id, status=Status.ACTIVE, superseded_by=None, valid_until=None)

    def mark(self, memory_id: int, status: str) -> Memory:
        """Set the standing of a memory by hand."""
        return self.memories.update(memory_id, status=Status(status))

    def resolve(self, review_id: int, action: str) -> str:
        """Settle a pending review the owner's way; returns a sentence saying what was done."""
        review = self.memories.store.get("reviews", review_id)
        older, newer, chosen = review["older_id"], review["newer_id"], ReviewAction(action)
        if review["state"] != "pending":
            raise Refused(f"review {review_id} is already settled ({review['state']})")
        self.memories.store.update("reviews", review_id, state=chosen)
        match chosen:
            case ReviewAction.KEEP_BOTH:
                self.mark(older, Status.ACTIVE)
                self.mark(newer, Status.ACTIVE)
                return f"kept memories {older} and {newer}"
            case ReviewAction.MARK_HISTORICAL:
                self.supersede(older, newer)
                return f"memory {older} is now past"
            case ReviewAction.REPLACE:
                self.delete(older)
                return f"memory {newer} replaced memory {older}"
            case ReviewAction.CANCEL:
                return "nothing changed"

    def delete(self, memory_id: int) -> None:
        """Remove a memory for good, with its vector and links."""
        self.memories.delete(memory_id)
        self.index.drop("memory", memory_id)
