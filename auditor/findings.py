"""What a check says: a rule, one primary place, further places, and the remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from auditor.places import Place


class Severity(IntEnum):
    """How much a finding weighs; a run fails on those at or above its threshold, `error` by default."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """The severity as it is written."""
        return self.name.lower()


SEVERITY_BY_WORD = {severity.word: severity for severity in Severity}


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A further place of a finding, and what it is: the first declaration, a step of a cycle."""

    place: Place
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a check or the loader found wrong, before it is given its rule.

    `message` says what is wrong and `remedy` what to do, each a clause that begins in lower case unless
    it begins with a name. `rule` is the rule's name where the loader already knows it.
    """

    place: Place
    message: str
    remedy: str
    record: str = ""
    field: str = ""
    related: tuple[Related, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A numbered rule. The number is for ever; `page` is the text that `audit explain` prints: a sentence
    on its first line, then why, a bad and a good example, and the remedy."""

    number: int
    name: str
    severity: Severity
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the rule's page."""
        return self.page.strip().split("\n", 1)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fault under its rule: complete, and fit for every output."""

    number: int
    name: str
    severity: Severity
    place: Place
    message: str
    remedy: str
    record: str = ""
    field: str = ""
    related: tuple[Related, ...] = ()

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """By place, then by rule: the order of every output."""
        return (self.place, self.number, self.field, self.message)


def finding(rule: Rule, fault: Fault) -> Finding:
    """The finding that a fault is under a rule."""
    return Finding(
        number=rule.number,
        name=rule.name,
        severity=rule.severity,
        place=fault.place,
        message=fault.message,
        remedy=fault.remedy,
        record=fault.record,
        field=fault.field,
        related=fault.related,
    )
