"""From frozen files to facts: the reader of its language turns a file into the neutral form, all files are
linked, and the finders of each family of facts are asked.

One bad file costs one file. Nothing of the target is imported or run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from auditor.extract.callers import Callers
from auditor.extract.catalogue import Catalogue
from auditor.extract.catalogue.loading import own_catalogue
from auditor.extract.documents import Shown, is_document, is_example, shown_in
from auditor.extract.effects import Effects, Target
from auditor.extract.finders import FINDERS
from auditor.extract.handovers import Handovers
from auditor.extract.index import Index, module_names
from auditor.extract.neutral import Module
from auditor.extract.offers import Offers
from auditor.extract.python import read_python
from auditor.extract.resolution import Resolver
from auditor.extract.scope import Scope
from auditor.extract.scripts import Scripts, lists_scripts, scripts_in
from auditor.extract.unit import Unit
from auditor.facts import CoverageOfFiles, Fact, Facts, Skipped, as_json
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import Unread

__all__ = ["Scope", "extract", "facts_json"]

Progress = Callable[[int, int, str], None]
"""Called before each file: how many are done, how many there are, and the path."""

_READERS: dict[str, Callable[[SourceFile], Module | Skipped]] = {".py": read_python}
"""The reader of each language, by suffix."""

_COUNTED_BY_SUFFIX = frozenset({Unread.LANGUAGE, Unread.BINARY})


def extract(
    snapshot: Snapshot,
    *,
    scope: Scope | None = None,
    catalogue: Catalogue | None = None,
    progress: Progress | None = None,
) -> Facts:
    """The facts of a target, sorted by place, with the coverage under which they were found."""
    modules: list[tuple[Module, str]] = []
    skipped: list[Skipped] = []
    documents: list[str] = []
    projects: list[str] = []
    examples: list[str] = []
    for done, file in enumerate(snapshot.files()):
        if progress is not None:
            progress(done, snapshot.count, file.path)
        if isinstance(file, SourceFile) and is_document(file.path):
            documents.append(file.text)
        elif isinstance(file, SourceFile) and lists_scripts(file.path):
            projects.append(file.text)
        elif isinstance(file, SourceFile) and is_example(file.path):
            examples.append(file.text)
        outcome = _read(file, scope or Scope())
        if isinstance(outcome, Skipped):
            skipped.append(outcome)
        elif isinstance(file, SourceFile):
            modules.append((outcome, file.text))
            skipped.extend(_damage(outcome, file.text))
    found = _found(modules, catalogue or own_catalogue(), shown_in(documents, examples), scripts_in(projects))
    damaged = {each.path for each in skipped}
    return Facts(
        target=snapshot.target,
        coverage=CoverageOfFiles(
            read=tuple(each.path for each, _ in modules if each.path not in damaged),
            skipped=tuple(_grouped(skipped)),
        ),
        facts=tuple(sorted(found, key=lambda fact: fact.order)),
    )


def facts_json(
    snapshot: Snapshot, *, scope: Scope | None = None, catalogue: Catalogue | None = None
) -> dict[str, Any]:
    """The facts of a target as the structure `audit-facts/1`."""
    return as_json(extract(snapshot, scope=scope, catalogue=catalogue))


def _found(
    modules: list[tuple[Module, str]], catalogue: Catalogue, shown: Shown, scripts: frozenset[str]
) -> set[Fact]:
    """All facts of files that belong together; a fact that two rules find alike is one."""
    names = module_names(module.path for module, _ in modules)
    units = [
        Unit(module, text, names[module.path][0], package=names[module.path][1]) for module, text in modules
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
        Handovers(index, resolver, catalogue),
        Scripts(index, scripts),
    )
    return {fact for unit in units for find in FINDERS for fact in find(unit, target)}


def _read(file: SourceFile | Skipped, scope: Scope) -> Module | Skipped:
    left_out = scope.leaves_out(file.path)
    if left_out is not None:
        return left_out
    if isinstance(file, Skipped):
        return file
    reader = _READERS.get(PurePosixPath(file.path).suffix)
    if reader is None:
        return Skipped(path=file.path, reason=Unread.LANGUAGE)
    return reader(file)


def _damage(module: Module, text: str) -> Iterator[Skipped]:
    """The parts of a file that its parser could not read, as one skip that names the first."""
    if module.damaged:
        first = module.damaged[0][0]
        line = text.encode("utf-8", "surrogatepass").count(b"\n", 0, first) + 1
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
