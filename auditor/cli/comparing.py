"""The command `compare`: a register against a later revision of its sources, or one audit against another."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.command import Command, Exit, argument, path
from auditor.errors import Misuse, UnknownSource

if TYPE_CHECKING:
    from auditor.comparison import Reanchored
    from auditor.sets import LoadedSet


def _compare(given: argparse.Namespace) -> Exit:
    if given.other is None:
        return _with_revisions(given)
    if given.to or given.source:
        raise Misuse("--to and --source compare a register with its sources; two audits are compared without")
    if given.write:
        raise Misuse("--write re-anchors a register with --to; comparing two audits writes nothing")
    return _with_audit(given)


def _with_revisions(given: argparse.Namespace) -> Exit:
    from auditor.compare import compare_revisions
    from auditor.sets import load

    if not given.to:
        raise Misuse("compare with what? give --to REV, --to PATH, or a second audit")
    loaded = load(given.path)
    names = _sources(loaded)
    to = _later(given.to, names)
    at = {name: path(where) for name, where in _pairs("--source", given.source, names).items()}
    comparison = compare_revisions(loaded, to=to, at=at)
    written = None
    if given.write:
        from auditor.compare import reanchor

        written = reanchor(loaded, comparison)
    if given.format == "json":
        from auditor.render.comparison_json import comparison_json

        output.write_json(comparison_json(comparison, written=written))
    else:
        from auditor.render.comparison import comparison_markdown  # brings jinja2, which JSON does not need

        output.write(comparison_markdown(comparison, templates=given.templates))
        if written is not None:
            _say_written(written)
    return Exit.FOUND if comparison.has_lost_evidence else Exit.DONE


def _with_audit(given: argparse.Namespace) -> Exit:
    from auditor.compare import compare_audits

    comparison = compare_audits(given.path, given.other)
    if given.format == "json":
        from auditor.render.comparison_json import comparison_json

        output.write_json(comparison_json(comparison))
    else:
        from auditor.render.comparison import audit_comparison_markdown

        output.write(audit_comparison_markdown(comparison, templates=given.templates))
    return Exit.FOUND if comparison.has_lost_evidence else Exit.DONE


def _say_written(written: Reanchored) -> None:
    """Tell what --write did, so that nobody must look for it."""
    output.say("")
    if not written.files:
        output.say("written: nothing, the register is anchored at this revision already")
        return
    many = "1 entry" if written.entries == 1 else f"{written.entries} entries"
    output.say(f"written: {many} re-anchored in {', '.join(written.files)}")
    for name, revision in written.revisions:
        output.say(f"written: {name} is now pinned at {revision}; what changed was left as it is")


def _sources(loaded: LoadedSet) -> tuple[str, ...]:
    from auditor.compare.revisions import declared_sources, shared_in_focus

    return tuple(declared_sources(shared_in_focus(loaded)))


def _later(given: list[str], names: tuple[str, ...]) -> Mapping[str, str]:
    """The later revision or path of each source that is compared; one without a name is that
    of the only source."""
    if any(not each.strip() for each in given):
        raise Misuse("--to names nothing; give a revision, or the path of the later bytes")
    if len(given) == 1 and not _is_pair(given[0]):
        if len(names) != 1:
            there = ", ".join(names) or "none"
            raise Misuse(f"--to {given[0]}: write it as --to SRC-N={given[0]}; the sources are {there}")
        return {names[0]: given[0]}
    return _pairs("--to", given, names)


def _is_pair(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name.startswith("SRC-")


def _pairs(option: str, given: list[str], names: tuple[str, ...]) -> dict[str, str]:
    made: dict[str, str] = {}
    for each in given:
        name, _, value = each.partition("=")
        if not _is_pair(each) or not value:
            raise Misuse(f"{option} {each}: write it as SRC-1=…")
        if name not in names:
            raise UnknownSource(name, names, option=option)
        if name in made:
            raise Misuse(f"{option} {each}: {name} is given twice")
        made[name] = value
    return made


COMMANDS = (
    Command(
        name="compare",
        says="tell what moved, changed or went since a register was made, or between two audits",
        example="audit compare registers/jotter --to path/to/later/jotter",
        run=_compare,
        arguments=(
            argument("path", type=path, metavar="REGISTER", help="a register or a set; or the earlier audit"),
            argument(
                "other",
                type=path,
                nargs="?",
                metavar="LATER",
                help="the later audit: a register, a set or an audit.json",
            ),
            argument(
                "--to",
                action="append",
                default=[],
                metavar="[SRC-N=]REV|PATH",
                help="the later revision of a source, or the path of its later bytes (repeatable)",
            ),
            argument(
                "--source",
                action="append",
                default=[],
                metavar="SRC-N=PATH",
                help="where a source lies, where that is not its location (repeatable)",
            ),
            argument("--format", choices=["md", "json"], default="md", help="how it is printed"),
            argument(
                "--write",
                action="store_true",
                help="re-anchor in the register what moved to one place, and pin the later revision",
            ),
            argument(
                "--templates",
                type=path,
                metavar="DIR",
                help="templates that take the place of the built-in ones",
            ),
        ),
    ),
)
