"""Tables of what can be called by name: tools described to a model that something dispatches by their names,
and tables from names to functions out of which an incoming name chooses."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_line
from auditor.extract.handovers import described_name
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Call,
    Entry,
    Expression,
    Lambda,
    MappingLiteral,
    Name,
    Node,
    Subscript,
    Text,
)
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import DISPATCHING_WORDS, words_of
from auditor.facts import Fact

_FEWEST = 2


def table_entries(unit: Unit, target: Target) -> Iterator[Fact]:
    """The rows of the tables of a file by which something outside calls."""
    registers = any(last_name(call.function) == "add_parser" for call in unit.nodes(Call))
    described = target.handovers.names_described
    for table in unit.nodes(MappingLiteral):
        name = described_name(table)
        if name:
            if name in target.handovers.names_dispatched:
                rule = "python/entry-point/described-tool"
                yield entry_line(table, unit, name=name, rule=rule, how="tool")
            continue
        rows = _rows(table, unit, target)
        if rows and not registers and _is_dispatched(table, unit):
            rule = "python/entry-point/dispatch-table"
            for name, row in rows:
                if name not in described:
                    yield entry_line(row, unit, name=name, rule=rule, how="dispatched by name")


def _rows(table: MappingLiteral, unit: Unit, target: Target) -> list[tuple[str, Entry]]:
    """The names and rows of a table whose values are all functions of the target, and not only classes."""
    rows: list[tuple[str, Entry]] = []
    if len(table.entries) < _FEWEST:
        return []
    for each in table.entries:
        if not isinstance(each.key, Text) or not each.key.value.isprintable():
            return []
        if not isinstance(each.value, Lambda) and not target.handovers.definitions(each.value, unit):
            return []
        rows.append((each.key.value, each))
    return rows


def _is_dispatched(table: MappingLiteral, unit: Unit) -> bool:
    """Whether an incoming name chooses from a table: its own name or its function's says that it is one of
    tools, commands or handlers, and its rows are called."""
    holder = _holder(table, unit)
    around = unit.definition(table)
    words = set(words_of(holder)) | (set(words_of(around.node.name)) if around is not None else set())
    if DISPATCHING_WORDS.isdisjoint(words):
        return False
    return not holder or any(_is_looked_up(each, unit) for each in _mentions(holder, unit))


def _holder(table: MappingLiteral, unit: Unit) -> str:
    """The name or attribute that a table is assigned to; empty where it is used in place."""
    around = unit.parent(table)
    if isinstance(around, Assignment) and around.value is table:
        return last_name(around.targets[0])
    return ""


def _mentions(name: str, unit: Unit) -> Iterator[Expression]:
    yield from unit.mentions(name)
    yield from (each for each in unit.nodes(Attribute) if each.name == name)


def _is_looked_up(node: Expression, unit: Unit) -> bool:
    """Whether a place takes a row of a table by a name that is not written there."""
    around: Node | None = unit.parent(node)
    if isinstance(around, Subscript) and around.value is node:
        return not isinstance(around.key, Text)
    if isinstance(around, Attribute) and around.name in ("get", "pop"):
        call = unit.parent(around)
        given = call.arguments[0].value if isinstance(call, Call) and call.arguments else None
        return given is not None and not isinstance(given, Text)
    return isinstance(node, Name) and isinstance(around, Call) and around.function is not node
