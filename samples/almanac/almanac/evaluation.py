"""The recall evaluation: do the right items clear the floor for a message, and do the wrong ones stay out?"""

import json
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from almanac.embedding import HashingEmbedder, cosine
from almanac.errors import AlmanacError
from almanac.recall.items import ITEM_FLOOR, ITEM_SLOTS


class Outcome(NamedTuple):
    """Whether a case passed, and its row of the report."""

    passed: bool
    row: str


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


def evaluate(cases: dict[str, Any], embedder: HashingEmbedder) -> list[Outcome]:
    """Score every case against all items."""
    vectors = {item["id"]: embedder.embed(item["text"]) for item in cases["items"]}
    return [_score(case, embedder.embed(case["message"]), vectors) for case in cases["cases"]]


def report(outcomes: list[Outcome], embedder: HashingEmbedder, today: date) -> str:
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
    return "\n".join([*lines, *(outcome.row for outcome in outcomes)]) + "\n"


def _score(case: dict[str, Any], message: list[float], vectors: dict[str, list[float]]) -> Outcome:
    scores = {item_id: cosine(message, vector) for item_id, vector in vectors.items()}
    ranked = sorted(scores, key=lambda item_id: -scores[item_id])
    above = [item_id for item_id in ranked if scores[item_id] >= ITEM_FLOOR]
    best, section = ranked[0], min(len(above), ITEM_SLOTS)
    target = case.get("target")
    passed = target in above if case["kind"] == "positive" else not above
    found = [target, f"{scores[target]:.3f}", ranked.index(target) + 1] if target else ["", "", ""]
    result = [best, f"{scores[best]:.3f}", f"{section} items", "pass" if passed else "fail"]
    cells = [case["id"], case["message"], case["kind"], *found, *result]
    return Outcome(passed, f"| {' | '.join(map(str, cells))} |")
