"""Family 400, evidence: passages, places and thresholds against the frozen bytes of their sources, and
findings that rest on none."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case
from auditor.checks.evidence import passages, presence, sources, thresholds
from auditor.checks.evidence.evidence_rules import RULES
from auditor.findings import Fault

__all__ = ["RULES", "UNVERIFIED", "check"]

UNVERIFIED = "evidence-unverified"
"""The rule that is an error where a run must verify everything."""


def check(case: Case) -> Iterator[Fault]:
    """Every fault of the family; what needs the sources is silent where nobody compared them."""
    yield from presence.check(case)
    yield from sources.check(case.evidence)
    yield from passages.check(case.evidence)
    yield from thresholds.check(case.evidence)
