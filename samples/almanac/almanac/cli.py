"""The command line: parse, call, print, return an exit code."""

import argparse
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from almanac import database, evaluation
from almanac.app import Almanac
from almanac.embedding import HashingEmbedder
from almanac.errors import AlmanacError
from almanac.folder import gate, upkeep
from almanac.folder.amend import amend
from almanac.http_api import make_server
from almanac.memory.repository import Memory
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
        own = {name: value for name, value in vars(given).items() if name not in _SHARED}
        print(_told(_COMMANDS[given.command][2](app)(**own)))
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


def _keep(app: Almanac, **proposed: Any) -> str:
    return gate.save(app.folder, gate.Candidate(**proposed), app.store.today()).index_line


def _amend(app: Almanac, name: str, content: str) -> list[str]:
    file, retired = amend(app.folder, app.model, name, content, app.store.today())
    return [file.body, *(f"retired: {value}" for value in retired)]


def _merge(app: Almanac, file: str) -> int:
    return database.merge(app.store, json.loads(Path(file).read_text(encoding="utf-8")))


_SHARED = ("command", "home", "now", "model_check", "words_only")

# Command: help, arguments ("..id" is a number, "--x=y" an option with its default, "--x?" a switch), and what
# the assistant does with them, by name.
_COMMANDS: dict[str, tuple[str, str, Callable[[Almanac], Callable[..., object]]]] = {
    "chat": ("say something and get an answer", "message", lambda a: a.assistant.chat),
    "remember": ("save a memory", "content --category=fact", lambda a: a.memory.remember),
    "recall": ("fitting memories", "query", lambda a: partial(recall, memories=a.memories, index=a.index)),
    "correct": ("replace a memory", "memory_id content", lambda a: a.memory.correct),
    "edit": ("fix a memory's wording in place", "memory_id content", lambda a: a.memory.edit),
    "restore": ("make a past memory current again", "memory_id", lambda a: a.lifecycle.restore),
    "mark": ("set a memory's status", "memory_id status", lambda a: a.lifecycle.mark),
    "forget": ("delete a memory", "memory_id", lambda a: a.lifecycle.delete),
    "reviews": ("list the open pairs", "", lambda a: partial(a.store.rows, "reviews", "state = 'pending'")),
    "review": ("settle a pair", "review_id action", lambda a: a.lifecycle.resolve),
    "note": ("write a note", "title content", lambda a: partial(a.items.add, "note")),
    "task": ("add a task", "title --due=", lambda a: partial(a.items.add, "task")),
    "routine": ("add a routine", "name prompt --every-minutes=1440 --grants=", lambda a: a.routines.add),
    "run-routines": ("run the routines that are due", "", lambda a: a.routines.run_due),
    "approve": ("carry out an action that waits for approval", "approval_id", lambda a: a.tools.approve),
    "export": ("print a backup", "", lambda a: lambda: json.dumps(database.export(a.store), indent=1)),
    "import": ("merge a backup", "file", lambda a: partial(_merge, a)),
    "keep": (
        "save a memory file",
        "name description body --evidence= --confirmed? --tier= --expires= --expires-when= --salience=0",
        lambda a: partial(_keep, a),
    ),
    "amend": ("work a change into a memory file", "name content", lambda a: partial(_amend, a)),
    "still-true": ("mark checked", "name", lambda a: partial(gate.confirm, a.folder, today=a.store.today())),
    "sweep": ("archive lapsed memory files", "", lambda a: partial(upkeep.sweep, a.folder, a.store.today())),
    "upkeep": ("say what needs a look", "", lambda a: partial(upkeep.upkeep, a.folder, a.store.today())),
    "serve": ("answer HTTP", "--port=8765", lambda a: lambda port: make_server(a, port).serve_forever()),
    "evaluate": ("run the recall evaluation", f"--cases={CASES} --out=", lambda a: _evaluate),
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
                kind = int if flag.endswith("_id") or default.isdigit() else str
                preset = {"default": kind(default)} if "=" in argument else {}
                command.add_argument(flag, type=kind, **preset)
    return parser
