"""Family 300, gaps: fields that are missing, empty, placeholders or bare, and deferrals that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case
from auditor.checks.gaps import deferrals, fields
from auditor.checks.gaps.gap_rules import RULES
from auditor.findings import Fault

__all__ = ["RULES", "check", "deferrals"]


def check(case: Case) -> Iterator[Fault]:
    """Every fault of the family."""
    yield from fields.check(case)
    yield from deferrals.check(case)
