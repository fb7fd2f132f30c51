"""Calls that reach a language model or compute an embedding: at once, through the target's own client, and by
a method handed over as a value.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import MODEL_KINDS, Done, Target
from auditor.extract.neutral import Attribute, Call, Node
from auditor.extract.unit import Unit
from auditor.facts import Fact

_LONGEST_NAME = 80


def find_calls(unit: Unit, target: Target) -> Iterator[Fact]:
    """The model calls and embedding calls of a file."""
    for call in unit.nodes(Call):
        for done in target.effects.of(call, unit):
            if done.kind in MODEL_KINDS:
                yield _fact(unit, call, call.function, done, target)
        for argument in call.arguments:
            if isinstance(argument.value, Attribute):
                for done in _handed_over(argument.value, unit, target):
                    if done.kind in MODEL_KINDS:
                        yield _fact(unit, call, argument.value, done, target)


def _handed_over(method: Attribute, unit: Unit, target: Target) -> Iterator[Done]:
    """What a method does that is given to a thread, an executor or a queue."""
    primitive = [
        Done(kind, effect.entry, "")
        for effect in target.resolver.effects(method, unit)
        for kind in effect.facts
    ]
    yield from primitive or target.effects.carried(method, unit)


def _fact(unit: Unit, call: Call, function: Node, done: Done, target: Target) -> Fact:
    name = " ".join(unit.code(function).split())
    state = target.resolver.callee(call, unit).state
    return unit.fact(
        done.kind,
        call,
        name=name[-_LONGEST_NAME:],
        rule=done.rule,
        details={"resolution": state, "through": done.through or None},
    )
