"""The tools offered to the model, and the one place that runs them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from almanac.agent.approvals import Approvals
from almanac.errors import AlmanacError
from almanac.folder.files import MemoryFolder
from almanac.memory.repository import Scope
from almanac.memory.service import MemoryService
from almanac.models import ToolCall, ToolSpec
from almanac.recall.items import Items

NOTE_READ_CHARACTERS = 8_000
SEARCH_FLOOR = 0.3

Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool's offer to the model, its function, and for destructive ones the table they delete from."""

    spec: ToolSpec
    run: Callable[[Arguments], str]
    destroys: str | None = None


class Toolbox:
    """Every tool by name."""

    def __init__(self, memory: MemoryService, items: Items, folder: MemoryFolder) -> None:
        self._memory, self._items, self._folder = memory, items, folder
        self.approvals = Approvals(items.store, self._picture)
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
                return f"Approval {self.approvals.propose(*call)} is waiting for the owner."
            return tool.run(call.arguments)
        except (AlmanacError, KeyError, ValueError) as error:
            return f"That did not work: {error}"

    def approve(self, number: int) -> str:
        """Carry out an action the owner has approved."""
        name, arguments = self.approvals.claim(number)
        return self.tools[name].run(arguments)

    def _picture(self, name: str, arguments: Arguments) -> str:
        """What a destructive tool would act on, as it is right now."""
        table = self.tools[name].destroys or ""
        return json.dumps(self._items.store.get(table, int(arguments["id"])), sort_keys=True)

    def _build(self) -> list[Tool]:
        spec = ToolSpec
        save = "Save a lasting fact about the owner as a short sentence in third person."
        return [
            Tool(spec("remember", save, ("content", "category")), self._remember),
            Tool(spec("update_memory", "Correct a memory by its id.", ("id", "content")), self._update),
            Tool(spec("search_memories", "Find memories, past ones too.", ("query",)), self._search_memories),
            Tool(spec("search_saved", "Find anything saved, by meaning.", ("query",)), self._search_saved),
            Tool(spec("create_note", "Write a note.", ("title", "content")), self._create_note),
            Tool(spec("read_note", "Read a note in full.", ("id",)), self._read_note),
            Tool(spec("read_memory_file", "Read a memory file.", ("name",)), self._read_file),
            Tool(spec("delete_note", "Delete a note.", ("id",)), self._delete_note, "notes"),
            Tool(spec("forget_memory", "Delete a memory.", ("id",)), self._forget, "memories"),
        ]

    def _remember(self, given: Arguments) -> str:
        category = given.get("category") or "fact"
        receipt = self._memory.remember(given["content"], category=category, source="assistant")
        retired = "".join(f" Memory {number} is now past." for number in receipt.retired)
        asked = "".join(f" Review {review['id']} is waiting for the owner." for review in receipt.reviews)
        return f"Saved memory {receipt.memory.id}: {receipt.memory.content}{retired}{asked}"

    def _update(self, given: Arguments) -> str:
        receipt = self._memory.correct(int(given["id"]), given["content"], source="assistant")
        return f"Memory {receipt.memory.id} now stands in for memory {receipt.retired[0]}."

    def _search_memories(self, given: Arguments) -> str:
        found = self._memory.memories.search(given["query"], Scope.ALL)
        return json.dumps([(m.id, m.content, m.status, f"saved {m.saved_at}") for m in found])

    def _search_saved(self, given: Arguments) -> str:
        hits = self._items.index.nearest(given["query"], ("memory", "note"), SEARCH_FLOOR)[:8]
        tables = {"memory": "memories", "note": "notes"}
        rows = [(kind, self._items.store.get(tables[kind], number)) for _, kind, number in hits]
        return json.dumps(
            [(kind, row["id"], row["content"], f"saved {row['saved_at']}") for kind, row in rows]
        )

    def _create_note(self, given: Arguments) -> str:
        return (
            f"Note {self._items.add('note', title=given['title'], content=given['content'])['id']} is saved."
        )

    def _read_note(self, given: Arguments) -> str:
        row = self._items.get("note", int(given["id"]))
        content = row["content"][:NOTE_READ_CHARACTERS]
        return json.dumps({"id": row["id"], "title": row["title"], "content": content})

    def _read_file(self, given: Arguments) -> str:
        return self._folder.read(given["name"]).body

    def _delete_note(self, given: Arguments) -> str:
        self._items.delete("note", int(given["id"]))
        return f"Note {given['id']} is deleted."

    def _forget(self, given: Arguments) -> str:
        self._memory.lifecycle.delete(int(given["id"]))
        return f"Memory {given['id']} is deleted."
