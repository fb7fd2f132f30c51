"""The public interface: functions that packages export, and the public methods of the classes that documents
present."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import entry_at
from auditor.extract.finders.objects import Category, category_of
from auditor.extract.neutral import Call, Constant, Evaluation, Function, Leave, Raise, Statement, Text
from auditor.extract.unit import Definition, last_name
from auditor.extract.vocabulary import NO_METHODS, RUN_BY_FRAMEWORKS, SETTINGS_ENDINGS
from auditor.facts import Fact

_DATA = frozenset({Category.OBJECT, Category.STATES, Category.FAULT, Category.ABSTRACT})


def public_entry(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a function or method is part of the public interface, if it is."""
    node = definition.node
    if not isinstance(node, Function) or not node.name or node.name.startswith("_"):
        return
    if NO_METHODS.intersection(definition.decorator_names) or is_stub(node):
        return
    class_ = definition.class_around
    if class_ is None:
        if definition.owner is None and target.offers.offers(definition):
            yield _entry(definition, definition, "public function", target)
    elif _is_interface(node, class_, target):
        yield _entry(definition, class_, "public method", target)


def _is_interface(node: Function, class_: Definition, target: Target) -> bool:
    """Whether the public methods of a class are interface, or this one is how frameworks run what it is."""
    if class_.owner is not None or category_of(class_, target) in _DATA:
        return False
    if class_.node.name.endswith(SETTINGS_ENDINGS):
        return False
    presented = target.offers.presents(class_) and target.offers.shows(node.name, class_)
    return presented or _is_run(node, class_, target)


def _is_run(node: Function, class_: Definition, target: Target) -> bool:
    """Whether a method is how frameworks run what is offered."""
    return node.name in RUN_BY_FRAMEWORKS and target.offers.offers(class_)


def _entry(definition: Definition, offered: Definition, how: str, target: Target) -> Fact:
    rule = f"python/entry-point/{how.replace(' ', '-')}"
    return entry_at(definition, rule=rule, how=how, exported_by=target.offers.exporter(offered))


def is_stub(node: Function) -> bool:
    """Whether a function has no body of its own: nothing, or the refusal to be called."""
    return all(_does_nothing(each) for each in node.body)


def _does_nothing(statement: Statement) -> bool:
    if isinstance(statement, Leave):
        return True
    if isinstance(statement, Evaluation):
        return isinstance(statement.value, Constant | Text)
    if isinstance(statement, Raise) and statement.value is not None:
        raised = statement.value.function if isinstance(statement.value, Call) else statement.value
        return last_name(raised) == "NotImplementedError"
    return False
