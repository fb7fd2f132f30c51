"""The words by which conditions and functions say that they judge content. Data, in one place."""

from __future__ import annotations

JUDGING_FIRST = frozenset(
    [
        "is",
        "should",
        "can",
        "may",
        "must",
        "needs",
        "looks",
        "contains",
        "matches",
        "exceeds",
        "allows",
    ]
)
"""First words of what is true or false of content."""

JUDGING = frozenset(
    [
        "accepted",
        "admissible",
        "allowed",
        "ambiguous",
        "approved",
        "cancelled",
        "changed",
        "conflict",
        "conflicts",
        "contradict",
        "contradicts",
        "contradiction",
        "contradictions",
        "different",
        "duplicate",
        "duplicated",
        "duplicates",
        "eligible",
        "equivalent",
        "exceeded",
        "expired",
        "identical",
        "invalid",
        "matches",
        "matched",
        "mismatch",
        "missing",
        "more",
        "outdated",
        "redundant",
        "rejected",
        "safe",
        "same",
        "sensitive",
        "stale",
        "superseded",
        "supported",
        "unknown",
        "unsafe",
        "valid",
        "violation",
        "violations",
        "warrants",
    ]
)
"""Words that name a verdict on content where a name begins or ends with them."""

VALIDATING_FIRST = frozenset(
    ["validate", "verify", "check", "ensure", "assert", "reject", "require", "enforce", "guard"]
)
"""First words of functions that let content pass or refuse it."""

READING_FIRST = frozenset({"normalize", "normalise", "coerce", "sanitize", "sanitise"})
"""First words of functions that judge content where they also refuse some of it."""

DETECTING_FIRST = frozenset(["detect", "classify", "judge", "assess", "grade", "compare", "dedupe"])
"""First words of functions that say what content is."""

LIKENESS = frozenset({"similarity", "jaccard", "cosine", "levenshtein", "likeness"})
"""Words of functions that measure how alike two contents are."""

VALIDATORS = frozenset(["validator", "field_validator", "model_validator", "root_validator", "validates"])
"""Decorators of the methods by which a model judges its own fields."""

SCHEMA_CALLS = frozenset(
    [
        "model_validate",
        "model_validate_json",
        "model_validate_strings",
        "parse_obj",
        "parse_raw",
        "validate_python",
        "validate_json",
    ]
)
"""Methods that hold content against a schema."""

GUARD_CALLS = frozenset(
    [
        "isinstance",
        "issubclass",
        "hasattr",
        "callable",
        "exists",
        "is_file",
        "is_dir",
        "isfile",
        "isdir",
        "is_absolute",
        "is_running",
        "is_alive",
        "is_connected",
        "is_available",
        "is_initialized",
        "iscoroutinefunction",
        "isawaitable",
        "iscoroutine",
        "is_dataclass",
        "is_installed",
        "is_enabled",
        "isatty",
        "isArray",
        "isNaN",
        "isFinite",
        "isInteger",
        "isSafeInteger",
        "len",
        "bool",
        "type",
        "getattr",
        "get",
    ]
)
"""Calls in conditions that ask for type, presence or readiness and judge no content."""

ADMITTING = frozenset(
    ["append", "add", "extend", "appendleft", "insert", "push", "put", "put_nowait", "yield", "update"]
)
"""Methods by which content is taken into a collection."""

DISCARDING = frozenset(
    [
        "pop",
        "popleft",
        "popitem",
        "remove",
        "discard",
        "clear",
        "cancel",
        "stop",
        "abort",
        "terminate",
        "expire",
        "invalidate",
        "supersede",
        "archive",
        "evict",
        "truncate",
        "trim",
        "prune",
    ]
)
"""Methods by which content, or work on it, is let go."""

POSITIONS = frozenset(
    [
        "i",
        "j",
        "n",
        "idx",
        "ix",
        "index",
        "pos",
        "position",
        "start",
        "end",
        "offset",
        "line",
        "lineno",
        "cursor",
    ]
)
"""Names of places in a text or list; comparing them judges nothing."""

BOUNDS = frozenset(
    ["max", "min", "limit", "threshold", "cap", "capacity", "budget", "cutoff", "quota", "maximum", "minimum"]
)
"""Words of names that hold a bound."""

ROUNDS = frozenset({"steps", "step", "rounds", "iterations", "turns", "hops"})
"""Words of what a bounded loop counts."""

CUT_OFFS = frozenset(
    {"threshold", "cutoff", "min_score", "min_similarity", "score_threshold", "max_distance"}
)
"""Names of the arguments by which a cut-off is handed to what judges."""

KINDS = frozenset({"type", "kind", "mode", "format", "typeof"})
"""Words of names that say of what sort something is; to ask for it routes, and judges nothing."""

ALREADY = frozenset({"existing", "duplicate", "already"})
"""Words of names that hold what was there before."""

RETRIES = frozenset({"attempt", "attempts", "retry", "retries", "tries"})
"""Words of what counts tries of one call; that such a loop ends says nothing of content."""
