"""The command line: parse, call, print, return an exit code."""

import argparse
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from almanac import database, evaluation
from almanac.app import Almanac
from almanac.embedding import HashingEmbedder
from almanac.errors import AlmanacError
from almanac.folder import gate, upkeep
from almanac.folder.amend import amend
from almanac.http_api import make_server
from almanac.memory.lifecycle import ReviewAction
from almanac.memory.repository import Memory, Status
from almanac.memory.service import Receipt
from almanac.recall.selection import recall

CASES = Path(__file__).parent.parent / "evaluation" / "cases.json"


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 1 refused or failed, 2 not set up."""
    given = _parser().parse_args(argv)
    if given.command == "evaluate":
        return _evaluate(given)
    if not given.home:
        print("no home folder: pass --home or set ALMANAC_HOME", file=sys.stderr)
        return 2
    try:
        modes = {"model_check": given.model_check, "semantic": not given.words_only}
        app = Almanac(Path(given.home), lambda: given.now or datetime.now(), **modes)
        print(_told(_COMMANDS[given.command][2](app, given)))
    except (AlmanacError, OSError, ValueError) as error:
        print(f"almanac: {error}", file=sys.stderr)
        return 1
    return 0


def _evaluate(given: Namespace) -> int:
    """Run the evaluation; 0 when every case passes, 1 when one fails, 2 when the cases are unusable."""
    try:
        cases = evaluation.load(Path(given.cases))
    except AlmanacError as error:
        print(f"almanac: {error}", file=sys.stderr)
        return 2
    embedder = HashingEmbedder()
    outcomes = evaluation.evaluate(cases, embedder)
    text = evaluation.report(outcomes, embedder, (given.now or datetime.now()).date())
    if given.out:
        Path(given.out).write_text(text, encoding="utf-8")
    print(text.splitlines()[2] if given.out else text)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def _told(result: object) -> str:
    """A command's result as the owner reads it."""
    match result:
        case Memory():
            return f"#{result.id} {result.status}: {result.content}"
        case Receipt():
            retired = [f"memory {number} is now past" for number in result.retired]
            return "\n".join([_told(result.memory), *retired, *map(_told, result.reviews)])
        case dict():
            return ", ".join(f"{key} {value}" for key, value in result.items())
        case list():
            return "\n".join(map(_told, result)) or "nothing"
    return "done" if result is None else str(result)


def _pick(given: Namespace, names: str) -> dict[str, Any]:
    return {name: getattr(given, name) for name in names.split()}


def _keep(app: Almanac, given: Namespace) -> str:
    candidate = gate.Candidate(**_pick(given, " ".join(gate.Candidate._fields)))
    return gate.save(app.folder, candidate, app.store.today()).index_line


def _amend(app: Almanac, given: Namespace) -> list[str]:
    file, retired = amend(app.folder, app.model, given.name, given.content, app.store.today())
    return [file.body, *(f"retired: {value}" for value in retired)]


# Command: help, arguments ("id" is a number, "--x=y" an option with its default, "--x?" a switch), function.
_COMMANDS: dict[str, tuple[str, str, Callable[[Almanac, Namespace], object]]] = {
    "chat": ("say something and get an answer", "message", lambda a, o: a.assistant.chat(o.message)),
    "remember": (
        "save a memory",
        "content --category=fact",
        lambda a, o: a.memory.remember(**_pick(o, "content category")),
    ),
    "recall": ("list fitting memories", "query", lambda a, o: recall(o.query, a.memories, a.index)),
    "correct": ("replace a memory", "id content", lambda a, o: a.memory.correct(o.id, o.content)),
    "edit": ("fix a memory's wording in place", "id content", lambda a, o: a.memory.edit(o.id, o.content)),
    "restore": ("make a past memory current again", "id", lambda a, o: a.lifecycle.restore(o.id)),
    "mark": ("set a memory's status", "id status", lambda a, o: a.lifecycle.mark(o.id, Status(o.status))),
    "forget": ("delete a memory", "id", lambda a, o: a.lifecycle.delete(o.id)),
    "reviews": ("list the open pairs", "", lambda a, o: a.store.rows("reviews", "state = 'pending'")),
    "review": ("settle a pair", "id action", lambda a, o: a.lifecycle.resolve(o.id, ReviewAction(o.action))),
    "note": ("write a note", "title content", lambda a, o: a.items.add("note", **_pick(o, "title content"))),
    "task": ("add a task", "title --due=", lambda a, o: a.items.add("task", **_pick(o, "title due"))),
    "routine": (
        "store a prompt that runs by the clock",
        "name prompt --every=1440 --grants=",
        lambda a, o: a.routines.add(o.name, o.prompt, every_minutes=o.every, grants=o.grants.split()),
    ),
    "run-routines": ("run the routines that are due", "", lambda a, o: a.routines.run_due()),
    "approve": ("carry out an action that waits for approval", "id", lambda a, o: a.tools.approve(o.id)),
    "export": ("print a backup", "", lambda a, o: json.dumps(database.export(a.store), indent=1)),
    "import": (
        "merge a backup",
        "file",
        lambda a, o: database.merge(a.store, json.loads(Path(o.file).read_text())),
    ),
    "keep": (
        "save a memory file",
        "name description body --evidence= --confirmed? --tier= --expires= --expires-when= --salience=0",
        _keep,
    ),
    "amend": ("work a change into a memory file", "name content", _amend),
    "still-true": (
        "mark a file checked",
        "name",
        lambda a, o: gate.confirm(a.folder, o.name, a.store.today()),
    ),
    "sweep": ("archive lapsed memory files", "", lambda a, o: upkeep.sweep(a.folder, a.store.today())),
    "upkeep": ("report what deserves a look", "", lambda a, o: upkeep.upkeep(a.folder, a.store.today())),
    "serve": ("answer HTTP", "--port=8765", lambda a, o: make_server(a, o.port).serve_forever()),
    "evaluate": ("run the recall evaluation", f"--cases={CASES} --out=", lambda a, o: None),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="almanac", description="A personal assistant that remembers.")
    parser.add_argument("--home", default=os.environ.get("ALMANAC_HOME"), help="where everything is kept")
    parser.add_argument("--now", type=datetime.fromisoformat, help="act as if it were this time")
    parser.add_argument("--model-check", action="store_true", help="let the model compare memories")
    parser.add_argument("--words-only", action="store_true", help="recall without vectors")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (summary, arguments, _) in _COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        for argument in arguments.split():
            flag, _, default = argument.partition("=")
            if flag.endswith("?"):
                command.add_argument(flag[:-1], action="store_true")
            else:
                kind = int if flag == "id" or default.isdigit() else str
                preset = {"default": kind(default)} if "=" in argument else {}
                command.add_argument(flag, type=kind, **preset)
    return parser
