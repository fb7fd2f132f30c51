"""The words by which the walk knows plain cases: decorators, bases of classes, names of numbers, places that
are left out. Data, in one place.
"""

from __future__ import annotations

from enum import Enum

from auditor.terms import ThresholdRole


class Shape(Enum):
    """How a decorator must be written to count."""

    ANY = "a name, an attribute or a call"
    ATTRIBUTE = "an attribute of something, called or not"
    ADDRESS = "a call of an attribute whose first argument is an address"


DECORATORS: dict[str, tuple[str, Shape]] = {
    **dict.fromkeys(
        ("get", "post", "put", "delete", "patch", "head", "options", "websocket", "api_route"),
        ("HTTP route", Shape.ADDRESS),
    ),
    "route": ("HTTP route", Shape.ATTRIBUTE),
    "command": ("CLI command", Shape.ANY),
    **dict.fromkeys(
        ("tool", "function_tool", "tool_plain", "kernel_function", "register_tool"), ("tool", Shape.ANY)
    ),
    **dict.fromkeys(("call_tool", "list_tools", "resource", "prompt"), ("MCP handler", Shape.ATTRIBUTE)),
    **dict.fromkeys(
        ("task", "shared_task", "periodic_task", "actor", "flow", "entrypoint"), ("task", Shape.ANY)
    ),
    **dict.fromkeys(("scheduled_job", "repeat_every", "cron"), ("scheduled job", Shape.ANY)),
    **dict.fromkeys(("on_event", "event_handler", "before_request", "on_message"), ("hook", Shape.ATTRIBUTE)),
    **dict.fromkeys(("receiver", "hookimpl", "listens_for"), ("hook", Shape.ANY)),
    **dict.fromkeys(("subscriber", "consumer"), ("queue consumer", Shape.ATTRIBUTE)),
}
"""The last name of a decorator: what it makes of a function, and how it must be written."""

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

DATACLASS_DECORATORS = frozenset({"dataclass", "define", "frozen", "mutable", "attrs"})

OBJECT_BASES: dict[str, str] = {
    "BaseModel": "Pydantic model",
    "SQLModel": "SQLModel table or model",
    "TypedDict": "TypedDict",
    "NamedTuple": "NamedTuple",
    "Struct": "msgspec structure",
    "Document": "document of a store",
    "Model": "ORM model",
}
"""The last name of a base class that makes a class a data definition."""

ENUM_BASES = frozenset({"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"})

ABSTRACT_BASES = frozenset({"ABC", "Protocol"})
"""A class on one of these, or with ABCMeta, is an interface that others fill in."""

FAULT_ENDINGS = ("Error", "Exception", "Warning")

LOG_CALLS = frozenset(
    ["debug", "info", "warning", "warn", "error", "exception", "critical", "log", "print", "echo"]
)
"""The last name of a call that only shows something to a person; lengths cut for it bound nothing."""

ROLES: tuple[tuple[ThresholdRole, frozenset[str]], ...] = (
    (ThresholdRole.TIMEOUT, frozenset({"timeout", "deadline"})),
    (ThresholdRole.RETRY, frozenset({"retry", "retries", "attempts", "tries"})),
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
    ]
)
"""Words of what is cut to a short name and not to a bound."""

OUT_OF_SCOPE_FOLDERS = frozenset(
    [
        "test",
        "tests",
        "testing",
        "__tests__",
        "example",
        "examples",
        "docs",
        "doc",
        "benchmark",
        "benchmarks",
        "cookbook",
        "cookbooks",
    ]
)
OUT_OF_SCOPE_FILES = ("test_*.py", "*_test.py", "conftest.py")
VENDORED_FOLDERS = frozenset(
    ["vendor", "_vendor", "vendored", "third_party", "node_modules", "site-packages"]
)
GENERATED_FILES = ("*_pb2.py", "*_pb2_grpc.py", "*.min.js")
