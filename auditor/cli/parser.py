"""The parser of the command line, made from the commands that the groups state."""

from __future__ import annotations

import argparse

from auditor import __version__
from auditor.cli import comparing, quoting, reference, reports, scanning
from auditor.cli.command import Command

COMMANDS: tuple[Command, ...] = (
    *reports.COMMANDS,
    *scanning.COMMANDS,
    *quoting.COMMANDS,
    *comparing.COMMANDS,
    *reference.COMMANDS,
)
"""Every command, in the order of the help."""


def parser() -> argparse.ArgumentParser:
    """The parser; what it returns holds the arguments, and in `run` the function of the command."""
    made = argparse.ArgumentParser(
        prog="audit",
        description="Audit what an agentic or AI-memory system takes to be true, and on whose say-so.",
        epilog="exit codes: 0 done, 1 findings at or above --fail-on, 2 the run itself failed",
    )
    made.add_argument("--version", action="version", version=f"audit {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        inner = commands.add_parser(
            command.name,
            help=command.says,
            description=command.says[:1].upper() + command.says[1:] + ".",
            epilog=f"example: {command.example}",
        )
        for each in command.arguments:
            inner.add_argument(*each.names, **each.options)
        inner.set_defaults(run=command.run)
    return made
