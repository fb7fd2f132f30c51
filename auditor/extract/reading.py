"""A frozen file to what the linking needs of it: its neutral form by the reader of its language, or the
reason why it is not read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from auditor.extract.limits import Limits
from auditor.extract.neutral import Module
from auditor.extract.python import read_notebook, read_python
from auditor.extract.scope import Scope
from auditor.extract.typescript import SUFFIXES, read_typescript
from auditor.facts import Skipped
from auditor.snapshot import SourceFile
from auditor.terms import Unread

_READERS: dict[str, Callable[[SourceFile, Limits], Module | Skipped]] = {
    ".py": read_python,
    **dict.fromkeys(SUFFIXES, read_typescript),
}
"""The reader of each language, by suffix."""


_COUNTED_BY_SUFFIX = frozenset({Unread.LANGUAGE, Unread.BINARY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that was read: its neutral form, the text that it is of, and what of it could not be read."""

    module: Module
    text: str
    unread: tuple[Skipped, ...] = ()

    @property
    def path(self) -> str:
        return self.module.path


def read_source(file: SourceFile | Skipped, scope: Scope, limits: Limits) -> Source | Skipped:
    """One file as it takes part, or the reason why it does not."""
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
    return outcome if isinstance(outcome, Skipped) else Source(module=outcome, text=file.text)


def _read_notebook(file: SourceFile, limits: Limits) -> Source | Skipped:
    outcome = read_notebook(file, limits)
    if isinstance(outcome, Skipped):
        return outcome
    module, text, left_out = outcome
    unread = tuple(
        Skipped(path=file.path, reason=Unread.SYNTAX, detail=f"cell {number}: could not be read", count=1)
        for number in left_out
    )
    return Source(module=module, text=text, unread=unread)


def damage(source: Source) -> Iterator[Skipped]:
    """The parts of a file that its parser could not read, as one skip that names the first."""
    module = source.module
    if module.damaged:
        first = module.damaged[0][0]
        line = source.text.encode("utf-8", "surrogatepass").count(b"\n", 0, first) + 1
        more = f", and {len(module.damaged) - 1} more places" if len(module.damaged) > 1 else ""
        detail = f"line {line}: could not be read; what stands around it was recovered{more}"
        yield Skipped(path=module.path, reason=Unread.SYNTAX, detail=detail)


def grouped(skipped: Iterable[Skipped]) -> Iterator[Skipped]:
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
