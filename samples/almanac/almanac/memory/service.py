"""Saving, correcting and editing memories: the one door every channel uses."""

import logging
from dataclasses import dataclass
from typing import NamedTuple

from almanac.database import Row
from almanac.embedding import VectorIndex
from almanac.memory.disposition import Action, decide
from almanac.memory.lifecycle import Lifecycle
from almanac.memory.pair_check import check_pairs, neighbours
from almanac.memory.repository import Memory, MemoryRepository
from almanac.memory.wording import classify, slot_of
from almanac.models import ModelClient

_log = logging.getLogger(__name__)


class Receipt(NamedTuple):
    """What saving did: the memory, the memories it retired and the reviews it opened."""

    memory: Memory
    retired: tuple[int, ...] = ()
    reviews: tuple[Row, ...] = ()


@dataclass(frozen=True)
class MemoryService:
    """Memories as the rest of Almanac sees them; without a checker the wording rules compare alone."""

    memories: MemoryRepository
    lifecycle: Lifecycle
    index: VectorIndex
    checker: ModelClient | None

    def remember(self, content: str, *, category: str = "fact", source: str = "owner") -> Receipt:
        """Save a statement, then look for older memories it may touch."""
        known = self.memories.same_content(content)
        if known:
            return Receipt(self.memories.update(known.id, saved_at=self.memories.store.now()))
        # The save comes first, so that no later step can cost the owner the memory.
        memory = self.memories.add(content, category=category, source=source)
        try:
            self.index.put("memory", memory.id, memory.content)
            return self._settle_conflicts(memory)
        except Exception:
            # Comparing is a courtesy; the memory is already safe.
            _log.warning("memory %s was saved but not compared", memory.id, exc_info=True)
            return Receipt(memory)

    def correct(self, memory_id: int, content: str, *, source: str = "owner") -> Receipt:
        """Put a corrected record in a memory's place; the old wording stays as past."""
        old = self.memories.get(memory_id)
        new = self.memories.add(content, category=old.category, source=source)
        self.index.put("memory", new.id, new.content)
        self.lifecycle.supersede(old.id, new.id)
        return Receipt(new, retired=(old.id,))

    def edit(self, memory_id: int, content: str) -> Memory:
        """Fix the wording of a memory where it stands."""
        memory = self.memories.update(memory_id, content=content, saved_at=self.memories.store.now())
        self.index.put("memory", memory.id, memory.content)
        return memory

    def _settle_conflicts(self, memory: Memory) -> Receipt:
        nominated = self._nominate(memory)
        opinions = {older.id: classify(memory.content, older.content) for older in nominated}
        verdicts = {}
        if self.checker:
            close = neighbours(self.index, self.memories, memory)
            pool = {older.id: older for older in [*nominated, *close]}
            verdicts = check_pairs(self.checker, memory, list(pool.values())) if pool else {}
        retired, reviews = [], []
        for older_id in sorted(opinions.keys() | verdicts.keys()):
            chosen = decide(opinions.get(older_id), verdicts.get(older_id))
            if chosen.action is Action.RETIRE:
                self.lifecycle.supersede(older_id, memory.id)
                retired.append(older_id)
            elif chosen.action is Action.REVIEW:
                pair = {"older_id": older_id, "newer_id": memory.id}
                about = {"kind": chosen.kind, "reason": chosen.reason}
                reviews.append(self.memories.store.insert("reviews", **pair, **about))
        return Receipt(memory, tuple(retired), tuple(reviews))

    def _nominate(self, memory: Memory) -> list[Memory]:
        """Older current memories that share words or a topic slot with the new one."""
        found = self.memories.search(memory.content)
        slot = slot_of(memory.content)
        same_slot = [m for m in self.memories.listed() if slot and slot_of(m.content) == slot]
        return [m for m in [*found, *(m for m in same_slot if m not in found)] if m.id < memory.id]
