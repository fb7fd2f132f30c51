"""Family 100, identity and graph: what is wrong with a register's form, its identifiers, its references and
the graph that they make."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.case import Case
from auditor.checks.identity import declarations, references, structure
from auditor.checks.identity.form_rules import FORM_RULES
from auditor.checks.identity.graph_rules import GRAPH_RULES
from auditor.findings import Fault

RULES = FORM_RULES + GRAPH_RULES


def check(case: Case) -> Iterator[Fault]:
    """Every fault of the family; those that the loader met are passed on."""
    yield from case.faults
    yield from declarations.check(case)
    yield from references.check(case)
    yield from structure.check(case)
