"""What Almanac says to a language model and hears back, and the client for a remote one."""

import json
import urllib.request
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from almanac.errors import ModelError


class Message(NamedTuple):
    """One message of a conversation; a role is "user", "assistant" or "tool"."""

    role: str
    content: str


class ToolSpec(NamedTuple):
    """A tool as it is offered to the model."""

    name: str
    description: str
    parameters: tuple[str, ...]

    def described(self) -> dict[str, Any]:
        schema = {"type": "object", "properties": {name: {} for name in self.parameters}}
        return {"name": self.name, "description": self.description, "parameters": schema}


class ToolCall(NamedTuple):
    """The model's wish to use a tool."""

    name: str
    arguments: dict[str, Any]


class ModelRequest(NamedTuple):
    """One call; ``answer`` names the reply that is wanted when it is not free text."""

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


@dataclass(frozen=True)
class RemoteModel:
    """A thin client of ``<base_url>/chat/completions``, the usual shape, with a bearer key."""

    base_url: str
    name: str
    key: str

    def complete(self, request: ModelRequest) -> ModelReply:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        body, url = json.dumps(self._body(request)).encode(), f"{self.base_url}/chat/completions"
        try:
            post = urllib.request.Request(url, body, headers)
            with urllib.request.urlopen(post, timeout=request.timeout) as response:
                message = json.load(response)["choices"][0]["message"]
            wanted = [call["function"] for call in message.get("tool_calls") or ()]
            calls = tuple(ToolCall(call["name"], json.loads(call["arguments"])) for call in wanted)
            return ModelReply(message.get("content") or "", calls)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise ModelError(f"{self.name} gave no usable answer: {error}") from error

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        said = [{"role": m.role.replace("tool", "user"), "content": m.content} for m in request.messages]
        body = {"model": self.name, "messages": [{"role": "system", "content": request.system}, *said]}
        if request.tools:
            body["tools"] = [{"type": "function", "function": tool.described()} for tool in request.tools]
        if request.answer and request.answer != "summary":
            body["response_format"] = {"type": "json_object"}
        return body
