"""The words by which names and texts tell of prompts, messages and what was kept or found."""

from __future__ import annotations

import re

from auditor.extract.vocabulary import words_of

PROMPT_WORDS = frozenset(
    ["prompt", "prompts", "instruction", "instructions", "template", "templates", "system", "suffix",
     "preamble", "persona", "guidelines", "rubric", "directive", "metaprompt"]
)  # fmt: skip
"""Words of what an instruction text is kept under."""

TEMPLATE_WORDS = frozenset({"prompt", "prompts", "instruction", "instructions", "template", "metaprompt"})
"""Words of what is filled in before a model reads it."""

KEPT_WORDS = frozenset(
    ["memory", "memories", "context", "contexts", "history", "conversation", "conversations",
     "messages", "notes", "note", "facts", "fact", "summary", "summaries", "retrieved", "existing",
     "results", "result", "documents", "document", "docs", "chunks", "chunk", "passages", "snippets",
     "trajectory", "trajectories", "sessions", "session", "observations", "observation", "neighbors",
     "neighbours", "neighbor", "entities", "edges", "nodes", "episodes", "episode", "knowledge",
     "beliefs", "profile", "records", "hits", "matches", "transcript", "turns", "recalled",
     "background", "feedback", "reflections", "recommendations", "insights", "triplets", "lessons",
     "dialogue", "corpus", "timeline", "remarks", "recent", "previous", "old", "current", "stored",
     "kept"]
)  # fmt: skip
"""Words of names for content that was kept or found earlier."""

BUILDING_WORDS = frozenset(
    ["build", "generate", "create", "format", "render", "make", "compose", "assemble", "construct",
     "fill", "get", "prepare"]
)  # fmt: skip
BUILT_WORDS = frozenset({"prompt", "prompts", "messages", "context", "instructions"})
"""A function that is named with a word of the first sort and ends in one of the second builds what a model
reads."""

ANSWER_KEYS = frozenset({"additionalContext", "additional_context", "systemMessage"})
"""Keys under which a hook gives text to a model."""

_INSTRUCTS = re.compile(
    r"\b(?:you are|you will|you must|you can|your task|your role|your goal|please|must|should|do not|don't|"
    r"return|respond|analy[sz]e|extract|generate|summari[sz]e|use the following|based on|answer|create|write|"
    r"list|identify|determine|consider|provide|output|ensure|never|always|only|follow|search for|given)\b",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[A-Za-z]{2,}")
_QUERY = re.compile(
    r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|MATCH|MERGE|WITH|DROP|ALTER|PRAGMA|CALL|REPLACE)\s+"
    r"(?:[\w`\"'*({]|DISTINCT|INTO|OR|TABLE)"
)


def is_kept(name: str) -> bool:
    """Whether a name tells of content that was kept or found."""
    return not KEPT_WORDS.isdisjoint(words_of(name))


def is_prompt_name(name: str) -> bool:
    """Whether a name tells of an instruction text."""
    return not PROMPT_WORDS.isdisjoint(words_of(name))


def is_template_name(name: str) -> bool:
    """Whether a name tells of what is filled in."""
    return not TEMPLATE_WORDS.isdisjoint(words_of(name))


def builds_prompts(name: str) -> bool:
    """Whether a function's name says that it builds what a model reads."""
    words = words_of(name)
    if not words or words[-1] not in BUILT_WORDS or BUILDING_WORDS.isdisjoint(words):
        return False
    return words[-1] != "messages" or not {"get", "prepare"}.intersection(words)


def prose_words(text: str) -> int:
    """How many words a text has, holes left out."""
    return len(_PROSE.findall(text))


def is_query(text: str) -> bool:
    """Whether a text is a statement of a query language."""
    return _QUERY.match(text) is not None


def instructing(text: str) -> int:
    """How often a text tells someone what to do."""
    return len(_INSTRUCTS.findall(text))
