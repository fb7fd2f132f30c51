"""The running conversation, and the summary that stands in for its older part."""

from dataclasses import dataclass

from almanac.database import Row, Store
from almanac.models import Message, ModelClient, ModelRequest

SUMMARY_TRIGGER_CHARACTERS = 6_000
SUMMARY_CHARACTERS = 2_000
KEPT_MESSAGES = 6
TRANSCRIPT_LINE_CHARACTERS = 600

_INSTRUCTIONS = """\
Summarise the conversation so far for your own later use: facts, decisions and promises, in third person.
Fold the earlier summary in and leave out small talk."""


@dataclass(frozen=True)
class Conversation:
    """Messages in order, with everything up to a cut-off told by a summary."""

    store: Store

    def summary(self) -> tuple[str, int]:
        """The summary and the id of the last message it covers."""
        found = self.store.rows("summary")
        return (found[0]["content"], found[0]["upto"]) if found else ("", 0)

    def recent(self) -> list[Row]:
        """The messages after the cut-off."""
        return self.store.rows("messages", "id > ?", self.summary()[1])

    def condense(self, model: ModelClient) -> None:
        """Fold older messages into the summary once the open part has grown long."""
        rows = self.recent()
        folded = rows[:-KEPT_MESSAGES]
        if sum(len(row["content"]) for row in rows) <= SUMMARY_TRIGGER_CHARACTERS or not folded:
            return
        said = "\n".join(f"{row['role']}: {row['content'][:TRANSCRIPT_LINE_CHARACTERS]}" for row in folded)
        prompt = Message("user", f"Earlier summary: {self.summary()[0]}\n\n{said}")
        reply = model.complete(ModelRequest(_INSTRUCTIONS, (prompt,), answer="summary"))
        content = reply.text.strip()[:SUMMARY_CHARACTERS]
        self.store.insert("summary", id=1, content=content, upto=folded[-1]["id"])
