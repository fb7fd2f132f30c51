"""Numbers inside the texts of queries: limits, cut-offs of scores, and ages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.thresholds.bound import Bound, role_of
from auditor.extract.finders.thresholds.numbers import Numeral
from auditor.extract.neutral import Evaluation, Text
from auditor.extract.unit import Unit
from auditor.extract.vocabulary import SCORING_WORDS, words_of
from auditor.terms import ThresholdRole

_QUERY = re.compile(
    r"\b(?:SELECT\b.*\bFROM|INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|MATCH\s*\(|MERGE\s*\(|"
    r"WITH\s+(?:RECURSIVE\s+)?\w+|RETURN\s+\w|WHERE\s+\w|ORDER\s+BY|LIMIT\s+\d|CALL\s+[\w.]+)",
    re.IGNORECASE | re.DOTALL,
)
_LIMIT = re.compile(r"\b(LIMIT|TOP|SKIP|OFFSET|FETCH\s+FIRST)\s+(\d+)\b", re.IGNORECASE)
_COMPARED = re.compile(r"([A-Za-z_][\w.]*)\s*\)?\s*(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)(?![\w.])")
_AGE = re.compile(
    r"'[-+]?\s*(\d+)\s*(second|minute|hour|day|week|month|year)s?'|"
    r"\bINTERVAL\s+'?(\d+)'?\s*(SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)",
    re.IGNORECASE,
)
_LONGEST = 20_000


def in_queries(unit: Unit, target: Target) -> Iterator[Bound]:
    """The bounding numbers in the query texts of a file."""
    for text in unit.nodes(Text):
        if len(text.value) > _LONGEST or isinstance(unit.parent(text), Evaluation):
            continue
        if not _QUERY.search(text.value):
            continue
        yield from _in_text(text, unit)


def _in_text(text: Text, unit: Unit) -> Iterator[Bound]:
    written = unit.code(text)
    first = unit.line(text.start)
    for match in _LIMIT.finditer(written):
        if match[1].upper() in ("SKIP", "OFFSET") or match[2] in ("0", "1"):
            continue
        yield _bound(text, match[2], match[1].upper(), first, written, match.start(2), ThresholdRole.TOP_K)
    for match in _COMPARED.finditer(written):
        name = match[1].rpartition(".")[2]
        if float(match[3]) in (0, 1, -1) or not _tells(name):
            continue
        yield _bound(
            text, match[3], name, first, written, match.start(3), role_of(name) or ThresholdRole.CUT_OFF
        )
    for match in _AGE.finditer(written):
        number, unit_name = (match[1], match[2]) if match[1] else (match[3], match[4])
        at = match.start(1) if match[1] else match.start(3)
        made = _bound(text, number, "age", first, written, at, ThresholdRole.TTL, f"{unit_name.lower()}s")
        yield made


def _tells(name: str) -> bool:
    return role_of(name) is not None or not SCORING_WORDS.isdisjoint(words_of(name))


def _bound(
    text: Text,
    number: str,
    name: str,
    first: int,
    written: str,
    at: int,
    role: ThresholdRole,
    unit: str | None = None,
) -> Bound:
    value = float(number) if "." in number else int(number)
    return Bound(
        number=Numeral(value=value, node=text, written=number, unit=unit),
        node=text,
        name=name,
        rule="query",
        role=role,
        within_text=first + written.count("\n", 0, at),
    )
