"""The HTTP surface: JSON over a loopback port, for the owner's own apps."""

import json
import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from almanac import database
from almanac.app import Almanac
from almanac.errors import AlmanacError

_ROUTES: dict[str, Callable[[Almanac, int, dict[str, Any]], Any]] = {
    "GET /health": lambda app, _, body: {"model": app.model.name},
    "POST /chat": lambda app, _, body: {"reply": app.assistant.chat(body["message"])},
    "GET /memories": lambda app, _, body: app.memories.listed(past=True),
    "POST /memories": lambda app, _, body: app.memory.remember(body["content"], source="api"),
    "PATCH /memories/ID": lambda app, key, body: app.memory.edit(key, body["content"]),
    "DELETE /memories/ID": lambda app, key, body: app.lifecycle.delete(key),
    "POST /memories/ID/correct": lambda app, key, body: app.memory.correct(key, body["content"]),
    "POST /memories/ID/restore": lambda app, key, body: app.lifecycle.restore(key),
    "GET /reviews": lambda app, _, body: app.store.rows("reviews", "state = 'pending'"),
    "POST /reviews/ID": lambda app, key, body: app.lifecycle.resolve(key, body["action"]),
    "POST /notes": lambda app, _, body: app.items.add("note", title=body["title"], content=body["content"]),
    "POST /tasks": lambda app, _, body: app.items.add("task", title=body["title"], due=body.get("due")),
    "DELETE /notes/ID": lambda app, key, body: app.items.delete("note", key),
    "GET /approvals": lambda app, _, body: app.store.rows("approvals", "state = 'pending'"),
    "POST /approvals/ID": lambda app, key, body: app.tools.approve(key),
    "GET /backup": lambda app, _, body: database.export(app.store),
    "POST /backup": lambda app, _, body: {"merged": database.merge(app.store, body)},
}


def dispatch(app: Almanac, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
    """Answer one request with a status code and a JSON value."""
    numbers = [int(number) for number in re.findall(r"/(\d+)", path)]
    handler = _ROUTES.get(f"{method} {re.sub(r'/[0-9]+', '/ID', path)}")
    if handler is None:
        return 404, {"error": f"no route {method} {path}"}
    try:
        return 200, _plain(handler(app, numbers[0] if numbers else 0, body))
    except (AlmanacError, KeyError, ValueError) as error:
        return 400, {"error": str(error)}


def make_server(app: Almanac, port: int) -> HTTPServer:
    """A server on the loopback address; port 0 picks a free one."""

    class Requests(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            try:
                body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
                status, value = dispatch(app, self.command, self.path, body)
            except ValueError as error:
                status, value = 400, {"error": f"not JSON: {error}"}
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(value).encode())

        do_GET = do_POST = do_PATCH = do_DELETE = _answer

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not logged."""

    return HTTPServer(("127.0.0.1", port), Requests)


def _plain(value: Any) -> Any:
    """Records, which are named tuples, as JSON objects."""
    if hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
