"""The tools offered to the model, and the one place that runs them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from almanac.agent.approvals import Approvals
from almanac.agent.items import Items
from almanac.embedding import VectorIndex
from almanac.errors import AlmanacError, Refused
from almanac.folder.files import MemoryFolder
from almanac.memory.repository import Scope
from almanac.memory.service import MemoryService
from almanac.models import ToolCall, ToolSpec

NOTE_READ_CHARACTERS = 8_000
SEARCH_FLOOR = 0.3

Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool's offer to the model, its function, and for destructive ones the kind of what they destroy."""

    spec: ToolSpec
    run: Callable[[Arguments], str]
    destroys: str | None = None


class Toolbox:
    """Every tool by name."""

    def __init__(
        self,
        memory: MemoryService,
        items: Items,
        index: VectorIndex,
        folder: MemoryFolder,
        approvals: Approvals,
    ) -> None:
        self._memory, self._items, self._index = memory, items, index
        self._folder, self._approvals = folder, approvals
        self.tools = {tool.spec.name: tool for tool in self._build()}

    def specs(self, grants: frozenset[str] | None = None) -> tuple[ToolSpec, ...]:
        """The offers, all of them or those granted."""
        return tuple(tool.spec for name, tool in self.tools.items() if grants is None or name in grants)

    def call(self, call: ToolCall, grants: frozenset[str] | None = None) -> str:
        """Run a tool, or file it for approval when it destroys something; errors come back as text."""
        tool = self.tools.get(call.name)
        if tool is None or (grants is not None and call.name not in grants):
            return f"The tool {call.name} is not available here."
        try:
            if tool.destroys:
                snapshot = self.picture(call.name, call.arguments)
                number = self._approvals.propose(call.name, call.arguments, snapshot)
                return f"Approval {number} is waiting for the owner."
            return tool.run(call.arguments)
        except (AlmanacError, KeyError, ValueError) as error:
            return f"That did not work: {error}"

    def approve(self, approval_id: int) -> str:
        """Carry out an action the owner has approved."""
        name, arguments = self._approvals.claim(approval_id, self.picture)
        return self.tools[name].run(arguments)

    def picture(self, name: str, arguments: Arguments) -> str:
        """What a destructive tool would act on, as it is right now."""
        kind, number = self.tools[name].destroys, int(arguments["id"])
        if kind == "memory":
            return repr(self._memory.memories.get(number))
        return json.dumps(dict(self._items.get(kind or "", number)), sort_keys=True)

    def _build(self) -> list[Tool]:
        save = "Save a lasting fact about the owner as a short sentence in third person."
        return [
            _tool("remember", save, ("content", "category"), self._remember),
            _tool("update_memory", "Correct a memory by its id.", ("id", "content"), self._update),
            _tool("search_memories", "Find memories, past ones included.", ("query",), self._search),
            _tool("search_saved", "Find anything saved by meaning.", ("query",), self._search_saved),
            _tool("create_note", "Write a note.", ("title", "content"), self._create_note),
            _tool("read_note", "Read a note in full.", ("id",), self._read_note),
            _tool("add_task", "Add a task.", ("title", "due"), self._add_task),
            _tool("read_memory_file", "Read a memory file.", ("name",), self._read_file),
            _tool("delete_note", "Delete a note.", ("id",), self._delete_note, destroys="note"),
            _tool("forget_memory", "Delete a memory.", ("id",), self._forget, destroys="memory"),
        ]

    def _remember(self, given: Arguments) -> str:
        category = given.get("category") or "fact"
        receipt = self._memory.remember(given["content"], category=category, source="assistant")
        asked = "".join(f" Review {review.id} is waiting for the owner." for review in receipt.reviews)
        retired = "".join(f" Memory {number} is now past." for number in receipt.retired)
        return f"Saved memory {receipt.memory.id}: {receipt.memory.content}{retired}{asked}"

    def _update(self, given: Arguments) -> str:
        receipt = self._memory.correct(int(given["id"]), given["content"], source="assistant")
        return f"Memory {receipt.memory.id} now stands in for memory {receipt.retired[0]}."

    def _search(self, given: Arguments) -> str:
        found = self._memory.memories.search(given["query"], Scope.ALL)
        return _json([{"id": m.id, "content": m.content, "status": m.status, "saved": m.saved_at} for m in found])

    def _search_saved(self, given: Arguments) -> str:
        kinds = ("memory", "note", "task")
        hits = self._index.nearest(given["query"], kinds, SEARCH_FLOOR)[:8]
        return _json([self._saved(kind, number) for _, kind, number in hits])

    def _saved(self, kind: str, number: int) -> dict[str, object]:
        if kind == "memory":
            memory = self._memory.memories.get(number)
            return {"kind": kind, "id": number, "content": memory.content, "saved": memory.saved_at}
        row = self._items.get(kind, number)
        return {"kind": kind, "id": number, "content": row["title"], "saved": row["saved_at"]}

    def _create_note(self, given: Arguments) -> str:
        row = self._items.add("note", title=given["title"], content=given["content"])
        return f"Note {row['id']} is saved."

    def _read_note(self, given: Arguments) -> str:
        row = self._items.get("note", int(given["id"]))
        return _json({"id": row["id"], "title": row["title"], "content": row["content"][:NOTE_READ_CHARACTERS]})

    def _add_task(self, given: Arguments) -> str:
        return f"Task {self._items.add('task', title=given['title'], due=given.get('due'))['id']} is added."

    def _read_file(self, given: Arguments) -> str:
        return self._folder.read(given["name"]).body

    def _delete_note(self, given: Arguments) -> str:
        self._items.delete("note", int(given["id"]))
        return f"Note {given['id']} is deleted."

    def _forget(self, given: Arguments) -> str:
        self._memory.lifecycle.delete(int(given["id"]))
        return f"Memory {given['id']} is deleted."


def check_grants(toolbox: Toolbox, grants: list[str]) -> frozenset[str]:
    """A grant set for a routine; an unknown tool is refused."""
    unknown = sorted(set(grants) - toolbox.tools.keys())
    if unknown:
        raise Refused(f"no such tool: {', '.join(unknown)}")
    return frozenset(grants)


def _tool(
    name: str,
    description: str,
    parameters: tuple[str, ...],
    run: Callable[[Arguments], str],
    destroys: str | None = None,
) -> Tool:
    spec = ToolSpec(name=name, description=description, parameters=parameters)
    return Tool(spec=spec, run=run, destroys=destroys)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
