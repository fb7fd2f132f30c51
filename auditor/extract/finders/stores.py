"""Reads, writes, updates and deletes of state that outlives the call."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import STORE_KINDS, Done, Target
from auditor.extract.neutral import Attribute, Call, Node
from auditor.extract.unit import Unit
from auditor.facts import Fact

_LONGEST_NAME = 80


def find_stores(unit: Unit, target: Target) -> Iterator[Fact]:
    """The store operations of a file."""
    for call in unit.nodes(Call):
        for done in target.effects.of(call, unit):
            if done.kind in STORE_KINDS:
                yield _fact(unit, call, call.function, done, target)
        for argument in call.arguments:
            if isinstance(argument.value, Attribute):
                for done in _handed_over(argument.value, unit, target):
                    if done.kind in STORE_KINDS:
                        yield _fact(unit, call, argument.value, done, target)


def _handed_over(method: Attribute, unit: Unit, target: Target) -> Iterator[Done]:
    primitive = [
        Done(kind, effect.entry, "")
        for effect in target.resolver.effects(method, unit)
        for kind in effect.facts
    ]
    yield from primitive or target.effects.carried(method, unit)


def _fact(unit: Unit, call: Call, function: Node, done: Done, target: Target) -> Fact:
    name = " ".join(unit.code(function).split())
    state = target.resolver.reached(call.function, unit).state
    return unit.fact(
        done.kind,
        call,
        name=name[-_LONGEST_NAME:],
        rule=done.rule,
        details={"resolution": state, "through": done.through or None},
    )
