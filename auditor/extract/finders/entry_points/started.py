"""Functions that start with a command: those that the project installs, and the main functions of files that
are run as scripts."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_at
from auditor.extract.unit import Definition
from auditor.extract.vocabulary import SCRIPT_WORDS, words_of
from auditor.facts import Fact


def started_entry(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a function is what a command or a script starts."""
    if definition.owner is not None or definition.is_class:
        return
    if target.scripts.installs(definition):
        yield entry_at(definition, rule="python/entry-point/installed-command", how="CLI command")
    elif SCRIPT_WORDS.intersection(words_of(definition.node.name)) and target.scripts.starts(definition):
        yield entry_at(definition, rule="python/entry-point/script", how="script")
