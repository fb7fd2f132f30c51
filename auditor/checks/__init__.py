"""The checks: families of numbered rules over a case, in one explicit order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from auditor.case import Audit, Case
from auditor.checks import evidence, gaps, identity, vocabulary
from auditor.checks.gaps import deferrals
from auditor.errors import UnknownRule
from auditor.findings import Fault, Finding, Rule, Severity, finding
from auditor.nearest import nearest
from auditor.settings import Settings, is_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A family of rules: its hundred, its words, its rules, and the function that finds their faults."""

    hundred: int
    name: str
    rules: tuple[Rule, ...]
    check: Callable[[Case], Iterator[Fault]]


FAMILIES = (
    Family(hundred=100, name="identity and graph", rules=identity.RULES, check=identity.check),
    Family(hundred=200, name="vocabulary", rules=vocabulary.RULES, check=vocabulary.check),
    Family(hundred=300, name="gaps", rules=gaps.RULES, check=gaps.check),
    Family(hundred=400, name="evidence", rules=evidence.RULES, check=evidence.check),
)
"""The families in the order in which they run."""

RULES = tuple(rule for family in FAMILIES for rule in family.rules)
BY_NAME = {rule.name: rule for rule in RULES}
BY_NUMBER = {rule.number: rule for rule in RULES}


def rule_of(name: str) -> Rule:
    """The rule with a number or a name; raises UnknownRule, with the nearest, where there is none."""
    found = BY_NUMBER.get(int(name)) if is_number(name) else BY_NAME.get(name)
    if found is None:
        known = [str(number) for number in BY_NUMBER] if is_number(name) else list(BY_NAME)
        raise UnknownRule(name, nearest(name, known))
    return found


def check_selectors(settings: Settings) -> None:
    """Raise UnknownRule where the settings select or ignore a rule that does not exist."""
    for selector in settings.selectors:
        if not (is_number(selector) and int(selector) in {family.hundred for family in FAMILIES}):
            rule_of(selector)


def audit_of(case: Case, settings: Settings) -> Audit:
    """The case with its findings, in the order of their places; settings leave findings out, counted."""
    found = _findings(case, settings)
    kept = [each for each in found if settings.keeps(each.number, each.name, each.place.path)]
    return Audit(
        case=case,
        findings=tuple(kept),
        suppressed=len(found) - len(kept),
        unverifiable=deferrals.unverifiable(case),
    )


def _findings(case: Case, settings: Settings) -> list[Finding]:
    faults = (fault for family in FAMILIES for fault in family.check(case))
    made = {finding(_rule(fault, settings), fault): None for fault in faults}
    return sorted(made, key=lambda each: each.sort_key)


def _rule(fault: Fault, settings: Settings) -> Rule:
    """The rule of a fault, as heavy as this run takes it."""
    rule = BY_NAME[fault.rule]
    if settings.require_evidence and rule.name == evidence.UNVERIFIED:
        return replace(rule, severity=Severity.ERROR)
    return rule
