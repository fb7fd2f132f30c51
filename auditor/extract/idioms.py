"""The words by which stores and models are told where no library is: of receivers, of methods, of fields, of
endpoints. Data, in one place; none of them proves anything without some ground beside the name.
"""

from __future__ import annotations

import re

from auditor.extract.vocabulary import STORE_VERBS, words_of
from auditor.terms import FactKind

Kinds = tuple[FactKind, ...]

READ: Kinds = (FactKind.STORE_READ,)
WRITE: Kinds = (FactKind.STORE_WRITE,)
UPDATE: Kinds = (FactKind.STORE_UPDATE,)
DELETE: Kinds = (FactKind.STORE_DELETE,)
UPSERT: Kinds = (*WRITE, *UPDATE)
MODEL: Kinds = (FactKind.LLM_CALL,)
EMBEDDING: Kinds = (FactKind.EMBEDDING_CALL,)

STORES = frozenset(
    [
        "store",
        "storage",
        "repo",
        "repository",
        "repositories",
        "db",
        "database",
        "driver",
        "collection",
        "vectorstore",
        "vectordb",
        "datastore",
        "docstore",
        "dao",
        "kv",
        "checkpointer",
        "persistence",
        "cache",
        "index",
        "memory",
        "vault",
    ]
)
"""Last words of names under which a store is handed in."""

STORE_CLASSES = STORES - {"memory", "index", "cache"} | {"backend", "gateway", "saver", "adapter", "mapper"}
"""Last words of the names of classes that are stores."""

KEEPERS = STORE_CLASSES | {
    "service",
    "manager",
    "registry",
    "tracker",
    "history",
    "cache",
    "memory",
    "index",
    "log",
    "ledger",
    "buffer",
    "archive",
    "sessions",
    "catalog",
    "graph",
    "book",
    "shelf",
}
"""Last words of classes whose objects keep things in memory for others."""

SESSIONS = frozenset(
    {"session", "db", "conn", "connection", "cursor", "cur", "tx", "transaction", "database"}
)
SESSION_MEMBERS: dict[str, Kinds] = {
    **dict.fromkeys(["add", "add_all", "bulk_save_objects"], WRITE),
    "merge": UPSERT,
    "delete": DELETE,
    "refresh": READ,
}
RUNS_QUERIES = frozenset(
    [
        "execute",
        "executemany",
        "executescript",
        "exec",
        "scalar",
        "scalars",
        "run",
        "query",
        "fetch",
        "fetchrow",
        "fetchval",
        "fetch_all",
        "fetch_one",
        "fetchall",
        "fetchone",
        "raw",
        "sql",
        "cypher",
    ]
)
"""Names of methods and functions that run a query which they are given, also as a word of a longer name."""

DATABASES = (
    "sqlalchemy",
    "sqlmodel",
    "sqlite3",
    "aiosqlite",
    "asyncpg",
    "psycopg",
    "psycopg2",
    "neo4j",
    "falkordb",
    "kuzu",
    "duckdb",
    "pymysql",
    "databases",
)
"""Packages whose import says that a session or connection is one of a database."""

TELLING: dict[str, Kinds] = {
    **dict.fromkeys(["insert_one", "insert_many"], WRITE),
    **dict.fromkeys(["find_one", "count_documents", "find_many"], READ),
    **dict.fromkeys(["update_one", "update_many", "find_one_and_update"], UPDATE),
    **dict.fromkeys(["replace_one", "bulk_write"], UPSERT),
    **dict.fromkeys(["delete_one", "delete_many", "find_one_and_delete"], DELETE),
    **dict.fromkeys(["hget", "hgetall", "hmget", "lrange", "smembers", "zrange", "zrevrange", "fetchrow",
                     "fetchval", "query_points", "similarity_search", "similarity_search_with_score",
                     "asimilarity_search", "similarity_search_by_vector", "read_text", "read_bytes",
                     "similarity_search_with_relevance_scores", "max_marginal_relevance_search",
                     "get_relevant_documents", "near_vector", "near_text"], READ),
    **dict.fromkeys(["hset", "setex"], UPSERT),
    **dict.fromkeys(["rpush", "lpush", "sadd", "zadd", "xadd", "add_documents", "aadd_documents", "add_texts",
                     "write_text", "write_bytes", "send_message_batch"], WRITE),
    **dict.fromkeys(["hdel", "zrem", "srem", "delete_collection"], DELETE),
    **dict.fromkeys(["generate_content", "generate_content_async", "generate_content_stream",
                     "chat_completion", "create_chat_completion"], MODEL),
    **dict.fromkeys(["embed_query", "embed_documents", "aembed_query", "aembed_documents", "embed_content",
                     "get_text_embedding", "get_query_embedding", "get_text_embedding_batch", "embed_text",
                     "embed_texts", "embed_batch", "get_embedding", "get_embeddings", "create_embedding",
                     "create_embeddings", "generate_embedding", "generate_embeddings", "embed_many",
                     "embed_one", "compute_embedding", "compute_embeddings"], EMBEDDING),
}  # fmt: skip
"""Methods whose names belong to one sort of thing only, whoever has them."""

TELLING_PATHS: tuple[tuple[str, Kinds], ...] = (
    ("chat.completions.create", MODEL),
    ("chat.completions.parse", MODEL),
    ("chat.completions.stream", MODEL),
    ("chat.complete", MODEL),
    ("responses.create", MODEL),
    ("responses.parse", MODEL),
    ("messages.create", MODEL),
    ("messages.stream", MODEL),
    ("models.generate_content", MODEL),
    ("embeddings.create", EMBEDDING),
    ("models.embed_content", EMBEDDING),
)
"""Paths of members that belong to the clients of models only; `messages.create` with a model or a budget."""

MODELS = frozenset({"llm", "llms"})
CHAT_MODELS = frozenset(
    {"model", "chatmodel", "chat", "agent", "chain", "runnable", "extractor", "completion"}
)
MODEL_CLASSES = frozenset({"llm", "llms", "chatmodel", "completion", "completions", "languagemodel"})
MODEL_VERBS = frozenset(
    [
        "generate",
        "agenerate",
        "complete",
        "acomplete",
        "completion",
        "acompletion",
        "completions",
        "chat",
        "achat",
        "invoke",
        "ainvoke",
        "predict",
        "apredict",
        "stream",
        "astream",
        "ask",
        "prompt",
        "respond",
        "response",
        "summarize",
        "extract",
        "call",
        "query",
        "run",
        "send",
        "structured",
    ]
)
RUNNABLE_VERBS = frozenset({"invoke", "ainvoke", "astream", "abatch"})
EMBEDDERS = frozenset(
    ["embedder", "embedding", "embeddings", "embed", "encoder", "embeddingmodel", "vectorizer", "embeddor"]
)
EMBEDDING_VERBS = frozenset({"embed", "aembed", "encode", "aencode", "embedding", "embeddings", "vectorize"})
NO_MODEL_ENDS = frozenset(
    ["length", "tokens", "token", "model", "name", "config", "cost", "limit", "size", "params", "format",
     "template", "settings", "usage", "count", "schema", "type", "id", "url", "key", "window", "provider",
     "prompt"]
)  # fmt: skip
"""Last words of members of a model's client that are values, not calls."""

NO_MODEL_VERBS = frozenset(
    [
        "get",
        "set",
        "is",
        "has",
        "count",
        "from",
        "create",
        "build",
        "make",
        "load",
        "update",
        "close",
        "config",
    ]
)
"""First words of methods of a model's client that reach no model."""

HANDS_OVER = frozenset(
    [
        "to_thread",
        "run_in_executor",
        "submit",
        "partial",
        "map",
        "starmap",
        "add_task",
        "Thread",
        "run_sync",
        "run_in_threadpool",
        "apply_async",
        "call_soon_threadsafe",
        "sync_to_async",
        "create_task",
        "ensure_future",
        "apply",
        "Process",
        "Timer",
        "add_job",
        "call_later",
        "spawn",
        "start_soon",
        "defer",
        "enqueue",
        "retry",
        "wraps",
    ]
)
"""Functions that run, later or elsewhere, the function they are given."""

NOT_CONTENT = frozenset(
    [
        "config",
        "configs",
        "settings",
        "options",
        "kwargs",
        "args",
        "headers",
        "params",
        "parameters",
        "callback",
        "callbacks",
        "handler",
        "handlers",
        "listener",
        "listeners",
        "observers",
        "hooks",
        "hook",
        "subscribers",
        "plugins",
        "middleware",
        "routes",
        "commands",
        "tool",
        "tools",
        "functions",
        "lock",
        "locks",
        "env",
        "environ",
        "flags",
        "fields",
        "columns",
        "parts",
        "lines",
        "buffer",
        "tokens",
        "stack",
        "indent",
        "warnings",
        "errors",
        "error",
        "warned",
        "usage",
        "latency",
        "latencies",
        "stats",
        "metrics",
        "timings",
        "timers",
        "queue",
        "queues",
        "logged",
        "notified",
        "types",
        "modules",
        "imports",
        "threads",
        "workers",
        "processes",
        "formatters",
        "validators",
        "converters",
        "middlewares",
        "factories",
    ]
)
"""Words of attributes that hold no content, whatever is kept in them."""

PASSING_CLASSES = frozenset(
    [
        "parser",
        "visitor",
        "builder",
        "formatter",
        "renderer",
        "lexer",
        "tokenizer",
        "walker",
        "collector",
        "emitter",
        "printer",
        "decoder",
        "transformer",
        "chunker",
        "splitter",
        "validator",
        "error",
        "exception",
        "mock",
        "stub",
        "fake",
        "scanner",
        "reader",
        "writer",
        "iterator",
        "converter",
        "response",
        "request",
        "result",
        "config",
        "settings",
        "extractor",
        "compiler",
        "progress",
        "spinner",
        "console",
    ]
)
"""Last words of classes whose objects live for one piece of work."""

STATE_FIELDS = frozenset(
    [
        "status",
        "state",
        "content",
        "text",
        "body",
        "summary",
        "context",
        "tags",
        "keywords",
        "category",
        "importance",
        "score",
        "strength",
        "weight",
        "confidence",
        "priority",
        "count",
        "counter",
        "hits",
        "attempts",
        "retries",
        "accessed",
        "updated",
        "modified",
        "expired",
        "expires",
        "invalid",
        "valid",
        "invalidated",
        "deleted",
        "archived",
        "superseded",
        "active",
        "resolved",
        "completed",
        "finished",
        "started",
        "ended",
        "closed",
        "version",
        "revision",
        "links",
        "at",
        "stage",
        "phase",
        "progress",
        "decay",
        "verified",
        "approved",
        "rejected",
        "pinned",
        "access",
        "retrieval",
        "salience",
        "stability",
        "relevance",
    ]
)
"""Words of fields that say a record's state, validity, content, counts or times."""

TOMBSTONES = frozenset({"deleted", "removed", "tombstone", "tombstoned"})

COMPLETION_ENDPOINT = re.compile(
    r"/(?:chat/completions?|completions?|v1/messages|api/generate|api/chat|v1/responses|"
    r"v1/complete|v1/generate|inference|converse|invoke-model)(?:[/?\s\"'{]|$)|"
    r":(?:streamGenerateContent|generateContent)\b",
    re.IGNORECASE,
)
EMBEDDING_ENDPOINT = re.compile(
    r"/(?:embeddings?|api/embed|embed|embed_batch|v1/embed)(?:[/?\s\"'{]|$)|:(?:batchE|e)mbedContents?\b",
    re.IGNORECASE,
)
POSTS = frozenset({"post", "request", "stream", "urlopen", "Request", "fetch", "apost", "send"})

_MORE_VERBS: dict[str, Kinds] = {
    **dict.fromkeys(["has", "contains", "match", "peek", "aquery", "afind", "select", "similarity", "nearest",
                     "download", "describe", "traverse", "resolve"], READ),
    **dict.fromkeys(["ingest", "aadd", "ainsert", "enqueue", "publish", "upload", "link", "acreate",
                     "remember"], WRITE),
    **dict.fromkeys(["merge", "asave", "aupsert", "replace"], UPSERT),
    **dict.fromkeys(["aupdate", "expire", "invalidate", "deactivate", "supersede", "complete", "move",
                     "increment", "bump", "set", "assign", "restore", "promote", "demote", "unlink"], UPDATE),
    **dict.fromkeys(["pop", "truncate", "unset", "flush", "wipe", "erase", "discard", "destroy", "cleanup",
                     "aremove"], DELETE),
}  # fmt: skip
_VERBS = {**_MORE_VERBS, **STORE_VERBS}
_NO_OPERATIONS = frozenset(
    ["build", "make", "format", "parse", "validate", "to", "from", "as", "prepare", "compute", "convert",
     "render", "close", "connect", "init", "initialize", "setup", "start", "stop", "can", "should",
     "supports",
     "is", "ensure", "calculate", "generate", "normalize", "serialize", "deserialize", "configure", "open"]
)  # fmt: skip
_GIVEN = frozenset(
    ["repository", "repo", "store", "storage", "client", "connection", "conn", "session", "cursor", "engine",
     "driver", "pool", "lock", "config", "url", "schema", "logger", "settings", "model", "backend",
     "statement"]
)  # fmt: skip
_LISTED = (*READ, *WRITE, *UPDATE, *DELETE)


def kinds_of_method(name: str) -> Kinds:
    """What a store's method does by the verb in its name, first or last; by two where `or` joins them."""
    words = words_of(name)
    if "or" in words[1:-1]:
        at = words.index("or", 1)
        parts = [kind for each in (words[at - 1], words[at + 1]) for kind in _VERBS.get(each, ())]
        if parts:
            return tuple(kind for kind in _LISTED if kind in parts)
    for word in (*words[:1], *words[-1:], *words[1:-1]):
        if word in _VERBS:
            return _VERBS[word]
    return ()


def is_operation(name: str) -> bool:
    """Whether a method of that name can be an operation of a store: not one that builds, tells, opens or
    gives what works on it."""
    words = words_of(name)
    if not words or words[0] in _NO_OPERATIONS:
        return False
    return not (words[-1] in _GIVEN and _VERBS.get(words[0], READ) in (READ, WRITE) and words[0] != "delete")


def verb_begins(name: str) -> Kinds:
    """What a method does by the first word of its name alone."""
    words = words_of(name)
    return _VERBS.get(words[0], ()) if words else ()
