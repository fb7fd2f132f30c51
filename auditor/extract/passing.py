"""What callers give to a parameter that says nothing about itself: the calls of a target by last name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from auditor.extract.index import Index
from auditor.extract.neutral import Call, Expression, Function, Name
from auditor.extract.unit import Definition, Unit, last_name, receiver_of

_MOST_SITES = 12
"""Calls that are looked at for one parameter; a name with more is too common to tell anything."""


class Passing:
    """The arguments that reach parameters, found by the names of what is called."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def to(self, function: Definition, parameter: str) -> Iterator[tuple[Expression, Unit]]:
        """The expressions that calls in the target give to a parameter of a function or constructor."""
        node = function.node
        if not isinstance(node, Function):
            return
        names = [each.name for each in node.parameters if not each.kind]
        position = names.index(parameter) if parameter in names else None
        if position is not None and receiver_of(function):
            position -= 1
        for call, unit in self._sites_of(function):
            given = call.argument(parameter, position)
            if given is not None:
                yield given, unit

    def _sites_of(self, function: Definition) -> Iterator[tuple[Call, Unit]]:
        class_ = function.class_around
        constructs = class_ is not None and function.node.name == "__init__"
        if constructs and class_ is not None:
            made = (class_, *self._index.heirs(class_))
            for each in made:
                for call, unit in self._named(each.node.name):
                    if self._index.named(unit, unit.definition(call), call.function) == each.name:
                        yield call, unit
        elif not function.node.name.startswith("__"):
            yield from self._named(function.node.name)

    def _named(self, name: str) -> list[tuple[Call, Unit]]:
        held = self._sites.get(name, [])
        return held if len(held) <= _MOST_SITES else []

    @cached_property
    def _sites(self) -> dict[str, list[tuple[Call, Unit]]]:
        made: dict[str, list[tuple[Call, Unit]]] = {}
        for unit in self._index.units:
            for call in unit.nodes(Call):
                name = last_name(call.function)
                if name and (not isinstance(call.function, Name) or name not in _BUILT_IN):
                    made.setdefault(name, []).append((call, unit))
        return made


_BUILT_IN = frozenset({"len", "str", "int", "print", "isinstance", "getattr", "list", "dict", "range", "set"})
