"""Query texts: what a statement does to what it is run on."""

from __future__ import annotations

import re

from auditor.terms import FactKind

_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")
_DOES = {
    "SELECT": (FactKind.STORE_READ,),
    "INSERT": (FactKind.STORE_WRITE,),
    "REPLACE": (FactKind.STORE_WRITE, FactKind.STORE_UPDATE),
    "MERGE": (FactKind.STORE_WRITE, FactKind.STORE_UPDATE),
    "UPSERT": (FactKind.STORE_WRITE, FactKind.STORE_UPDATE),
    "UPDATE": (FactKind.STORE_UPDATE,),
    "DELETE": (FactKind.STORE_DELETE,),
    "TRUNCATE": (FactKind.STORE_DELETE,),
    "DROP": (FactKind.STORE_DELETE,),
}
_GRAPH = (
    (re.compile(r"\b(?:DETACH\s+)?DELETE\b", re.IGNORECASE), (FactKind.STORE_DELETE,)),
    (re.compile(r"\bMERGE\b", re.IGNORECASE), (FactKind.STORE_WRITE, FactKind.STORE_UPDATE)),
    (re.compile(r"\bCREATE\b", re.IGNORECASE), (FactKind.STORE_WRITE,)),
    (re.compile(r"\b(?:SET|REMOVE)\b", re.IGNORECASE), (FactKind.STORE_UPDATE,)),
)
_DEFINES = re.compile(
    r"\s*(?:CREATE|ALTER)\s+(?:\w+\s+){0,3}?(?:TABLE|INDEX|EXTENSION|TRIGGER|VIEW)\b", re.IGNORECASE
)
_OVERWRITES = re.compile(
    r"\bON\s+CONFLICT\b.*\bDO\s+UPDATE\b|\bOR\s+REPLACE\b|\bON\s+DUPLICATE\b", re.IGNORECASE | re.DOTALL
)
_GOVERNS = frozenset(
    [
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "PRAGMA",
        "SET",
        "SAVEPOINT",
        "RELEASE",
        "VACUUM",
        "CREATE",
        "ALTER",
        "EXPLAIN",
    ]
)


def kinds_of_query(text: str) -> tuple[FactKind, ...] | None:
    """What a statement in SQL or Cypher does; empty for what governs the session or the schema, None where
    the text is no statement."""
    plain = _COMMENT.sub(" ", text)
    word = _WORD.search(plain)
    if word is None:
        return None
    verb = word.group().upper()
    if verb == "WITH":
        inner = re.search(r"\b(INSERT|UPDATE|DELETE|MERGE)\b", plain, re.IGNORECASE)
        return _DOES[inner.group().upper()] if inner else (FactKind.STORE_READ,)
    if verb in ("MATCH", "OPTIONAL", "UNWIND", "CALL") or (verb in ("MERGE", "CREATE") and "(" in plain[:40]):
        if verb == "CREATE" and _DEFINES.match(plain):
            return ()
        for pattern, kinds in _GRAPH:
            if pattern.search(plain):
                return kinds
        return (FactKind.STORE_READ,)
    if verb == "INSERT" and _OVERWRITES.search(plain):
        return (FactKind.STORE_WRITE, FactKind.STORE_UPDATE)
    if verb in _GOVERNS:
        return ()
    return _DOES.get(verb)
