"""Findings for a person to read: the gaps of one record as one, so that a record that is confirmed before its
fields are answered does not fill the screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from auditor.findings import Finding

LEAST = 3
"""So many gaps of one rule and record are told as one; of fewer, each is told with its own remedy."""

_GAPS = range(301, 305)
"""The rules on fields that are missing, empty or not answered: they say little more than a field's name."""


def gathered(findings: Sequence[Finding]) -> list[Finding]:
    """The findings in their order; several gaps of one rule in one record are one finding, where the first
    of them stands, which names the fields and counts them."""
    groups: dict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for each in findings:
        if _is_gap(each):
            groups[_key(each)].append(each)
    made: list[Finding] = []
    for each in findings:
        group = groups[_key(each)] if _is_gap(each) else [each]
        if len(group) < LEAST:
            made.append(each)
        elif each is group[0]:
            made.append(_as_one(group))
    return made


def _is_gap(finding: Finding) -> bool:
    return finding.number in _GAPS and bool(finding.record and finding.field)


def _key(finding: Finding) -> tuple[object, ...]:
    return (finding.place.path, finding.record, finding.number, finding.severity)


def _as_one(group: Sequence[Finding]) -> Finding:
    first = group[0]
    lines = sorted({each.place.line for each in group})
    where = f"in lines {lines[0]} to {lines[-1]}" if len(lines) > 1 else f"in line {lines[0]}"
    fields = dict.fromkeys(each.field for each in group)
    remedies = {each.remedy for each in group}
    if len(remedies) == 1:
        remedy = f"for each: {first.remedy}"
    else:
        remedy = f"`audit explain {first.number}` says what belongs there"
    message = f"{len(group)} fields {where}: {', '.join(f'`{field}`' for field in fields)}"
    return replace(first, field="", message=message, remedy=remedy, related=())
