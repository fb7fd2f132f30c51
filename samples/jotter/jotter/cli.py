"""The command line: add, recall, list, forget, digest."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from jotter.digest import client_from_environment, make_digest
from jotter.recall import context_block
from jotter.store import Notebook


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    asked = _parser().parse_args(arguments)
    notebook = Notebook(asked.file)
    today = date.today()
    if asked.command == "add":
        jot, is_new = notebook.add(asked.text, today=today, expires=asked.until)
        print(f"{'noted' if is_new else 'already known'} {jot.id}")
    elif asked.command == "recall":
        print(context_block(notebook, asked.question, today))
    elif asked.command == "list":
        for jot in notebook.live(today):
            print(f"{jot.id}  {jot.source:6}  {jot.text}")
    elif asked.command == "forget":
        if not notebook.forget(asked.id):
            print(f"no jot {asked.id}", file=sys.stderr)
            return 1
    elif asked.command == "digest":
        made = make_digest(notebook, client_from_environment(), today)
        print(made[0].text if made else "nothing to digest")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="jotter", description="A note memory for an assistant.")
    default = os.environ.get("JOTTER_FILE", "~/.jotter/notes.jsonl")
    parser.add_argument("--file", type=Path, default=Path(default).expanduser())
    commands = parser.add_subparsers(dest="command", required=True)
    add = commands.add_parser("add", help="keep a fact")
    add.add_argument("text")
    add.add_argument("--until", type=date.fromisoformat, help="last day on which it holds, YYYY-MM-DD")
    recall = commands.add_parser("recall", help="print the context block for a question")
    recall.add_argument("question")
    commands.add_parser("list", help="print every live fact")
    forget = commands.add_parser("forget", help="erase a fact")
    forget.add_argument("id")
    commands.add_parser("digest", help="summarise the latest facts and keep the summary")
    return parser


if __name__ == "__main__":
    sys.exit(main())
