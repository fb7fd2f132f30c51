"""The command `scan`, which prints what the code of a system says, and judges nothing."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.command import Command, Exit, argument, path
from auditor.errors import Misuse

if TYPE_CHECKING:
    from auditor.facts import Facts
    from auditor.terms import FactKind

_KINDS = (
    "entry_point, llm_call, embedding_call, prompt, prompt_delivery, store_read, store_write, store_update, "
    "store_delete, object, threshold, status_vocabulary, check, disposition, doctrine_claim"
)
"""The kinds as the help lists them, which needs no vocabulary; a test compares the two."""
_FORMATS = ("table", "json", "jsonl", "csv", "md")


def _scan(given: argparse.Namespace) -> Exit:
    from auditor.extract import Scope, extract
    from auditor.render.facts import facts_summary, facts_text
    from auditor.snapshot import open_snapshot

    if given.summary and given.format != "table":
        raise Misuse(f"--summary is a table of counts; leave out --format {given.format}, or --summary")
    kinds = _kinds(given.kind)
    scope = Scope(
        tests=given.include_tests,
        examples=given.include_examples,
        include=tuple(given.include),
        exclude=tuple(given.exclude),
    )
    snapshot = open_snapshot(given.path, revision=given.rev)
    if given.format == "table":
        output.say(snapshot.describe())
    facts = _of_kinds(extract(snapshot, scope=scope, progress=output.Progress()), kinds)
    if given.summary:
        output.write(facts_summary(facts))
    elif given.format in ("json", "jsonl"):
        output.write_json(facts_text(facts, given.format))
    else:
        output.write(output.harmless_lines(facts_text(facts, given.format)))
    return Exit.DONE


def _kinds(listed: str | None) -> frozenset[FactKind]:
    """The kinds that are asked for; raises Misuse for a word that is none."""
    from auditor.terms import FactKind

    if listed is None:
        return frozenset(FactKind)
    found: set[FactKind] = set()
    for word in listed.split(","):
        kind = FactKind.of(word.strip())
        if kind is None:
            raise Misuse(f"--kind {word.strip()}: the kinds are {_KINDS}")
        found.add(kind)
    return frozenset(found)


def _of_kinds(facts: Facts, kinds: frozenset[FactKind]) -> Facts:
    return replace(facts, facts=tuple(each for each in facts.facts if each.kind in kinds))


COMMANDS = (
    Command(
        name="scan",
        says="print what the code of a system holds: entry points, calls, stores, objects, thresholds",
        example="audit scan samples/jotter --kind threshold,store_write",
        run=_scan,
        arguments=(
            argument(
                "path", type=path, metavar="TARGET", help="a folder, a git repository, or a source archive"
            ),
            argument("--rev", metavar="REV", help="the revision of a repository (default: HEAD)"),
            argument(
                "--include",
                action="append",
                default=[],
                metavar="PATTERN",
                help="read only files that match, such as 'src/**' (repeatable)",
            ),
            argument(
                "--exclude",
                action="append",
                default=[],
                metavar="PATTERN",
                help="leave files out that match (repeatable)",
            ),
            argument("--include-tests", action="store_true", help="read tests too"),
            argument("--include-examples", action="store_true", help="read examples too"),
            argument(
                "--kind",
                metavar="KINDS",
                help=f"only these kinds of fact, with commas between them: {_KINDS}",
            ),
            argument("--format", choices=_FORMATS, default="table", help="how facts are printed"),
            argument("--summary", action="store_true", help="only how many there are, and what was not read"),
        ),
    ),
)
