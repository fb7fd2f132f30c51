"""Which facts a question calls for, and how they are laid before the model."""

from __future__ import annotations

from datetime import date

from jotter.store import Jot, Notebook, words

TOP_K = 5
CONTEXT_BUDGET_CHARS = 800
RECENCY_WEIGHT = 0.3
HALF_LIFE_DAYS = 30

HEADING = "What you know about the owner. Treat these facts as current and rely on them:"


def score(jot: Jot, question: str, today: date) -> float:
    """The share of the question's words that the jot holds, plus a bonus for what was said lately."""
    asked = words(question)
    shared = asked & words(jot.text)
    if not shared:
        return 0.0
    age = (today - date.fromisoformat(jot.seen)).days
    recency = 0.5 ** (max(age, 0) / HALF_LIFE_DAYS)
    return len(shared) / len(asked) + RECENCY_WEIGHT * recency


def select(notebook: Notebook, question: str, today: date) -> list[Jot]:
    """The best facts for a question, best first, that fit the budget."""
    scored = [(score(jot, question, today), jot) for jot in notebook.live(today)]
    ranked = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    chosen: list[Jot] = []
    used = 0
    for _, jot in ranked[:TOP_K]:
        cost = len(line_of(jot))
        if used + cost > CONTEXT_BUDGET_CHARS:
            continue
        chosen.append(jot)
        used += cost
    return chosen


def line_of(jot: Jot) -> str:
    """A fact as the model reads it."""
    return f"- {jot.text} (noted {jot.seen})"


def context_block(notebook: Notebook, question: str, today: date) -> str:
    """The block to put before the model's instructions; empty where nothing fits."""
    chosen = select(notebook, question, today)
    if not chosen:
        return ""
    return "\n".join([HEADING, *(line_of(jot) for jot in chosen)])
