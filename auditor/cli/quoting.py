"""The command `quote`, which prints a ready evidence entry for a stretch of a source."""

from __future__ import annotations

import argparse

from auditor.cli import output
from auditor.cli.command import Command, Exit, argument, path
from auditor.errors import Misuse


def _quote(given: argparse.Namespace) -> Exit:
    from auditor.quotations.from_path import quotation_in_register, quotation_of_file
    from auditor.registers.writing import item_lines

    lines, text = given.lines or "", given.text or ""
    if not lines and not text:
        raise Misuse("quote what? give --lines 12-15, or --text with some of the passage")
    if given.register and given.rev:
        raise Misuse("--rev and --register exclude each other: a register's sources have their revisions")
    source = ""
    if given.register:
        source, made = quotation_in_register(given.register, given.path, lines=lines, text=text)
    else:
        made = quotation_of_file(given.path, revision=given.rev, lines=lines, text=text)
    output.write("\n".join(item_lines(made.fields(source=source), 0)) + "\n")
    return Exit.DONE


COMMANDS = (
    Command(
        name="quote",
        says="print an evidence entry for a stretch of a source, verbatim and found exactly once",
        example="audit quote samples/jotter/jotter/store.py --lines 20-24",
        run=_quote,
        arguments=(
            argument(
                "path",
                type=path,
                metavar="PATH",
                help="a file of the source, by its path here or, with --register, from the source's root; "
                "without --register, the entry's path is that from the root of the repository",
            ),
            argument("--lines", metavar="A-B", help="the lines to quote, or those in which --text is meant"),
            argument("--text", metavar="TEXT", help="the text to quote"),
            argument(
                "--register", type=path, metavar="DIR", help="the register whose source PATH is a file of"
            ),
            argument("--rev", metavar="REV", help="the revision to quote from (default: HEAD)"),
        ),
    ),
)
