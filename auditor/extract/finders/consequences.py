"""What statements do that follow from a condition."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Flag, auto

from auditor.extract.effects import STORE_KINDS, Target
from auditor.extract.finders.verdict_words import ADMITTING, DISCARDING
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Await,
    Call,
    Constant,
    Delete,
    Evaluation,
    Function,
    Lambda,
    Leave,
    Node,
    Raise,
    Return,
    Slice,
    Statement,
    Subscript,
    parts_of,
)
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import LOG_CALLS
from auditor.terms import FactKind


class Doing(Flag):
    """What a branch does; several may hold."""

    NOTHING = 0
    RETURN = auto()
    RAISE = auto()
    SKIP = auto()
    """Goes to the next round, or ends the loop."""
    CHANGE = auto()
    """Writes to, changes or deletes from a store."""
    MODEL = auto()
    """Asks a model."""
    ADMIT = auto()
    """Takes content into a collection, or lets it go."""
    FIELD = auto()
    """Assigns a field or an entry."""
    CUT = auto()
    """Assigns a part of something."""
    CALL = auto()
    """Calls something for its effect, whatever that is."""
    NAME = auto()
    """Assigns a name something that it was not."""


LEAVING = Doing.RETURN | Doing.RAISE | Doing.SKIP
ACTING = Doing.CHANGE | Doing.MODEL | Doing.ADMIT | Doing.FIELD | Doing.CUT

_WORDS = {
    Doing.RAISE: "raise",
    Doing.RETURN: "return",
    Doing.SKIP: "skip",
    Doing.CHANGE: "change a store",
    Doing.MODEL: "ask a model",
    Doing.ADMIT: "admit or let go",
    Doing.CUT: "cut",
    Doing.FIELD: "assign a field",
    Doing.CALL: "call",
    Doing.NAME: "assign",
}


def doing(statements: Iterable[Statement], unit: Unit, target: Target) -> Doing:
    """What statements do, inner functions left out."""
    found = Doing.NOTHING
    waiting: list[Node] = list(statements)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Function | Lambda):
            continue
        found |= _own_doing(node, unit, target)
        waiting.extend(parts_of(node))
    return found


def told(found: Doing) -> tuple[str, ...]:
    """The words for what a branch does."""
    return tuple(words for each, words in _WORDS.items() if each in found)


def _own_doing(node: Node, unit: Unit, target: Target) -> Doing:
    if isinstance(node, Return):
        return Doing.RETURN
    if isinstance(node, Raise):
        return Doing.RAISE
    if isinstance(node, Leave):
        return Doing.SKIP if node.kind != "pass" else Doing.NOTHING
    if isinstance(node, Delete):
        return Doing.ADMIT
    if isinstance(node, Assignment):
        return _assigning(node)
    if isinstance(node, Call):
        return _calling(node, unit, target)
    if isinstance(node, Evaluation):
        value = node.value.value if isinstance(node.value, Await) else node.value
        if isinstance(value, Call) and last_name(value.function) not in LOG_CALLS:
            return Doing.CALL
    return Doing.NOTHING


def _assigning(node: Assignment) -> Doing:
    if node.value is None:
        return Doing.NOTHING
    if isinstance(node.value, Subscript) and isinstance(node.value.key, Slice):
        return Doing.CUT
    if any(isinstance(each, Attribute | Subscript) for each in node.targets):
        return Doing.FIELD
    return Doing.NOTHING if isinstance(node.value, Constant) else Doing.NAME


def _calling(node: Call, unit: Unit, target: Target) -> Doing:
    if last_name(node.function) in LOG_CALLS:
        return Doing.NOTHING
    kinds = {each.kind for each in target.effects.of(node, unit)}
    for definition in target.resolver.callee(node, unit).definitions:
        kinds |= target.effects.body(definition).kinds
    found = Doing.NOTHING
    if kinds & STORE_KINDS - {FactKind.STORE_READ}:
        found |= Doing.CHANGE
    if FactKind.LLM_CALL in kinds:
        found |= Doing.MODEL
    name = last_name(node.function)
    if isinstance(node.function, Attribute) and name not in LOG_CALLS and name in ADMITTING | DISCARDING:
        found |= Doing.ADMIT
    return found


def looks_up(statements: Iterable[Statement], container: str, unit: Unit) -> bool:
    """Whether statements take an entry out of, or put one into, the thing of that text."""
    for statement in statements:
        for each in unit.inside(Subscript, statement):
            if unit.code(each.value) == container and not isinstance(unit.parent(each), Delete):
                return True
    return False
