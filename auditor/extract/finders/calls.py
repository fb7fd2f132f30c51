"""Calls that reach a language model or compute an embedding: at once, through the target's own client, and by
a method handed over as a value.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import MODEL_KINDS, Deed, Target
from auditor.extract.unit import Unit
from auditor.facts import Fact

_LONGEST_NAME = 80


def find_calls(unit: Unit, target: Target) -> Iterator[Fact]:
    """The model calls and embedding calls of a file."""
    for deed in target.effects.operations(unit):
        if deed.done.kind in MODEL_KINDS:
            yield fact_of(deed, unit, target)


def fact_of(deed: Deed, unit: Unit, target: Target) -> Fact:
    """The fact of one place that reaches a model or a store."""
    done = deed.done
    state = done.state
    if not state and deed.function is not None:
        state = target.resolver.reached(deed.function, unit).state
    return unit.fact(
        done.kind,
        deed.node,
        name=" ".join(deed.name.split())[-_LONGEST_NAME:],
        rule=done.rule,
        details={"resolution": state, "through": done.through or None},
    )
