"""The command line: it parses, calls, prints and returns an exit code. No other module prints or reads the
clock.

Exit codes: 0 done and nothing at or above `--fail-on`; 1 findings; 2 the run itself failed.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from auditor import __version__
from auditor.errors import AuditError
from auditor.findings import SEVERITY_BY_WORD, Severity

DONE, FOUND, FAILED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is what the process should end with."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = given.run
        return run(given)
    except AuditError as error:
        print(f"audit: {_harmless(str(error))}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read the output has seen enough; what the pipe still holds must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (OSError, UnicodeError, RuntimeError) as error:
        # What the system refuses of a path or a stream: a name too long, a loop of links, no such encoding.
        print(f"audit: the run could not go on ({_harmless(str(error))[:300]})", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("audit: interrupted", file=sys.stderr)
        return FAILED


def entry() -> NoReturn:
    """The installed command."""
    _collect_seldom()
    sys.exit(main())


def _collect_seldom() -> None:
    """Let the collector of cycles run at every half million new objects: a register is a tree of values that
    live to the end, and looking for cycles among them at every 700 takes longer than reading them."""
    gc.set_threshold(500_000, 20, 20)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="audit",
        description="Audit what an agentic or AI-memory system takes to be true, and on whose say-so.",
        epilog="exit codes: 0 done, 1 findings at or above --fail-on, 2 the run itself failed",
    )
    parser.add_argument("--version", action="version", version=f"audit {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_build(commands)
    _add_check(commands)
    _add_rules(commands)
    _add_explain(commands)
    _add_docs(commands)
    _add_schema(commands)
    return parser


def _command(commands: Any, name: str, says: str, example: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=says,
        description=says[:1].upper() + says[1:] + ".",
        epilog=f"example: {example}",
    )
    return made


def _add_build(commands: Any) -> None:
    parser = _command(
        commands,
        "build",
        "write the report of a register, or a first draft of one for a system",
        "audit build registers/jotter",
    )
    parser.add_argument(
        "path", type=Path, metavar="PATH", help="a register, a set, or a system's folder or repository"
    )
    parser.add_argument(
        "--as",
        dest="subject",
        choices=["register", "system"],
        help="what PATH is (default: told by its files)",
    )
    parser.add_argument(
        "--rev", metavar="REV", help="the revision at which a repository is read (default: HEAD)"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the report goes (for a system, the register too)"
    )
    parser.add_argument(
        "--ledger", choices=["auto", "table", "records"],
        help="the ledger as a table, or as compact records (default: records over 12 rows)",
    )  # fmt: skip
    parser.add_argument(
        "--templates", type=Path, metavar="DIR", help="templates that take the place of the built-in ones"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 where the report is stale"
    )
    _add_selection(parser)
    parser.set_defaults(run=_build)


def _add_check(commands: Any) -> None:
    parser = _command(
        commands,
        "check",
        "check a register or a set, and write nothing",
        "audit check registers/jotter --brief",
    )
    parser.add_argument("path", type=Path, metavar="REGISTER", help="the folder of a register or a set")
    parser.add_argument(
        "--format", choices=["text", "json", "github"], default="text", help="how findings are printed"
    )
    parser.add_argument("--brief", action="store_true", help="one line a finding")
    parser.add_argument("--no-cache", action="store_true", help="parse every file anew, and keep nothing")
    parser.add_argument(
        "--graph", type=Path, metavar="FILE", help="write the graph of records to FILE.mmd, .dot or .json"
    )
    _add_selection(parser)
    parser.set_defaults(run=_check)


def _add_rules(commands: Any) -> None:
    parser = _command(commands, "rules", "list the rules", "audit rules")
    parser.set_defaults(run=_rules)


def _add_docs(commands: Any) -> None:
    parser = _command(
        commands, "docs", "print a document that is made from the code", "audit docs rules > docs/rules.md"
    )
    parser.add_argument("page", choices=["rules", "form", "words"], help="the document")
    parser.set_defaults(run=_docs)


def _add_explain(commands: Any) -> None:
    parser = _command(commands, "explain", "print the page of a rule", "audit explain 130")
    parser.add_argument("rule", metavar="RULE", help="a rule's number or name")
    parser.set_defaults(run=_explain)


def _add_schema(commands: Any) -> None:
    parser = _command(
        commands, "schema", "print the JSON Schema of a form", "audit schema register > register.schema.json"
    )
    parser.add_argument("form", choices=["register", "set", "audit"], help="the form")
    parser.set_defaults(run=_schema)


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fail-on",
        choices=list(SEVERITY_BY_WORD),
        help="the severity at which the exit code is 1 (default: error)",
    )
    parser.add_argument(
        "--select", metavar="RULES", help="show only these rules: numbers, names, 100 for a family"
    )
    parser.add_argument("--ignore", metavar="RULES", help="leave these rules out")


def _settings(given: argparse.Namespace) -> Any:
    from auditor.settings import find_settings

    path: Path = given.path
    return _overridden(given, find_settings(path if path.is_dir() else path.parent))


def _overridden(given: argparse.Namespace, found: Any) -> Any:
    from auditor.settings import overridden

    return overridden(
        found,
        fail_on=SEVERITY_BY_WORD.get(given.fail_on) if given.fail_on else None,
        select=_listed(given.select),
        ignore=_listed(given.ignore),
        templates=getattr(given, "templates", None),
        ledger=getattr(given, "ledger", None),
    )


def _listed(text: str | None) -> tuple[str, ...] | None:
    return tuple(each.strip() for each in text.split(",") if each.strip()) if text is not None else None


def _build(given: argparse.Namespace) -> int:
    from auditor.build import BuildOptions, Subject, build_register, subject_of

    subject = Subject(given.subject) if given.subject else subject_of(given.path)
    options = BuildOptions(out=given.out, revision=given.rev)
    if subject is Subject.SYSTEM:
        return _build_system(given, options)
    if given.rev:
        _usage("--rev reads a system at a revision; PATH is a register")
    settings = _settings(given)
    built = build_register(given.path, settings, options, write=not given.check)
    _print_findings(built.audit, brief=False)
    if given.check:
        for path in built.stale:
            what = "stale" if path.exists() else "missing"
            _say(f"{what}: {_shown(path)}; run `audit build {_shown(given.path)}`")
        return FOUND if built.stale else _exit_code(built.audit, settings.fail_on)
    _say(f"report: {_shown(built.folder)} ({len(built.files)} files, {len(built.stale)} changed)")
    return _exit_code(built.audit, settings.fail_on)


def _build_system(given: argparse.Namespace, options: Any) -> int:
    from auditor.build import build_system
    from auditor.settings import Settings

    if given.check:
        _usage("--check compares the report of a register; PATH is a system")
    settings = _overridden(given, Settings())
    today = date.today().isoformat()
    built = build_system(given.path, settings, options, today=today, say=_say, progress=_Progress())
    _print_findings(built.audit, brief=True)
    left_out = f", {built.unread} left out" if built.unread else ""
    _say(f"{_counted(built.read, 'file')} read{left_out}; {_counted(built.facts, 'fact')}")
    _say(f"register: {_shown(built.register)}")
    _say(f"report: {_shown(built.folder)}/epistemic.md")
    if built.audit.case.declared:
        _say("next: read the report, judge the candidates in the register, and build it again")
    else:
        _say("no entry point and no data definition was found: is this the folder of the source?")
        _say_registers_in(given.path)
    return _exit_code(built.audit, settings.fail_on)


def _say_registers_in(folder: Path) -> None:
    """Name the registers that lie in a folder which was taken for a system."""
    from auditor.sets import is_register

    inside = sorted(each for each in folder.glob("*/") if is_register(each)) if folder.is_dir() else []
    if inside:
        _say("registers lie inside: " + ", ".join(_shown(each) for each in inside[:10]))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _check(given: argparse.Namespace) -> int:
    from auditor.build import check_register
    from auditor.render import findings_github, findings_json

    form = _graph_form(given.graph)
    settings = _settings(given)
    audit = check_register(given.path, settings, use_cache=not given.no_cache)
    if form is not None:
        _write_graph(audit, given.graph, form)
    if given.format == "json":
        _print(findings_json(audit.findings, audit.case.lines, suppressed=audit.suppressed))
    elif given.format == "github":
        _print(findings_github(audit.findings))
    else:
        _print_findings(audit, brief=given.brief)
    return _exit_code(audit, settings.fail_on)


def _graph_form(path: Path | None) -> Any:
    if path is None:
        return None
    form = path.suffix.removeprefix(".")
    if form not in ("mmd", "dot", "json"):
        _usage(f"--graph {path}: the name ends in .mmd, .dot or .json, which decides the form")
    return form


def _write_graph(audit: Any, path: Path, form: Any) -> None:
    from auditor.errors import Unreadable
    from auditor.render import graph_text

    try:
        path.write_text(graph_text(audit.case, form), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Unreadable(path.as_posix(), error.strerror or str(error)) from error


def _rules(given: argparse.Namespace) -> int:
    from auditor.checks import RULES

    width = max(len(rule.name) for rule in RULES)
    _print("".join(f"{r.number}  {r.name:{width}}  {r.severity.word:7}  {r.summary}\n" for r in RULES))
    return DONE


def _docs(given: argparse.Namespace) -> int:
    from auditor.handbook import form_page, rules_page, words_page

    _print({"rules": rules_page, "form": form_page, "words": words_page}[given.page]())
    return DONE


def _explain(given: argparse.Namespace) -> int:
    from auditor.checks import rule_of

    rule = rule_of(given.rule)
    _print(f"{rule.number} {rule.name} ({rule.severity.word})\n\n{rule.page.strip()}\n")
    return DONE


def _schema(given: argparse.Namespace) -> int:
    import json

    from auditor.registers.schema import register_schema, set_schema
    from auditor.render import audit_schema

    made = {"register": register_schema, "set": set_schema, "audit": audit_schema}[given.form]()
    _print(json.dumps(made, ensure_ascii=False, indent=1) + "\n")
    return DONE


def _exit_code(audit: Any, fail_on: Severity) -> int:
    return FOUND if any(each.severity >= fail_on for each in audit.findings) else DONE


def _print_findings(audit: Any, *, brief: bool) -> None:
    from auditor.render import findings_text

    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    lines = audit.case.lines
    _print(findings_text(audit.findings, lines, brief=brief, colour=colour, suppressed=audit.suppressed))
    if audit.unverifiable:
        _say(f"{_counted(audit.unverifiable, 'deferral')} to what is not at hand cannot be verified here")
    if audit.case.damaged:
        _say("some entries could not be read: what is missing is told when they can be")
    if audit.case.sources:
        _say(
            "passages and thresholds are taken as written: this version does not compare them with the source"
        )


class _Progress:
    """A line on the terminal that says which file is being read; silent where there is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()

    def __call__(self, done: int, total: int, path: str) -> None:
        if self.shown:
            tail = _harmless(path)[-60:]
            end = "\r\x1b[K" if done + 1 >= total else ""
            print(f"\r\x1b[Kreading {done + 1} of {total}: {tail}{end}", end="", file=sys.stderr, flush=True)


def _usage(problem: str) -> NoReturn:
    print(f"audit: {_harmless(problem)}", file=sys.stderr)
    raise SystemExit(FAILED)


def _say(line: str) -> None:
    print(_harmless(line))


def _shown(path: Path | None) -> str:
    return path.as_posix() if path is not None else ""


def _print(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def _harmless(text: str) -> str:
    """Text without characters that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
