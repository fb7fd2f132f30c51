"""What the commands that check a register share: the choice of rules, the settings, the printed findings and
the exit code."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.command import Exit, argument
from auditor.findings import SEVERITY_BY_WORD

if TYPE_CHECKING:
    from auditor.case import Audit
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


def settings_of_register(given: argparse.Namespace) -> Settings:
    """The settings that hold for the register at `path`, with what the command line says."""
    from auditor.settings import find_settings, own_templates

    path: Path = given.path
    found = find_settings(path if path.is_dir() else path.parent)
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
        output.say(
            "passages and thresholds are taken as written: this version does not compare them with the source"
        )


def exit_code(audit: Audit, settings: Settings) -> Exit:
    """Whether there is a finding at or above the severity on which a run fails."""
    found = any(each.severity >= settings.fail_on for each in audit.findings)
    return Exit.FOUND if found else Exit.DONE


def _listed(text: str | None) -> tuple[str, ...] | None:
    return tuple(each.strip() for each in text.split(",") if each.strip()) if text is not None else None
