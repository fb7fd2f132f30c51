"""A number that bounds something, on its way to be a fact: its name, role and unit, and where it bites."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.extract.effects import Target
from auditor.extract.finders.thresholds.numbers import Numeral
from auditor.extract.neutral import Argument, Call, Expression, Node, Raise
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import LOG_CALLS, NO_BOUNDS, ROLES, UNITS, words_of
from auditor.facts import Details, Fact
from auditor.terms import FactKind, ThresholdRole

_LONGEST_NAME = 60
_TIGHT = 3
"""A statement of more lines is cited by the line of its number."""

_MOST_PLACES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A number, the node that it bounds by, the name that tells, and the rule that found it.

    `within_text` is the line of the file for a number that stands inside a text.
    """

    number: Numeral
    node: Node
    name: str
    rule: str
    role: ThresholdRole | None = None
    within_text: int | None = None


def threshold_of(bound: Bound, unit: Unit, target: Target) -> Fact:
    """The fact of a bound, with the definitions of the file that reach its place."""
    number, node = bound.number, bound.node
    if bound.within_text is not None:
        span = (bound.within_text, bound.within_text)
    else:
        first, last = unit.span(node)
        span = (first, last) if last - first < _TIGHT else unit.span(number.node)
    fact = unit.fact(
        FactKind.THRESHOLD,
        node,
        span=span,
        name=bound.name or "number",
        value=number.written or unit.code(number.node),
        rule=f"threshold/{bound.rule}",
        details={
            "number": number.value,
            "role": str(_role(bound)),
            "unit": number.unit or unit_of(bound.name),
            **_uses(unit, bound),
        },
    )
    users = fact.details.get("used_in", ())
    places = (fact.within, *(users if isinstance(users, tuple) else ()))
    called_by = target.callers.within(unit, [each for each in places if each])
    details = Details({**fact.details, "called_by": called_by or None})
    return Fact(
        kind=fact.kind,
        path=fact.path,
        line_start=fact.line_start,
        line_end=fact.line_end,
        name=fact.name,
        value=fact.value,
        within=fact.within,
        rule=fact.rule,
        passage=fact.passage,
        details=details,
    )


def role_of(name: str) -> ThresholdRole | None:
    """What a number of this name is guessed to do; None where the name suggests no bound."""
    words = words_of(name)
    return next((role for role, known in ROLES if known.intersection(words)), None)


def unit_of(name: str) -> str | None:
    """The unit that a name tells."""
    return next((UNITS[each] for each in reversed(words_of(name)) if each in UNITS), None)


def names_no_bound(name: str) -> bool:
    """Whether a name tells of identity, addresses, positions: numbers under it bound nothing. Where the name
    goes on to tell of a bound (`port_wait`), it is one."""
    words = words_of(name)
    told = [place for place, word in enumerate(words) if word in NO_BOUNDS]
    return bool(told) and (told[-1] == len(words) - 1 or role_of("_".join(words[told[-1] + 1 :])) is None)


def is_shown(node: Node, unit: Unit) -> bool:
    """Whether a place stands in what is only logged, printed or raised, or in an annotation."""
    for around in unit.ancestors(node):
        if isinstance(around, Raise):
            return True
        if isinstance(around, Call) and last_name(around.function) in LOG_CALLS:
            return True
        if not isinstance(around, Expression | Argument):
            return False
    return False


def short(unit: Unit, node: Node) -> str:
    """The code of a node as a name."""
    flat = " ".join("".join(each if each.isprintable() else " " for each in unit.code(node)).split())
    return flat if len(flat) <= _LONGEST_NAME else flat[: _LONGEST_NAME - 1] + "…"


def _role(bound: Bound) -> ThresholdRole:
    guessed = bound.role or role_of(bound.name)
    if guessed is None:
        return ThresholdRole.CUT_OFF if bound.rule == "comparison" else ThresholdRole.OTHER
    if bound.rule == "comparison" and guessed is ThresholdRole.TOP_K:
        return ThresholdRole.CUT_OFF
    return guessed


def _uses(unit: Unit, bound: Bound) -> dict[str, tuple[str, ...] | None]:
    """Where a named constant of the file is read, and in which definitions."""
    if bound.rule != "constant":
        return {}
    node = bound.node
    used = [each for each in unit.mentions(bound.name) if not node.start <= each.start < node.end]
    places = tuple(dict.fromkeys(f"{unit.path}:{unit.line(each.start)}" for each in used))[:_MOST_PLACES]
    around = (unit.definition(each) for each in used)
    users = tuple(dict.fromkeys(each.qualified for each in around if each is not None))[:_MOST_PLACES]
    return {"used_at": places or None, "used_in": users or None}
