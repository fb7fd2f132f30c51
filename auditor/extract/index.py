"""The whole target by name: its modules, definitions, re-exports, and who overrides whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import PurePosixPath

from auditor.extract.neutral import Attribute, Expression, Import, Name, Node, Subscript
from auditor.extract.unit import Binding, Bound, Definition, Unit

_MOST_STEPS = 30
"""Re-exports that are followed one after another."""

_OWN_FILES = frozenset({"__init__", "index"})
"""The names of the files that stand for their folder."""

_MOST_BASES = 50
_MOST_HEIRS = 200
"""Classes that are followed up and down from one."""


class Index:
    """All files of a target, by path and by dotted name."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self.units: tuple[Unit, ...] = tuple(units)
        self._modules: dict[str, list[Unit]] = {}
        self._definitions: dict[str, Definition] = {}
        self._lineages: dict[str, tuple[Definition, ...]] = {}
        self._descents: dict[str, tuple[Definition, ...]] = {}
        for unit in self.units:
            parts = unit.name.split(".")
            for at in range(len(parts)):
                self._modules.setdefault(".".join(parts[at:]), []).append(unit)
            for definition in unit.definitions.values():
                self._definitions.setdefault(definition.name, definition)

    def definition(self, name: str) -> Definition | None:
        """The definition of that dotted name."""
        return self._definitions.get(name)

    def module(self, name: str, near: Unit | None = None) -> Unit | None:
        """The file of a module by the name it is imported under, the nearest where several could be meant."""
        held = self._modules.get(name)
        if not held:
            return None
        exact = [each for each in held if each.name == name]
        if exact or near is None or len(held) == 1:
            return (exact or held)[0]
        return max(held, key=lambda each: _shared(each.path, near.path))

    def imported(self, unit: Unit, written: str) -> str:
        """The dotted name of a module as an import in a file means it, leading dots resolved."""
        dots = len(written) - len(written.lstrip("."))
        rest = written[dots:]
        if dots == 0:
            found = self.module(rest, unit)
            return found.name if found is not None else rest
        parts = unit.name.split(".") if unit.name else []
        up = dots - 1 if unit.is_package else dots
        base = parts[: len(parts) - up] if up else parts
        return ".".join((*base, *([rest] if rest else [])))

    def canonical(self, name: str) -> str:
        """A dotted name with re-exports inside the target followed to where the thing is defined."""
        for _ in range(_MOST_STEPS):
            if name in self._definitions:
                return name
            step = self._step(name)
            if step is None or step == name:
                return name
            name = step
        return name

    def _step(self, name: str) -> str | None:
        """One re-export followed; None where there is none."""
        head, rest = name, ""
        while "." in head:
            head, _, last = head.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
            unit = self.module(head)
            if unit is None:
                continue
            first, _, more = rest.partition(".")
            tail = f".{more}" if more else ""
            if first in unit.definitions:
                stated = f"{unit.name}.{rest}"
                return stated if stated != name else None
            for binding in unit.bindings.get(first, ()):
                if binding.bound is Bound.IMPORT and isinstance(binding.node, Import):
                    return self.target_of(unit, binding.node) + tail
            for module in unit.wildcards:
                source = self.module(self.imported(unit, module), unit)
                if source is not None and first in source.definitions:
                    return f"{source.name}.{rest}"
            inner = self.module(f"{unit.name}.{first}")
            if inner is not None and not more:
                return inner.name
            return None
        return None

    def target_of(self, unit: Unit, node: Import) -> str:
        """What an import binds, as a dotted name, before re-exports are followed."""
        module = self.imported(unit, node.module)
        if node.name:
            return f"{module}.{node.name}" if module else node.name
        return module if node.alias else module.split(".")[0]

    def bindings(
        self, unit: Unit, scope: Definition | None, name: str
    ) -> tuple[Sequence[Binding], Definition | None]:
        """Where a name is bound as a place in `scope` sees it, and in which definition (None: the file)."""
        at, first = scope, True
        while at is not None:
            if name in at.bindings and (first or not at.is_class):
                return at.bindings[name], at
            at, first = at.owner, False
        return unit.bindings.get(name, ()), None

    def bases(self, class_: Definition) -> tuple[str, ...]:
        """The dotted names of what a class stands on, as far as they can be told."""
        return self._bases.get(class_.name, ())

    def lineage(self, class_: Definition) -> tuple[Definition, ...]:
        """A class and the target's own classes that it stands on, the nearest first."""
        if (known := self._lineages.get(class_.name)) is not None:
            return known
        found: dict[str, Definition] = {class_.name: class_}
        waiting = [class_]
        while waiting and len(found) < _MOST_BASES:
            for base in self.bases(waiting.pop(0)):
                definition = self.definition(base)
                if definition is not None and definition.is_class and base not in found:
                    found[base] = definition
                    waiting.append(definition)
        self._lineages[class_.name] = tuple(found.values())
        return self._lineages[class_.name]

    def foreign_bases(self, class_: Definition) -> tuple[str, ...]:
        """The classes outside the target that a class stands on, directly or not."""
        named = [base for each in self.lineage(class_) for base in self.bases(each)]
        return tuple(dict.fromkeys(each for each in named if each not in self._definitions))

    def heirs(self, class_: Definition) -> tuple[Definition, ...]:
        """The target's classes that stand on a class, directly or not, in the order of their names."""
        if (known := self._descents.get(class_.name)) is not None:
            return known
        found: dict[str, Definition] = {}
        waiting = [class_.name]
        while waiting and len(found) < _MOST_HEIRS:
            for heir in self._heirs.get(waiting.pop(0), ()):
                if heir.name not in found:
                    found[heir.name] = heir
                    waiting.append(heir.name)
        self._descents[class_.name] = tuple(found[name] for name in sorted(found))
        return self._descents[class_.name]

    def member(self, class_: Definition, name: str) -> Definition | None:
        """The method or inner class of that name, inherited ones included."""
        for each in self.lineage(class_):
            found = each.unit.definitions.get(f"{each.qualified}.{name}")
            if found is not None:
                return found
        return None

    def overrides(self, method: Definition) -> tuple[Definition, ...]:
        """The methods of heirs that stand in for a method."""
        class_ = method.class_around
        if class_ is None:
            return ()
        named = (
            each.unit.definitions.get(f"{each.qualified}.{method.node.name}") for each in self.heirs(class_)
        )
        return tuple(each for each in named if each is not None)

    def named(self, unit: Unit, scope: Definition | None, node: Node) -> str | None:
        """The dotted name that names alone mean at a place: through imports and definitions, not values."""
        if isinstance(node, Subscript):
            return self.named(unit, scope, node.value)
        if isinstance(node, Attribute):
            inner = self.named(unit, scope, node.value)
            return self.canonical(f"{inner}.{node.name}") if inner else None
        if not isinstance(node, Name):
            return None
        held, owner = self.bindings(unit, scope, node.name)
        for binding in reversed(held):
            if binding.bound is Bound.IMPORT and isinstance(binding.node, Import):
                return self.canonical(self.target_of(unit, binding.node))
            if binding.bound is Bound.DEFINITION:
                prefix = owner.name if owner is not None else unit.name
                return f"{prefix}.{node.name}"
        if not held:
            for module in unit.wildcards:
                name = self.canonical(f"{self.imported(unit, module)}.{node.name}")
                if name in self._definitions:
                    return name
        return None

    @cached_property
    def _bases(self) -> dict[str, tuple[str, ...]]:
        made: dict[str, tuple[str, ...]] = {}
        for definition in self._definitions.values():
            bases: tuple[Expression, ...] = getattr(definition.node, "bases", ())
            if bases:
                named = (self.named(definition.unit, definition.owner, each) for each in bases)
                made[definition.name] = tuple(each for each in named if each)
        return made

    @cached_property
    def _heirs(self) -> dict[str, list[Definition]]:
        made: dict[str, list[Definition]] = {}
        for name, bases in self._bases.items():
            for base in bases:
                made.setdefault(base, []).append(self._definitions[name])
        return made


def module_names(paths: Iterable[str]) -> dict[str, tuple[str, bool]]:
    """For each file its dotted name, and whether it is a package's own file (`__init__.py`, `index.ts`).

    A name begins at the highest folder of an unbroken chain of packages; a file in no package is named by
    its whole path.
    """
    held = tuple(paths)
    packages = {
        str(PurePosixPath(each).parent)
        for each in held
        if PurePosixPath(each).name in ("__init__.py", "__init__.pyi")
    }
    made: dict[str, tuple[str, bool]] = {}
    for path in held:
        file = PurePosixPath(path)
        own = file.stem in _OWN_FILES
        folder = file.parent
        parts = [] if own else [file.stem.replace(".", "_")]
        chained = str(folder) in packages
        while str(folder) not in (".", "/", "") and (not chained or str(folder) in packages):
            parts.append(folder.name)
            folder = folder.parent
        made[path] = ".".join(reversed(parts)) or file.stem, own
    return made


def _shared(first: str, second: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for one, other in zip(PurePosixPath(first).parts, PurePosixPath(second).parts, strict=False):
        if one != other:
            break
        count += 1
    return count
