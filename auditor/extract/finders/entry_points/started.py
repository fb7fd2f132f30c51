"""What starts with a command or a server: functions that the project installs, the main functions of files
that are run as scripts, and graphs that a manifest registers."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_at, entry_line
from auditor.extract.neutral import Assignment
from auditor.extract.unit import Definition, Unit
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


def served_graphs(unit: Unit, target: Target) -> Iterator[Fact]:
    """The graphs of a file that a server offers, where they are made; a function is one by its decorator."""
    for binding in target.scripts.served(unit):
        node = binding.node
        if isinstance(node, Assignment):
            name = unit.code(node.targets[0])
            yield entry_line(node, unit, name=name, rule="python/entry-point/served", how="served graph")
