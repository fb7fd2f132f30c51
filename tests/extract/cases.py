"""The specification of extraction as cases: small targets with the facts that an expert marks in them.

`rules.yaml` states the rules of marking, one sentence each; every file under `cases/` holds a list of cases
that rest on them. A place is named by a text that occurs once in its file, so that a case survives editing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
CASES = FOLDER / "cases"

Detail = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Lines of a case's file: from the text `at` to the text `through`; the whole file where `at` is empty.

    In a notebook lines are cells', so there the passage must hold the text.
    """

    path: str
    at: str = ""
    through: str = ""

    def lines(self, text: str) -> tuple[int, int]:
        """First and last line, from 1 and inclusive."""
        first = 1 + text[: text.index(self.at)].count("\n")
        end = self.through or self.at
        return first, 1 + text[: text.index(end) + len(end.rstrip("\n"))].count("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """One fact that must be found, or with `kinds` of several, facts that must not be."""

    kinds: tuple[str, ...]
    place: Place
    name: str | None = None
    """The name of the fact, or the last part of it."""
    value: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    """Details that the fact must state, whatever they hold."""
    bites: tuple[Place, ...] = ()
    """Places that `used_at` of the fact must list, as `path:lines`."""
    whole: bool = False
    """The fact's lines are exactly the place's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A file that the coverage must list as not read, or as damaged in part."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A target of a few lines and what extraction makes of it."""

    group: str
    name: str
    shows: str
    rule: str
    files: Mapping[str, str]
    encodings: Mapping[str, str]
    finds: tuple[Expected, ...]
    optional: tuple[Expected, ...]
    finds_not: tuple[Expected, ...]
    exactly: tuple[str, ...]
    """Kinds of which nothing may be found but what `finds` and `optional` list."""
    include: tuple[str, ...]
    """What is read beside shipped code: `tests`, `examples`."""
    unread: tuple[Unread, ...]
    damaged: bool
    """Some file of it is not valid in its language, on purpose."""

    def content(self, path: str) -> bytes:
        """The bytes of a file as the target holds them."""
        return self.files[path].encode(self.encodings.get(path, "utf-8"))


def all_rules() -> dict[str, str]:
    """The rules of marking, by name."""
    return dict(yaml.safe_load((FOLDER / "rules.yaml").read_text(encoding="utf-8")))


def all_cases() -> tuple[Case, ...]:
    """Every case, in the order of the files and within them."""
    return tuple(
        _case(path.stem, entry)
        for path in sorted(CASES.glob("*.yaml"))
        for entry in yaml.safe_load(path.read_text(encoding="utf-8"))
    )


_KEYS = {each.name for each in fields(Case)} - {"group"}


def _case(group: str, entry: dict[str, Any]) -> Case:
    unknown = set(entry) - _KEYS
    if unknown:
        raise ValueError(f"{group}: {entry.get('name')}: a case has no {sorted(unknown)}")
    files = entry["files"]
    only = next(iter(files)) if len(files) == 1 else None

    def expected(listed: str) -> tuple[Expected, ...]:
        return tuple(_expected(each, only) for each in entry.get(listed, []))

    return Case(
        group=group,
        name=entry["name"],
        shows=entry["shows"],
        rule=entry["rule"],
        files=files,
        encodings=entry.get("encodings", {}),
        finds=expected("finds"),
        optional=expected("optional"),
        finds_not=expected("finds_not"),
        exactly=tuple(entry.get("exactly", [])),
        include=tuple(entry.get("include", [])),
        unread=tuple(Unread(path=each["path"], reason=each["reason"]) for each in entry.get("unread", [])),
        damaged=entry.get("damaged", False),
    )


def _bite(entry: str | dict[str, str], path: str) -> Place:
    return Place(path=path, at=entry) if isinstance(entry, str) else Place(path=entry["path"], at=entry["at"])


def _expected(entry: dict[str, Any], only: str | None) -> Expected:
    kinds = entry["kind"] if isinstance(entry["kind"], list) else [entry["kind"]]
    path = entry.get("path", only)
    if path is None:
        raise ValueError(f"a case of several files must say where: {entry}")
    value = entry.get("value")
    return Expected(
        kinds=tuple(kinds),
        place=Place(path=path, at=entry.get("at", ""), through=entry.get("through", "")),
        name=entry.get("name"),
        value=None if value is None else str(value),
        details={
            key: tuple(held) if isinstance(held, list) else held
            for key, held in entry.get("details", {}).items()
        },
        has=tuple(entry.get("has", [])),
        bites=tuple(_bite(each, path) for each in entry.get("bites", [])),
        whole=entry.get("whole", False),
    )
