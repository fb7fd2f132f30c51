"""What Almanac says to a language model and expects back, whichever model it is."""

from typing import Any, NamedTuple, Protocol


class Message(NamedTuple):
    """One message of a conversation; a role is "user", "assistant" or "tool"."""

    role: str
    content: str


class ToolSpec(NamedTuple):
    """A tool as it is offered to the model."""

    name: str
    description: str
    parameters: tuple[str, ...]


class ToolCall(NamedTuple):
    """The model's wish to use a tool."""

    name: str
    arguments: dict[str, Any]


class ModelRequest(NamedTuple):
    """One call; ``answer`` names the JSON reply that is wanted, if one is."""

    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    answer: str | None = None
    timeout: float = 30.0


class ModelReply(NamedTuple):
    """Text, tool calls, or both."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


class ModelClient(Protocol):
    """Anything that answers a request, or raises ModelError (also when the time is up)."""

    name: str

    def complete(self, request: ModelRequest) -> ModelReply: ...
