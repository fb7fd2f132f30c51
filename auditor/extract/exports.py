"""What the packages of a target offer: the names that their `__init__.py` files bring up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from auditor.extract.python_definitions import EXPORTED_CLASS_RULE, PUBLIC_FUNCTION, PUBLIC_METHOD
from auditor.facts import Details, Fact
from auditor.terms import FactKind

_IMPORT = re.compile(r"^[ \t]*from[ \t]+[.\w]+[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_LONGEST = 200_000
"""Characters of an `__init__.py` that are looked at."""

_COMMENT = re.compile(r"#[^\n]*")
_NAME = re.compile(r"[^\W\d]\w*")


def exported_names(text: str) -> frozenset[str]:
    """The public names that an `__init__.py` imports from other modules."""
    names: set[str] = set()
    for match in _IMPORT.finditer(text[:_LONGEST]):
        for part in _COMMENT.sub("", match.group(1)).strip("() \t\n").split(","):
            found = _NAME.match(part.strip())
            if found and not found.group().startswith("_"):
                names.add(found.group())
    return frozenset(names)


def with_exports(facts: Iterable[Fact], exports: Mapping[str, frozenset[str]]) -> Iterator[Fact]:
    """The facts, with public methods and functions marked where a package above them exports them.

    A public function, or a documented method of a class without a docstring, is an entry point only then.
    `exports` has the names by folder.
    """
    for fact in facts:
        how = fact.details.get("how")
        if fact.kind is not FactKind.ENTRY_POINT or how not in (PUBLIC_FUNCTION, PUBLIC_METHOD):
            yield fact
            continue
        offered = fact.within.split(".")[0] if how == PUBLIC_METHOD else fact.name
        folders = [str(each) for each in PurePosixPath(fact.path).parents]
        above = [each for each in folders if offered in exports.get(each, frozenset())]
        if above:
            yield replace(fact, details=Details({**fact.details, "exported_by": above[-1]}))
        elif how == PUBLIC_METHOD and fact.rule != EXPORTED_CLASS_RULE:
            yield fact
