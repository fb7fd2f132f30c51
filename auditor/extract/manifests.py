"""Manifests in JSON that register what a framework calls: graphs that a server offers, hooks of an assistant.

They are read into the neutral form by the grammar of Python, in which a JSON document is a mapping written
out, so that finders see places and texts as they do in code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath

from auditor.extract.limits import Limits
from auditor.extract.neutral import Module
from auditor.extract.python.parsing import GRAMMAR
from auditor.extract.python.statements import StatementReader
from auditor.extract.trees import read_file
from auditor.facts import Skipped
from auditor.snapshot import SourceFile

LANGUAGE = "json"
_NAMES = frozenset({"langgraph.json", "hooks.json"})
_SETTINGS = frozenset({"settings.json", "settings.local.json"})
_SETTINGS_FOLDERS = frozenset({".claude", ".gemini", ".cursor"})
_LONGEST = 1_000_000


def is_manifest(path: str) -> bool:
    """Whether a file may register what frameworks call, by its name."""
    file = PurePosixPath(path)
    return file.name in _NAMES or (file.name in _SETTINGS and file.parent.name in _SETTINGS_FOLDERS)


def read_manifest(file: SourceFile, limits: Limits) -> Module | Skipped:
    """The neutral form of a manifest, or the reason why it has none."""
    return read_file(file, LANGUAGE, GRAMMAR, StatementReader, limits)


def graphs_served(file: SourceFile) -> Iterator[tuple[str, str]]:
    """The paths and variables of the graphs that a manifest registers, from the root of the target."""
    if PurePosixPath(file.path).name != "langgraph.json" or len(file.text) > _LONGEST:
        return
    try:
        held = json.loads(file.text)
    except (ValueError, RecursionError):
        return
    graphs = held.get("graphs") if isinstance(held, dict) else None
    for stated in graphs.values() if isinstance(graphs, dict) else ():
        stated = stated.get("path") if isinstance(stated, dict) else stated
        path, colon, variable = stated.rpartition(":") if isinstance(stated, str) else ("", "", "")
        if colon:
            yield str(PurePosixPath(file.path).parent / path), variable
