"""The rules as Markdown: a table of all, then every page."""

from __future__ import annotations

import re

from auditor.checks import FAMILIES, RULES
from auditor.findings import Rule

_EXAMPLE = re.compile(r"^((?:    .*\n|\n(?=    ))+)", re.MULTILINE)


def rules_markdown() -> str:
    """The document of the rules, made from their pages."""
    lines = [
        "# Rules",
        "",
        "An `error` says that the register is broken or a required answer is missing; the run fails on it. A",
        "`warning` says that something is probably wrong and only a person can tell. An `info` says what a",
        "reader should know. `--fail-on` moves the line.",
        "",
        "| number | name | severity | says |",
        "|---|---|---|---|",
        *(
            f"| [{r.number}](#{r.number}-{r.name}) | {r.name} | {r.severity.word} | {r.summary} |"
            for r in RULES
        ),
    ]
    for family in FAMILIES:
        lines += ["", f"## {family.hundred} {family.name}"]
        for rule in family.rules:
            lines += [
                "",
                f"### {rule.number} {rule.name}",
                "",
                f"Severity: {rule.severity.word}",
                "",
                _page(rule),
            ]
    return "\n".join(lines) + "\n"


def _page(rule: Rule) -> str:
    def fenced(match: re.Match[str]) -> str:
        body = "\n".join(line[4:] for line in match.group(1).strip("\n").splitlines())
        return f"\n```yaml\n{body}\n```\n"

    return _EXAMPLE.sub(fenced, rule.page.strip() + "\n").strip()
