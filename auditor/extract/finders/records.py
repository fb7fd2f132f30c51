"""Plain classes that are records by what they hold: fields and next to no behaviour, and instances made."""

from __future__ import annotations

from auditor.extract.effects import Target
from auditor.extract.neutral import Assignment, Call, Class, Function, Name
from auditor.extract.unit import Definition, Unit

_SHOWING = ("to_", "from_", "as_", "dict", "json", "__", "model_", "copy", "serialize", "deserialize")
"""How the methods begin that only show a record or make one."""

_SHOWING_DECORATORS = frozenset(
    ["property", "cached_property", "classmethod", "validator", "field_validator", "model_validator"]
)
_FEWEST = 2
"""Attributes from which on a plain class is a record."""

_ACTING = frozenset({"__call__", "__enter__", "__aenter__", "__iter__", "__next__", "__getattr__"})


def holds_only_fields(definition: Definition) -> bool:
    """Whether the body of a class states fields by their types, and methods that at most show them."""
    node = definition.node
    if not isinstance(node, Class):
        return False
    stated = [each for each in node.body if isinstance(each, Assignment) and each.annotation is not None]
    return bool(stated) and any(each.value is None for each in stated) and _only_shows(node)


def is_kept_record(definition: Definition, target: Target) -> bool:
    """Whether a plain class only holds what its making is given, and the target makes instances of it."""
    node = definition.node
    if not isinstance(node, Class) or node.bases or not _only_shows(node):
        return False
    return len(attributes_of(definition)) >= _FEWEST and _is_made(definition, target)


def attributes_of(definition: Definition) -> tuple[str, ...]:
    """The attributes that the making of a plain class takes from its parameters, in their order."""
    made = definition.unit.definitions.get(f"{definition.qualified}.__init__")
    if made is None or not isinstance(made.node, Function):
        return ()
    given = {each.name for each in made.node.parameters[1:]}
    names = {
        name
        for name, bindings in definition.attributes.items()
        for binding, scope in bindings
        if scope is made and binding.value is not None and _rests_on(binding.value, given, made.unit)
    }
    return tuple(name for name in definition.attributes if name in names and not name.startswith("_"))


def _rests_on(value: object, given: set[str], unit: Unit) -> bool:
    if isinstance(value, Name):
        return value.name in given
    return any(each.name in given for each in unit.inside(Name, value))  # type: ignore[arg-type]


def _only_shows(node: Class) -> bool:
    methods = [each for each in node.body if isinstance(each, Function)]
    return all(
        each.name not in _ACTING
        and (
            each.name.startswith(_SHOWING)
            or _SHOWING_DECORATORS.intersection(getattr(one, "name", "") for one in each.decorators)
        )
        for each in methods
    )


def _is_made(definition: Definition, target: Target) -> bool:
    """Whether some call of the target makes an instance."""
    last = definition.node.name
    for unit in target.index.units:
        for mention in unit.mentions(last):
            around = unit.parent(mention)
            made = isinstance(around, Call) and around.function is mention
            if made and target.index.named(unit, unit.definition(mention), mention) == definition.name:
                return True
    return False
