"""The tools offered to the model, and the one place that runs them."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from almanac.agent.approvals import Approvals
from almanac.errors import AlmanacError
from almanac.folder.files import MemoryFolder
from almanac.memory.service import MemoryService
from almanac.models import ToolCall, ToolSpec
from almanac.recall.items import Items

NOTE_READ_CHARACTERS = 8_000
SEARCH_FLOOR = 0.3

Arguments = dict[str, Any]


class Tool(NamedTuple):
    """What the model is told of a tool, its function, and for destructive ones the table they delete from."""

    description: str
    parameters: tuple[str, ...]
    run: Callable[[Arguments], str]
    destroys: str = ""


class Toolbox:
    """Every tool by name."""

    def __init__(self, memory: MemoryService, items: Items, folder: MemoryFolder) -> None:
        self._memory, self._items = memory, items
        self.approvals = Approvals(items.store, self._picture)
        save = "Keep something that will still matter in a year, as one plain sentence about Owner."
        self.tools = {
            "remember": Tool(save, ("content", "category"), self._remember),
            "update_memory": Tool("Correct a memory by its id.", ("id", "content"), self._update),
            "search_memories": Tool("Find memories, past ones too.", ("query",), self._search_memories),
            "search_saved": Tool("Find anything saved, by meaning.", ("query",), self._search_saved),
            "create_note": Tool("Write a note.", ("title", "content"), self._create_note),
            "read_note": Tool("Read a note in full.", ("id",), self._read_note),
            "read_memory_file": Tool(
                "Read a file.", ("name",), lambda given: folder.read(given["name"]).body
            ),
            "delete_note": Tool("Delete a note.", ("id",), self._delete_note, "notes"),
            "forget_memory": Tool("Delete a memory.", ("id",), self._forget, "memories"),
        }

    def specs(self, grants: frozenset[str] | None = None) -> tuple[ToolSpec, ...]:
        """The offers, all of them or those granted."""
        offered = {name: tool for name, tool in self.tools.items() if grants is None or name in grants}
        return tuple(ToolSpec(name, tool.description, tool.parameters) for name, tool in offered.items())

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

    def approve(self, approval_id: int) -> str:
        """Carry out an action the owner has approved."""
        name, arguments = self.approvals.claim(approval_id)
        return self.tools[name].run(arguments)

    def _picture(self, name: str, given: Arguments) -> str:
        """What a destructive tool would act on, as it is right now."""
        return json.dumps(self._items.store.get(self.tools[name].destroys, int(given["id"])), sort_keys=True)

    def _remember(self, given: Arguments) -> str:
        kept = {"category": given.get("category") or "fact", "source": "assistant"}
        memory, retired, reviews = self._memory.remember(given["content"], **kept)
        past = "".join(f" Memory {number} is now past." for number in retired)
        asked = "".join(f" Review {review['id']} is waiting for the owner." for review in reviews)
        return f"Saved memory {memory.id}: {memory.content}{past}{asked}"

    def _update(self, given: Arguments) -> str:
        receipt = self._memory.correct(int(given["id"]), given["content"], source="assistant")
        return f"Memory {receipt.memory.id} now stands in for memory {given['id']}."

    def _search_memories(self, given: Arguments) -> str:
        found = self._memory.memories.search(given["query"], past=True)
        return json.dumps([(m.id, m.content, m.status, m.saved_at) for m in found])

    def _search_saved(self, given: Arguments) -> str:
        hits = self._items.index.nearest(given["query"], ("memory", "note"), SEARCH_FLOOR)[:8]
        tables = {"memory": "memories", "note": "notes"}
        rows = [(kind, self._items.store.get(tables[kind], number)) for _, kind, number in hits]
        return json.dumps([(kind, row["id"], row["content"], row["saved_at"]) for kind, row in rows])

    def _create_note(self, given: Arguments) -> str:
        row = self._items.add("note", title=given["title"], content=given["content"])
        return f"Note {row['id']} is saved."

    def _read_note(self, given: Arguments) -> str:
        row = self._items.store.get("notes", int(given["id"]))
        return json.dumps({**row, "content": row["content"][:NOTE_READ_CHARACTERS]})

    def _delete_note(self, given: Arguments) -> str:
        self._items.delete("note", int(given["id"]))
        return f"Note {given['id']} is deleted."

    def _forget(self, given: Arguments) -> str:
        self._memory.lifecycle.delete(int(given["id"]))
        return f"Memory {given['id']} is deleted."
