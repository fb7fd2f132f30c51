"""The nodes of a YAML file, with their places, and the file while it is parsed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from auditor.findings import Fault, Related
from auditor.places import Place, Text


@dataclass(slots=True)
class Sequence:
    """A YAML sequence."""

    items: list[Node]
    place: Place


@dataclass(slots=True)
class Scalar:
    """A YAML scalar: `null` where nothing is written in its place, `cut` where a comment ends plain text."""

    text: Text
    null: bool = False
    cut: bool = False

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.text.place


@dataclass(slots=True)
class Mapping:
    """A YAML mapping, its keys in the order in which they are written, each once."""

    pairs: list[tuple[Text, Node]]
    place: Place


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(slots=True)
class Piece:
    """A piece of a file's top mapping: a whole value, or one item of a list."""

    key: Text
    node: Node
    item: bool = False


@dataclass(slots=True)
class ParsedFile:
    """A file while it is parsed: what was found wrong, and the identifiers in stretches that were lost."""

    path: str
    lines: list[str]
    faults: list[Fault] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)

    def fault(
        self, rule: str, place: Place, message: str, remedy: str, related: tuple[Related, ...] = ()
    ) -> None:
        """Note a fault of the file."""
        self.faults.append(Fault(rule=rule, place=place, message=message, remedy=remedy, related=related))

    def line_place(self, line: int) -> Place:
        """The place of a whole line, counted from 1."""
        written = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        body = written.strip()
        column = len(written) - len(written.lstrip()) + 1 if body else 1
        return Place(path=self.path, line=line, column=column, width=max(1, len(body)))
