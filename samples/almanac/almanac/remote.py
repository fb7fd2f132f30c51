"""A thin client for a chat completion endpoint of the usual shape."""

import json
import urllib.request
from typing import Any

from almanac.errors import ModelError
from almanac.models import ModelReply, ModelRequest, ToolCall, ToolSpec


class RemoteModel:
    """Talks to ``<base>/chat/completions`` with a bearer key."""

    def __init__(self, base_url: str, model: str, key: str) -> None:
        self.name = model
        self._url = f"{base_url.rstrip('/')}/chat/completions"
        self._key = key

    def complete(self, request: ModelRequest) -> ModelReply:
        """Send one request; every failure, a late answer included, becomes a ModelError."""
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        post = urllib.request.Request(self._url, json.dumps(self._body(request)).encode(), headers)
        try:
            with urllib.request.urlopen(post, timeout=request.timeout) as response:
                message = json.load(response)["choices"][0]["message"]
            calls = tuple(_call(raw["function"]) for raw in message.get("tool_calls") or ())
            return ModelReply(text=message.get("content") or "", calls=calls)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise ModelError(f"{self.name} gave no usable answer: {error}") from error

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        roles = {"tool": "user"}
        said = [{"role": roles.get(m.role, m.role), "content": m.content} for m in request.messages]
        body = {"model": self.name, "messages": [{"role": "system", "content": request.system}, *said]}
        if request.tools:
            body["tools"] = [_function(tool) for tool in request.tools]
        if request.answer:
            body["response_format"] = {"type": "json_object"}
        return body


def _function(tool: ToolSpec) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {} for name in tool.parameters}}
    described = {"name": tool.name, "description": tool.description, "parameters": schema}
    return {"type": "function", "function": described}


def _call(function: dict[str, Any]) -> ToolCall:
    return ToolCall(name=function["name"], arguments=json.loads(function["arguments"] or "{}"))
