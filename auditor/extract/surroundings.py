"""What stands around a target's code and says who uses it: what documents and examples show, and the commands
that its projects install."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.extract.classes import is_example
from auditor.extract.documents import Shown, is_document, shown_in
from auditor.extract.scripts import lists_scripts, scripts_in
from auditor.snapshot import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What documents and examples show, and the dotted names of what installed commands call."""

    shown: Shown
    scripts: frozenset[str]


@dataclass(slots=True)
class SurroundingTexts:
    """The texts of a target that are not code to be audited, collected file by file."""

    documents: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    projects: list[str] = field(default_factory=list)

    def take(self, file: SourceFile) -> None:
        """Keep the text of a file that says how the target is used."""
        if is_document(file.path):
            self.documents.append(file.text)
        elif lists_scripts(file.path):
            self.projects.append(file.text)
        elif is_example(file.path):
            self.examples.append(file.text)

    def surroundings(self) -> Surroundings:
        """What the texts say."""
        return Surroundings(shown=shown_in(self.documents, self.examples), scripts=scripts_in(self.projects))
