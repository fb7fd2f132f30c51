"""Findings as text: in the style of compilers, as JSON, as commands of GitHub workflows, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from auditor import __version__
from auditor.findings import Finding, Severity
from auditor.json_text import json_text
from auditor.places import Place
from auditor.render.escaping import Markdown, code, fenced, inline
from auditor.render.gathered import gathered
from auditor.render.source_lines import caret_lines, clipped, harmless, stretch

FINDINGS_FORMAT = "audit-findings/1"

Lines: TypeAlias = Mapping[str, Sequence[str]]
"""The lines of each file, by its path."""

Paint: TypeAlias = Callable[[str, str], str]
"""Puts text between the code of a colour and its end, or leaves it."""

_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.INFO: "\x1b[1;36m"}
_BOLD, _FAINT, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def findings_text(
    findings: Sequence[Finding],
    lines: Lines,
    *,
    brief: bool = False,
    colour: bool = False,
    suppressed: int = 0,
) -> str:
    """Findings as compilers print theirs: place, severity, rule, message and remedy, then the line with
    carets and the related places; with `brief` one line each. The gaps of one record are gathered. The last
    line counts the findings."""
    paint = _coloured if colour else _uncoloured
    made: list[str] = []
    for finding in gathered(findings):
        made.append(_headline(finding, paint))
        if not brief:
            made.extend(_details(finding, lines, paint))
    made.append(_summary(findings, suppressed))
    return "\n".join(made) + "\n"


def findings_json(findings: Sequence[Finding], lines: Lines, *, suppressed: int = 0, within: str = "") -> str:
    """Findings in the saved form `audit-findings/1`, each with the line that it means. Paths below the
    folder `within` are given from there."""
    form = {
        "format": FINDINGS_FORMAT,
        "tool": {"name": "audit", "version": __version__},
        "counts": counts(findings),
        "suppressed": suppressed,
        "findings": [plain_finding(finding, lines, within) for finding in findings],
    }
    return json_text(form)


def findings_github(findings: Iterable[Finding]) -> str:
    """Findings as commands of GitHub workflows, which shows them beside the lines of a pull request."""
    return "".join(_command(finding) + "\n" for finding in findings)


def findings_markdown(
    findings: Sequence[Finding],
    lines: Lines,
    *,
    suppressed: int = 0,
    within: str = "",
    templates: Path | None = None,
) -> str:
    """The findings as a Markdown page, by severity and then by file. Raises TemplateError."""
    from auditor.render.template_files import filled  # brings jinja2, which no other form of findings needs

    groups = [_group(severity, findings, lines, within) for severity in sorted(Severity, reverse=True)]
    values = {
        "counts": [(group.severity, len(group.findings)) for group in groups],
        "groups": [group for group in groups if group.findings],
        "suppressed": suppressed,
    }
    return filled("findings.md.j2", values, templates=templates).strip("\n") + "\n"


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each severity, the gravest first."""
    found = {severity.word: 0 for severity in sorted(Severity, reverse=True)}
    for finding in findings:
        found[finding.severity.word] += 1
    return found


def plain_finding(finding: Finding, lines: Lines, within: str) -> dict[str, Any]:
    """A finding as mappings, lists, strings and numbers."""
    return {
        "rule": finding.number,
        "name": finding.name,
        "severity": finding.severity.word,
        "place": plain_place(finding.place, within),
        "record": finding.record,
        "field": finding.field,
        "message": _said(finding.message, within),
        "remedy": _said(finding.remedy, within),
        "line": clipped(*_line_at(finding.place, lines)),
        "related": [
            {"place": plain_place(each.place, within), "says": each.says} for each in finding.related
        ],
    }


def plain_place(place: Place, within: str) -> dict[str, Any]:
    """A place as a mapping, its path given from the folder `within` where it lies below it."""
    return {
        "path": shortened(place.path, within),
        "line": place.line,
        "column": place.column,
        "width": place.width,
    }


def shortened(path: str, within: str) -> str:
    """A path from the folder `within`, where it lies below it."""
    return path.removeprefix(within.rstrip("/") + "/") if within else path


def _said(text: str, within: str) -> str:
    """A sentence in which the paths below a folder, and that of the folder, are given from there.

    A folder that is called by one word is one only where a command names it: `memory` is a word as well.
    """
    if within in ("", ".") or within not in text:
        return text
    folder = re.escape(within.rstrip("/"))
    if "/" not in within:
        return re.sub(rf"(`audit \w+ '?){folder}(?=['\s`])", r"\1.", text)
    stands = re.compile(rf"""(?<![^\s`'"(]){folder}(?:(/)(?=\S)|(?![^\s`'",;:)]))""")
    return stands.sub(lambda found: "" if found[1] else ".", text)


def _coloured(text: str, colour: str) -> str:
    return f"{colour}{text}{_PLAIN}"


def _uncoloured(text: str, colour: str) -> str:
    return text


def _headline(finding: Finding, paint: Paint) -> str:
    word = paint(f"{finding.severity.word}[{finding.number}]", _COLOURS[finding.severity])
    subject = harmless(".".join(part for part in (finding.record, finding.field) if part))
    message = harmless("; ".join(part for part in (finding.message, finding.remedy) if part))
    place = paint(harmless(_place(finding.place)), _BOLD)
    return f"{place}: {word} {finding.name}: {f'{subject}: ' if subject else ''}{message}"


def _details(finding: Finding, lines: Lines, paint: Paint) -> Iterator[str]:
    line, column = _line_at(finding.place, lines)
    if line and not line.isspace():
        shown, carets = caret_lines(line, column, finding.place.width)
        number = str(finding.place.line)
        yield f"  {paint(f'{number} |', _FAINT)} {shown}"
        yield f"  {' ' * len(number)} {paint('|', _FAINT)} {paint(carets, _COLOURS[finding.severity])}"
    for each in finding.related:
        yield f"  note: {harmless(_place(each.place))}: {harmless(each.says)}"


def _place(place: Place) -> str:
    return str(place) if place.line else place.path


def _line_at(place: Place, lines: Lines) -> tuple[str, int]:
    """The line that a place means, with the column at which it begins there."""
    of_file = lines.get(place.path, ())
    return stretch(of_file[place.line - 1] if 0 < place.line <= len(of_file) else "", place.column)


def _summary(findings: Sequence[Finding], suppressed: int) -> str:
    parts = [
        f"{number} {word if number == 1 or word == 'info' else f'{word}s'}"
        for word, number in counts(findings).items()
        if number
    ]
    left_out = f"{suppressed} suppressed" if suppressed else ""
    return "; ".join(part for part in (", ".join(parts) or "no findings", left_out) if part)


def _command(finding: Finding) -> str:
    place = finding.place
    properties = {
        "file": place.path,
        "line": str(place.line) if place.line else "",
        "col": str(place.column) if place.line else "",
        "endColumn": str(place.column + max(place.width, 1) - 1) if place.line else "",
        "title": f"{finding.name} [{finding.number}]",
    }
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    subject = ".".join(part for part in (finding.record, finding.field) if part)
    said = "; ".join(part for part in (finding.message, finding.remedy) if part)
    return f"::{_COMMANDS[finding.severity]} {given}::{_data(f'{subject}: {said}' if subject else said)}"


def _data(text: str) -> str:
    """Text of a workflow command; what a log cannot show harmlessly is written out, line ends are kept."""
    kept = "\n".join(harmless(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return kept.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingView:
    """A finding as the template prints it."""

    number: int
    name: str
    place: Markdown
    subject: Markdown
    message: Markdown
    remedy: Markdown
    line: Markdown
    related: tuple[Markdown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityGroup:
    """The findings of one severity, file by file."""

    severity: str
    findings: tuple[FindingView, ...]
    files: tuple[tuple[str, tuple[FindingView, ...]], ...]


def _group(severity: Severity, findings: Iterable[Finding], lines: Lines, within: str) -> SeverityGroup:
    by_file: dict[str, list[FindingView]] = {}
    for finding in findings:
        if finding.severity is severity:
            by_file.setdefault(shortened(finding.place.path, within), []).append(
                _finding_view(finding, lines, within)
            )
    files = tuple((path, tuple(views)) for path, views in sorted(by_file.items()))
    every = tuple(view for _, views in files for view in views)
    return SeverityGroup(severity=severity.word, findings=every, files=files)


def _finding_view(finding: Finding, lines: Lines, within: str) -> FindingView:
    line, column = _line_at(finding.place, lines)
    shown = caret_lines(line, column, finding.place.width) if line and not line.isspace() else ()
    return FindingView(
        number=finding.number,
        name=finding.name,
        place=_shown_place(finding.place, within),
        subject=code(".".join(part for part in (finding.record, finding.field) if part)),
        message=inline(_said(finding.message, within)),
        remedy=inline(_said(finding.remedy, within)),
        line=fenced("\n".join(shown), "text") if shown else Markdown(""),
        related=tuple(
            Markdown(f"{_shown_place(each.place, within)}: {inline(each.says)}") for each in finding.related
        ),
    )


def _shown_place(place: Place, within: str) -> Markdown:
    return code(_place(place._replace(path=shortened(place.path, within))))
