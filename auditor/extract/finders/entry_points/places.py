"""Where entry points stand: at the definition that is called, or at the line that registers it."""

from __future__ import annotations

from auditor.extract.neutral import Call, Class, Expression, Function, Name, Node, Text
from auditor.extract.unit import Definition, Unit, dotted, last_name
from auditor.facts import Fact
from auditor.terms import FactKind

_LONGEST = 4
"""So many lines of a registration are cited."""


def entry_at(
    definition: Definition,
    *,
    rule: str,
    how: str,
    decorator: Expression | None = None,
    **details: str | None,
) -> Fact:
    """The fact that a definition is an entry point: its signature, from a decorator on where one registers
    it."""
    unit, node = definition.unit, definition.node
    first = node.name_start if decorator is None else decorator.start
    return unit.fact(
        FactKind.ENTRY_POINT,
        node,
        span=(unit.line(first), head_end(unit, node)),
        name=node.name,
        rule=rule,
        details={"how": how, **details},
    )


def entry_line(node: Node, unit: Unit, *, name: str, rule: str, how: str, **details: str | None) -> Fact:
    """The fact that a line registers an entry point."""
    first, last = unit.span(node)
    return unit.fact(
        FactKind.ENTRY_POINT,
        node,
        span=(first, min(last, first + _LONGEST - 1)),
        name=name or "entry",
        rule=rule,
        details={"how": how, **details},
    )


def head_end(unit: Unit, node: Function | Class) -> int:
    """The last line of a signature."""
    return unit.line(node.head_end - 1)


def name_of(call: Call, unit: Unit) -> str:
    """By what name a call registers: its name or first text, else the first thing it is given."""
    for value in (call.argument("name"), call.argument("path"), *(each.value for each in call.arguments)):
        if isinstance(value, Text) and value.how != "formatted" and value.value.isprintable():
            return value.value
    first = next((each.value for each in call.arguments if not each.name), None)
    return (dotted(first) or last_name(first)) if first is not None else last_name(call.function)


def address_of(registration: Expression, how: str) -> str | None:
    """Under which path or name something is registered, with the method of an HTTP route."""
    if not isinstance(registration, Call):
        return None
    held = registration.argument("path", 0) or registration.argument("name")
    address = held.value if isinstance(held, Text) and held.how != "formatted" else None
    if address is None or not address.isprintable():
        return None
    verb = last_name(registration).removeprefix("add_")
    if how != "HTTP route" or verb.lower() not in HTTP_VERBS:
        return address or ("/" if how == "HTTP route" else None)
    return f"{verb.upper()} {address or '/'}"


HTTP_VERBS = frozenset(["get", "post", "put", "delete", "patch", "head", "options", "websocket"])


def is_name(node: Expression | None, name: str) -> bool:
    """Whether an expression is that plain name."""
    return isinstance(node, Name) and node.name == name
