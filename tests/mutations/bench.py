"""A copy of the everything-set that tests spoil: one change or many at a time, each at its place, and the
findings that follow. Line ends are kept by every change, so that lines stay where they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from auditor import sets
from auditor.assembly import case_of
from auditor.cache import Store
from auditor.case import Case
from auditor.checks import audit_of
from auditor.findings import Finding, Severity
from auditor.forms import Entry, entries_in
from auditor.places import Place, Text
from auditor.records import AuditSet, Member, Record
from auditor.registers.loading import Loaded, load_member
from auditor.settings import Settings

EVERYTHING = Path(__file__).parent.parent / "data" / "everything"
LOTS = (40, 8)
"""How many mutations are made together, at first and where one hid another."""


class Edit(NamedTuple):
    """Characters `start` to `end` of a file give way to `new`."""

    file: str
    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """A change to the set and what must be found: one of `numbers` at `line` of `file`."""

    what: str
    edits: tuple[Edit, ...]
    numbers: frozenset[int]
    file: str
    line: int
    remedy: str = ""
    record: str = ""
    field: str = ""
    message: tuple[str, ...] = ()
    alone: bool = False
    """Not to be made together with others, since it changes what they are judged by."""

    def found_in(self, findings: Iterable[Finding]) -> bool:
        """Whether one of the findings is the expected one."""
        return any(self._fits(each) for each in findings)

    def _fits(self, found: Finding) -> bool:
        return (
            found.number in self.numbers
            and found.severity >= Severity.WARNING
            and found.place.line == self.line
            and found.place.path.endswith("/" + self.file)
            and self.remedy in found.remedy
            and self.record in found.record
            and self.field in found.field
            and all(part in found.message for part in self.message)
        )


class Pair(NamedTuple):
    """A key and its value in a mapping of a file, as PyYAML composes them."""

    key: Any
    value: Any
    parent: Any
    position: int


class Bench:
    """The set in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.texts = {
            path.relative_to(EVERYTHING).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(EVERYTHING.rglob("*.yaml"))
        }
        self.starts = {name: _line_starts(text) for name, text in self.texts.items()}
        for name, text in self.texts.items():
            self._write(name, text)
        self._read: dict[tuple[str, tuple[tuple[str, bytes], ...]], Loaded] = {}
        self.pairs: dict[tuple[str, int], Pair] = {}
        self.nodes: dict[tuple[str, int], Any] = {}
        for name, text in self.texts.items():
            self._index(name, yaml.compose(text, Loader=yaml.CSafeLoader))
        self.loaded = sets.load(folder)
        self.case: Case = case_of(self.loaded)
        self.clean = frozenset(audit_of(self.case, Settings()).findings)

    def load_member(self, folder: Path, store: Store | None = None) -> Loaded:
        """A member, read again only where one of its files has changed."""
        files = tuple((path.name, path.read_bytes()) for path in sorted(folder.glob("*.yaml")))
        key = (folder.as_posix(), files)
        if key not in self._read:
            self._read[key] = load_member(folder, store)
        return self._read[key]

    def findings(self, edits: Sequence[Edit]) -> list[Finding]:
        """What is found, beyond what is found in the set as it stands, when the edits are made."""
        changed: dict[str, str] = {}
        for file in {edit.file for edit in edits}:
            text = self.texts.get(file, "")
            for edit in sorted({each for each in edits if each.file == file}, reverse=True):
                text = text[: edit.start] + edit.new + text[edit.end :]
            changed[file] = text
        try:
            for file, text in changed.items():
                self._write(file, text)
            audit = audit_of(case_of(sets.load(self.folder)), Settings())
        finally:
            for file in changed:
                if file in self.texts:
                    self._write(file, self.texts[file])
                else:
                    (self.folder / file).unlink()
        self._forget()
        return [each for each in audit.findings if each not in self.clean]

    def unnoticed(self, mutations: Sequence[Mutation]) -> list[str]:
        """A line for each mutation that does not bring its finding. Many are made together, far from one
        another; each that is not noticed there is made alone, so that no mutation hides another."""
        alone = [each for each in mutations if each.alone]
        crowd = [each for each in mutations if not each.alone]
        for size in LOTS:
            crowd = self._missed_together(crowd, size)
        return [line for each in (*alone, *crowd) for line in self._alone(each)]

    def _missed_together(self, crowd: Sequence[Mutation], size: int) -> list[Mutation]:
        """The mutations that are not noticed when so many are made together."""
        missed: list[Mutation] = []
        while crowd:
            together = _apart(crowd[:: max(1, len(crowd) // size)])
            found = self.findings([edit for each in together for edit in each.edits])
            missed += [each for each in together if not each.found_in(found)]
            made = {id(each) for each in together}
            crowd = [each for each in crowd if id(each) not in made]
        return missed

    def _alone(self, mutation: Mutation) -> Iterator[str]:
        found = self.findings(mutation.edits)
        if not mutation.found_in(found):
            near = [f"{each.number}@{each.place.line}" for each in found if mutation.file in each.place.path]
            numbers = "/".join(str(number) for number in sorted(mutation.numbers))
            yield (
                f"{mutation.file}:{mutation.line}: {mutation.what}: expected {numbers}, "
                f"found {', '.join(near[:6]) or f'{len(found)} findings elsewhere'}"
            )

    # Where things stand.

    def file(self, place: Place) -> str:
        """The file of a place, as the set names it."""
        return Path(place.path).relative_to(self.folder).as_posix()

    def offset(self, place: Place) -> int:
        """The index of a place's first character in its file."""
        return self.starts[self.file(place)][place.line - 1] + place.column - 1

    def replaced(self, value: Text, new: str) -> Edit:
        """A scalar gives way to `new`, its line ends kept."""
        start = self.offset(value.place)
        raw = value.raw or str(value)
        return self._spliced(self.file(value.place), start, start + len(raw), new)

    def at(self, place: Place, new: str) -> Edit:
        """The characters of a place give way to `new`."""
        start = self.offset(place)
        return Edit(self.file(place), start, start + place.width, new)

    def pair(self, place: Place) -> Pair | None:
        """The key that stands at a place, with its value."""
        return self.pairs.get((self.file(place), self.offset(place)))

    def without(self, place: Place) -> Edit | None:
        """The key at a place is taken away with its value; None where it is the only one of its mapping."""
        pair = self.pair(place)
        if pair is None or len(pair.parent.value) == 1:
            return None
        file = self.file(place)
        start, end = pair.key.start_mark.index, pair.value.end_mark.index
        following = pair.position + 1 < len(pair.parent.value)
        if following:
            end = pair.parent.value[pair.position + 1][0].start_mark.index
        if pair.parent.flow_style:
            if not following:
                start = pair.parent.value[pair.position - 1][1].end_mark.index
            return self._spliced(file, start, end, "")
        text = self.texts[file]
        kept = text[start:end]
        indent = kept[kept.rfind("\n") + 1 :] if following else ""
        return Edit(file, start, end, "\n" * kept.count("\n") + indent)

    def emptied(self, place: Place) -> Edit:
        """The value of the key at a place is taken away."""
        pair = self.pair(place)
        assert pair is not None
        start, end = pair.value.start_mark.index, pair.value.end_mark.index
        new = ""
        if isinstance(pair.value, yaml.CollectionNode) and pair.value.flow_style:
            new = "[]" if isinstance(pair.value, yaml.SequenceNode) else "{}"
        elif pair.parent.flow_style:
            new = '""'
        edit = self._spliced(self.file(place), start, end, new)
        if isinstance(pair.value, yaml.CollectionNode) and not pair.value.flow_style:
            # What follows a block keeps its indentation.
            kept = self.texts[edit.file][start:end]
            return edit._replace(new=edit.new + kept[kept.rfind("\n") + 1 :])
        return edit

    def entries(self) -> Iterator[tuple[Entry, tuple[str | int, ...], Record | None, Member | AuditSet]]:
        """Every entry of the set with its path, the record that holds it, and its member or set."""
        for loaded in self.loaded.members:
            own = self.load_member(Path(loaded.folder)).member
            records = {record.LIST: record for record in own.records}
            for entry, path in entries_in(own):
                record = None
                if path and path[0] in records:
                    assert isinstance(path[1], int)
                    record = getattr(own, str(path[0]))[path[1]]
                yield entry, path, record, own
        audit_set = self.loaded.audit_set
        assert audit_set is not None
        for entry, path in entries_in(audit_set):
            yield entry, path, None, audit_set

    def _spliced(self, file: str, start: int, end: int, new: str) -> Edit:
        lines = self.texts[file].count("\n", start, end)
        return Edit(file, start, end, new + "\n" * lines)

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")

    def _forget(self) -> None:
        if len(self._read) > 40:
            self._read.clear()

    def _index(self, file: str, node: Any) -> None:
        self.nodes[file, node.start_mark.index] = node
        if isinstance(node, yaml.MappingNode):
            for index, (key, value) in enumerate(node.value):
                self.pairs[file, key.start_mark.index] = Pair(key, value, node, index)
                self._index(file, value)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self._index(file, item)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _apart(mutations: Sequence[Mutation]) -> list[Mutation]:
    """The first of the mutations whose edits and lines do not meet; an edit may serve several."""
    kept: list[Mutation] = []
    taken: dict[str, list[Edit]] = {}
    lines: set[tuple[str, int, str]] = set()
    for each in mutations:
        meets = any(
            edit != other and edit.start <= other.end and other.start <= edit.end
            for edit in each.edits
            for other in taken.get(edit.file, ())
        )
        if meets or (each.file, each.line, each.field) in lines:
            continue
        kept.append(each)
        for edit in each.edits:
            taken.setdefault(edit.file, []).append(edit)
        lines.add((each.file, each.line, each.field))
    return kept
