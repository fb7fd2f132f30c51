"""The words by which a sentence asserts something about a system, and those of sentences that only instruct,
invite or praise. The words themselves are data, in the file beside this one.
"""

from __future__ import annotations

from importlib import resources

import yaml

_WRITTEN: dict[str, str] = yaml.load(
    resources.files(__package__).joinpath("words.yaml").read_text("utf-8"), yaml.CSafeLoader
)


def _words(key: str) -> frozenset[str]:
    return frozenset(_WRITTEN[key].split())


BEHAVIOUR = _words("behaviour")
"""Verbs, in their plain form, of what a system does."""

DEEDS = _words("deeds")
"""Nouns that name what a system does."""

ABSOLUTE = _words("absolute")
"""Words that bound or generalise what is said."""

MODAL = _words("modal")
"""Words before a verb that say what will, can or must be."""

INSTRUCTION = _words("instruction")
"""Verbs with which a sentence tells its reader what to do."""

ASIDE = _words("aside")
"""Words of headings under which a document speaks of itself, its makers or its installation."""

UNITS = _words("units")
"""Units after a number."""
