"""Checks that yield a verdict on content, and branches that act on a verdict or bound."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.neutral import Branch, Comparison, Leave, Node, Number, Raise, Return
from auditor.extract.unit import Unit
from auditor.facts import Fact
from auditor.terms import FactKind

_ORDERINGS = frozenset({"<", "<=", ">", ">="})
_ENDS = (Return, Raise, Leave)


def find_verdicts(unit: Unit, target: Target) -> Iterator[Fact]:
    """The dispositions of a file: branches on an ordering, with a consequence."""
    for branch in unit.nodes(Branch):
        if branch.body and isinstance(branch.body[-1], _ENDS) and _orders(branch.test):
            first, last = unit.line(branch.start), unit.span(branch.body[-1])[1]
            name = " ".join(unit.code(branch.test).split())[:60]
            yield unit.fact(
                FactKind.DISPOSITION, branch, span=(first, last), name=name, rule="python/disposition/bound"
            )


def _orders(test: Node) -> bool:
    if not isinstance(test, Comparison) or not _ORDERINGS.intersection(test.operators):
        return False
    return not any(isinstance(each, Number) and each.value in (0, 1) for each in test.operands)
