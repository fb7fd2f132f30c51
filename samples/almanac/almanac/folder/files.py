"""Memory files and their index: reading, writing, moving to the archive."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from almanac.errors import AlmanacError, NotFound

INDEX = "MEMORY.md"
ARCHIVE = "archived"


class MemoryFile(NamedTuple):
    """One memory file: front matter with a flat metadata table, and a body."""

    name: str
    description: str
    metadata: dict[str, str]
    body: str

    def render(self) -> str:
        rows = "".join(f"  {key}: {value}\n" for key, value in self.metadata.items())
        head = f"---\nname: {self.name}\ndescription: {self.description}\nmetadata:\n{rows}---\n"
        return f"{head}\n{self.body.strip()}\n"

    @property
    def index_line(self) -> str:
        return f"[{self.name}]({self.name}.md): {self.description}"


def parse(text: str, name: str) -> MemoryFile:
    """Read a memory file; the front matter is the small part of YAML that Almanac writes."""
    marker, head, body = (text.split("---\n", 2) + ["", ""])[:3]
    if marker or not head:
        raise AlmanacError(f"{name}.md has no front matter")
    pairs = [line.partition(":") for line in head.splitlines() if ":" in line]
    values = {key.strip(): value.strip().strip('"') for key, _, value in pairs}
    metadata = {key.strip(): values[key.strip()] for key, _, value in pairs if key.startswith("  ")}
    return MemoryFile(name, values.get("description", ""), metadata, body.strip())


@dataclass(frozen=True)
class MemoryFolder:
    """The files under one folder, with the index MEMORY.md beside them."""

    path: Path

    def names(self) -> list[str]:
        return sorted(file.stem for file in self.path.glob("*.md") if file.name != INDEX)

    def read(self, name: str) -> MemoryFile:
        if name not in self.names():
            raise NotFound(f"there is no memory file {name}")
        return parse((self.path / f"{name}.md").read_text(encoding="utf-8"), name)

    def write(self, file: MemoryFile) -> None:
        """Write a file and its line in the index."""
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / f"{file.name}.md").write_text(file.render(), encoding="utf-8")
        others = [line for line in self.index_lines() if not line.startswith(f"[{file.name}](")]
        self._write_index([*others, file.index_line])

    def archive(self, name: str) -> None:
        """Move a file to the archive and take its line out of the index."""
        (self.path / ARCHIVE).mkdir(exist_ok=True)
        (self.path / f"{name}.md").rename(self.path / ARCHIVE / f"{name}.md")
        self._write_index([line for line in self.index_lines() if not line.startswith(f"[{name}](")])

    def index_lines(self) -> list[str]:
        """The index, one pointer a line, without bullets."""
        path = self.path / INDEX
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]

    def _write_index(self, lines: list[str]) -> None:
        text = "# Memory folder\n\n" + "".join(f"- {line}\n" for line in sorted(lines))
        (self.path / INDEX).write_text(text, encoding="utf-8")
