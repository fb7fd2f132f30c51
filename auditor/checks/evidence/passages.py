"""Passages that are not where the register says: rules 401, 402, 403 and 416."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from auditor.checks.evidence.wording import listed, short, where
from auditor.evidence import Evidence, Nearest, PassageCheck
from auditor.findings import Fault
from auditor.terms import PassageResult

_LONGEST_DIFFERENCE = 240


def check(evidence: Evidence) -> Iterator[Fault]:
    """A fault for every passage that is missing or ambiguous, and for every path that is absent."""
    for each in evidence.passages:
        made = _BY_RESULT.get(each.result)
        if made is not None:
            yield made(each)
        elif each.note:
            yield _folded(each)


def _missing(each: PassageCheck) -> Fault:
    cited = each.cited
    place = where(cited)
    if not cited.quote:
        return _fault(
            each, "passage-missing", f"{place} is not there: {each.note}", "correct the lines", at_path=True
        )
    message = f"the passage does not occur in {place} of {short(cited.source)}"
    if each.found:
        message += f"; it stands in {listed(each.found)}"
        return _fault(each, "passage-missing", message, _to_re_anchor(each))
    if each.nearest is not None:
        message += f"; {_nearest(each.nearest)}"
        remedy = "quote what stands there, and judge again what rests on it"
    else:
        message += f" ({each.note})" if each.note else "; nothing there is like it"
        remedy = "quote the source verbatim, or take the entry out and judge again what rests on it"
    return _fault(each, "passage-missing", message, remedy)


def _ambiguous(each: PassageCheck) -> Fault:
    cited = each.cited
    count = len(each.found)
    place = f"{short(cited.path)} of {short(cited.source)}"
    message = f"the passage occurs {count} times in {place}: {listed(each.found)}"
    by_lines = {(span.cell, span.lines) for span in each.found}
    if len(by_lines) < count:
        remedy = "lengthen the passage until it occurs once"
    else:
        remedy = "lengthen the passage, or add " + " or ".join(
            f"`lines: {span.lines}`" if not span.cell else f"`cell: {span.cell}`" for span in each.found[:3]
        )
    return _fault(each, "passage-ambiguous", message, remedy)


def _absent(each: PassageCheck) -> Fault:
    cited = each.cited
    message = f"{short(cited.source)} has no file {short(cited.path)}"
    if each.found:
        message += f"; the passage stands in {listed(each.found)}"
        return _fault(each, "no-such-path", message, _to_re_anchor(each), at_path=True)
    if each.likely:
        message += f"; it is likely {short(each.likely)}"
        message += f", where the {_nearest(each.nearest)}" if each.nearest else ""
        return _fault(each, "no-such-path", message, _to_re_read(each), at_path=True)
    message += f" ({each.note})" if each.note else ""
    remedy = "write the path from the source's root, as the frozen revision has it"
    return _fault(each, "no-such-path", message, remedy, at_path=True)


def _folded(each: PassageCheck) -> Fault:
    return _fault(
        each, "typography-folded", f"the passage matches, but {each.note}", "copy it from the source"
    )


_BY_RESULT: dict[PassageResult, Callable[[PassageCheck], Fault]] = {
    PassageResult.MISSING: _missing,
    PassageResult.AMBIGUOUS: _ambiguous,
    PassageResult.NO_SUCH_PATH: _absent,
}


def _to_re_anchor(each: PassageCheck) -> str:
    if len(each.found) != 1:
        return "cite the place that is meant"
    span = each.found[0]
    path = "" if span.path == each.cited.path else f"`path: {short(span.path)}` and "
    return f"write {path}`lines: {span.lines}`, after reading that it still means the same"


def _to_re_read(each: PassageCheck) -> str:
    """What to do about a path that is likely another now."""
    path = f"write `path: {short(each.likely)}`"
    if each.nearest is not None:
        return f"{path} and quote what stands there, and judge again what rests on it"
    if each.cited.quote:
        return f"{path} if it is, quote that file, and judge again what rests on it"
    return f"{path}, after reading that it is what the entry means"


def _nearest(near: Nearest) -> str:
    return f"nearest is {short(str(near.span))} ({near.similarity:.0%} alike): {_clipped(near.difference)}"


def _clipped(text: str) -> str:
    if len(text) <= _LONGEST_DIFFERENCE:
        return text
    at = max(0, min(_first_mark(text) - 60, len(text) - _LONGEST_DIFFERENCE))
    return ("…" if at else "") + text[at : at + _LONGEST_DIFFERENCE] + "…"


def _first_mark(text: str) -> int:
    marks = [at for at in (text.find("[-"), text.find("{+")) if at >= 0]
    return min(marks, default=0)


def _fault(each: PassageCheck, rule: str, message: str, remedy: str, *, at_path: bool = False) -> Fault:
    cited = each.cited
    return Fault(
        rule=rule,
        place=cited.path_place if at_path else cited.place,
        message=message,
        remedy=remedy,
        record=cited.record,
        field=cited.field,
    )
