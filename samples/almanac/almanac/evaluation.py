"""The recall evaluation: do the right items clear the floor for a message, and do the wrong ones stay out?"""

import json
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from almanac.embedding import Embedder, cosine
from almanac.errors import AlmanacError
from almanac.recall.items import ITEM_FLOOR, ITEM_SLOTS


class Outcome(NamedTuple):
    """One case's scores: its target's, the best item's and the size of the section."""

    case: dict[str, Any]
    score: float
    rank: int
    best: str
    best_score: float
    section: int
    passed: bool


def load(path: Path) -> dict[str, Any]:
    """Read the cases; a positive without a known target is a set-up error."""
    try:
        cases = json.loads(path.read_text(encoding="utf-8"))
        known = {item["id"] for item in cases["items"]}
        wrong = [c["id"] for c in cases["cases"] if c["kind"] != "negative" and c["target"] not in known]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AlmanacError(f"cannot read the cases in {path}: {error}") from error
    if wrong:
        raise AlmanacError(f"unknown target in {', '.join(wrong)}")
    return cases


def evaluate(cases: dict[str, Any], embedder: Embedder) -> list[Outcome]:
    """Score every case against all items."""
    vectors = {item["id"]: embedder.embed(item["text"]) for item in cases["items"]}
    return [_score(case, embedder.embed(case["message"]), vectors) for case in cases["cases"]]


def report(outcomes: list[Outcome], embedder: Embedder, today: date) -> str:
    """The outcome of a run as a Markdown document."""
    passed = sum(outcome.passed for outcome in outcomes)
    verdict = "PASS" if passed == len(outcomes) else "FAIL"
    lines = [
        "# Recall evaluation\n",
        f"Result: {verdict} ({passed}/{len(outcomes)} cases pass)\n",
        f"Embedder {embedder.name}, floor {ITEM_FLOOR}, section of {ITEM_SLOTS}, run on {today.isoformat()}.",
        "Each message is matched against the notes, tasks and routines of a sample household.\n",
        "| Case | Message | Kind | Target | Score | Rank | Best item | Best score | Section | Result |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *map(_table_row, outcomes)]) + "\n"


def _score(case: dict[str, Any], message: list[float], vectors: dict[str, list[float]]) -> Outcome:
    scores = {item_id: cosine(message, vector) for item_id, vector in vectors.items()}
    ranked = sorted(scores, key=lambda item_id: -scores[item_id])
    above = [item_id for item_id in ranked if scores[item_id] >= ITEM_FLOOR]
    best, section = ranked[0], min(len(above), ITEM_SLOTS)
    target = case.get("target", best)
    passed = target in above if case["kind"] == "positive" else not above
    return Outcome(case, scores[target], ranked.index(target) + 1, best, scores[best], section, passed)


def _table_row(outcome: Outcome) -> str:
    case = outcome.case
    target = [case["target"], f"{outcome.score:.3f}", outcome.rank] if "target" in case else ["", "", ""]
    best = [outcome.best, f"{outcome.best_score:.3f}", f"{outcome.section} items"]
    result = "pass" if outcome.passed else "fail"
    return f"| {' | '.join(map(str, [case['id'], case['message'], case['kind'], *target, *best, result]))} |"
