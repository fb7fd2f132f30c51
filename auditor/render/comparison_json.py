"""A comparison in its saved form `audit-comparison/1`, and the JSON Schema of that form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from auditor import __version__
from auditor.comparison import AuditComparison, PassageChange, Reanchored, RevisionComparison, ThresholdChange
from auditor.evidence import Cited
from auditor.registers.schema import DIALECT
from auditor.render.findings import plain_place
from auditor.terms import PassageFate, RecordFate, Term, ThresholdFate

COMPARISON_FORMAT = "audit-comparison/1"


def comparison_json(
    comparison: RevisionComparison | AuditComparison, *, written: Reanchored | None = None
) -> str:
    """A comparison in the form `audit-comparison/1`, whose `kind` says which of the two it is; `written` is
    what was written into the register, where that was asked."""
    if isinstance(comparison, RevisionComparison):
        made = {**_of_revisions(comparison), "written": _plain(written)}
    else:
        made = _plain(comparison)
    form = {
        "format": COMPARISON_FORMAT,
        "tool": {"name": "audit", "version": __version__},
        "kind": "revisions" if isinstance(comparison, RevisionComparison) else "audits",
        "lost_evidence": comparison.has_lost_evidence,
        **made,
    }
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


def _of_revisions(comparison: RevisionComparison) -> dict[str, Any]:
    return {
        "name": comparison.name,
        "system": comparison.system,
        "counts": {
            "passages": _counts(PassageFate, comparison.passages),
            "thresholds": _counts(ThresholdFate, comparison.thresholds),
        },
        "sources": [_plain(each) for each in comparison.sources],
        "passages": [{**_cited(each.cited), **_outcome(each)} for each in comparison.passages],
        "thresholds": [{**_cited(each.cited), **_outcome(each)} for each in comparison.thresholds],
        "records": [_plain(each) for each in comparison.records],
        "claims": [_plain(each) for each in comparison.claims],
        "coverage": [{**_plain(each), "place": plain_place(each.place, "")} for each in comparison.coverage],
        "not_compared": comparison.not_compared,
        "damaged": comparison.damaged,
    }


def _counts(fates: type[Term], changes: Iterable[PassageChange | ThresholdChange]) -> dict[str, int]:
    found = Counter(each.fate for each in changes)
    return {str(fate): found[fate] for fate in fates}  # type: ignore[index]


def _cited(cited: Cited) -> dict[str, Any]:
    made = {
        name: getattr(cited, name) for name in ("record", "field", "source", "path", "lines", "cell", "quote")
    }
    return {**made, "place": plain_place(cited.place, "")}


def _outcome(change: PassageChange | ThresholdChange) -> dict[str, Any]:
    made = {each.name: _plain(getattr(change, each.name)) for each in fields(change) if each.name != "cited"}
    return {**made, "lost": change.is_lost}


def _plain(value: Any) -> Any:
    """A value of a comparison as mappings, lists, strings and numbers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Term) else value


def comparison_schema() -> dict[str, Any]:
    """The schema of `audit-comparison/1`."""
    return {
        "$schema": DIALECT,
        "title": "A comparison of a register with later revisions, or of two audits",
        "oneOf": [_closed(_revisions()), _closed(_audits())],
        "$defs": {"span": _closed({"path": _TEXT, "first": _NUMBER, "last": _NUMBER, "cell": _NUMBER})},
    }


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 0}
_FLAG = {"type": "boolean"}
_SPAN = {"$ref": "#/$defs/span"}


def _revisions() -> dict[str, Any]:
    cited = dict.fromkeys(("record", "field", "source", "path", "lines", "cell", "quote"), _TEXT)
    cited["place"] = _closed({"path": _TEXT, "line": _NUMBER, "column": _NUMBER, "width": _NUMBER})
    where = {"was": _or_null(_SPAN), "now": _list(_SPAN), "note": _TEXT, "lost": _FLAG}
    nearest = _closed({"span": _SPAN, "text": _TEXT, "similarity": {"type": "number"}, "difference": _TEXT})
    passage = {
        **cited,
        **where,
        "fate": _words(PassageFate),
        "wanted": _TEXT,
        "likely": _or_null(_SPAN),
        "nearest": _or_null(nearest),
    }
    threshold = {
        **cited,
        **where,
        "name": _TEXT,
        "fate": _words(ThresholdFate),
        "older": _TEXT,
        "newer": _list(_TEXT),
        "passage": _or_null(_words(PassageFate)),
    }
    covered = dict.fromkeys(("entry", "source", "field", "path", "now", "note"), _TEXT)
    covered |= {"place": cited["place"], "fate": _words(PassageFate)}
    revisions = _list({"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2})
    written = _closed({"files": _list(_TEXT), "entries": _NUMBER, "revisions": revisions})
    renamed = _closed({"older": _TEXT, "newer": _TEXT, "similarity": _NUMBER})
    source = dict.fromkeys(("id", "older", "newer", "says", "note"), _TEXT)
    source |= {name: _list(_TEXT) for name in ("new", "gone", "changed")}
    counts = {
        "passages": _closed({str(fate): _NUMBER for fate in PassageFate}),
        "thresholds": _closed({str(fate): _NUMBER for fate in ThresholdFate}),
    }
    return {
        **_head("revisions"),
        "name": _TEXT,
        "system": _TEXT,
        "counts": _closed(counts),
        "sources": _list(_closed({**source, "older_at_hand": _FLAG, "renamed": _list(renamed)})),
        "passages": _list(_closed(passage)),
        "thresholds": _list(_closed(threshold)),
        "records": _list(_touched()),
        "claims": _list(_touched()),
        "coverage": _list(_closed(covered)),
        "not_compared": _NUMBER,
        "damaged": _FLAG,
        "written": _or_null(written),
    }


def _audits() -> dict[str, Any]:
    field = _closed({"field": _TEXT, "older": _TEXT, "newer": _TEXT, "moved": _FLAG})
    record = _closed({"id": _TEXT, "label": _TEXT, "fate": _words(RecordFate), "fields": _list(field)})
    cited = {"record": _TEXT, "fate": _words(RecordFate), "quote": _TEXT, "older": _TEXT, "newer": _TEXT}
    return {
        **_head("audits"),
        "older": _TEXT,
        "newer": _TEXT,
        "records": _list(record),
        "members": _list(record),
        "thresholds": _list(_closed({"record": _TEXT, "name": _TEXT, "older": _TEXT, "newer": _TEXT})),
        "reguarded": _list(_touched()),
        "claims": _list(_touched()),
        "sources": _list(_closed({"id": _TEXT, "older": _TEXT, "newer": _TEXT})),
        "passages": _list(_closed(cited)),
        "bereft": _list(_TEXT),
        "damaged": _list(_TEXT),
        "systems": {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2},
    }


def _head(kind: str) -> dict[str, Any]:
    return {
        "format": {"const": COMPARISON_FORMAT},
        "tool": _closed({"name": _TEXT, "version": _TEXT}),
        "kind": {"const": kind},
        "lost_evidence": _FLAG,
    }


def _touched() -> dict[str, Any]:
    pair = {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}
    return _closed({"id": _TEXT, "label": _TEXT, "because": _list(pair)})


def _words(fates: type[Term]) -> dict[str, Any]:
    return {"enum": [str(fate) for fate in fates]}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
