"""From frozen files to facts: the reader of its language turns a file into the neutral form, all files are
linked, and the finders of each family of facts are asked.

One bad file costs one file. Nothing of the target is imported or run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from auditor.extract.callers import Callers
from auditor.extract.catalogue import Catalogue
from auditor.extract.catalogue.loading import own_catalogue
from auditor.extract.classes import class_by_path, is_example
from auditor.extract.documents import Shown, is_document, shown_in
from auditor.extract.effects import Effects, Target
from auditor.extract.finders import FINDERS
from auditor.extract.index import Index, module_names
from auditor.extract.limits import Allowance, Exhausted, Limits
from auditor.extract.neutral import Module
from auditor.extract.offers import Offers
from auditor.extract.python import read_notebook, read_python
from auditor.extract.resolution import Resolver
from auditor.extract.scope import Scope
from auditor.extract.typescript import SUFFIXES, read_typescript
from auditor.extract.unit import Unit
from auditor.facts import CoverageOfFiles, Fact, Facts, Skipped, as_json
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import Unread

__all__ = ["Limits", "Scope", "extract", "facts_json"]

Progress = Callable[[int, int, str], None]
"""Called before each file: how many are done, how many there are, and the path."""

_READERS: dict[str, Callable[[SourceFile, Limits], Module | Skipped]] = {
    ".py": read_python,
    **dict.fromkeys(SUFFIXES, read_typescript),
}
"""The reader of each language, by suffix."""

_COUNTED_BY_SUFFIX = frozenset({Unread.LANGUAGE, Unread.BINARY})


def extract(
    snapshot: Snapshot,
    *,
    scope: Scope | None = None,
    catalogue: Catalogue | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
) -> Facts:
    """The facts of a target, sorted by place, with the coverage under which they were found.

    A file that takes more than `limits` is named and left; without a clock in them, time is not counted.
    """
    sources: list[_Source] = []
    skipped: list[Skipped] = []
    documents: list[str] = []
    examples: list[str] = []
    for done, file in enumerate(snapshot.files()):
        if progress is not None:
            progress(done, snapshot.count, file.path)
        if isinstance(file, SourceFile) and is_document(file.path):
            documents.append(file.text)
        elif isinstance(file, SourceFile) and is_example(file.path):
            examples.append(file.text)
        outcome = _read(file, scope or Scope(), limits or Limits())
        if isinstance(outcome, Skipped):
            skipped.append(outcome)
        else:
            sources.append(outcome)
    found = _found(sources, catalogue or own_catalogue(), shown_in(documents, examples), limits or Limits())
    for each in sources:
        skipped.extend((*each.unread, *_damage(each)))
    skipped.extend(found.skipped)
    not_whole = {each.path for each in skipped}
    return Facts(
        target=snapshot.target,
        coverage=CoverageOfFiles(
            read=tuple(each.path for each in sources if each.path not in not_whole),
            skipped=tuple(_grouped(skipped)),
            classes=tuple((each.path, class_by_path(each.path).is_) for each in sources),
            lines=sum(
                each.text.count("\n") + (not each.text.endswith("\n")) for each in sources if each.text
            ),
            calls=tuple(found.calls.items()),
        ),
        facts=tuple(sorted(found.facts, key=lambda fact: fact.order)),
    )


def facts_json(
    snapshot: Snapshot, *, scope: Scope | None = None, catalogue: Catalogue | None = None
) -> dict[str, Any]:
    """The facts of a target as the structure `audit-facts/1`."""
    return as_json(extract(snapshot, scope=scope, catalogue=catalogue))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A file that was read: its neutral form, the text that it is of, and what of it could not be read."""

    module: Module
    text: str
    unread: tuple[Skipped, ...] = ()

    @property
    def path(self) -> str:
        return self.module.path


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What the finders say: facts, the files that took too long, and how calls ended."""

    facts: set[Fact]
    skipped: list[Skipped]
    calls: dict[str, int]


def _found(sources: list[_Source], catalogue: Catalogue, shown: Shown, limits: Limits) -> _Found:
    """All facts of files that belong together; a fact that two rules find alike is one."""
    names = module_names(each.path for each in sources)
    units = [
        Unit(each.module, each.text, names[each.path][0], package=names[each.path][1]) for each in sources
    ]
    index = Index(units)
    resolver = Resolver(index, catalogue)
    target = Target(
        index,
        resolver,
        catalogue,
        Effects(index, resolver),
        Callers(index, resolver),
        Offers(index, resolver, shown),
    )
    calls = target.callers.states  # what all files share is worked out before any one of them is timed
    facts: set[Fact] = set()
    skipped: list[Skipped] = []
    for unit in units:
        try:
            facts.update(_facts_of(unit, target, limits.begin()))
        except Exhausted as over:
            skipped.append(Skipped(path=unit.path, reason=Unread.LIMIT, detail=str(over)))
    return _Found(facts=facts, skipped=skipped, calls=calls)


def _facts_of(unit: Unit, target: Target, allowance: Allowance) -> list[Fact]:
    """The facts of one file. Raises Exhausted where its time is over."""
    facts: list[Fact] = []
    for find in FINDERS:
        for fact in find(unit, target):
            allowance.go_on()
            facts.append(fact)
    allowance.go_on()
    return facts


def _read(file: SourceFile | Skipped, scope: Scope, limits: Limits) -> _Source | Skipped:
    left_out = scope.leaves_out(file.path)
    if left_out is not None:
        return left_out
    if isinstance(file, Skipped):
        return file
    left_out = scope.leaves_out_text(file.path, file.text)
    if left_out is not None:
        return left_out
    suffix = PurePosixPath(file.path).suffix
    if suffix == ".ipynb":
        return _read_notebook(file, limits)
    reader = _READERS.get(suffix)
    if reader is None:
        return Skipped(path=file.path, reason=Unread.LANGUAGE)
    outcome = reader(file, limits)
    return outcome if isinstance(outcome, Skipped) else _Source(module=outcome, text=file.text)


def _read_notebook(file: SourceFile, limits: Limits) -> _Source | Skipped:
    outcome = read_notebook(file, limits)
    if isinstance(outcome, Skipped):
        return outcome
    module, text, left_out = outcome
    unread = tuple(
        Skipped(path=file.path, reason=Unread.SYNTAX, detail=f"cell {number}: could not be read", count=1)
        for number in left_out
    )
    return _Source(module=module, text=text, unread=unread)


def _damage(source: _Source) -> Iterator[Skipped]:
    """The parts of a file that its parser could not read, as one skip that names the first."""
    module = source.module
    if module.damaged:
        first = module.damaged[0][0]
        line = source.text.encode("utf-8", "surrogatepass").count(b"\n", 0, first) + 1
        more = f", and {len(module.damaged) - 1} more places" if len(module.damaged) > 1 else ""
        detail = f"line {line}: could not be read; what stands around it was recovered{more}"
        yield Skipped(path=module.path, reason=Unread.SYNTAX, detail=detail)


def _grouped(skipped: Iterable[Skipped]) -> Iterator[Skipped]:
    """Skips with those of one sort as one: by suffix where no walk reads the language, else by folder."""
    counts: dict[tuple[Unread, str, str], int] = {}
    for each in skipped:
        path = each.path
        if each.reason in _COUNTED_BY_SUFFIX and not path.endswith("/") and not path.endswith(".py"):
            suffix = PurePosixPath(path).suffix
            key = (each.reason, f"**/*{suffix}" if suffix else "**/* (names without a suffix)", "")
        else:
            key = (each.reason, path, each.detail)
        counts[key] = counts.get(key, 0) + each.count
    order = list(Unread)
    for reason, path, detail in sorted(counts, key=lambda key: (order.index(key[0]), key[1], key[2])):
        yield Skipped(path=path, reason=reason, detail=detail, count=counts[reason, path, detail])
