"""Newest first: telling the model which of two memories to believe."""

from almanac.embedding import VectorIndex
from almanac.memory.repository import Memory, MemoryRepository, Status

NEWER_WINS_LINE = "Where two of these disagree, go by the one saved most recently."
NEAR_DUPLICATE_COSINE = 0.65
NEWER_PER_HIT = 2


def newest_first(memories: list[Memory]) -> list[Memory]:
    """Memories by the time of their last save, latest first."""
    return sorted(memories, key=lambda memory: (memory.saved_at, memory.id), reverse=True)


def pull_in_newer(
    hits: list[Memory], memories: MemoryRepository, index: VectorIndex, limit: int
) -> list[Memory]:
    """Add newer near duplicates of the hits, so that no memory reaches the model without its replacement."""
    chosen, kept = list(hits), set()
    for hit in hits:
        kept.add(hit.id)
        near = [
            memories.get(found[2]) for found in index.nearest(hit.content, ("memory",), NEAR_DUPLICATE_COSINE)
        ]
        current = [memory for memory in near if memory.status is not Status.HISTORICAL]
        newer = [m for m in current if m.saved_at > hit.saved_at and m not in chosen]
        for memory in newer[:NEWER_PER_HIT] if hit in chosen else ():
            if len(chosen) >= limit:
                drop = next((i for i in reversed(range(len(chosen))) if chosen[i].id not in kept), -1)
                if drop < 0:
                    break
                del chosen[drop]
            chosen.append(memory)
            kept.add(memory.id)
    return chosen
