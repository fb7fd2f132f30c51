"""The JSON Schema of a saved audit, made from the form that each class states of itself."""

from __future__ import annotations

from typing import Any

from auditor.records import AuditSet, Member
from auditor.registers.schema import DIALECT, FormSchema
from auditor.render.audit_json import AUDIT_FORMAT


def audit_schema() -> dict[str, Any]:
    """The schema of `audit/1`. A word outside its vocabulary is a finding of the audit and not a fault of
    the form, so vocabularies are named and not enforced; keys are."""
    form = FormSchema(enforced=False)
    text = {"type": "string"}
    number = {"type": "integer", "minimum": 0}
    names = {"type": "array", "items": text}
    place = _closed({"path": text, "line": number, "column": number, "width": number})
    related = {"type": "array", "items": _closed({"place": place, "says": text})}
    finding = _closed(
        {
            "rule": {"type": "integer"},
            "name": text,
            "severity": {"enum": ["error", "warning", "info"]},
            "place": place,
            "record": text,
            "field": text,
            "message": text,
            "remedy": text,
            "line": text,
            "related": related,
        }
    )
    member = _closed(
        {"name": text, "folder": text, "in_focus": {"type": "boolean"}, "register": form.mapping(Member)}
    )
    properties = {
        "format": {"const": AUDIT_FORMAT},
        "tool": _closed({"name": text, "version": text}),
        "folder": text,
        "set": {"anyOf": [form.mapping(AuditSet), {"type": "null"}]},
        "members": {"type": "array", "items": member},
        "declared": names,
        "supplied": {"type": "object", "additionalProperties": text},
        "superseded": {"type": "object", "additionalProperties": names},
        "counts": _closed({"error": number, "warning": number, "info": number}),
        "suppressed": number,
        "unverifiable": number,
        "findings": {"type": "array", "items": finding},
    }
    return {
        "$schema": DIALECT,
        "title": "A saved audit",
        **_closed(properties),
        "$defs": form.sorted_definitions(),
    }


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
