"""The quotation of a file that somebody names by its path: in a source of a register, in a repository at a
revision, or on its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from auditor.errors import Misuse, NothingToQuote, NotInSource
from auditor.facts import Skipped
from auditor.quotations.at_hand import open_source
from auditor.quotations.matching import Page
from auditor.quotations.quoting import Quotation, quoted
from auditor.records import Source
from auditor.sets import load
from auditor.snapshot import SourceFile, open_snapshot


def quotation_in_register(
    register: Path, path: Path, *, lines: str = "", text: str = ""
) -> tuple[str, Quotation]:
    """A quotation from the frozen bytes of a register's source, and the source's identifier where the
    register has several.

    `path` is a path here that lies in the source's location, or one from the source's root. Raises
    NotInSource, NothingToQuote or what loading raises.
    """
    loaded = load(register)
    shared = [loaded.members[index].shared for index in loaded.in_focus]
    sources = {str(each.id): each for one in shared for each in one.sources if each.id}
    unread: list[str] = []
    for name, source in sources.items():
        opened = open_source(source)
        if opened.snapshot is None:
            unread.append(f"{name}: {opened.check.reason}")
            continue
        for inner in _inside(source, path):
            file = opened.snapshot.read(inner)
            if file is not None:
                made = quoted(_page(inner, file), lines=lines, text=text)
                return (name if len(sources) > 1 else ""), made
    raise NotInSource(path.as_posix(), sorted(sources), unread)


def quotation_of_file(
    path: Path, *, revision: str | None = None, lines: str = "", text: str = ""
) -> Quotation:
    """A quotation from a file as its repository holds it at a revision, HEAD by default; from the file
    itself where it is in none. Raises a TargetError, NotInSource or NothingToQuote."""
    if path.is_dir():
        raise Misuse(f"{path.as_posix()} is a folder; give a file of it")
    root = _repository_around(path)
    if root is None:
        snapshot = open_snapshot(path, revision=revision)
        inner, shown = path.name, path.as_posix()
    else:
        snapshot = open_snapshot(root, revision=revision)
        inner = shown = path.resolve().relative_to(root).as_posix()
    file = snapshot.read(inner)
    if file is None:
        raise NotInSource(path.as_posix(), [snapshot.target.revision], [])
    return quoted(_page(shown, file), lines=lines, text=text)


def _page(path: str, file: SourceFile | Skipped) -> Page:
    if isinstance(file, Skipped):
        raise NothingToQuote(path, f"it is not read: {file.reason} ({file.detail})")
    return Page(path, file.text)


def _inside(source: Source, path: Path) -> Iterator[str]:
    """The paths from a source's root that a path can mean: as it lies here, and as it is written."""
    home = Path(source.place.path).parent / str(source.location or "")
    root = home.resolve() if home.is_dir() else home.resolve().parent
    if path.resolve().is_relative_to(root):
        yield path.resolve().relative_to(root).as_posix()
    yield path.as_posix()


def _repository_around(path: Path) -> Path | None:
    for folder in path.resolve().parents:
        if (folder / ".git").exists():
            return folder
    return None
