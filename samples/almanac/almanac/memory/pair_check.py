"""The optional model check: does a new memory replace, contradict or simply stand beside older ones?"""

import json

from almanac.embedding import VectorIndex
from almanac.errors import ModelError
from almanac.memory.repository import Memory, MemoryRepository, Status
from almanac.memory.wording import Assessment, Relationship
from almanac.models import Message, ModelClient, ModelRequest

FACT_CHARACTERS = 500
CHECK_TIMEOUT_SECONDS = 3.0
MAX_NEIGHBOURS = 3
NEIGHBOUR_COSINE = 0.6

_CHOICES = frozenset(Relationship) - {Relationship.REFINES}
_CRITERIA = """\
Compare the new fact with every older fact about the owner of this assistant.
supersedes: because of the new fact, the older one has stopped being true of the same person. News about
family, friends or colleagues leaves facts about the owner as they are.
contradicts: both cannot be true at once, and it is unclear which holds.
compatible: both can be true of the owner at once.
unrelated: they are about different matters or different people.
Answer as JSON: {"answers": {"older_<id>": {"choice": ..., "probabilities": {choice: number, ...}}}}."""


def check_pairs(model: ModelClient, newer: Memory, older: list[Memory]) -> dict[int, Assessment]:
    """Verdicts by the id of the older memory; a pair the model gave no usable answer for is absent."""
    facts = {f"older_{memory.id}": memory.content[:FACT_CHARACTERS] for memory in older}
    payload = json.dumps({"newer": newer.content[:FACT_CHARACTERS], "older": facts})
    asked = (Message("user", payload),)
    request = ModelRequest(_CRITERIA, asked, answer="pair_check", timeout=CHECK_TIMEOUT_SECONDS)
    try:
        answers = json.loads(model.complete(request).text)["answers"]
        found = {memory.id: _verdict(answers.get(f"older_{memory.id}")) for memory in older}
    except (ModelError, TimeoutError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {memory_id: verdict for memory_id, verdict in found.items() if verdict}


def neighbours(index: VectorIndex, memories: MemoryRepository, newer: Memory) -> list[Memory]:
    """Up to three older current memories close in meaning; vectors of outdated wordings are passed over."""
    near = index.nearest(newer.content, ("memory",), NEIGHBOUR_COSINE)
    older = [memories.get(memory_id) for _, _, memory_id in near if memory_id < newer.id]
    current = [memory for memory in older if memory.status is not Status.HISTORICAL]
    return [m for m in current if index.is_fresh("memory", m.id, m.content)][:MAX_NEIGHBOURS]


def _verdict(answer: object) -> Assessment | None:
    """Read one answer; anything but a known choice with a probability between 0 and 1 is no verdict."""
    if not isinstance(answer, dict) or answer.get("choice") not in _CHOICES:
        return None
    confidence = answer["probabilities"].get(answer["choice"], 0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return None
    reason = f"The model's verdict is {answer['choice']} ({confidence:.2f})."
    return Assessment(Relationship(answer["choice"]), float(confidence), reason)
