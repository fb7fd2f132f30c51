"""What a target offers to those outside: the functions and classes that its packages bring up and its
documents show, the classes that these give, and of a class all public methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from auditor.extract.documents import Shown
from auditor.extract.index import Index
from auditor.extract.neutral import Collection, Import, Text
from auditor.extract.resolution import Resolver
from auditor.extract.unit import Bound, Definition, Unit
from auditor.extract.vocabulary import ABSTRACT_BASES, words_of

_MANY = 20
"""Public methods of a class that are all taken for its interface; of more, those that documents call."""

_FEW = 2
"""So many heirs make a class that leaves its methods to others an interface for plug-ins."""


class Offers:
    """The public interface of one target. `shown` is what its documents show in code."""

    def __init__(self, index: Index, resolver: Resolver, shown: Shown) -> None:
        self._index = index
        self._resolver = resolver
        self.shown = shown
        self._presented: dict[str, bool] = {}

    def offers(self, definition: Definition) -> bool:
        """Whether a function or class is offered: a package brings it up and a document shows it, or an
        offered function or class gives it.

        One of the two is enough where the target has nothing of the other; with neither, whatever is
        documented in place.
        """
        return self._is_stated(definition) or definition.name in self._given

    def presents(self, class_: Definition) -> bool:
        """Whether the public methods of a class are interface: it is offered and no plug-in that documents
        only name, or one that is offered stands on it as its private base."""
        if class_.name not in self._presented:
            self._presented[class_.name] = self._is_presented(class_)
        return self._presented[class_.name]

    def shows(self, name: str, class_: Definition) -> bool:
        """Whether a method of a presented class is interface: every one of a class of some methods; of one
        with very many those that documents call, and their twins that are waited for."""
        if not self.shown.methods or self._count_of_public(class_) <= _MANY:
            return True
        return not self.shown.methods.isdisjoint({name, *_plain_names(name)})

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

    def _is_presented(self, class_: Definition) -> bool:
        if self._is_part(class_):
            return any(self._is_presented(each) for each in self._index.heirs(class_))
        if not self.offers(class_):
            return False
        if not self.shown.names or not self._fills_in(class_):
            return True
        return self._is_stated(class_) and self._is_used(class_)

    def _count_of_public(self, class_: Definition) -> int:
        named = (
            each.split(".") for each in class_.unit.definitions if each.startswith(class_.qualified + ".")
        )
        depth = class_.qualified.count(".") + 2
        return sum(len(parts) == depth and not parts[-1].startswith("_") for parts in named)

    def _is_part(self, class_: Definition) -> bool:
        """Whether a class is there only for others to stand on, by its name."""
        return class_.node.name.startswith("_") or class_.node.name.endswith("Mixin")

    def _is_used(self, class_: Definition) -> bool:
        """Whether a document calls a method that a class defines."""
        held = class_.unit.definitions
        return any(f"{class_.qualified}.{each}" in held for each in self.shown.methods)

    def _fills_in(self, class_: Definition) -> bool:
        """Whether a class is one of several that stand in for an interface of the target."""
        for base in self._index.lineage(class_)[1:]:
            last = {each.rpartition(".")[2] for each in self._index.bases(base)}
            if ABSTRACT_BASES.intersection(last) and len(self._index.heirs(base)) >= _FEW:
                return True
        return False

    def _is_stated(self, definition: Definition) -> bool:
        names = self.shown.names
        if definition.node.name not in names and self._is_twin_of_stated(definition):
            return True
        if self.exporter(definition) is not None:
            return not names or definition.node.name in names or definition.name in self._declared
        if self._has_exports:
            return False
        return definition.node.name in names if names else definition.node.document is not None

    def _is_twin_of_stated(self, definition: Definition) -> bool:
        """Whether a function is the one that is waited for, of a stated one beside it."""
        if definition.owner is not None or not getattr(definition.node, "waits", False):
            return False
        beside = map(definition.unit.definitions.get, _plain_names(definition.node.name))
        return any(each is not None and self._is_stated(each) for each in beside)

    @cached_property
    def _given(self) -> frozenset[str]:
        """The names of the classes that offered functions give, and that offered classes hold as parts on
        which documents call methods."""
        return frozenset(self._classes_given())

    def _classes_given(self) -> Iterator[str]:
        for unit in self._index.units:
            for definition in unit.definitions.values():
                if definition.owner is None and self._is_stated(definition):
                    if self.shown.names and definition.node.name not in self.shown.names:
                        continue
                    held = self._parts_of(definition) if definition.is_class else self._made_by(definition)
                    yield from held

    def _made_by(self, function: Definition) -> Iterator[str]:
        yield from (each.name for each in self._resolver.given(function) if each.instance)

    def _parts_of(self, class_: Definition) -> Iterator[str]:
        for name in sorted(self.shown.parts & self._attributes(class_)):
            for value in self._resolver.attribute(class_, name):
                definition = self._index.definition(value.name) if value.instance else None
                if definition is not None and self._is_used(definition):
                    yield definition.name

    def _attributes(self, class_: Definition) -> set[str]:
        """The public names on instances of a class that are no plain methods."""
        named = {*class_.attributes, *class_.bindings}
        return {each for each in named if not each.startswith("_")}

    @cached_property
    def _declared(self) -> frozenset[str]:
        """The functions that the outermost packages list as what they export, those aside that hand out what
        is there already."""
        packages = [each for each in self._index.units if each.is_package and "__all__" in each.bindings]
        return frozenset(
            name for each in packages if "." not in each.name for name in self._functions_of(each)
        )

    def _functions_of(self, package: Unit) -> Iterator[str]:
        for binding in package.bindings["__all__"]:
            items = binding.value.items if isinstance(binding.value, Collection) else ()
            for item in items:
                named = (
                    self._index.canonical(f"{package.name}.{item.value}") if isinstance(item, Text) else ""
                )
                definition = self._index.definition(named)
                if definition is None or definition.is_class:
                    continue
                if words_of(definition.node.name)[:1] != ("get",):
                    yield named

    @cached_property
    def _has_exports(self) -> bool:
        return any(
            binding.bound is Bound.IMPORT
            for unit in self._index.units
            if unit.is_package
            for bindings in unit.bindings.values()
            for binding in bindings
        )


def _plain_names(name: str) -> tuple[str, ...]:
    """The names that the twin of a function that is waited for may have."""
    bare = name[1:] if name.startswith("a") else ""
    plain = (bare, name.removeprefix("async_"), name.removesuffix("_async"))
    return tuple(each for each in plain if each and each != name)
