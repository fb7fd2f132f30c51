"""Code that yields a verdict on content: functions that judge, verdicts that are assigned, answers of a model
that decide something, and content held against a schema.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.conditions import Ground, Turn, turns
from auditor.extract.finders.dispositions import disposing
from auditor.extract.finders.judging import how_it_judges, judges_by_name
from auditor.extract.finders.verdict_words import CUT_OFFS, SCHEMA_CALLS
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Branch,
    Call,
    Comparison,
    Conditional,
    Constant,
    Expression,
    Function,
    Name,
    Node,
    Operation,
    Return,
    Subscript,
    Text,
)
from auditor.extract.origins import comes_from_a_model, values_of
from auditor.extract.unit import Unit, last_name
from auditor.facts import Fact
from auditor.terms import FactKind

_LONGEST_NAME = 80
_MOST_LINES = 40
"""A function of more lines is cited by its head."""

_ASSIGNED = frozenset({Ground.BOUND, Ground.STATE, Ground.MEMBER, Ground.SAME, Ground.VERDICT})


def find_checks(unit: Unit, target: Target) -> Iterator[Fact]:
    """The checks of a file."""
    for function in unit.nodes(Function):
        yield from _function(function, unit, target)
    for assignment in unit.nodes(Assignment):
        yield from _assigned(assignment, unit, target)
    for call in unit.nodes(Call):
        yield from _against_a_schema(call, unit)
    yield from _said_by_a_model(unit, target)


def _function(node: Function, unit: Unit, target: Target) -> Iterator[Fact]:
    """A function that judges."""
    way = how_it_judges(unit.definition_of(node), target)
    if way is None or (way == "predicate" and _only_returns_names(node, unit)):
        return
    first, last = unit.line(node.start), unit.span(node)[1]
    if last - first >= _MOST_LINES:
        last = unit.line(node.head_end - 1)
    yield _check(node, (first, last), node.name, f"python/check/{way}", unit)


def _only_returns_names(node: Function, unit: Unit) -> bool:
    """Whether the verdict of a function is one that its body assigns first, and that is marked there."""
    given = [each.value for each in unit.inside(Return, node)]
    return all(isinstance(each, Name | Constant) for each in given) and any(
        isinstance(each, Name) for each in given
    )


def _assigned(node: Assignment, unit: Unit, target: Target) -> Iterator[Fact]:
    """A verdict that is assigned to a name, as a truth value or by choosing on a bound."""
    if node.value is None or len(node.targets) != 1 or not isinstance(node.targets[0], Name):
        return
    around = unit.definition(node)
    if around is None or around.is_class:
        return
    turn = _verdict(node.value, unit, target)
    if turn is not None:
        yield _check(node, unit.span(node), node.targets[0].name, "python/check/assigned", unit, turn)
    elif _is_told_verdict(node.value, unit, target):
        yield _check(node, unit.span(node), node.targets[0].name, "python/check/model", unit)
    elif _hands_on_a_cut_off(node.value, unit, target):
        yield _check(node, unit.span(node), node.targets[0].name, "python/check/cut-off-handed-on", unit)


def _verdict(value: Expression, unit: Unit, target: Target) -> Turn | None:
    if isinstance(value, Conditional):
        if not isinstance(value.chosen, Constant) and not isinstance(value.otherwise, Constant):
            return None
        found = [each for each in turns(value.test, unit, target) if each.ground is Ground.BOUND]
        return found[0] if found and not isinstance(found[0].node, Name) else None
    if isinstance(value, Comparison) or (
        isinstance(value, Operation) and value.operator in ("and", "or", "not")
    ):
        if isinstance(value, Operation) and not _is_truth(value):
            return None
        found = [each for each in turns(value, unit, target) if each.ground in _ASSIGNED]
        return found[0] if found else None
    return None


def _is_truth(value: Expression) -> bool:
    """Whether `and` and `or` put tests together, and do not pick one value or another."""
    while isinstance(value, Operation) and value.operator in ("and", "or"):
        value = value.operands[-1]
    return isinstance(value, Comparison) or (isinstance(value, Operation) and value.operator == "not")


def _is_told_verdict(value: Expression, unit: Unit, target: Target) -> bool:
    """Whether a value is an entry of an answer, under a key that names a verdict: `answer["should_keep"]`."""
    if isinstance(value, Call) and isinstance(value.function, Attribute) and value.function.name == "get":
        key, root = value.argument("", 0), value.function.value
    elif isinstance(value, Subscript):
        key, root = value.key, value.value
    else:
        return False
    if not isinstance(key, Text) or not judges_by_name(key.value) or not isinstance(root, Name):
        return False
    parsed = any(
        isinstance(each, Call) and last_name(each.function) == "loads" for each in values_of(root, unit)
    )
    return parsed or comes_from_a_model(root, unit, target)


def _hands_on_a_cut_off(value: Expression, unit: Unit, target: Target) -> bool:
    """Whether a cut-off is handed to a function of the target, which judges by it."""
    if not isinstance(value, Call) or not any(each.name in CUT_OFFS for each in value.arguments):
        return False
    reached = target.resolver.callee(value, unit)
    return not target.effects.of(value, unit) and (
        any(each.class_around is None and not each.is_class for each in reached.definitions)
    )


def _against_a_schema(node: Call, unit: Unit) -> Iterator[Fact]:
    """Content held against a schema."""
    if isinstance(node.function, Attribute) and node.function.name in SCHEMA_CALLS and node.arguments:
        name = " ".join(unit.code(node.function).split())[-_LONGEST_NAME:]
        yield _check(node, unit.span(node), name, "python/check/schema", unit)


def _said_by_a_model(unit: Unit, target: Target) -> Iterator[Fact]:
    """Where the answer of a model is taken apart on which a branch later turns."""
    told: set[int] = set()
    for branch in unit.nodes(Branch):
        found = disposing(branch, unit, target, only=Ground.MODEL)
        if found is None:
            continue
        for place in _parsed(found[0].node, unit, target):
            if id(place) not in told:
                told.add(id(place))
                name = last_name(place.targets[0]) if isinstance(place, Assignment) else ""
                yield _check(place, unit.span(place), name, "python/check/model", unit, found[0])


def _parsed(node: Expression, unit: Unit, target: Target) -> Iterator[Node]:
    """The last assignments before a place to the name from which it takes the model's word."""
    at = node
    while isinstance(at, Attribute | Subscript | Call):
        at = at.function if isinstance(at, Call) else at.value
    scope = unit.definition(node)
    while isinstance(at, Name) and scope is not None and at.name not in scope.bindings:
        scope = scope.owner
    if not isinstance(at, Name) or scope is None:
        return
    before = [
        each for each in scope.bindings[at.name] if each.value is not None and each.node.start < node.start
    ]
    for binding in before[-1:]:
        if binding.value is not None and comes_from_a_model(binding.value, unit, target):
            yield unit.statement(binding.node)


def _check(
    node: Node, span: tuple[int, int], name: str, rule: str, unit: Unit, turn: Turn | None = None
) -> Fact:
    on = " ".join(unit.code(turn.node).split())[:120] if turn is not None else None
    ground = turn.ground.value if turn is not None else None
    return unit.fact(
        FactKind.CHECK, node, span=span, name=name, rule=rule, details={"turns_on": on, "ground": ground}
    )
