"""The commands that read a register: `build`, which writes its report, and `check`, which writes nothing."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.cli.checking import (
    SELECTION,
    SOURCES,
    exit_code,
    overridden,
    print_findings,
    settings_of_register,
    sources_at,
)
from auditor.cli.command import Command, Exit, argument, path
from auditor.errors import Misuse

if TYPE_CHECKING:
    from auditor.build import BuildOptions
    from auditor.case import Audit
    from auditor.render.graph import GraphForm


_GRAPH_FORMS: dict[str, GraphForm] = {".mmd": "mmd", ".dot": "dot", ".json": "json"}


def _build(given: argparse.Namespace) -> Exit:
    from auditor.build import BuildOptions, Subject, subject_of

    subject = Subject(given.subject) if given.subject else subject_of(given.path)
    options = BuildOptions(out=given.out, revision=given.rev, sources=sources_at(given))
    if subject is Subject.SYSTEM:
        return _build_system(given, options)
    return _build_register(given, options)


def _build_register(given: argparse.Namespace, options: BuildOptions) -> Exit:
    from auditor.build import build_register

    if given.rev:
        raise Misuse("--rev reads a system at a revision; PATH is a register")
    settings = settings_of_register(given)
    built = build_register(given.path, settings, options, write=not given.check)
    print_findings(built.audit, brief=False)
    if given.check:
        for each in built.stale:
            what = "stale" if each.exists() else "missing"
            output.say(f"{what}: {output.shown(each)}; run `audit build {output.shown(given.path)}`")
        return Exit.FOUND if built.stale else exit_code(built.audit, settings)
    changed = f"{len(built.files)} files, {len(built.stale)} changed"
    output.say(f"report: {output.shown(built.folder)} ({changed})")
    return exit_code(built.audit, settings)


def _build_system(given: argparse.Namespace, options: BuildOptions) -> Exit:
    from auditor.build import build_system
    from auditor.settings import Settings

    if given.check:
        raise Misuse("--check compares the report of a register; PATH is a system")
    settings = overridden(given, Settings())
    today = date.today().isoformat()
    built = build_system(
        given.path, settings, options, today=today, say=output.say, progress=output.Progress()
    )
    print_findings(built.audit, brief=True)
    left_out = f", {built.unread} left out" if built.unread else ""
    read, facts = output.counted(built.read, "file"), output.counted(built.facts, "fact")
    output.say(f"{read} read{left_out}; {facts}")
    output.say(f"register: {output.shown(built.register)}")
    output.say(f"report: {output.shown(built.folder)}/epistemic.md")
    if built.audit.case.declared:
        output.say("next: read the report, judge the candidates in the register, and build it again")
    else:
        output.say("no entry point and no data definition was found: is this the folder of the source?")
        _say_registers_in(given.path)
    return exit_code(built.audit, settings)


def _say_registers_in(folder: Path) -> None:
    """Name the registers that lie in a folder which was taken for a system."""
    from auditor.sets import is_register

    inside = sorted(each for each in folder.glob("*/") if is_register(each)) if folder.is_dir() else []
    if inside:
        output.say("registers lie inside: " + ", ".join(output.shown(each) for each in inside[:10]))


def _check(given: argparse.Namespace) -> Exit:
    from auditor.build import check_register
    from auditor.render import findings_github, findings_json

    form = _graph_form(given.graph)
    settings = settings_of_register(given)
    audit = check_register(given.path, settings, sources_at(given), use_cache=not given.no_cache)
    if form is not None:
        _write_graph(audit, given.graph, form)
    if given.format == "json":
        output.write_json(findings_json(audit.findings, audit.case.lines, suppressed=audit.suppressed))
    elif given.format == "github":
        output.write(findings_github(audit.findings))
    else:
        print_findings(audit, brief=given.brief)
    return exit_code(audit, settings)


def _graph_form(file: Path | None) -> GraphForm | None:
    if file is None:
        return None
    if file.suffix in _GRAPH_FORMS:
        return _GRAPH_FORMS[file.suffix]
    raise Misuse(f"--graph {file}: the name ends in .mmd, .dot or .json, which decides the form")


def _write_graph(audit: Audit, file: Path, form: GraphForm) -> None:
    from auditor import outputs
    from auditor.render import graph_text

    outputs.write(file, graph_text(audit.case, form).encode("utf-8", "backslashreplace"), within=file.parent)


COMMANDS = (
    Command(
        name="build",
        says="write the report of a register, or a first draft of one for a system",
        example="audit build registers/jotter",
        run=_build,
        arguments=(
            argument(
                "path",
                type=path,
                metavar="PATH",
                help="a register, a set, or a system's folder or repository",
            ),
            argument(
                "--as",
                dest="subject",
                choices=["register", "system"],
                help="what PATH is (default: told by its files)",
            ),
            argument(
                "--rev", metavar="REV", help="the revision at which a repository is read (default: HEAD)"
            ),
            argument(
                "--out",
                type=path,
                metavar="DIR",
                help="where the report goes (for a system, the register too)",
            ),
            argument(
                "--ledger",
                choices=["auto", "table", "records"],
                help="the ledger as a table, or as compact records (default: records over 12 rows)",
            ),
            argument(
                "--templates",
                type=path,
                metavar="DIR",
                help="templates that take the place of the built-in ones",
            ),
            argument("--check", action="store_true", help="write nothing; exit 1 where the report is stale"),
            *SOURCES,
            *SELECTION,
        ),
    ),
    Command(
        name="check",
        says="check a register or a set, and write nothing",
        example="audit check registers/jotter --brief",
        run=_check,
        arguments=(
            argument("path", type=path, metavar="REGISTER", help="the folder of a register or a set"),
            argument(
                "--format",
                choices=["text", "json", "github"],
                default="text",
                help="how findings are printed",
            ),
            argument("--brief", action="store_true", help="one line a finding"),
            argument("--no-cache", action="store_true", help="parse every file anew, and keep nothing"),
            argument(
                "--graph",
                type=path,
                metavar="FILE",
                help="write the graph of records to FILE.mmd, .dot or .json",
            ),
            *SOURCES,
            *SELECTION,
        ),
    ),
)
