"""An audit as text: reports, findings, the graph and the saved form. Pure: the same audit, the same bytes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.case import Audit
from auditor.json_text import json_text
from auditor.render.audit_json import SavedAudit, audit_json, read_audit
from auditor.render.findings import findings_github, findings_json, findings_markdown, findings_text

if TYPE_CHECKING:
    from auditor.render.graph import graph_text
    from auditor.render.reports import member_report, set_report
    from auditor.render.schemas import audit_schema

_LOADED_LATER = {
    "audit_schema": "schemas",
    "graph_text": "graph",
    "member_report": "reports",
    "set_report": "reports",
}
"""Names whose modules are loaded when they are asked for: a check prints findings, and should not wait for
the templates of reports."""


def __getattr__(name: str) -> Any:
    if name not in _LOADED_LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LOADED_LATER[name]}"), name)


def report_files(audit: Audit, *, ledger: str = "auto", templates: Path | None = None) -> dict[str, str]:
    """The files of a report by their names: `<member>.md` for each member in focus, `overview.md` for a set
    in focus as a whole, `findings.md`, `audit.json` and `audit.schema.json`.

    `ledger` is the layout of the authority-route ledger, `table`, `records` or `auto`; a template in the
    folder `templates` takes the place of the built-in one. Raises TemplateError.
    """
    from auditor.render.links import file_names
    from auditor.render.reports import member_report, set_report
    from auditor.render.schemas import audit_schema
    from auditor.render.template_files import check_templates

    if templates is not None:
        check_templates(templates)
    case = audit.case
    files = {
        name: member_report(audit, member, ledger=ledger, templates=templates)
        for name, member in zip(file_names(case), case.members, strict=True)
    }
    if case.audit_set is not None and not case.others:
        files["overview.md"] = set_report(audit, templates=templates)
    files["findings.md"] = findings_markdown(
        audit.findings, case.lines, suppressed=audit.suppressed, within=case.folder, templates=templates
    )
    files["audit.json"] = audit_json(audit)
    # Beside each audit, so that it can be checked offline; packed, since nobody reads it there.
    files["audit.schema.json"] = json_text(audit_schema(), packed=True)
    return files


__all__ = [
    "SavedAudit",
    "audit_json",
    "audit_schema",
    "findings_github",
    "findings_json",
    "findings_markdown",
    "findings_text",
    "graph_text",
    "member_report",
    "read_audit",
    "report_files",
    "set_report",
]
