"""Functions that a decorator registers: of a known library, of an application that is handed in, or of the
target's own making."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.entry_points.places import HTTP_VERBS, address_of, entry_at
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Call,
    Expression,
    Function,
    Subscript,
    Text,
)
from auditor.extract.unit import Definition, dotted, last_name
from auditor.extract.vocabulary import (
    APPLICATION_WORDS,
    KEEPING_CALLS,
    OFFERED_TO,
    OWN_REGISTRARS,
    words_of,
)
from auditor.facts import Fact
from auditor.terms import FactKind


def decorated_entry(definition: Definition, target: Target) -> Iterator[Fact]:
    """The fact that a decorator makes an entry point of a function, if one does."""
    for decorator in definition.node.decorators:
        called = decorator.function if isinstance(decorator, Call) else decorator
        found = _known(called, definition, target) or _plausible(decorator, definition, target)
        if found is not None:
            how, rule = found
            yield entry_at(
                definition, rule=rule, how=how, decorator=decorator, address=address_of(decorator, how)
            )
            return


def _known(called: Expression, definition: Definition, target: Target) -> tuple[str, str] | None:
    """What the catalogue says of a decorator: how it is called from outside, and the entry."""
    for value in target.resolver.values(called, definition.unit):
        effect = target.catalogue.decorating(value.name)
        if effect is not None and FactKind.ENTRY_POINT in effect.facts:
            return dict(effect.details).get("how", ""), effect.entry
    return None


def _plausible(decorator: Expression, definition: Definition, target: Target) -> tuple[str, str] | None:
    """How a function is called by a decorator that no import leads to: of an application that is handed in
    under its usual name, or of a registry that the target keeps itself."""
    called = decorator.function if isinstance(decorator, Call) else decorator
    own = target.resolver.reached(called, definition.unit).definitions
    if own:
        how = next((each for each in map(_kept_by, own) if each), None)
        return (how, "python/entry-point/own-registry") if how else None
    if not isinstance(called, Attribute) or _is_known(called.value, definition, target):
        return None
    how = _by_words(called, decorator)
    return (how, "python/entry-point/application") if how else None


def _is_known(value: Expression, definition: Definition, target: Target) -> bool:
    """Whether the catalogue knows what a decorator is a member of, and so decides alone."""
    held = target.resolver.values(value, definition.unit)
    return any(target.catalogue.type_of(each.name) is not None for each in held)


def _by_words(called: Attribute, decorator: Expression) -> str | None:
    verb, words = called.name, set(words_of(last_name(called.value)))
    if verb in HTTP_VERBS or verb in ("route", "api_route"):
        path = decorator.argument("path", 0) if isinstance(decorator, Call) else None
        is_path = isinstance(path, Text) and (not path.value or path.value.startswith("/"))
        return "HTTP route" if is_path and words & APPLICATION_WORDS else None
    for how, verbs, receivers in OFFERED_TO:
        if verb in verbs and words & receivers and dotted(called.value):
            return how
    return None


def _kept_by(registrar: Definition) -> str | None:
    """As what the target's own decorator keeps functions; None where its name or body says nothing of it."""
    node = registrar.node
    words = set(words_of(registrar.node.name))
    class_ = registrar.class_around
    if class_ is not None and class_ is not registrar:
        words |= set(words_of(class_.node.name)) if words & {"register", "add"} else set()
    how = next((how for each, how in OWN_REGISTRARS.items() if each in words), None)
    if how is None or not isinstance(node, Function):
        return None
    unit = registrar.unit
    kept = any(
        isinstance(target, Subscript) for each in unit.inside(Assignment, node) for target in each.targets
    )
    kept = kept or any(last_name(each.function) in KEEPING_CALLS for each in unit.inside(Call, node))
    return how if kept else None
