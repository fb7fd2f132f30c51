"""Thresholds whose value the source does not hold any more: rules 409 and 410."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.checks.evidence.wording import short, where
from auditor.evidence import Evidence, ThresholdCheck
from auditor.findings import Fault
from auditor.terms import ThresholdResult


def check(evidence: Evidence) -> Iterator[Fault]:
    """A fault for every threshold that differs or is not found."""
    for each in evidence.thresholds:
        if each.result is ThresholdResult.DIFFERS:
            yield _differs(each)
        elif each.result is ThresholdResult.NOT_FOUND:
            yield _not_found(each)


def _differs(each: ThresholdCheck) -> Fault:
    written, span = each.found[0]
    more = ", ".join(short(other) for other, _ in each.found[1:4])
    others = f" (and {more})" if more else ""
    return _fault(
        each,
        "threshold-differs",
        f"{_name(each)} is {short(each.value)} in the register and "
        f"{short(written)}{others} in {short(each.cited.source)}, {short(str(span))}",
        "correct the value, and judge again what the route passes and stops",
    )


def _not_found(each: ThresholdCheck) -> Fault:
    cited = each.cited
    message = f"{_name(each)} was not found in {where(cited)} of {short(cited.source)}: {each.reason}"
    if each.likely:
        message += f"; the file is likely {short(each.likely)}"
    if each.found:
        numbers = ", ".join(f"{short(written)} in {short(str(span))}" for written, span in each.found[:4])
        message += f"; it reads {numbers}"
        remedy = "give the lines or the passage of the one that is meant"
    if each.likely:
        remedy = f"write `path: {short(each.likely)}` and the value there, and judge again what rests on it"
    elif not each.found:
        remedy = "name it as the source does, or give the passage that holds the number"
    return _fault(each, "threshold-not-found", message, remedy)


def _name(each: ThresholdCheck) -> str:
    return f"`{short(each.name)}`" if each.name else "the threshold"


def _fault(each: ThresholdCheck, rule: str, message: str, remedy: str) -> Fault:
    return Fault(
        rule=rule,
        place=each.cited.place,
        message=message,
        remedy=remedy,
        record=each.cited.record,
        field=each.cited.field,
    )
