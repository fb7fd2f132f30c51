"""The words of names that finders go by where an import cannot tell: roles and units of numbers, verbs of
stores. Data, in one place.
"""

from __future__ import annotations

import re
from functools import cache

from auditor.terms import FactKind, ThresholdRole

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in snake or camel case, in lower case."""
    return tuple(match.lower() for match in _WORD.findall(name))


_READ, _WRITE = (FactKind.STORE_READ,), (FactKind.STORE_WRITE,)
_UPDATE, _DELETE = (FactKind.STORE_UPDATE,), (FactKind.STORE_DELETE,)

STORE_VERBS: dict[str, tuple[FactKind, ...]] = {
    **dict.fromkeys(
        ["get", "fetch", "find", "search", "query", "list", "load", "read", "count", "retrieve", "exists",
         "select", "lookup", "recall", "scan", "iter", "asearch", "aget", "alist"],
        _READ,
    ),
    **dict.fromkeys(
        ["add", "insert", "create", "append", "write", "store", "record", "push", "log", "register"], _WRITE
    ),
    **dict.fromkeys(["save", "put", "upsert", "set", "persist", "aput"], (*_WRITE, *_UPDATE)),
    **dict.fromkeys(
        ["update", "mark", "touch", "increment", "modify", "edit", "patch", "rename", "archive"], _UPDATE
    ),
    **dict.fromkeys(
        ["delete", "remove", "clear", "drop", "purge", "prune", "forget", "reset", "evict",
         "adelete"],
        _DELETE,
    ),
}  # fmt: skip
"""What a method of a store does by the first verb in its name."""


NO_METHODS = frozenset(
    [
        "property",
        "cached_property",
        "setter",
        "getter",
        "deleter",
        "overload",
        "abstractmethod",
        "validator",
        "field_validator",
        "model_validator",
        "root_validator",
        "field_serializer",
        "computed_field",
        "fixture",
        "hybrid_property",
    ]
)
"""Decorators of methods that nothing outside calls."""

RUN_BY_FRAMEWORKS = frozenset({"invoke", "ainvoke"})
"""Methods of a public runnable: a framework calls them, and documents need not show them."""

ABSTRACT_BASES = frozenset({"ABC", "Protocol"})
"""A class on one of these, or with ABCMeta, is an interface that others fill in."""

FAULT_ENDINGS = ("Error", "Exception", "Warning")

SETTINGS_ENDINGS = ("Config", "Configuration", "Settings", "Options")
"""Ends of the names of classes that hold settings."""

LOG_CALLS = frozenset(
    ["debug", "info", "warning", "warn", "error", "exception", "critical", "log", "print", "echo"]
)
"""The last name of a call that only shows something to a person; lengths cut for it bound nothing."""

ROLES: tuple[tuple[ThresholdRole, frozenset[str]], ...] = (
    (ThresholdRole.TIMEOUT, frozenset({"timeout", "deadline"})),
    (
        ThresholdRole.RETRY,
        frozenset({"retry", "retries", "attempts", "tries", "steps", "rounds", "iterations"}),
    ),
    (
        ThresholdRole.TTL,
        frozenset({"ttl", "expiry", "expire", "expires", "expiration", "retention", "age", "lifetime"}),
    ),
    (ThresholdRole.DECAY, frozenset({"decay", "halflife", "half"})),
    (
        ThresholdRole.WEIGHT,
        frozenset(
            [
                "weight",
                "weights",
                "alpha",
                "beta",
                "gamma",
                "boost",
                "factor",
                "penalty",
                "multiplier",
                "bonus",
                "damping",
            ]
        ),
    ),
    (
        ThresholdRole.CUT_OFF,
        frozenset(
            [
                "threshold",
                "thresholds",
                "cutoff",
                "score",
                "similarity",
                "confidence",
                "distance",
                "tolerance",
            ]
        ),
    ),
    (ThresholdRole.BATCH, frozenset(["batch", "chunk", "workers", "concurrency", "parallelism"])),
    (ThresholdRole.BUDGET, frozenset({"tokens", "budget", "quota"})),
    (
        ThresholdRole.INTERVAL,
        frozenset(
            [
                "interval",
                "period",
                "delay",
                "cooldown",
                "backoff",
                "debounce",
                "poll",
                "sleep",
                "frequency",
                "every",
                "wait",
            ]
        ),
    ),
    (ThresholdRole.TRUNCATION, frozenset(["chars", "characters", "length", "truncate", "preview", "len"])),
    (
        ThresholdRole.TOP_K,
        frozenset(
            ["top", "topk", "k", "limit", "limits", "results", "count", "hops", "depth", "capacity", "page"]
        ),
    ),
    (ThresholdRole.OTHER, frozenset({"max", "min", "maximum", "minimum", "bound", "window"})),
)
"""What a number is guessed to do by the words of its name, the first that fits."""

UNITS: dict[str, str] = {
    **dict.fromkeys(("seconds", "secs", "sec"), "seconds"),
    **dict.fromkeys(("ms", "millis", "milliseconds"), "milliseconds"),
    **dict.fromkeys(("minutes", "mins"), "minutes"),
    **dict.fromkeys(("hours", "hrs"), "hours"),
    "days": "days",
    "weeks": "weeks",
    "tokens": "tokens",
    **dict.fromkeys(("chars", "characters"), "characters"),
    **dict.fromkeys(("bytes", "kb", "mb", "gb"), "bytes"),
    **dict.fromkeys(("percent", "pct"), "percent"),
}

NO_BOUNDS = frozenset(
    [
        "version",
        "versions",
        "port",
        "status",
        "code",
        "codes",
        "errno",
        "returncode",
        "year",
        "seed",
        "dim",
        "dims",
        "dimension",
        "dimensions",
        "index",
        "idx",
        "lineno",
        "width",
    ]
)
"""Words of names whose numbers bound nothing: identity, addresses, answers of a protocol, positions."""

COUNTERS = frozenset({"i", "j", "n", "m", "pos", "argc", "args", "argv", "parts"})
"""Names that are compared to find a position or a shape."""

DIGEST_WORDS = frozenset(
    [
        "hex",
        "hexdigest",
        "digest",
        "uuid",
        "hash",
        "sha",
        "sha256",
        "md5",
        "id",
        "ids",
        "isoformat",
        "strftime",
        "iso",
        "date",
        "timestamp",
        "created",
        "updated",
    ]
)
"""Words of what is cut to a short name and not to a bound."""

STATE_WORDS = frozenset(
    [
        "state",
        "states",
        "status",
        "statuses",
        "action",
        "actions",
        "event",
        "events",
        "operation",
        "operations",
        "phase",
        "phases",
        "stage",
        "stages",
        "lifecycle",
        "decision",
        "decisions",
        "verdict",
        "verdicts",
        "outcome",
        "outcomes",
        "resolution",
        "transition",
        "transitions",
        "terminal",
        "disposition",
        "change",
    ]
)
"""Words of names under which a record's state, or what is done to it, is kept."""

STATE_MEMBERS = frozenset(
    [
        "add",
        "added",
        "insert",
        "inserted",
        "create",
        "created",
        "update",
        "updated",
        "edit",
        "delete",
        "deleted",
        "remove",
        "removed",
        "none",
        "noop",
        "no_op",
        "skip",
        "skipped",
        "ignore",
        "ignored",
        "keep",
        "kept",
        "merge",
        "merged",
        "replace",
        "replaced",
        "supersede",
        "superseded",
        "invalidate",
        "invalidated",
        "archive",
        "archived",
        "active",
        "inactive",
        "pending",
        "queued",
        "running",
        "processing",
        "in_progress",
        "in-progress",
        "started",
        "paused",
        "done",
        "complete",
        "completed",
        "finished",
        "succeeded",
        "success",
        "failed",
        "failure",
        "error",
        "cancelled",
        "canceled",
        "aborted",
        "expired",
        "stale",
        "draft",
        "proposed",
        "approved",
        "accepted",
        "rejected",
        "confirmed",
        "verified",
        "unverified",
        "promoted",
        "demoted",
        "retired",
        "open",
        "closed",
        "new",
        "read",
        "unread",
        "synced",
        "dirty",
        "ready",
        "blocked",
        "locked",
        "strengthen",
        "reinforce",
        "link",
        "drop",
        "upsert",
    ]
)
"""States of records and actions on them, as they are named in a closed set."""


def names_states(name: str, members: tuple[str, ...] = ()) -> bool:
    """Whether a closed set of that name and with those members is one of states or actions."""
    known = sum(each.strip().lower() in STATE_MEMBERS for each in members)
    return bool(STATE_WORDS.intersection(words_of(name))) or (known >= 2 and 2 * known >= len(members))


APPLICATION_WORDS = frozenset(
    ["app", "application", "router", "api", "blueprint", "bp", "server", "web", "routes", "routers"]
)
"""Words of what routes are registered on."""

OFFERED_TO: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("MCP tool", frozenset({"tool"}), frozenset({"mcp", "server", "fastmcp"})),
    ("MCP handler", frozenset({"resource", "prompt"}), frozenset({"mcp", "fastmcp"})),
    ("tool", frozenset({"tool", "tool_plain"}), frozenset({"agent", "toolkit", "toolset"})),
    (
        "CLI command",
        frozenset({"command"}),
        frozenset({"app", "cli", "typer", "group", "main", "commands"}),
    ),
    ("bot command", frozenset({"command", "slash_command"}), frozenset({"bot", "tree"})),
    (
        "message handler",
        frozenset({"event", "message", "message_handler", "on", "listen"}),
        frozenset({"bot", "dp", "dispatcher", "sio", "slack", "discord", "telegram"}),
    ),
    (
        "queue consumer",
        frozenset({"task", "actor", "subscriber", "periodic_task"}),
        frozenset({"celery", "broker", "huey", "worker", "dramatiq"}),
    ),
    ("hook", frozenset({"on_event", "middleware", "lifespan"}), frozenset({"app", "router", "application"})),
)
"""How functions are called that a decorator offers to something that is handed in: verbs of the decorator and
words of what they are offered to, both of which must fit."""

OWN_REGISTRARS = {
    **dict.fromkeys(["tool", "tools", "skill"], "tool"),
    **dict.fromkeys(["command", "commands"], "CLI command"),
    **dict.fromkeys(["hook", "hooks", "webhook"], "hook"),
    **dict.fromkeys(["route", "routes", "endpoint"], "HTTP route"),
    **dict.fromkeys(["job", "jobs", "cron", "scheduled", "periodic"], "job"),
}
"""Words in the name of a target's own decorator that say as what it keeps functions."""

KEEPING_CALLS = frozenset(["append", "register", "add", "setdefault", "setattr", "update"])
"""Calls by which a decorator keeps a function for later."""

HANDED_TO = {
    **dict.fromkeys(["add_node"], "graph node"),
    **dict.fromkeys(
        ["add_api_route", "add_api_websocket_route", "add_url_rule", "add_route", "add_websocket_route",
         "add_get", "add_post", "add_put", "add_delete", "add_patch"],
        "HTTP route",
    ),
    **dict.fromkeys(["add_job", "add_periodic_task", "add_schedule", "run_repeating", "run_daily"], "job"),
    **dict.fromkeys(["add_tool", "register_tool", "add_tools", "register_tools"], "tool"),
    "register_function": "tool",
    **dict.fromkeys(["register_hook", "add_hook", "register_webhook"], "hook"),
    **dict.fromkeys(["add_command", "register_command"], "CLI command"),
    **dict.fromkeys(["add_message_handler", "register_message_handler"], "message handler"),
    **dict.fromkeys(["basic_consume"], "queue consumer"),
}  # fmt: skip
"""Names of methods that register a function from outside, and how it is then called, where what they are
methods of is not known; the function handed over is the second sign."""

SCRIPT_WORDS = frozenset(["main", "run", "cli", "serve", "start", "launch", "app", "amain"])
"""Words of the functions by which a file that is run as a script begins its work."""

TAKES = frozenset(
    ["get", "get_nowait", "blpop", "brpop", "blmove", "bzpopmin", "xread", "xreadgroup", "xautoclaim",
     "receive", "receive_message", "receive_messages", "recv", "recv_multipart", "poll", "dequeue", "popleft",
     "pop", "lpop", "rpop", "claim", "fetch", "consume", "take", "next_job", "claim_next", "get_message"]
)  # fmt: skip
"""Last names of calls by which a worker takes its next piece of work."""

PAUSES = frozenset(["sleep", "wait", "wait_for", "join"])
"""Last names of calls in which a worker waits for its next turn."""

ENDLESS_WORDS = frozenset(
    ["running", "stop", "stopped", "stopping", "shutdown", "closed", "closing", "active", "alive",
     "cancelled", "done", "exit", "quit", "terminate", "stopevent", "enabled", "started"]
)  # fmt: skip
"""Words of the conditions under which a worker goes on."""

RUN_BESIDE = frozenset(
    ["Thread", "Process", "Timer", "create_task", "ensure_future", "submit", "run_in_executor", "start_soon",
     "start_new_thread", "run_coroutine_threadsafe", "to_thread", "gather", "spawn", "create_background_task"]
)  # fmt: skip
"""Last names of calls that run a function beside the rest."""

SUBSCRIPTIONS = frozenset(["listen", "subscribe", "consume", "iterator", "stream_messages"])
"""Last names of calls whose results a worker goes through without end."""

WORKER_WORDS = frozenset(
    ["worker", "workers", "loop", "consumer", "daemon", "scheduler", "heartbeat", "poller"]
)
"""Words of the names of workers."""

PATH_WORDS = frozenset(
    ["path", "raw_path", "rawPath", "route", "pathname", "url_path", "path_info", "endpoint"]
)
VERB_WORDS = frozenset(["method", "http_method", "httpMethod", "verb", "request_method"])
"""Names of what a hand-written dispatcher of requests compares."""

COMMAND_WORDS = frozenset(["command", "cmd", "subcommand", "sub_command", "action", "subcmd", "mode", "op"])
"""Names of what a hand-written dispatcher of commands compares."""

GIVEN_BY_A_CALLER = frozenset(["args", "arguments", "options", "opts", "ns", "namespace", "parsed", "arg"])
"""Words of the names of parsed command lines."""

TOOL_SHAPES = frozenset(["parameters", "input_schema", "inputSchema", "args_schema", "parametersJsonSchema"])
"""Keys by which a mapping with a name and a description describes what a tool is given."""

DISPATCHING_WORDS = frozenset(
    ["tool", "tools", "command", "commands", "handler", "handlers", "dispatch", "dispatcher", "routes",
     "functions", "operations", "methods", "endpoints", "jobs", "tasks"]
)  # fmt: skip
"""Words of the names of tables, or of the functions around them, from which an incoming name chooses."""


HANDED_FIRST = {
    "to_thread": 1,
    "submit": 1,
    "partial": 1,
    "run_in_executor": 2,
    "run_sync": 1,
    "apply_async": 1,
}
"""Calls that are handed a function and its arguments, by the position, from 1, of the function."""

BOUNDING_CALLS: dict[str, tuple[int, ThresholdRole | None]] = {
    **dict.fromkeys(["sleep", "wait_fixed"], (0, ThresholdRole.INTERVAL)),
    **dict.fromkeys(["setTimeout", "setInterval", "debounce", "throttle"], (1, ThresholdRole.INTERVAL)),
    **dict.fromkeys(["wait_for", "fail_after", "move_on_after"], (1, ThresholdRole.TIMEOUT)),
    **dict.fromkeys(["timeout", "settimeout", "ClientTimeout", "Timeout"], (0, ThresholdRole.TIMEOUT)),
    **dict.fromkeys(
        ["Semaphore", "BoundedSemaphore", "CapacityLimiter", "ThreadPoolExecutor", "ProcessPoolExecutor",
         "pLimit", "Pool"],
        (0, ThresholdRole.BATCH),
    ),
    **dict.fromkeys(["Queue", "PriorityQueue", "LifoQueue"], (0, ThresholdRole.TOP_K)),
    **dict.fromkeys(
        ["limit", "top", "take", "head", "most_common", "nlargest", "nsmallest", "with_limit"],
        (0, ThresholdRole.TOP_K),
    ),
    **dict.fromkeys(["islice", "sample", "topk"], (1, ThresholdRole.TOP_K)),
    **dict.fromkeys(["stop_after_attempt", "stop_after_delay"], (0, ThresholdRole.RETRY)),
    **dict.fromkeys(
        ["wait_exponential", "wait_random", "wait_random_exponential"], (0, ThresholdRole.INTERVAL)
    ),
    **dict.fromkeys(["shorten"], (1, ThresholdRole.TRUNCATION)),
    **dict.fromkeys(["lru_cache", "LRUCache", "TTLCache"], (0, ThresholdRole.TOP_K)),
}  # fmt: skip
"""Calls that bound by the number at a position, and what it does there."""

RANKING_WORDS = frozenset(
    ["score", "scores", "weight", "weights", "rank", "ranks", "ranking", "priority", "priorities",
     "importance", "boost", "boosts", "penalty", "penalties", "decay", "decays", "ttl", "ttls", "limit",
     "limits", "threshold", "thresholds", "confidence", "severity", "multiplier", "multipliers",
     "factor", "factors", "half", "retention", "budget", "budgets", "timeouts", "intervals", "days",
     "strength", "strengths", "salience", "bonus", "points"]
)  # fmt: skip
"""Words of the names of tables whose entries rank or bound."""

SCORING_WORDS = frozenset(
    ["score", "scores", "similarity", "weight", "weighted", "relevance", "importance", "rank", "boost",
     "penalty", "decay", "decayed", "confidence", "salience", "strength", "recency", "rrf", "bonus",
     "rating", "distance", "probability", "priority", "quality", "novelty", "fusion", "ranking",
     "retention", "forget", "forgetting", "combined", "blended", "bm25", "cosine", "spread", "damping",
     "attenuation", "activation", "energy"]
)  # fmt: skip
"""Words of names for what is scored, weighed or faded."""

MEASURING_WORDS = frozenset(
    ["time", "seconds", "secs", "sec", "ms", "millis", "milliseconds", "minutes", "mins", "hours",
     "days", "weeks", "duration", "elapsed", "latency", "timestamp", "epoch", "bytes", "size", "kb",
     "mb", "gb", "percent", "percentage", "pct", "memory", "delta", "age", "uptime", "ns", "us", "cost",
     "price", "usage"]
)  # fmt: skip
"""Words of names for times and sizes, which a plain factor converts."""
