"""The optional model check: does a new memory replace, contradict or simply stand beside older ones?"""

import json
from dataclasses import dataclass

from almanac.embedding import VectorIndex
from almanac.errors import ModelError
from almanac.memory.repository import Memory, MemoryRepository, Status
from almanac.memory.wording import Relationship
from almanac.models import Message, ModelClient, ModelRequest
from almanac.text import content_hash

FACT_CHARACTERS = 500
CHECK_TIMEOUT_SECONDS = 3.0
MAX_NEIGHBOURS = 3
NEIGHBOUR_COSINE = 0.6

CHOICES = (
    Relationship.SUPERSEDES,
    Relationship.CONTRADICTS,
    Relationship.COMPATIBLE,
    Relationship.UNRELATED,
)
_CRITERIA = """\
Compare the new fact with every older fact about the owner of this assistant.
supersedes: the older fact has stopped being true of the same person because of the new one. What is said of
a relative, a friend or a colleague never supersedes what is said of the owner.
contradicts: both cannot be true at once, and it is unclear which holds.
compatible: both can be true of the owner at once.
unrelated: they are about different matters or different people.
Answer as JSON: {"answers": {"older_<id>": {"choice": ..., "probabilities": {choice: number, ...}}}}."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The model's choice for one pair, with the probability it gave that choice."""

    relationship: Relationship
    confidence: float


def check_pairs(model: ModelClient, newer: Memory, older: list[Memory]) -> dict[int, Verdict]:
    """Verdicts by the id of the older memory; a pair the model gave no usable answer for is absent."""
    if not older:
        return {}
    facts = {f"older_{memory.id}": memory.content[:FACT_CHARACTERS] for memory in older}
    payload = json.dumps({"newer": newer.content[:FACT_CHARACTERS], "older": facts})
    request = ModelRequest(
        system=_CRITERIA,
        messages=(Message(role="user", content=payload),),
        answer="pair_check",
        timeout=CHECK_TIMEOUT_SECONDS,
    )
    try:
        answers = json.loads(model.complete(request).text)["answers"]
        found = {memory.id: _verdict(answers.get(f"older_{memory.id}")) for memory in older}
    except (ModelError, TimeoutError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {memory_id: verdict for memory_id, verdict in found.items() if verdict}


def neighbours(index: VectorIndex, memories: MemoryRepository, newer: Memory) -> list[Memory]:
    """Up to three older current memories close in meaning; vectors of outdated wordings are passed over."""
    close: list[Memory] = []
    for _, _, memory_id in index.nearest(newer.content, ("memory",), NEIGHBOUR_COSINE):
        if memory_id >= newer.id:
            continue
        memory = memories.get(memory_id)
        fresh = index.hash_of("memory", memory_id) == content_hash(memory.content)
        if fresh and memory.status is not Status.HISTORICAL:
            close.append(memory)
        if len(close) == MAX_NEIGHBOURS:
            break
    return close


def _verdict(answer: object) -> Verdict | None:
    """Read one answer; anything but a known choice with a probability between 0 and 1 is no verdict."""
    if not isinstance(answer, dict) or answer.get("choice") not in CHOICES:
        return None
    probabilities = answer.get("probabilities")
    if not isinstance(probabilities, dict):
        return None
    confidence = probabilities.get(answer["choice"], 0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return None
    return Verdict(relationship=Relationship(answer["choice"]), confidence=float(confidence))
