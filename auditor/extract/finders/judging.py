"""Functions that judge content: predicates, validators, and those that detect, classify or compare."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.verdict_words import (
    DETECTING_FIRST,
    GUARD_CALLS,
    JUDGING,
    JUDGING_FIRST,
    LIKENESS,
    READING_FIRST,
    VALIDATING_FIRST,
    VALIDATORS,
)
from auditor.extract.neutral import (
    Assertion,
    Assignment,
    Attribute,
    Await,
    Branch,
    Call,
    Comparison,
    Constant,
    Evaluation,
    Expression,
    Function,
    Handler,
    Name,
    Node,
    Operation,
    Raise,
    Return,
    Subscript,
    Text,
)
from auditor.extract.origins import values_of
from auditor.extract.unit import Definition, last_name
from auditor.extract.vocabulary import LOG_CALLS, words_of
from auditor.terms import FactKind

_LASTING = frozenset({FactKind.STORE_WRITE, FactKind.STORE_UPDATE, FactKind.STORE_DELETE, FactKind.LLM_CALL})
_TELLING_CALLS = frozenset(
    [
        "any",
        "all",
        "search",
        "match",
        "fullmatch",
        "startswith",
        "endswith",
        "issubset",
        "isdisjoint",
        "issuperset",
    ]
)
_NEVER = frozenset({"overload", "abstractmethod", "fixture", "property", "cached_property"})
LOGIC = frozenset({"and", "or", "not"})
_LEAST = 2
_DEEPEST = 3
_MATCHING = frozenset({"search", "match", "fullmatch"})


def judges_by_name(name: str) -> bool:
    """Whether a name says that it holds or yields a verdict on content."""
    words = words_of(name)
    return bool(words) and (
        (words[0] in JUDGING_FIRST and len(words) >= _LEAST)
        or bool(JUDGING.intersection((words[0], words[-1])))
    )


def atoms(test: Expression) -> Iterator[Expression]:
    """The parts of a condition that `and`, `or` and `not` put together."""
    waiting = [test]
    while waiting:
        at = waiting.pop()
        if isinstance(at, Operation) and at.operator in LOGIC:
            waiting.extend(reversed(at.operands))
        else:
            yield at


def how_it_judges(definition: Definition, target: Target) -> str | None:
    """In which way a function judges content: `validator`, `validation`, `detection`, `likeness` or
    `predicate`; None for one that does not."""
    if definition.name not in target.judging:
        target.judging[definition.name] = None  # ends a circle
        target.judging[definition.name] = _way(definition, target)
    return target.judging[definition.name]


def _way(definition: Definition, target: Target) -> str | None:
    node = definition.node
    if not isinstance(node, Function) or node.name.startswith("__") or not node.body:
        return None
    decorators = set(definition.decorator_names)
    if VALIDATORS & decorators:
        return "validator"
    if decorators & _NEVER or node.name in GUARD_CALLS:
        return None
    words = words_of(node.name)
    if not words or _LASTING & target.effects.body(definition).kinds:
        return None
    returns = _returns(definition)
    if words[0] in VALIDATING_FIRST and (_refuses(definition) or _answers(returns, definition)):
        return "validation"
    if words[0] in READING_FIRST and _refuses(definition):
        return "validation"
    if words[0] in DETECTING_FIRST and any(not _is_nothing(each) for each in returns):
        return "detection"
    if LIKENESS.intersection(words) and returns:
        return "likeness"
    if _answers(returns, definition) and not _acts(definition):
        return "predicate"
    return None


def _own(kind: type[Node], definition: Definition) -> Iterator[Node]:
    """The nodes of a class in a body, those of inner functions left out."""
    unit = definition.unit
    yield from (each for each in unit.inside(kind, definition.node) if unit.definition(each) is definition)


def _returns(definition: Definition) -> list[Expression]:
    found = (each.value for each in _own(Return, definition) if isinstance(each, Return))
    return [each for each in found if each is not None]


def _is_nothing(node: Expression) -> bool:
    return isinstance(node, Constant) and node.written == "None"


def _refuses(definition: Definition) -> bool:
    """Whether a body raises under a condition, or asserts something of what it is given."""
    unit = definition.unit
    for each in _own(Raise, definition):
        if (
            isinstance(each, Raise)
            and each.value is not None
            and last_name(each.value) != "NotImplementedError"
        ):
            around = next(
                (a for a in unit.ancestors(each) if isinstance(a, Branch | Handler | Function)), None
            )
            if not isinstance(around, Function):
                return True
    return any(True for _ in _own(Assertion, definition))


def _answers(returns: list[Expression], definition: Definition) -> bool:
    """Whether a function answers with true or false alone, and by more than a test for null or type."""
    if not returns:
        return False
    stated = isinstance(definition.node, Function) and definition.node.returns is not None
    yes_or_no = stated and last_name(definition.node.returns) == "bool"  # type: ignore[union-attr, arg-type]
    if stated and not yes_or_no:
        return False
    if not yes_or_no and not all(_is_truth(each, definition) for each in returns):
        return False
    constants = {each.written for each in returns if isinstance(each, Constant)}
    by_branch = {"True", "False"} <= constants and any(True for _ in _own(Branch, definition))
    return by_branch or any(_tells(each, definition) for each in returns)


def _is_truth(node: Expression, definition: Definition, *, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(node, Constant):
        return node.written in ("True", "False")
    if isinstance(node, Operation):
        parts = [each for each in atoms(node) if each is not node]
        return node.operator == "not" or (
            bool(parts) and all(_is_truth(each, definition, depth=depth + 1) for each in parts)
        )
    if isinstance(node, Call):
        name = last_name(node.function)
        if name in ("any", "all") and not isinstance(node.function, Name):
            return False
        return (
            name in _TELLING_CALLS - _MATCHING
            or name in ("bool", "isinstance", "callable")
            or judges_by_name(name)
        )
    if isinstance(node, Name):
        held = values_of(node, definition.unit)
        return bool(held) and all(_is_truth(each, definition, depth=depth + 1) for each in held)
    return isinstance(node, Comparison)


def _tells(node: Expression, definition: Definition, *, depth: int = 0) -> bool:
    """Whether a truth value rests on more than a test for null, type or presence."""
    if depth > _DEEPEST:
        return False
    if isinstance(node, Comparison):
        if isinstance(node.operands[0], Text):
            return False
        return not any(isinstance(each, Constant) for each in node.operands)
    if isinstance(node, Operation):
        return any(_tells(each, definition, depth=depth + 1) for each in atoms(node) if each is not node)
    if isinstance(node, Call):
        name = last_name(node.function)
        if name == "bool" and node.arguments:
            return _tells(node.arguments[0].value, definition, depth=depth + 1)
        if name in ("any", "all") and not isinstance(node.function, Name):
            return False
        return name in _TELLING_CALLS or (judges_by_name(name) and name not in GUARD_CALLS)
    if isinstance(node, Name):
        return any(_tells(each, definition, depth=depth + 1) for each in values_of(node, definition.unit))
    return False


def _acts(definition: Definition) -> bool:
    """Whether a body does more than judge: it calls for effect, or assigns to an object."""
    for each in _own(Evaluation, definition):
        value = each.value if isinstance(each, Evaluation) else each
        value = value.value if isinstance(value, Await) else value
        if isinstance(value, Call) and last_name(value.function) not in LOG_CALLS:
            return True
    for each in _own(Assignment, definition):
        if isinstance(each, Assignment) and any(isinstance(t, Attribute | Subscript) for t in each.targets):
            return True
    return False
