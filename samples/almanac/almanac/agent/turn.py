"""One turn: recall, ask the model, run its tools, keep what was said."""

from dataclasses import dataclass

from almanac.agent.conversation import Conversation
from almanac.agent.prompt import system_prompt
from almanac.agent.tools import Toolbox
from almanac.embedding import VectorIndex
from almanac.folder.files import MemoryFolder
from almanac.memory.repository import MemoryRepository
from almanac.models import Message, ModelClient, ModelRequest
from almanac.recall.items import Items
from almanac.recall.selection import prompt_lines

MAX_TOOL_ROUNDS = 4


@dataclass(frozen=True, kw_only=True)
class Assistant:
    """Answers the owner, or runs a stored prompt with a narrower set of tools."""

    model: ModelClient
    memories: MemoryRepository
    items: Items
    index: VectorIndex | None
    folder: MemoryFolder
    tools: Toolbox
    conversation: Conversation

    def chat(self, message: str) -> str:
        """Answer a message of the owner within the running conversation."""
        self.conversation.condense(self.model)
        self.conversation.add("user", message)
        reply = self._run(message, self.conversation.recent(), None)
        self.conversation.add("assistant", reply)
        return reply

    def run_prompt(self, prompt: str, grants: frozenset[str]) -> str:
        """Run a stored prompt on its own, with the granted tools only."""
        return self._run(prompt, [Message("user", prompt)], grants)

    def instructions(self, message: str) -> str:
        """The system prompt the model gets for a message."""
        recalled = prompt_lines(message, self.memories, self.index)
        items = self.items.prompt_lines(message) if self.index else []
        return system_prompt(recalled, items, self.folder.index_lines(), self.conversation.summary()[0])

    def _run(self, message: str, messages: list[Message], grants: frozenset[str] | None) -> str:
        system, tools = self.instructions(message), self.tools.specs(grants)
        for _ in range(MAX_TOOL_ROUNDS):
            reply = self.model.complete(ModelRequest(system=system, messages=tuple(messages), tools=tools))
            if not reply.calls:
                return reply.text
            results = [self.tools.call(call, grants) for call in reply.calls]
            messages = [*messages, Message("tool", "\n".join(results))]
        return "I stopped after too many steps."
