"""Texts however they are put together: literals, joins, templates, and names that stand for them."""

from __future__ import annotations

from auditor.extract.index import Index
from auditor.extract.neutral import Attribute, Await, Call, Conditional, Expression, Name, Operation, Text
from auditor.extract.unit import Bound, Unit

_DEEPEST = 12


def text_of(node: Expression, unit: Unit, index: Index, *, depth: int = 0) -> str | None:
    """The characters of an expression that is a text, with `{}` for each part that is not known.

    None where it is no text as far as one can see. A name stands for the text last assigned to it.
    """
    if depth > _DEEPEST:
        return None
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Operation) and node.operator in ("+", "%", "or"):
        left = text_of(node.operands[0], unit, index, depth=depth + 1)
        if node.operator != "+" or len(node.operands) < 2:
            return left
        right = text_of(node.operands[1], unit, index, depth=depth + 1)
        return None if left is None and right is None else f"{left or '{}'}{right or '{}'}"
    if isinstance(node, Conditional):
        chosen = text_of(node.chosen, unit, index, depth=depth + 1)
        return chosen if chosen is not None else text_of(node.otherwise, unit, index, depth=depth + 1)
    if isinstance(node, Call):
        return _called(node, unit, index, depth)
    if isinstance(node, Await):
        return text_of(node.value, unit, index, depth=depth + 1)
    if isinstance(node, Name):
        return _named(node, unit, index, depth)
    return None


def _called(node: Call, unit: Unit, index: Index, depth: int) -> str | None:
    """A text formatted, stripped or dedented, or one handed to a function that wraps a query text."""
    if isinstance(node.function, Attribute):
        inner = text_of(node.function.value, unit, index, depth=depth + 1)
        if inner is not None:
            return inner
    if node.arguments and len(node.arguments) <= 2:
        return text_of(node.arguments[0].value, unit, index, depth=depth + 1)
    return None


def _named(node: Name, unit: Unit, index: Index, depth: int) -> str | None:
    held, _ = index.bindings(unit, unit.definition(node), node.name)
    if not held:
        return None
    for binding in reversed(held):
        if binding.bound is Bound.VALUE and binding.value is not None and binding.node.start <= node.start:
            found = text_of(binding.value, unit, index, depth=depth + 1)
            if found is not None:
                return found
    if held[-1].bound is Bound.IMPORT:
        name = index.named(unit, unit.definition(node), node) or ""
        module, _, last = name.rpartition(".")
        source = index.module(module)
        for binding in source.bindings.get(last, ()) if source is not None else ():
            if binding.value is not None and source is not None:
                return text_of(binding.value, source, index, depth=depth + 1)
    return None
