"""From frozen files to facts: the reader of its language turns a file into the neutral form, all files are
linked, and the finders of each family of facts are asked.

One bad file costs one file. Nothing of the target is imported or run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from auditor.extract.catalogue import Catalogue
from auditor.extract.catalogue.loading import own_catalogue
from auditor.extract.classes import class_by_path
from auditor.extract.limits import Limits
from auditor.extract.linking import Found, found_in
from auditor.extract.reading import Source, damage, grouped, read_source
from auditor.extract.scope import Scope
from auditor.extract.surroundings import SurroundingTexts
from auditor.facts import CoverageOfFiles, Facts, Skipped, as_json
from auditor.snapshot import Snapshot, SourceFile

__all__ = ["Limits", "Scope", "extract", "facts_json"]

Progress = Callable[[int, int, str], None]
"""Called before each file: how many are done, how many there are, and the path."""


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
    sources: list[Source] = []
    skipped: list[Skipped] = []
    around = SurroundingTexts()
    for file in _files(snapshot, progress):
        if isinstance(file, SourceFile):
            around.take(file)
        outcome = read_source(file, scope or Scope(), limits or Limits())
        if isinstance(outcome, Skipped):
            skipped.append(outcome)
        else:
            sources.append(outcome)
            skipped.extend((*outcome.unread, *damage(outcome)))
    found = found_in(sources, catalogue or own_catalogue(), around.surroundings(), limits or Limits())
    skipped.extend(found.skipped)
    return Facts(
        target=snapshot.target,
        coverage=_coverage(sources, skipped, found),
        facts=tuple(sorted(found.facts, key=lambda fact: fact.order)),
    )


def facts_json(
    snapshot: Snapshot, *, scope: Scope | None = None, catalogue: Catalogue | None = None
) -> dict[str, Any]:
    """The facts of a target as the structure `audit-facts/1`."""
    return as_json(extract(snapshot, scope=scope, catalogue=catalogue))


def _files(snapshot: Snapshot, progress: Progress | None) -> Iterator[SourceFile | Skipped]:
    for done, file in enumerate(snapshot.files()):
        if progress is not None:
            progress(done, snapshot.count, file.path)
        yield file


def _coverage(sources: list[Source], skipped: list[Skipped], found: Found) -> CoverageOfFiles:
    not_whole = {each.path for each in skipped}
    return CoverageOfFiles(
        read=tuple(each.path for each in sources if each.path not in not_whole),
        skipped=tuple(grouped(skipped)),
        classes=tuple((each.path, class_by_path(each.path).is_) for each in sources),
        lines=sum(each.text.count("\n") + (not each.text.endswith("\n")) for each in sources if each.text),
        concrete_lines=found.concrete_lines,
        calls=tuple(found.calls.items()),
    )
