"""A thin client for a chat completion endpoint of the usual shape."""

import json
import urllib.request
from dataclasses import dataclass
from typing import Any

from almanac.errors import ModelError
from almanac.models import ModelReply, ModelRequest, ToolCall, ToolSpec


@dataclass(frozen=True)
class RemoteModel:
    """Talks to ``<base_url>/chat/completions`` with a bearer key."""

    base_url: str
    name: str
    key: str

    def complete(self, request: ModelRequest) -> ModelReply:
        """Send one request; every failure, a late answer included, becomes a ModelError."""
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
            body["tools"] = [{"type": "function", "function": _described(tool)} for tool in request.tools]
        if request.answer and request.answer != "summary":
            body["response_format"] = {"type": "json_object"}
        return body


def _described(tool: ToolSpec) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {} for name in tool.parameters}}
    return {"name": tool.name, "description": tool.description, "parameters": schema}
