"""One turn: recall, ask the model, run its tools, keep what was said."""

from collections.abc import Callable
from datetime import datetime

from almanac.agent.conversation import Conversation
from almanac.agent.items import Items
from almanac.agent.prompt import system_prompt
from almanac.agent.tools import Toolbox
from almanac.embedding import VectorIndex
from almanac.folder.files import MemoryFolder
from almanac.memory.service import MemoryService
from almanac.models import Message, ModelClient, ModelRequest
from almanac.recall.items import item_lines
from almanac.recall.selection import prompt_lines

MAX_TOOL_ROUNDS = 4


class Assistant:
    """Answers the owner, or runs a stored prompt with a narrower set of tools."""

    def __init__(
        self,
        model: ModelClient,
        memory: MemoryService,
        items: Items,
        index: VectorIndex,
        folder: MemoryFolder,
        tools: Toolbox,
        conversation: Conversation,
        clock: Callable[[], datetime],
        *,
        semantic: bool = True,
    ) -> None:
        self._model, self._memory, self._items, self._index = model, memory, items, index
        self._folder, self._tools, self._conversation, self._clock = folder, tools, conversation, clock
        self._semantic = semantic

    def chat(self, message: str) -> str:
        """Answer a message of the owner within the running conversation."""
        self._conversation.condense(self._model)
        self._conversation.add("user", message, self._clock().isoformat())
        reply = self._run(message, self._conversation.recent(), None)
        self._conversation.add("assistant", reply, self._clock().isoformat())
        return reply

    def run_prompt(self, prompt: str, grants: frozenset[str]) -> str:
        """Run a stored prompt on its own, with the granted tools only."""
        return self._run(prompt, [Message(role="user", content=prompt)], grants)

    def instructions(self, message: str) -> str:
        """The system prompt the model would get for a message."""
        index = self._index if self._semantic else None
        items = item_lines(self._items.db, self._index, message) if self._semantic else []
        recalled = prompt_lines(message, self._memory.memories, index)
        return system_prompt(recalled, items, self._folder.index_lines(), self._conversation.summary()[0])

    def _run(self, message: str, said: list[Message], grants: frozenset[str] | None) -> str:
        system, messages = self.instructions(message), list(said)
        for _ in range(MAX_TOOL_ROUNDS):
            request = ModelRequest(
                system=system, messages=tuple(messages), tools=self._tools.specs(grants), timeout=60.0
            )
            reply = self._model.complete(request)
            if not reply.calls:
                return reply.text
            results = [self._tools.call(call, grants) for call in reply.calls]
            messages += [Message(role="assistant", content=reply.text)] if reply.text else []
            messages.append(Message(role="tool", content="\n".join(results)))
        return "I stopped after too many steps."
