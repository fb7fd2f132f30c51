"""What a target offers to those outside: the functions and classes that its packages bring up and its
documents show, and the classes that these functions give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from auditor.extract.index import Index
from auditor.extract.neutral import Import
from auditor.extract.resolution import Resolver
from auditor.extract.unit import Bound, Definition

RUN_BY_FRAMEWORKS = frozenset({"invoke", "ainvoke"})
"""Methods of a public runnable: a framework calls them, and documents need not show them."""


class Offers:
    """The public interface of one target. `shown` are the names that its documents show in code."""

    def __init__(self, index: Index, resolver: Resolver, shown: frozenset[str]) -> None:
        self._index = index
        self._resolver = resolver
        self.shown = shown

    def offers(self, definition: Definition) -> bool:
        """Whether a function or class is offered: a package brings it up and a document shows it, or an
        offered function gives it.

        One of the two is enough where the target has nothing of the other; with neither, whatever is
        documented in place.
        """
        return self._is_stated(definition) or definition.name in self._given

    def shows(self, name: str) -> bool:
        """Whether documents show a name of an offered class, or there are none to show it."""
        return not self.shown or name in self.shown or name in RUN_BY_FRAMEWORKS

    def exporter(self, definition: Definition) -> str | None:
        """The folder of the package that brings a name up; None where none does."""
        name = definition.node.name
        parts = definition.unit.name.split(".")
        for at in range(len(parts), 0, -1):
            above = self._index.module(".".join(parts[:at]))
            if above is None or not above.is_package:
                continue
            for binding in above.bindings.get(name, ()):
                if binding.bound is not Bound.IMPORT or not isinstance(binding.node, Import):
                    continue
                if self._index.canonical(self._index.target_of(above, binding.node)) == definition.name:
                    return above.path.rpartition("/")[0] or "."
        return None

    def _is_stated(self, definition: Definition) -> bool:
        is_shown = definition.node.name in self.shown
        if self.exporter(definition) is not None:
            return is_shown or not self.shown
        if self._has_exports:
            return False
        return is_shown if self.shown else definition.node.document is not None

    @cached_property
    def _given(self) -> frozenset[str]:
        """The names of the classes that offered functions give."""
        return frozenset(self._classes_given())

    def _classes_given(self) -> Iterator[str]:
        for unit in self._index.units:
            for definition in unit.definitions.values():
                if definition.owner is None and not definition.is_class and self._is_stated(definition):
                    yield from (each.name for each in self._resolver.given(definition) if each.instance)

    @cached_property
    def _has_exports(self) -> bool:
        return any(
            binding.bound is Bound.IMPORT
            for unit in self._index.units
            if unit.is_package
            for bindings in unit.bindings.values()
            for binding in bindings
        )
