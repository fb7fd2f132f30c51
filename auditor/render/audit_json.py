"""The whole audit in its saved form `audit/1`, and that form read back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from auditor import __version__
from auditor.case import Audit, CaseMember
from auditor.findings import Fault
from auditor.forms import plain
from auditor.json_text import json_text
from auditor.places import Place, SourceFile, Text
from auditor.records import Member
from auditor.registers.nodes import Mapping, Node, Scalar, Sequence
from auditor.registers.reading import read_entry
from auditor.render.findings import counts, plain_finding

AUDIT_FORMAT = "audit/1"

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedAudit:
    """What a saved audit gives back: its members in focus and the others at hand, in the order of the form,
    and what was wrong with the form."""

    members: tuple[Member, ...]
    others: tuple[Member, ...]
    faults: tuple[Fault, ...]


def audit_json(audit: Audit) -> str:
    """An audit in the form `audit/1`: its members in their plain form, and the findings. Paths are given
    from the folder of the case, so that the same register gives the same bytes wherever it lies."""
    case = audit.case
    form = {
        "format": AUDIT_FORMAT,
        "tool": {"name": "audit", "version": __version__},
        "folder": case.name,
        "set": plain(case.audit_set) if case.audit_set else None,
        "members": [_member(each, in_focus=True) for each in case.members]
        + [_member(each, in_focus=False) for each in case.others],
        "declared": sorted(case.declared),
        "supplied": {name: str(case.supplied[name].label or "") for name in sorted(case.supplied)},
        "superseded": {
            name: [str(each) for each in case.superseded[name]] for name in sorted(case.superseded)
        },
        "counts": counts(audit.findings),
        "suppressed": audit.suppressed,
        "unverifiable": audit.unverifiable,
        "findings": [plain_finding(each, case.lines, case.folder) for each in audit.findings],
    }
    return json_text(form)


def read_audit(text: str, path: str = "audit.json") -> SavedAudit:
    """The members of a saved audit. A form that cannot be read gives faults; `path` is named in them."""
    place = Place(path=path, line=1, column=1)
    try:
        form = json.loads(text)
    except json.JSONDecodeError as error:
        where = Place(path=path, line=error.lineno, column=error.colno)
        return _nothing(
            where, f"the text is not JSON ({error.msg})", "save the audit anew with `audit build`"
        )
    except RecursionError:
        return _nothing(place, "the JSON is nested too deep", "save the audit anew with `audit build`")
    if not isinstance(form, dict) or form.get("format") != AUDIT_FORMAT:
        said = form.get("format") if isinstance(form, dict) else None
        return _nothing(place, f"the format is {said!r} and not {AUDIT_FORMAT!r}", "give a saved audit")
    listed = form.get("members")
    if not isinstance(listed, list):
        return _nothing(place, "`members` is missing", "save the audit anew with `audit build`")
    faults: list[Fault] = []
    found: dict[bool, list[Member]] = {True: [], False: []}
    for each in listed:
        held = each.get("register") if isinstance(each, dict) else None
        member = read_entry(Member, _node(held, place, SourceFile(path, "")), faults, "members")
        if member is not None:
            found[bool(each.get("in_focus", True))].append(member)
    return SavedAudit(members=tuple(found[True]), others=tuple(found[False]), faults=tuple(faults))


def _member(member: CaseMember, *, in_focus: bool) -> dict[str, Any]:
    return {
        "name": member.kind.value if member.kind else "",
        "folder": member.folder,
        "in_focus": in_focus,
        "register": plain(member.member),
    }


def _node(value: Any, place: Place, file: SourceFile) -> Node:
    """The node that a JSON value writes; the form holds text alone, other scalars become theirs."""
    if isinstance(value, dict):
        pairs = [(Text(name, place), _node(each, place, file)) for name, each in value.items()]
        return Mapping(pairs, file, 0, 0)
    if isinstance(value, list):
        return Sequence([_node(each, place, file) for each in value], file, 0, 0)
    if value is None:
        return Scalar(text=Text("", place), null=True)
    written = value if isinstance(value, str) else json.dumps(value)
    return Scalar(text=Text(_SURROGATE.sub("\ufffd", written), place))


def _nothing(place: Place, message: str, remedy: str) -> SavedAudit:
    fault = Fault(rule="unreadable-file", place=place, message=message, remedy=remedy)
    return SavedAudit(members=(), others=(), faults=(fault,))
