"""Where an identifier leads in a report: to the record, the row of a supplied record, or the source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from auditor.case import Case, CaseMember

_ANCHOR = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def anchor_of(identifier: str) -> str:
    """The anchor of a record or source; empty for what is no identifier and could not be one safely."""
    return identifier.lower() if _ANCHOR.fullmatch(identifier) else ""


def file_names(case: Case) -> tuple[str, ...]:
    """The file of each member in focus, in their order: `epistemic.md`, or `member.md` for one that does
    not say which member it is; a second one of a name gets a number."""
    names: list[str] = []
    for member in case.members:
        stem = member.kind.value if member.kind else "member"
        taken = sum(1 for name in names if name == f"{stem}.md" or name.startswith(f"{stem}-"))
        names.append(f"{stem}-{taken + 1}.md" if taken else f"{stem}.md")
    return tuple(names)


class Links:
    """The targets of the identifiers that one report of a case can link to."""

    def __init__(self, targets: Mapping[str, str]) -> None:
        self.targets = MappingProxyType(dict(targets))

    def __call__(self, identifier: str) -> str:
        """Where the identifier leads; empty where it leads nowhere."""
        return self.targets.get(identifier, "")


def links_of(case: Case, member: CaseMember | None) -> Links:
    """The links of a member's report, or of the set's where no member is given. What this report holds
    comes first, then what the other reports of the case hold."""
    targets: dict[str, str] = {}
    for supplied in supplied_in(case, member):
        _add(targets, supplied, "")
    sources = member.member.sources if member else (case.audit_set.sources if case.audit_set else ())
    for source in sources:
        _add(targets, str(source.id or ""), "")
    if member is not None:
        for record in member.member.records:
            _add(targets, str(record.id or ""), "", instead=True)
    for each, name in zip(case.members, file_names(case), strict=True):
        if each is not member:
            for record in each.member.records:
                _add(targets, str(record.id or ""), name)
    return Links(targets)


def supplied_in(case: Case, member: CaseMember | None) -> dict[str, str]:
    """The records that a report cites and that no report of the case holds, with their labels: supplied
    ones, and those of members that are at hand and not in focus."""
    listed = member.member.supplied if member else (case.audit_set.supplied if case.audit_set else ())
    found = {str(each.id): str(each.label or "") for each in listed if each.id}
    shown = {str(record.id) for each in case.members for record in each.member.records if record.id}
    cited = {reference.id for reference in case.references}
    for identifier in sorted(cited):
        declared = case.declared.get(identifier)
        if declared is not None and identifier not in shown:
            found.setdefault(identifier, str(declared.record.label or ""))
    return {identifier: label for identifier, label in found.items() if identifier not in shown}


def _add(targets: dict[str, str], identifier: str, file: str, *, instead: bool = False) -> None:
    anchor = anchor_of(identifier)
    if anchor and (instead or identifier not in targets):
        targets[identifier] = f"{file}#{anchor}"
