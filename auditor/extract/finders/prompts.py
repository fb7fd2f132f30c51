"""Instruction texts where they are defined, and the places where retained content enters one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.neutral import Assignment, Entry, Evaluation, Parameter, Text
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import words_of
from auditor.facts import Fact
from auditor.terms import FactKind

_LONG = 60
_NAMES = frozenset({"prompt", "prompts", "instruction", "instructions", "template", "system"})
_INSTRUCTS = re.compile(
    r"\b(?:you are|you will|your task|please|must|should|do not|don't|return|respond|given|analy[sz]e|"
    r"extract|generate|summari[sz]e|use the following|based on|answer)\b",
    re.IGNORECASE,
)


def find_prompts(unit: Unit, target: Target) -> Iterator[Fact]:
    """The prompts of a file."""
    for text in unit.nodes(Text):
        if len(text.value) < _LONG or isinstance(unit.parent(text), Evaluation):
            continue
        name = _name_of(text, unit)
        named = bool(_NAMES.intersection(words_of(name)))
        if named and _INSTRUCTS.search(text.value):
            yield unit.fact(FactKind.PROMPT, text, name=name, rule="python/prompt/named")
        elif len(_INSTRUCTS.findall(text.value)) >= 3 and text.value.count("\n") >= 3:
            yield unit.fact(FactKind.PROMPT, text, name=name or "prompt", rule="python/prompt/instructs")


def _name_of(text: Text, unit: Unit) -> str:
    """What a text is kept under: the variable, parameter, keyword or key nearest around it."""
    for around in unit.ancestors(text):
        if isinstance(around, Assignment):
            return last_name(around.targets[0]) if around.targets else ""
        if isinstance(around, Parameter):
            return around.name
        if isinstance(around, Entry) and isinstance(around.key, Text):
            return around.key.value
    return ""
