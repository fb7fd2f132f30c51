"""Saving, correcting and editing memories: the one door every channel uses."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from almanac.embedding import VectorIndex
from almanac.memory.disposition import Action, decide
from almanac.memory.lifecycle import Lifecycle
from almanac.memory.pair_check import check_pairs, neighbours
from almanac.memory.repository import Memory, MemoryRepository, Review
from almanac.memory.wording import classify, slot_of
from almanac.models import ModelClient

NOMINATION_LIMIT = 8

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What saving did: the memory, the memories it retired and the reviews it opened."""

    memory: Memory
    retired: tuple[int, ...] = ()
    reviews: tuple[Review, ...] = ()
    refreshed: bool = False


class MemoryService:
    """Memories as the rest of Almanac sees them."""

    def __init__(
        self,
        memories: MemoryRepository,
        lifecycle: Lifecycle,
        index: VectorIndex,
        checker: ModelClient | None,
        clock: Callable[[], datetime],
    ) -> None:
        self.memories = memories
        self.lifecycle = lifecycle
        self._index = index
        self._checker = checker
        self._clock = clock

    def remember(self, content: str, *, category: str = "fact", source: str = "owner") -> Receipt:
        """Save a statement, then look for older memories it may touch."""
        known = self.memories.same_content(content)
        if known:
            refreshed = self.memories.update(known.id, saved_at=self._now())
            return Receipt(memory=refreshed, refreshed=True)
        # The save comes first, so that no later step can cost the owner the memory.
        memory = self.memories.add(content, category=category, source=source, now=self._now())
        try:
            self._index.put("memory", memory.id, memory.content)
            return self._settle_conflicts(memory)
        except Exception:
            # Comparing is a courtesy; the memory is already safe.
            _log.warning("memory %s was saved but not compared", memory.id, exc_info=True)
            return Receipt(memory=memory)

    def correct(self, memory_id: int, content: str, *, source: str = "owner") -> Receipt:
        """Put a corrected record in a memory's place; the old wording stays as past."""
        old = self.memories.get(memory_id)
        new = self.memories.add(content, category=old.category, source=source, now=self._now())
        self._index.put("memory", new.id, new.content)
        self.lifecycle.supersede(old.id, new.id, today=self._now()[:10])
        return Receipt(memory=new, retired=(old.id,))

    def edit(self, memory_id: int, content: str) -> Memory:
        """Fix the wording of a memory where it stands."""
        memory = self.memories.update(memory_id, content=content.strip(), saved_at=self._now())
        self._index.put("memory", memory.id, memory.content)
        return memory

    def _settle_conflicts(self, memory: Memory) -> Receipt:
        nominated = self._nominate(memory)
        assessments = {older.id: classify(memory.content, older) for older in nominated}
        verdicts = {}
        if self._checker:
            pool = {older.id: older for older in nominated}
            pool |= {older.id: older for older in neighbours(self._index, self.memories, memory)}
            verdicts = check_pairs(self._checker, memory, list(pool.values()))
        retired, reviews = [], []
        for older_id in sorted(assessments.keys() | verdicts.keys()):
            chosen = decide(older_id, assessments.get(older_id), verdicts.get(older_id))
            if chosen.action is Action.RETIRE:
                self.lifecycle.supersede(older_id, memory.id, today=self._now()[:10])
                retired.append(older_id)
            elif chosen.action is Action.REVIEW:
                reviews.append(
                    self.memories.add_review(
                        older_id=older_id,
                        newer_id=memory.id,
                        kind=chosen.kind,
                        reason=chosen.reason,
                        now=self._now(),
                    )
                )
        return Receipt(memory=memory, retired=tuple(retired), reviews=tuple(reviews))

    def _nominate(self, memory: Memory) -> list[Memory]:
        """Older current memories that share words or a topic slot with the new one."""
        found = self.memories.search(memory.content, limit=NOMINATION_LIMIT)
        slot = slot_of(memory.content)
        if slot:
            found += [m for m in self.memories.listed() if slot_of(m.content) == slot and m not in found]
        return [m for m in found if m.id < memory.id]

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")
