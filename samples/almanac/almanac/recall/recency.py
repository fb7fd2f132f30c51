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
    chosen = list(hits)
    kept = set()
    for hit in hits:
        if hit not in chosen:
            continue
        kept.add(hit.id)
        for newer in _newer_near_duplicates(hit, chosen, memories, index):
            if len(chosen) >= limit:
                drop = next((i for i in reversed(range(len(chosen))) if chosen[i].id not in kept), -1)
                if drop < 0:
                    break
                del chosen[drop]
            chosen.append(newer)
            kept.add(newer.id)
    return chosen


def _newer_near_duplicates(
    hit: Memory, chosen: list[Memory], memories: MemoryRepository, index: VectorIndex
) -> list[Memory]:
    near = index.nearest(hit.content, ("memory",), NEAR_DUPLICATE_COSINE)
    found = [memories.get(memory_id) for _, _, memory_id in near]
    newer = (m for m in found if m.saved_at > hit.saved_at and m.status is not Status.HISTORICAL)
    return [m for m in newer if m not in chosen][:NEWER_PER_HIT]
