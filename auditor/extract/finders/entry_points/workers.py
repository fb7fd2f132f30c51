"""Workers: functions that a thread or task runs for as long as the system lives, taking work off a queue or
waking after each pause."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_at
from auditor.extract.neutral import Attribute, Await, Call, Constant, Loop, Name, Number
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import (
    ENDLESS_WORDS,
    PAUSES,
    SUBSCRIPTIONS,
    TAKES,
    WORKER_WORDS,
    words_of,
)
from auditor.facts import Fact


def worker_entry(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a function is a worker, if it loops without end and something runs it beside the rest."""
    if definition.is_class:
        return
    unit = definition.unit
    loops = [each for each in unit.inside(Loop, definition.node) if unit.definition(each) is definition]
    endless = [each for each in loops if _is_endless(each, unit)]
    if not endless or not _is_beside(definition, target):
        return
    called = {last_name(call.function) for loop in endless for call in unit.inside(Call, loop)}
    takes = not TAKES.isdisjoint(called) or any(each.target is not None for each in endless)
    if takes or not PAUSES.isdisjoint(called):
        how = "queue consumer" if takes else "job"
        yield entry_at(definition, rule="python/entry-point/worker", how=how)


def _is_endless(loop: Loop, unit: Unit) -> bool:
    """Whether a loop goes on for as long as it is let: `while True`, `while self._running`, or over what a
    subscription gives."""
    test = loop.iterable
    if loop.target is not None:
        called = test.value if isinstance(test, Await) else test
        return isinstance(called, Call) and last_name(called.function) in SUBSCRIPTIONS
    if isinstance(test, Constant):
        return test.written == "True"
    if isinstance(test, Number):
        return test.value == 1
    names = [each.name for each in unit.inside(Name, test)]
    names += [each.name for each in unit.inside(Attribute, test)]
    return any(not ENDLESS_WORDS.isdisjoint(words_of(each)) for each in names)


def _is_beside(definition: Definition, target: Target) -> bool:
    """Whether a thread, a task or a pool runs a function, or its name says that it is a worker."""
    if target.handovers.runs_beside(definition):
        return True
    if not WORKER_WORDS.isdisjoint(words_of(definition.node.name)):
        return True
    class_ = definition.class_around
    if class_ is None or definition.node.name != "run":
        return False
    return any(
        each.rpartition(".")[2] in ("Thread", "Process") for each in target.index.foreign_bases(class_)
    )
