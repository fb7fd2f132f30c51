"""What stands around a target's code and says who uses it: what documents and examples show, which commands
its projects install, and which graphs its manifests register."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.extract.classes import is_example
from auditor.extract.documents import Shown, is_document, shown_in
from auditor.extract.manifests import graphs_served, is_manifest
from auditor.extract.scripts import lists_scripts, scripts_in
from auditor.snapshot import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What documents and examples show, the dotted names of what installed commands call, and the paths and
    variables of graphs that a server offers."""

    shown: Shown
    scripts: frozenset[str]
    graphs: frozenset[tuple[str, str]]


@dataclass(slots=True)
class SurroundingTexts:
    """The texts of a target that are not code to be audited, collected file by file."""

    documents: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    projects: list[str] = field(default_factory=list)
    graphs: set[tuple[str, str]] = field(default_factory=set)

    def take(self, file: SourceFile) -> None:
        """Keep the text of a file that says how the target is used."""
        if is_document(file.path):
            self.documents.append(file.text)
        elif lists_scripts(file.path):
            self.projects.append(file.text)
        elif is_manifest(file.path):
            self.graphs.update(graphs_served(file))
        elif is_example(file.path):
            self.examples.append(file.text)

    def surroundings(self) -> Surroundings:
        """What the texts say."""
        return Surroundings(
            shown=shown_in(self.documents, self.examples),
            scripts=scripts_in(self.projects),
            graphs=frozenset(self.graphs),
        )
