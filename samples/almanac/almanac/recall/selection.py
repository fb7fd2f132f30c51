"""Hybrid recall: words and vectors are ranked apart, their ranks are added up, newer memories come first."""

import re

from almanac.embedding import VectorIndex
from almanac.memory.repository import Memory, MemoryRepository, Status
from almanac.text import estimate_tokens

RECALL_LIMIT = 8
RRF_CONSTANT = 60
VECTOR_FLOOR = 0.3
PREFERENCE_PAD = 3
MEMORY_TOKEN_BUDGET = 600
TOKENS_PER_MEMORY = 8
NEAR_DUPLICATE_COSINE = 0.65
NEWER_PER_HIT = 2
TRUST_NEWEST = "Where two of these disagree, go by the one saved most recently."

Line = tuple[str, Status]

_HISTORICAL_INTENT = re.compile(
    r"\b(used to|previous(ly)?|before|former(ly)?|in the past|ago|back then|last year|history|did i)\b"
)


def recall(query: str, memories: MemoryRepository, index: VectorIndex | None) -> list[Memory]:
    """The memories that fit a query best; without an index the words alone decide."""
    past = bool(_HISTORICAL_INTENT.search(query.lower()))
    by_id = {memory.id: memory for memory in memories.listed(past=past)}
    rankings = [[memory.id for memory in memories.search(query, past=past, limit=RECALL_LIMIT)]]
    if index:
        near = index.nearest(query, ("memory",), VECTOR_FLOOR)
        rankings.append([memory_id for _, _, memory_id in near if memory_id in by_id])
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, memory_id in enumerate(ranking, start=1):
            scores[memory_id] = scores.get(memory_id, 0.0) + 1 / (RRF_CONSTANT + rank)
    ranked = sorted(scores, key=lambda memory_id: (-scores[memory_id], -memory_id))
    chosen = [by_id[memory_id] for memory_id in ranked[:RECALL_LIMIT]]
    if index:
        chosen = _add_newer_versions(chosen, memories, index)
    preferred = [m for m in by_id.values() if m.category == "preference" and m not in chosen]
    return chosen + preferred[: max(0, PREFERENCE_PAD - len(chosen))]


def prompt_lines(query: str, memories: MemoryRepository, index: VectorIndex | None) -> list[Line]:
    """Recalled memories by standing, within the token budget; what does not fit is skipped."""
    chosen = recall(query, memories, index)
    dated = index is not None and len(chosen) >= 2
    if dated:
        chosen.sort(key=lambda memory: (memory.saved_at, memory.id), reverse=True)
    lines = [_line(memory, dated=dated) for memory in chosen]
    kept, used = [], 0
    for line in [*lines, (TRUST_NEWEST, Status.ACTIVE)] if dated else lines:
        cost = estimate_tokens(line[0]) + TOKENS_PER_MEMORY
        if used + cost > MEMORY_TOKEN_BUDGET:
            continue
        kept.append(line)
        used += cost
    return kept


def _add_newer_versions(hits: list[Memory], memories: MemoryRepository, index: VectorIndex) -> list[Memory]:
    """Add newer near duplicates of the hits, so that no memory reaches the model without its replacement."""
    chosen, kept = list(hits), set()
    for hit in hits:
        kept.add(hit.id)
        near = index.nearest(hit.content, ("memory",), NEAR_DUPLICATE_COSINE)
        current = [m for m in (memories.get(row[2]) for row in near) if m.status is not Status.HISTORICAL]
        newer = [m for m in current if m.saved_at > hit.saved_at and m not in chosen]
        for memory in newer[:NEWER_PER_HIT] if hit in chosen else ():
            expendable = [other for other in chosen if other.id not in kept]
            if len(chosen) >= RECALL_LIMIT and not expendable:
                break
            if len(chosen) >= RECALL_LIMIT:
                chosen.remove(expendable[-1])
            chosen.append(memory)
            kept.add(memory.id)
    return chosen


def _line(memory: Memory, *, dated: bool) -> Line:
    saved = f"[saved {memory.saved_at[:10]}] " if dated else ""
    past = memory.status is Status.HISTORICAL and memory.valid_until
    span = f" (until {memory.valid_until})" if past else ""
    return f"{saved}{memory.content}{span} #{memory.id}", memory.status
