"""Hybrid recall: words and vectors are ranked apart and their ranks are added up."""

import re
from dataclasses import dataclass

from almanac.embedding import VectorIndex
from almanac.memory.repository import Memory, MemoryRepository, Scope, Status
from almanac.recall.recency import NEWER_WINS_LINE, newest_first, pull_in_newer
from almanac.text import estimate_tokens

RECALL_LIMIT = 8
RRF_CONSTANT = 60
VECTOR_FLOOR = 0.3
PREFERENCE_PAD = 3
MEMORY_TOKEN_BUDGET = 600
TOKENS_PER_MEMORY = 8

_HISTORICAL_INTENT = re.compile(
    r"\b(used to|previous(ly)?|before|former(ly)?|in the past|ago|back then|last (year|month)|history|was i|did i)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line for the prompt and the section it belongs to."""

    text: str
    status: Status


def asks_about_the_past(query: str) -> bool:
    """Whether a question wants past facts as well."""
    return bool(_HISTORICAL_INTENT.search(query.lower()))


def recall(
    query: str, memories: MemoryRepository, index: VectorIndex | None, limit: int = RECALL_LIMIT
) -> list[Memory]:
    """The memories that fit a query best; without an index the words alone decide."""
    scope = Scope.ALL if asks_about_the_past(query) else Scope.CURRENT
    by_id = {memory.id: memory for memory in memories.listed(scope)}
    rankings = [[memory.id for memory in memories.search(query, scope, limit)]]
    if index:
        near = (memory_id for _, _, memory_id in index.nearest(query, ("memory",), VECTOR_FLOOR))
        rankings.append([memory_id for memory_id in near if memory_id in by_id])
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, memory_id in enumerate(ranking, start=1):
            scores[memory_id] = scores.get(memory_id, 0.0) + 1 / (RRF_CONSTANT + rank)
    chosen = [by_id[memory_id] for memory_id in sorted(scores, key=lambda i: (-scores[i], -i))][:limit]
    if index:
        chosen = pull_in_newer(chosen, memories, index, limit)
    for memory in by_id.values():
        if len(chosen) >= PREFERENCE_PAD:
            break
        if memory.category == "preference" and memory.status is Status.ACTIVE and memory not in chosen:
            chosen.append(memory)
    return chosen


def prompt_lines(query: str, memories: MemoryRepository, index: VectorIndex | None) -> list[Line]:
    """Recalled memories as prompt lines within the token budget; what does not fit is skipped."""
    chosen = recall(query, memories, index)
    dated = index is not None and len(chosen) >= 2
    lines = [_line(memory, dated=dated) for memory in (newest_first(chosen) if dated else chosen)]
    if dated:
        lines.append(Line(text=NEWER_WINS_LINE, status=Status.ACTIVE))
    return _within_budget(lines, MEMORY_TOKEN_BUDGET)


def _line(memory: Memory, *, dated: bool) -> Line:
    prefix = f"[saved {memory.saved_at[:10]}] " if dated else ""
    span = f" (until {memory.valid_until})" if memory.status is Status.HISTORICAL and memory.valid_until else ""
    return Line(text=f"{prefix}{memory.content}{span} #{memory.id}", status=memory.status)


def _within_budget(lines: list[Line], budget: int) -> list[Line]:
    kept, used = [], 0
    for line in lines:
        cost = estimate_tokens(line.text) + TOKENS_PER_MEMORY
        if used + cost > budget:
            continue
        kept.append(line)
        used += cost
    return kept
