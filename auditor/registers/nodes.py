"""The nodes of a YAML file, with their places, and the file while it is parsed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from auditor.findings import Fault, Related
from auditor.places import Place, SourceFile, Text, beginning


@dataclass(slots=True)
class Sequence:
    """A YAML sequence."""

    items: list[Node]
    file: SourceFile
    start: int
    end: int

    @property
    def place(self) -> Place:
        """Where it begins."""
        return beginning(self.file, self.start, self.end)


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
    file: SourceFile
    start: int
    end: int

    @property
    def place(self) -> Place:
        """Where it begins."""
        return beginning(self.file, self.start, self.end)


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(slots=True)
class Piece:
    """A piece of a file's top mapping: a whole value, or one item of a list."""

    key: Text
    node: Node
    item: bool = False

    @property
    def start(self) -> int:
        """Where in the file the value begins."""
        return self.node.text.start if isinstance(self.node, Scalar) else self.node.start


@dataclass(slots=True)
class ParsedFile:
    """A file while it is parsed: what was found wrong, and the identifiers in stretches that were lost."""

    file: SourceFile
    faults: list[Fault] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        """The file's path."""
        return self.file.path

    def fault(
        self, rule: str, place: Place, message: str, remedy: str, related: tuple[Related, ...] = ()
    ) -> None:
        """Note a fault of the file."""
        self.faults.append(Fault(rule=rule, place=place, message=message, remedy=remedy, related=related))
