"""What stands around the records of a report: boundary, sources, coverage, prose, conclusion, amendments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from auditor.case import Case, CaseMember
from auditor.forms import keys_of
from auditor.records import Amendment, Boundary, Coverage, Limitation, Shared, Source
from auditor.render.escaping import Markdown, code, indented, inline
from auditor.render.links import supplied_in
from auditor.render.phrases import Phrases, joined
from auditor.render.prose import prose
from auditor.render.record_views import Line, anchors_of, html_anchor, passages_of
from auditor.render.row_views import Table
from auditor.terms import AmendmentKind, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """Prose under a sub-heading, with its passages; `anchors` is the evidence that quotes nothing."""

    heading: Markdown
    text: Markdown
    anchors: Markdown
    passages: tuple[Markdown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConclusionView:
    """A paragraph of the bounded conclusion, what it rests on, and the reach of its negative."""

    text: Markdown
    records: Markdown
    negative: Markdown


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentView:
    """A change to a record: what it does in one line, why, and its passages."""

    kind: Markdown
    record: Markdown
    parts: tuple[Line, ...]
    passages: tuple[Markdown, ...]


def boundary_lines(boundary: Boundary | None, phrases: Phrases) -> tuple[Line, ...]:
    """The facts of the boundary that are set."""
    facts = (
        (
            ("Boundary kind", boundary.kind),
            ("Target class", boundary.target_class),
            ("Grounding", boundary.grounding),
            ("Analysis cut-off", boundary.cutoff),
            ("Reviewed boundary", boundary.reviewed),
        )
        if boundary
        else ()
    )
    return tuple(Line(label=label, value=phrases.text(value)) for label, value in facts if value)


def source_table(shared: Shared, phrases: Phrases) -> Table:
    """The source register: eight columns, each row with the anchor of its source."""
    columns = tuple(key.printed for key in keys_of(Source) if key.label)
    return Table(columns=columns, rows=tuple(_source_cells(each, phrases) for each in shared.sources))


def coverage_table(shared: Shared, phrases: Phrases) -> Table:
    """How far each entry point was read. The one source, where there is one, stands in the heading."""
    path = f"Source path, {phrases.source}" if phrases.source else "Source path"
    columns = ("Entry point or operation", path, "Coverage and records", "Limit and conclusion prevented")
    return Table(columns=columns, rows=tuple(_coverage_cells(each, phrases) for each in shared.coverage))


def limitation_table(shared: Shared, phrases: Phrases) -> Table:
    """The limits of the whole audit."""
    keys = keys_of(Limitation)
    return Table(
        columns=tuple(key.printed for key in keys),
        rows=tuple(
            tuple(phrases.value(key, getattr(each, key.attribute)) for key in keys)
            for each in shared.limitations
        ),
    )


def supplied_table(case: Case, member: CaseMember | None) -> Table:
    """The records that are cited here and declared by a member whose report is not beside this one."""
    return Table(
        columns=("Record ID", "Label"),
        rows=tuple(
            (Markdown(f"{html_anchor(identifier)}{inline(identifier)}"), inline(label))
            for identifier, label in supplied_in(case, member).items()
        ),
    )


def sections_of(shared: Shared, phrases: Phrases) -> dict[str, tuple[SectionView, ...]]:
    """The prose of each section in print order; the key `other` holds what names no known section."""
    found: dict[str, list[SectionView]] = {section.value: [] for section in Section}
    found["other"] = []
    for each in shared.sections:
        name = str(each.section) if each.section and Section.of(each.section) else "other"
        found[name].append(
            SectionView(
                heading=phrases.text(each.heading),
                text=prose(each.text or "", phrases.links),
                anchors=anchors_of(each.evidence, phrases),
                passages=passages_of(each.evidence, phrases),
            )
        )
    return {name: tuple(views) for name, views in found.items()}


def conclusions(shared: Shared, phrases: Phrases) -> tuple[ConclusionView, ...]:
    """The paragraphs of the bounded conclusion."""
    return tuple(
        ConclusionView(
            text=prose(each.text or "", phrases.links),
            records=phrases.ids(each.records),
            negative=phrases.text(each.negative),
        )
        for each in shared.conclusion
    )


def conflict_lines(shared: Shared, phrases: Phrases) -> tuple[Line, ...]:
    """The disagreements that were not resolved."""
    return tuple(
        Line(
            label=phrases.ids(each.records),
            value=joined((phrases.text(each.says), *(phrases.evidence(one) for one in each.evidence)), "; "),
        )
        for each in shared.conflicts
    )


def amendments(shared: Shared, phrases: Phrases) -> tuple[AmendmentView, ...]:
    """What changed after the records were written."""
    return tuple(_amendment(each, phrases) for each in shared.amendments)


def _source_cells(source: Source, phrases: Phrases) -> tuple[Markdown, ...]:
    identifier = str(source.id or "")
    return (
        Markdown(f"{html_anchor(identifier)}{inline(identifier)}"),
        phrases.text(source.kind),
        code(source.location or ""),
        phrases.text(source.revision),
        joined((_layer(each.layer or "", each.files) for each in source.layers), "; "),
        phrases.text(source.inspected),
        phrases.text(source.anchors),
        phrases.text(source.gaps),
    )


def _layer(layer: str, files: Iterable[str]) -> Markdown:
    listed = joined((code(each) for each in files), ", ")
    return Markdown(f"{inline(layer)}: {listed}" if listed else f"{inline(layer)}: all")


def _coverage_cells(coverage: Coverage, phrases: Phrases) -> tuple[Markdown, ...]:
    files = joined((code(each) for each in coverage.files), "; ")
    source = phrases.text(coverage.source) if coverage.source and coverage.source != phrases.source else ""
    prevents = Markdown(f"prevents: {phrases.text(coverage.prevents)}" if coverage.prevents else "")
    return (
        phrases.text(coverage.entry),
        Markdown(f"{source}: {files}") if source else files,
        joined((phrases.judged(coverage.read), phrases.ids(coverage.records)), "; "),
        joined((phrases.text(coverage.limit), prevents), "; "),
    )


def _amendment(each: Amendment, phrases: Phrases) -> AmendmentView:
    kind = AmendmentKind.of(each.kind)
    shown = [
        key
        for key in keys_of(Amendment)
        if key.name not in ("kind", "record", "evidence") and getattr(each, key.attribute)
    ]
    parts = [Line(label=key.printed, value=phrases.value(key, getattr(each, key.attribute))) for key in shown]
    anchors = anchors_of(each.evidence, phrases)
    if anchors:
        parts.append(Line(label="Evidence", value=anchors))
    return AmendmentView(
        kind=inline(kind.value.capitalize() if kind else str(each.kind or "")),
        record=phrases.text(each.record),
        parts=tuple(parts),
        passages=tuple(indented(block, 2) for block in passages_of(each.evidence, phrases)),
    )
