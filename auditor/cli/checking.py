"""What the commands that check a register share: the choice of rules, the settings, the printed findings and
the exit code."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.command import Exit, argument, path
from auditor.errors import Misuse
from auditor.findings import SEVERITY_BY_WORD

if TYPE_CHECKING:
    from auditor.build import SourcesAt
    from auditor.case import Audit
    from auditor.evidence import Evidence
    from auditor.settings import Settings

SELECTION = (
    argument(
        "--fail-on",
        choices=list(SEVERITY_BY_WORD),
        help="the severity at which the exit code is 1 (default: error)",
    ),
    argument("--select", metavar="RULES", help="show only these rules: numbers, names, 100 for a family"),
    argument("--ignore", metavar="RULES", help="leave these rules out"),
)
"""The arguments by which findings are chosen."""

SOURCES = (
    argument(
        "--source",
        action="append",
        default=[],
        metavar="SRC-N=PATH",
        help="where the frozen bytes of a source lie, where that is not its location (repeatable)",
    ),
    argument(
        "--require-evidence",
        action="store_true",
        help="what cannot be compared with its source is an error",
    ),
    argument("--no-evidence", action="store_true", help="do not compare the register with its sources"),
)
"""The arguments that say how a register is compared with its sources."""


def sources_at(given: argparse.Namespace) -> SourcesAt:
    """What the command line says of the sources; raises Misuse where it cannot be meant."""
    from auditor.build import SourcesAt

    if given.no_evidence and (given.require_evidence or given.source):
        raise Misuse("--no-evidence compares nothing; leave it out, or the other options on sources")
    at: dict[str, Path] = {}
    for each in given.source:
        name, equals, where = each.partition("=")
        if not equals or not name or not where:
            raise Misuse(f"--source {each}: write it as SRC-1=PATH")
        at[name] = path(where)
    return SourcesAt(compared=not given.no_evidence, at=MappingProxyType(at))


def settings_of_register(given: argparse.Namespace) -> Settings:
    """The settings that hold for the register at `path`, with what the command line says."""
    from auditor.settings import find_settings, own_templates

    place: Path = given.path
    found = find_settings(place if place.is_dir() else place.parent)
    if "templates" in given and given.templates is None:
        found = own_templates(found, Path.cwd())
    return overridden(given, found)


def overridden(given: argparse.Namespace, found: Settings) -> Settings:
    """The settings with what the command line says in their place."""
    from auditor.settings import overridden as with_values

    return with_values(
        found,
        fail_on=SEVERITY_BY_WORD.get(given.fail_on) if given.fail_on else None,
        select=_listed(given.select),
        ignore=_listed(given.ignore),
        templates=getattr(given, "templates", None),
        ledger=getattr(given, "ledger", None),
        require_evidence=getattr(given, "require_evidence", None),
    )


def print_findings(audit: Audit, *, brief: bool) -> None:
    """Print the findings for a person, and what bounds them."""
    from auditor.render import findings_text

    output.write(
        findings_text(
            audit.findings,
            audit.case.lines,
            brief=brief,
            colour=output.has_colours(),
            suppressed=audit.suppressed,
        )
    )
    if audit.unverifiable:
        deferrals = output.counted(audit.unverifiable, "deferral")
        output.say(f"{deferrals} to what is not at hand cannot be verified here")
    if audit.case.damaged:
        output.say("some entries could not be read: what is missing is told when they can be")
    if audit.case.sources:
        output.say(_compared(audit.case.evidence))


def exit_code(audit: Audit, settings: Settings) -> Exit:
    """Whether there is a finding at or above the severity on which a run fails."""
    found = any(each.severity >= settings.fail_on for each in audit.findings)
    return Exit.FOUND if found else Exit.DONE


def _compared(evidence: Evidence) -> str:
    """How much was compared with the sources, in one line."""
    if not evidence.compared:
        return "passages and thresholds were not compared with their sources (--no-evidence)"
    results = Counter(str(each.result) for each in evidence.passages if each.cited.quote)
    values = Counter(str(each.result) for each in evidence.thresholds)
    passages = output.counted(sum(results.values()), "passage")
    thresholds = output.counted(sum(values.values()), "threshold")
    return f"evidence: {passages}{_by_result(results)}; {thresholds}{_by_result(values)}"


def _by_result(counts: Counter[str]) -> str:
    told = ", ".join(f"{count:,} {result}" for result, count in sorted(counts.items()))
    return f" ({told})" if told else ""


def _listed(text: str | None) -> tuple[str, ...] | None:
    return tuple(each.strip() for each in text.split(",") if each.strip()) if text is not None else None
