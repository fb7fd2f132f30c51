"""The running conversation, and the summary that stands in for its older part."""

import sqlite3

from almanac.models import Message, ModelClient, ModelRequest

SUMMARY_TRIGGER_CHARACTERS = 6_000
SUMMARY_CHARACTERS = 2_000
KEPT_MESSAGES = 6
TRANSCRIPT_LINE_CHARACTERS = 600

_INSTRUCTIONS = """\
Summarise the conversation so far for your own later use: facts, decisions and promises, in third person.
Fold the earlier summary in and leave out small talk."""


class Conversation:
    """Messages in order, with everything up to a cut-off told by a summary."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, role: str, content: str, now: str) -> None:
        row = (role, content, now)
        self._db.execute("INSERT INTO messages (role, content, said_at) VALUES (?, ?, ?)", row)

    def summary(self) -> tuple[str, int]:
        """The summary and the id of the last message it covers."""
        row = self._db.execute("SELECT content, upto FROM summary WHERE id = 1").fetchone()
        return (row["content"], row["upto"]) if row else ("", 0)

    def recent(self) -> list[Message]:
        """The messages after the cut-off."""
        return [Message(role=row["role"], content=row["content"]) for row in self._rows()]

    def condense(self, model: ModelClient) -> bool:
        """Fold older messages into the summary once the open part has grown long."""
        rows = self._rows()
        folded = rows[:-KEPT_MESSAGES]
        if sum(len(row["content"]) for row in rows) <= SUMMARY_TRIGGER_CHARACTERS or not folded:
            return False
        said = "\n".join(f"{row['role']}: {row['content'][:TRANSCRIPT_LINE_CHARACTERS]}" for row in folded)
        earlier = self.summary()[0]
        prompt = Message(role="user", content=f"Earlier summary: {earlier}\n\n{said}")
        reply = model.complete(ModelRequest(system=_INSTRUCTIONS, messages=(prompt,), answer="summary"))
        content = reply.text.strip()[:SUMMARY_CHARACTERS]
        row = (content, folded[-1]["id"])
        self._db.execute("INSERT OR REPLACE INTO summary (id, content, upto) VALUES (1, ?, ?)", row)
        return True

    def _rows(self) -> list[sqlite3.Row]:
        query = "SELECT * FROM messages WHERE id > ? ORDER BY id"
        return self._db.execute(query, (self.summary()[1],)).fetchall()
