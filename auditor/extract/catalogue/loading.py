"""YAML files to a catalogue.

A file names its `framework`, the `language` of its snippets (`python` where it says none) and lists
`entries`. An entry has an `id` (the rule of its facts), `says`, the
`names` it knows (dotted; `*` stands for anything), and what uses of them are: `called`, `decorator`, `base`,
`members` (calls of what they make, by the path from it) and `decorator_members`. Each of these is a kind of
fact, a list of kinds, or a mapping with `facts`, `gives` (the name that the result is known by) and any
details. `good` is a snippet that must yield a fact of the entry, `bad` one that looks alike and must not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import yaml

from auditor.errors import BadCatalogue
from auditor.extract.catalogue import Catalogue, Effect, Entry
from auditor.terms import FactKind

LANGUAGES = ("python", "typescript")

_KEYS = frozenset(
    ["id", "says", "names", "called", "decorator", "base", "members", "decorator_members", "good", "bad"]
)


@cache
def own_catalogue() -> Catalogue:
    """The catalogue that comes with the tool."""
    folder = resources.files("auditor.extract.catalogue")
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".yaml")), key=lambda e: e.name)
    entries = [entry for each in files for entry in entries_of(each.read_text("utf-8"), each.name)]
    return Catalogue(entries)


def entries_of(text: str, file: str) -> tuple[Entry, ...]:
    """The entries of one file. Raises BadCatalogue, which names file and entry, for what has another form."""
    try:
        document = yaml.load(text, yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise BadCatalogue(file, "", f"is no YAML: {str(error).splitlines()[0]}") from error
    if not isinstance(document, Mapping) or not isinstance(document.get("entries"), list):
        raise BadCatalogue(file, "", "needs `framework` and a list `entries`")
    framework, language = str(document.get("framework", "")), str(document.get("language", LANGUAGES[0]))
    if language not in LANGUAGES:
        raise BadCatalogue(file, "", f"has the language `{language}`; it is one of {', '.join(LANGUAGES)}")
    return tuple(_entry(each, framework, language, file) for each in document["entries"])


def _entry(written: Any, framework: str, language: str, file: str) -> Entry:
    if not isinstance(written, Mapping) or not isinstance(written.get("id"), str):
        raise BadCatalogue(file, "", "has an entry without `id`")
    id_ = str(written["id"])
    unknown = [str(each) for each in written if each not in _KEYS]
    if unknown:
        raise BadCatalogue(file, id_, f"has the unknown key `{unknown[0]}`")
    for key in ("good", "bad", "names"):
        if not written.get(key):
            raise BadCatalogue(file, id_, f"needs `{key}`")
    single = {key: _effect(written.get(key), id_, file) for key in ("called", "decorator", "base")}
    return Entry(
        id=id_,
        framework=framework,
        language=language,
        says=str(written.get("says", "")),
        names=tuple(_listed(written["names"])),
        called=single["called"],
        decorator=single["decorator"],
        base=single["base"],
        members=_members(written.get("members"), id_, file),
        decorator_members=_members(written.get("decorator_members"), id_, file),
        good=str(written["good"]),
        bad=str(written["bad"]),
    )


def _members(written: Any, entry: str, file: str) -> tuple[tuple[str, Effect], ...]:
    """Members and their effects; a key may name several, parted by commas."""
    if written is None:
        return ()
    if not isinstance(written, Mapping):
        raise BadCatalogue(file, entry, "needs a mapping of names under `members`")
    made: list[tuple[str, Effect]] = []
    for names, value in written.items():
        effect = _effect(value, entry, file)
        if effect is not None:
            made.extend((name.strip(), effect) for name in str(names).split(","))
    return tuple(made)


def _effect(written: Any, entry: str, file: str) -> Effect | None:
    if written is None:
        return None
    if not isinstance(written, Mapping):
        written = {"facts": written}
    facts: list[FactKind] = []
    for each in _listed(written.get("facts")):
        kind = FactKind.of(each)
        if kind is None:
            raise BadCatalogue(file, entry, f"names `{each}`, which is no kind of fact")
        facts.append(kind)
    details = tuple((str(key), str(value)) for key, value in written.items() if key not in ("facts", "gives"))
    return Effect(facts=tuple(facts), gives=str(written.get("gives", "")), details=details, entry=entry)


def _listed(value: Any) -> Iterable[str]:
    if value is None:
        return ()
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]
