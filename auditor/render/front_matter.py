"""The front matter of a report: what the member states of itself, as YAML that its text cannot break."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from auditor.records import Member, Shared
from auditor.render.escaping import Markdown, one_line
from auditor.terms import MemberKind

_TYPES = {
    MemberKind.RUNTIME: "agentic-system-analyses/types/agentic-system-runtime-report.md",
    MemberKind.MEMORY: "agentic-system-analyses/types/agent-memory-analysis-report.md",
    MemberKind.EPISTEMIC: "agentic-system-analyses/types/agentic-system-epistemic-report.md",
}
_SET_TYPE = "agentic-system-analyses/types/agentic-system-analysis-set.md"
_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def front_matter(shared: Shared, description: str) -> Markdown:
    """The front matter between its two rules; keys that are not set are left out. `description` stands
    where the member has none."""
    lines = [f"{_key(name)}: {value}" for name, value in _entries(shared, description).items()]
    return Markdown("\n".join(("---", *lines, "---")))


def _entries(shared: Shared, description: str) -> dict[str, str]:
    given = {
        str(each.name): (
            _string(each.values[0])
            if len(each.values) == 1
            else "[" + ", ".join(_string(value) for value in each.values) + "]"
        )
        for each in shared.front_matter
        if each.name
    }
    stated = {name: _string(value) for name, value in _stated(shared, description) if value}
    return {
        **stated,
        **{name: value for name, value in given.items() if name not in stated or name == "type"},
    }


def _stated(shared: Shared, description: str) -> Iterator[tuple[str, str | None]]:
    kind = MemberKind.of(shared.member) if isinstance(shared, Member) else None
    yield "type", (_TYPES.get(kind) if kind else None) if isinstance(shared, Member) else _SET_TYPE
    yield "description", shared.description or description
    yield "run-id", shared.run_id
    yield "system", shared.system
    boundary = shared.boundary
    if boundary is not None:
        yield "boundary-kind", boundary.kind
        yield "target-class", boundary.target_class
        yield "evidence-tier", boundary.grounding
        yield "analysis-cutoff", boundary.cutoff
        yield "reviewed-boundary", boundary.reviewed


def _key(name: str) -> str:
    return name if _PLAIN_KEY.fullmatch(name) else _string(name)


def _string(value: str) -> str:
    """A double-quoted YAML scalar in one line."""
    return json.dumps(one_line(value), ensure_ascii=False)
