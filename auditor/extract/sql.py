"""Query texts: what the statements of one do to what they are run on."""

from __future__ import annotations

import re

from auditor.terms import FactKind

Kinds = tuple[FactKind, ...]

_READ, _WRITE = FactKind.STORE_READ, FactKind.STORE_WRITE
_UPDATE, _DELETE = FactKind.STORE_UPDATE, FactKind.STORE_DELETE
_LISTED = (_READ, _WRITE, _UPDATE, _DELETE)

_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/|//[^\n]*", re.DOTALL)
_QUOTED = re.compile(r"'(?:[^']|'')*'")
_WORD = re.compile(r"[A-Za-z]+")
_DOES: dict[str, Kinds] = {
    "SELECT": (_READ,),
    "INSERT": (_WRITE,),
    "REPLACE": (_WRITE, _UPDATE),
    "MERGE": (_WRITE, _UPDATE),
    "UPSERT": (_WRITE, _UPDATE),
    "UPDATE": (_UPDATE,),
    "DELETE": (_DELETE,),
    "TRUNCATE": (_DELETE,),
    "DROP": (_DELETE,),
    "COPY": (_WRITE,),
    "SHOW": (_READ,),
    "TABLE": (_READ,),
}
_GRAPH: tuple[tuple[re.Pattern[str], Kinds], ...] = (
    (re.compile(r"\b(?:DETACH\s+)?DELETE\b", re.IGNORECASE), (_DELETE,)),
    (re.compile(r"\bMERGE\b", re.IGNORECASE), (_WRITE, _UPDATE)),
    (re.compile(r"\bCREATE\b", re.IGNORECASE), (_WRITE,)),
    (re.compile(r"\b(?:SET|REMOVE)\b", re.IGNORECASE), (_UPDATE,)),
)
_BEGINS_GRAPH = frozenset({"MATCH", "OPTIONAL", "UNWIND", "CALL", "RETURN"})
_DEFINES = re.compile(
    r"\s*(?:CREATE|ALTER)\s+(?:\w+\s+){0,3}?(?:TABLE|INDEX|EXTENSION|TRIGGER|VIEW|CONSTRAINT|SCHEMA|DATABASE)\b",
    re.IGNORECASE,
)
_OVERWRITES = re.compile(
    r"\bON\s+CONFLICT\b.*\bDO\s+UPDATE\b|\bOR\s+REPLACE\b|\bON\s+DUPLICATE\b", re.IGNORECASE | re.DOTALL
)
_DROPS_ROWS = re.compile(r"\s*DROP\s+(?:\w+\s+)?(?:TABLE|COLLECTION|DATABASE|SCHEMA|GRAPH)\b", re.IGNORECASE)
_TOMBSTONE = re.compile(
    r"\bSET\b(?:(?!\bWHERE\b).)*?\b(?:is_)?(?:deleted|removed|tombstone[d]?)(?:_at)?\s*=\s*"
    r"(?!NULL\b|0\b|FALSE\b)",
    re.IGNORECASE | re.DOTALL,
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
        "ATTACH",
        "DETACH",
        "ANALYZE",
        "REINDEX",
        "LOCK",
        "GRANT",
        "USE",
        "START",
        "END",
        "LOAD",
        "INSTALL",
        "REFRESH",
        "CHECKPOINT",
        "LISTEN",
        "NOTIFY",
    ]
)
_SHAPES = re.compile(
    r"\s*(?:SELECT\b.*|INSERT\s+(?:OR\s+\w+\s+)?INTO\b.*|REPLACE\s+INTO\b.*|UPDATE\b.*\bSET\b.*|DELETE\s+FROM\b.*|"
    r"WITH\b.*\b(?:SELECT|INSERT|UPDATE|DELETE)\b.*|DROP\s+(?:TABLE|INDEX|VIEW|COLLECTION)\b.*|"
    r"TRUNCATE\b.*|CREATE\s+(?:\w+\s+){0,3}?(?:TABLE|INDEX|TRIGGER|VIEW|EXTENSION|SCHEMA|CONSTRAINT)\b.*|"
    r"ALTER\s+TABLE\b.*|PRAGMA\b.*|BEGIN\b.*|COMMIT\b.*|ROLLBACK\b.*|"
    r"(?:OPTIONAL\s+)?MATCH\s*\(?.*|(?:MERGE|CREATE)\s*\(.*|UNWIND\b.*|CALL\s+\{?.*\b(?:YIELD|RETURN)\b.*|MERGE\s+INTO\b.*)",
    re.IGNORECASE | re.DOTALL,
)


def is_statement(text: str) -> bool:
    """Whether a text is a statement in SQL or Cypher beyond doubt, by its first words and their order."""
    return _SHAPES.fullmatch(_COMMENT.sub(" ", text)) is not None


def kinds_of_query(text: str) -> Kinds | None:
    """What the statements of a text do; empty for what governs the session or the schema, None where the
    text is no statement."""
    plain = _COMMENT.sub(" ", text)
    statements = [each for each in _QUOTED.sub("''", plain).split(";") if each.strip()]
    if len(statements) < 2:
        return _kinds_of_one(plain)
    known = [kinds for each in statements if (kinds := _kinds_of_one(each)) is not None]
    if not known:
        return None
    found = {kind for kinds in known for kind in kinds}
    return tuple(kind for kind in _LISTED if kind in found)


def _kinds_of_one(plain: str) -> Kinds | None:
    word = _WORD.search(plain)
    if word is None:
        return None
    verb = word.group().upper()
    if verb == "WITH":
        inner = re.search(r"\b(INSERT|UPDATE|DELETE|MERGE)\b", plain, re.IGNORECASE)
        return _DOES[inner.group().upper()] if inner else (_READ,)
    if verb in _BEGINS_GRAPH or (verb in ("MERGE", "CREATE") and "(" in plain[:40]):
        if verb == "CREATE" and _DEFINES.match(plain):
            return ()
        for pattern, kinds in _GRAPH:
            if pattern.search(plain):
                return kinds
        return (_READ,)
    if verb == "INSERT" and _OVERWRITES.search(plain):
        return (_WRITE, _UPDATE)
    if verb == "UPDATE" and _TOMBSTONE.search(plain):
        return (_DELETE,)
    if verb in _GOVERNS or (verb == "DROP" and not _DROPS_ROWS.match(plain)):
        return ()
    return _DOES.get(verb)
