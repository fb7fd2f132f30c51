"""The reports of a case as Markdown: one for each member in focus, and one for what a set says itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from auditor.case import Audit, CaseMember
from auditor.findings import Severity
from auditor.records import Record, Shared
from auditor.render import member_views
from auditor.render.escaping import Markdown, fenced, inline
from auditor.render.front_matter import front_matter
from auditor.render.graph import route_map
from auditor.render.links import file_names, links_of
from auditor.render.phrases import Phrases
from auditor.render.record_views import RecordView, record_view
from auditor.render.row_views import comparison_table, inventory_table, ledger_view
from auditor.render.template_files import filled
from auditor.terms import MemberKind


def member_report(
    audit: Audit, member: CaseMember, *, ledger: str = "auto", templates: Path | None = None
) -> str:
    """The report of a member. `ledger` is `table`, `records` or `auto`.

    Raises TemplateError where a template is broken.
    """
    phrases = _phrases(audit, member)
    case = audit.case
    records = _record_views(audit, member, phrases)
    values = {
        **_shared_values(audit, member.member, member, phrases, _description(member)),
        "records": records,
        "candidates": sum(1 for each in member.member.records if each.candidate is not None),
        "annotations": _annotation_views(audit, member, phrases),
        "inventory": inventory_table(case, member, phrases),
        "ledger": ledger_view(member, phrases, ledger),
        "route_map": _route_map(audit, member),
        "comparison": comparison_table(case, member, phrases),
        "profile": profile_view(member, phrases),
    }
    template = (member.kind or MemberKind.EPISTEMIC).value
    return _tidy(filled(f"{template}.md.j2", values, templates=templates))


def set_report(audit: Audit, *, templates: Path | None = None) -> str:
    """What a set says itself: its question, boundary, sources, coverage, prose and conclusion, and its
    members. Raises TemplateError where a template is broken."""
    audit_set = audit.case.audit_set
    assert audit_set is not None
    phrases = _phrases(audit, None)
    names = zip(audit.case.members, file_names(audit.case), strict=True)
    values = {
        **_shared_values(audit, audit_set, None, phrases, f"Audit set of {audit_set.system or ''}"),
        "candidates": 0,
        "members": [
            {"name": inline(member.name), "file": Markdown(file), "records": len(member.member.records)}
            for member, file in names
        ],
    }
    return _tidy(filled("overview.md.j2", values, templates=templates))


def profile_view(member: CaseMember, phrases: Phrases) -> dict[str, Any] | None:
    """The memory profile: its scope, and a row for each axis."""
    profile = member.member.profile
    if profile is None:
        return None
    rows = [
        (
            phrases.text((axis.axis or "").replace("_", " ")),
            phrases.text(axis.assessment),
            phrases.ids(axis.values),
            Markdown("; ".join(phrases.parts(each) for each in axis.evidence)),
            phrases.ids(axis.records),
            phrases.text(axis.note),
        )
        for axis in profile.axes
    ]
    return {"scope": phrases.text(profile.scope), "rows": rows}


def _phrases(audit: Audit, member: CaseMember | None) -> Phrases:
    audit_set = audit.case.audit_set
    sources = member.member.sources if member else (audit_set.sources if audit_set else ())
    only = str(sources[0].id or "") if len(sources) == 1 else ""
    return Phrases(links=links_of(audit.case, member), source=only)


def _description(member: CaseMember) -> str:
    what = f"{member.kind.value.capitalize()} routes" if member.kind else "Audit"
    return f"{what} of {member.member.system or 'an unnamed system'}"


def _shared_values(
    audit: Audit, shared: Shared, member: CaseMember | None, phrases: Phrases, description: str
) -> dict[str, Any]:
    """What the templates of members and of sets both print."""
    boundary = shared.boundary
    return {
        "front_matter": front_matter(shared, description),
        "system": inline(shared.system or "Unnamed system"),
        "errors": sum(1 for each in audit.findings if each.severity is Severity.ERROR),
        "question": phrases.text(shared.question),
        "boundary": member_views.boundary_lines(boundary, phrases),
        "included": [phrases.boundary_item(each) for each in (boundary.included if boundary else ())],
        "excluded": [phrases.boundary_item(each) for each in (boundary.excluded if boundary else ())],
        "sources": member_views.source_table(shared, phrases),
        "supplied": member_views.supplied_table(audit.case, member),
        "coverage": member_views.coverage_table(shared, phrases),
        "sections": member_views.sections_of(shared, phrases),
        "conclusion": member_views.conclusions(shared, phrases),
        "limitations": member_views.limitation_table(shared, phrases),
        "conflicts": member_views.conflict_lines(shared, phrases),
        "amendments": member_views.amendments(shared, phrases),
    }


def _route_map(audit: Audit, member: CaseMember) -> Markdown:
    drawn = route_map(audit.case, member)
    return fenced(drawn, "mermaid") if drawn else Markdown("")


def _record_views(audit: Audit, member: CaseMember, phrases: Phrases) -> dict[str, list[RecordView]]:
    """The member's records under the key of their kind; of records with one identifier the first has the
    anchor."""
    seen: set[str] = set()
    views: dict[str, list[RecordView]] = {}
    for kind in ("components", "objects", "routes", "claims", "absences", "authority_paths"):
        views[kind] = []
        for record in getattr(member.member, kind):
            identifier = str(record.id or "")
            views[kind].append(_view(audit, record, phrases, anchor=identifier not in seen))
            seen.add(identifier)
    return views


def _annotation_views(audit: Audit, member: CaseMember, phrases: Phrases) -> list[RecordView]:
    views = []
    for annotation in member.member.annotations:
        record = annotation.record
        if record is None:
            continue
        identifier = str(annotation.on or "")
        view = record_view(record, phrases, superseded_by=(), anchor=False)
        label = record.label or _label_elsewhere(audit, identifier)
        views.append(replace(view, id=phrases.text(identifier), label=inline(label)))
    return views


def _label_elsewhere(audit: Audit, identifier: str) -> str:
    declared = audit.case.record(identifier)
    if declared is not None:
        return declared.label or ""
    supplied = audit.case.supplied.get(identifier)
    return (supplied.label or "") if supplied else ""


def _view(audit: Audit, record: Record, phrases: Phrases, *, anchor: bool) -> RecordView:
    superseded = audit.case.superseded.get(str(record.id or ""), ())
    return record_view(record, phrases, superseded_by=tuple(dict.fromkeys(superseded)), anchor=anchor)


def _tidy(text: str) -> str:
    """The text with one line end at its end."""
    return text.strip("\n") + "\n"
