"""A comparison as a page of Markdown that a reviewer reads from the top: what must be read again first, what
only moved last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from auditor.comparison import (
    AuditComparison,
    CoverageChange,
    FieldChange,
    PassageChange,
    RecordChange,
    RevisionComparison,
    SourceChange,
    ThresholdChange,
    Touched,
)
from auditor.evidence import Cited, Span
from auditor.render.escaping import Markdown, code, fenced, indented, inline
from auditor.render.template_files import filled
from auditor.terms import PassageFate, RecordFate, ThresholdFate

_MOST_FILES = 40
"""As many files of one sort are named; the saved form names all."""
_MOST_FIELDS = 100
"""As many fields of one record are told; the saved form tells all."""
_LONGEST = 1_200
"""Characters of a text that is shown."""
_LONGEST_CODE = 300
_LONGEST_VALUE = 160
_NOT_AS_IT_WAS = (PassageFate.MOVED, PassageFate.CHANGED, PassageFate.GONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """A heading with what stands under it."""

    heading: Markdown
    changes: tuple[Markdown, ...] = ()
    fields: tuple[Markdown, ...] = ()


def comparison_markdown(comparison: RevisionComparison, *, templates: Path | None = None) -> str:
    """A register against later revisions of its sources, as one page. Raises TemplateError."""
    lost = [each for each in comparison.thresholds if each.is_lost]
    values = {
        "name": comparison.system or comparison.name,
        "summary": _summary(comparison),
        "sources": comparison.sources,
        "damaged": comparison.damaged,
        "not_compared": _counted(comparison.not_compared, "citation") if comparison.not_compared else "",
        "records": list(_records(comparison)),
        "thresholds": [_threshold_row(each) for each in lost],
        "claims": [_because(each) for each in comparison.claims],
        "files": [line for each in comparison.sources for line in _files(each)],
        "coverage": [_covered(each) for each in comparison.coverage if each.fate in _NOT_AS_IT_WAS],
        "unverified": list(_unverified(comparison)),
        "moved": list(_moved(comparison)),
    }
    return _page("comparison.md.j2", values, templates)


def audit_comparison_markdown(comparison: AuditComparison, *, templates: Path | None = None) -> str:
    """One audit against another, as one page. Raises TemplateError."""
    by_fate = {fate: [each for each in comparison.records if each.fate is fate] for fate in RecordFate}
    values = {
        "older": comparison.older,
        "newer": comparison.newer,
        "summary": _summary_of_audits(comparison),
        "sources": comparison.sources,
        "damaged": [_code(each) for each in comparison.damaged],
        "bereft": [_code(each) for each in comparison.bereft],
        "reguarded": [_because(each) for each in comparison.reguarded],
        "thresholds": [
            (_code(each.record), _code(each.name), _code(each.older or "—"), _code(each.newer or "—"))
            for each in comparison.thresholds
        ],
        "claims": [_because(each) for each in comparison.claims],
        "new": [_heading(each.id, each.label) for each in by_fate[RecordFate.NEW]],
        "gone": [_heading(each.id, each.label) for each in by_fate[RecordFate.GONE]],
        "changed": [_changed(each) for each in by_fate[RecordFate.CHANGED]],
        "members": [_changed(each) for each in comparison.members if each.fate is not RecordFate.MOVED],
        "moved": [
            _moved_record(each)
            for each in (*comparison.records, *comparison.members)
            if each.fate is RecordFate.MOVED
        ],
        "systems": [_code(each) for each in comparison.systems] if comparison.is_of_two_systems else [],
        "passages": [
            Markdown(
                f"{_code(each.record)}: {each.fate}, {_arrow(each.older, each.newer)}: "
                f"{_code(_clipped(each.quote, _LONGEST_VALUE))}"
            )
            for each in comparison.passages
            if each.fate is not RecordFate.MOVED
        ],
    }
    return _page("comparison_of_audits.md.j2", values, templates)


def _page(name: str, values: dict[str, Any], templates: Path | None) -> str:
    return filled(name, values, templates=templates).strip("\n") + "\n"


def _summary(comparison: RevisionComparison) -> Markdown:
    """The line from which a reviewer knows whether there is anything to do."""
    again = sum(1 for each in comparison.passages if each.calls_for_reading)
    lost = sum(1 for each in comparison.thresholds if each.is_lost)
    fates = Counter(str(each.fate) for each in comparison.passages)
    values = Counter(str(each.fate) for each in comparison.thresholds)
    head = "Nothing must be read again."
    if again or lost:
        records = _counted(len(comparison.records), "record")
        head = (
            f"{_of(again, len(comparison.passages), 'passage or place')} and "
            f"{_of(lost, len(comparison.thresholds), 'threshold')} must be read again, in {records}; "
            f"{_claims_resting(len(comparison.claims))}."
        )
    told = (
        f"Passages and places: {_by_fate(fates, PassageFate)}. Thresholds: {_by_fate(values, ThresholdFate)}."
    )
    if comparison.coverage:
        covered = Counter(str(each.fate) for each in comparison.coverage)
        told += f" Paths of coverage: {_by_fate(covered, PassageFate)}."
    return Markdown(f"**{head}** {told}")


def _claims_resting(number: int) -> str:
    return "1 claim rests on them" if number == 1 else f"{number:,} claims rest on them"


def _summary_of_audits(comparison: AuditComparison) -> Markdown:
    fates = Counter(str(each.fate) for each in comparison.records)
    parts = [f"records: {_by_fate(fates, RecordFate)}"]
    parts.append(f"{_counted(len(comparison.thresholds), 'threshold')} with another value")
    parts.append(f"{_counted(len(comparison.reguarded), 'route')} with other guards")
    parts.append(f"{_counted(len(comparison.claims), 'claim')} with other support")
    head = "; ".join(parts)
    return Markdown(f"**{head[:1].upper()}{head[1:]}.**")


def _by_fate(counts: Counter[str], fates: Iterable[str]) -> str:
    return ", ".join(f"{counts[fate]:,} {fate}" for fate in map(str, fates) if counts[fate]) or "none"


def _of(number: int, total: int, noun: str) -> str:
    return f"{number:,} of {_counted(total, noun)}"


def _counted(number: int, noun: str) -> str:
    plural = {"passage or place": "passages and places"}.get(noun, f"{noun}s")
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural}"


def _records(comparison: RevisionComparison) -> Iterator[_Group]:
    for record in comparison.records:
        passages = [
            _to_read(each)
            for each in comparison.passages
            if each.cited.record == record.id and each.calls_for_reading
        ]
        if passages:
            changes = (*passages[:-1], Markdown(passages[-1].rstrip("\n")))
            yield _Group(heading=_heading(record.id, record.label), changes=changes)


def _heading(identifier: str, label: str) -> Markdown:
    name = inline(identifier) if identifier else Markdown("The register itself")
    return Markdown(f"{name} — {inline(label)}") if label else name


def _to_read(change: PassageChange) -> Markdown:
    """A passage that must be read again, with the words that differ."""
    line = f"- {change.fate}: {_anchor(change.cited)}"
    if change.fate is PassageFate.AMBIGUOUS:
        line += f", now at {_places(change.now)}"
        if change.likely is not None:
            line += f"; by the lines around it, {_code(str(change.likely))}"
    nearest = change.nearest
    if nearest is not None:
        line += f"; nearest is {_code(str(nearest.span))}, {nearest.similarity:.0%} alike"
    if change.note:
        line += f"; {inline(change.note)}"
    shown = nearest.difference if nearest is not None else change.wanted
    return _with_block(line, shown)


def _with_block(line: str, text: str) -> Markdown:
    if not text.strip():
        return Markdown(line)
    return Markdown(f"{line}\n\n{indented(fenced(_clipped(text, _LONGEST), 'text'), 2)}\n")


def _anchor(cited: Cited) -> str:
    """What an entry cites, and where in the register it stands."""
    where = f"{cited.path}:{cited.lines}" if cited.lines else cited.path
    file = PurePosixPath(cited.place.path).name
    return f"{_code(cited.field)} ({_code(f'{file}:{cited.place.line}')}) cites {_code(where)}"


def _threshold_row(change: ThresholdChange) -> tuple[Markdown, ...]:
    newer = Markdown(", ".join(_code(each) for each in change.newer)) if change.newer else Markdown("")
    return (
        _code(change.cited.record),
        _code(change.name or change.cited.field),
        _code(change.older),
        newer,
        Markdown(_places(change.now)) if change.now else _code(change.cited.path),
        _became(change),
    )


def _became(change: ThresholdChange) -> Markdown:
    parts = [str(change.fate)]
    if change.passage is not None and str(change.passage) != str(change.fate):
        parts.append(f"its passage is {change.passage}")
    if change.note:
        parts.append(inline(change.note))
    return Markdown("; ".join(parts))


def _because(touched: Touched) -> Markdown:
    told = "; ".join(f"{_code(name)} ({inline(how)})" for name, how in touched.because[:_MOST_FIELDS])
    more = len(touched.because) - _MOST_FIELDS
    told += f" and {more:,} more" if more > 0 else ""
    return Markdown(f"{_heading(touched.id, touched.label)}: {told}")


def _files(source: SourceChange) -> Iterator[Markdown]:
    for what, paths in (("gone", source.gone), ("changed", source.changed), ("new", source.new)):
        if paths:
            shown = ", ".join(_code(each) for each in paths[:_MOST_FILES])
            yield Markdown(f"{source.id}, {len(paths):,} {what}: {shown}{_more(paths)}")
    if source.renamed:
        shown = ", ".join(
            f"{_code(each.older)} → {_code(each.newer)} ({each.similarity}%)"
            for each in source.renamed[:_MOST_FILES]
        )
        yield Markdown(f"{source.id}, {len(source.renamed):,} renamed: {shown}{_more(source.renamed)}")


def _covered(change: CoverageChange) -> Markdown:
    """What became of a path of a row of coverage, and where in the register it stands."""
    file = PurePosixPath(change.place.path).name
    told = f"{inline(change.entry)}: {change.fate}, {_code(change.path)}"
    told += f" → {_code(change.now)}" if change.now else f"; {inline(change.note)}" if change.note else ""
    return Markdown(f"{told} ({_code(f'{file}:{change.place.line}')})")


def _more(listed: Sequence[object]) -> str:
    left = len(listed) - _MOST_FILES
    return f" and {left:,} more" if left > 0 else ""


def _unverified(comparison: RevisionComparison) -> Iterator[Markdown]:
    """How many could not be compared, by reason."""
    reasons: Counter[str] = Counter()
    changes: list[PassageChange | ThresholdChange | CoverageChange]
    changes = [*comparison.passages, *comparison.thresholds, *comparison.coverage]
    for each in changes:
        if each.fate in (PassageFate.UNVERIFIED, ThresholdFate.UNVERIFIED):
            reasons[each.note] += 1
    for reason, count in reasons.items():
        yield Markdown(f"{_counted(count, 'citation')}: {inline(reason)}")


def _moved(comparison: RevisionComparison) -> Iterator[Markdown]:
    changes: list[PassageChange | ThresholdChange] = [*comparison.passages, *comparison.thresholds]
    for each in changes:
        if each.fate in (PassageFate.MOVED, ThresholdFate.MOVED) and not each.is_lost:
            was = str(each.was) if each.was else _written(each.cited)
            now = ", ".join(str(span) for span in each.now)
            owner = f"{_code(each.cited.record)} " if each.cited.record else ""
            yield Markdown(f"{owner}{_code(each.cited.field)}: {_arrow(was, now)}")


def _written(cited: Cited) -> str:
    return f"{cited.path}:{cited.lines}" if cited.lines else cited.path


def _arrow(older: str, newer: str) -> str:
    return f"{_code(older) if older else '—'} → {_code(newer) if newer else '—'}"


def _places(spans: Sequence[Span]) -> str:
    return ", ".join(_code(str(each)) for each in spans)


def _changed(change: RecordChange) -> _Group:
    changed = [each for each in change.fields if not each.moved]
    fields = tuple(_field(each) for each in changed[:_MOST_FIELDS])
    if len(changed) > _MOST_FIELDS:
        fields = (*fields, Markdown(f"and {_counted(len(changed) - _MOST_FIELDS, 'field')} more"))
    if moved := _moved_fields(change.fields):
        fields = (*fields, Markdown(f"moved: {moved}"))
    if change.fate is not RecordFate.CHANGED:
        fields = (Markdown(f"{change.fate}"),)
    return _Group(heading=_heading(change.id, change.label), fields=fields)


def _moved_record(change: RecordChange) -> Markdown:
    return Markdown(f"{_heading(change.id, change.label)}: {_moved_fields(change.fields)}")


def _moved_fields(changes: Iterable[FieldChange]) -> str:
    """What of a record cites the same at another place, in one line."""
    moved = [each for each in changes if each.moved]
    told = "; ".join(f"{_code(each.field)} {_arrow(each.older, each.newer)}" for each in moved[:_MOST_FIELDS])
    more = len(moved) - _MOST_FIELDS
    return f"{told} and {more:,} more" if more > 0 else told


def _field(change: FieldChange) -> Markdown:
    older, newer = (inline(_clipped(each, _LONGEST)) for each in (change.older, change.newer))
    return Markdown(f"{_code(change.field)}: {older or '—'} → {newer or '—'}")


def _code(text: str) -> Markdown:
    """A name, path or value as code, however long somebody made it."""
    return code(_clipped(text, _LONGEST_CODE))


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
