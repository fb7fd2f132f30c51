"""Family 200, vocabulary: words that are not in their closed list, and reasons that a word demands."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case
from auditor.checks.vocabulary import reasons, words
from auditor.checks.vocabulary.reason_rules import REASON_RULES
from auditor.findings import Fault

RULES = words.RULES + REASON_RULES


def check(case: Case) -> Iterator[Fault]:
    """Every fault of the family."""
    yield from words.check(case)
    yield from reasons.check(case)
