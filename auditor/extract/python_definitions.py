"""Plain cases of definitions: functions that something outside calls, classes of data, sets of states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from auditor.extract.python_source import Category, Definition, PythonSource, last_name, string_of
from auditor.extract.words import (
    ABSTRACT_BASES,
    DATACLASS_DECORATORS,
    DECORATORS,
    ENUM_BASES,
    FAULT_ENDINGS,
    NO_METHODS,
    OBJECT_BASES,
    Shape,
)
from auditor.facts import Fact
from auditor.terms import FactKind

__all__ = ["Category", "category_of", "class_fact", "entry_points_of"]

PUBLIC_FUNCTION = "public function"
PUBLIC_METHOD = "public method"
EXPORTED_CLASS_RULE = "python/entry-point/exported-class"

_WHOLE_CLASS = 15
"""A class of more lines is cited by its head."""

_HEAD = 8
"""So many lines of a long class are cited."""

_COLON = re.compile(r"(?:[^#:]|#[^\n]*)*?:")


def category_of(node: cst.ClassDef, known: Mapping[str, Category]) -> Category:
    """What a class is by its decorators, its bases (also those defined above it) and its body."""
    bases = [last_name(base.value) for base in node.bases]
    if any(base.endswith(FAULT_ENDINGS) for base in bases):
        return Category.FAULT
    if ENUM_BASES.intersection(bases):
        return Category.STATES
    if _sort_of(node):
        return Category.OBJECT
    inherited = {known.get(base, Category.OTHER) for base in bases}
    for category in (Category.OBJECT, Category.STATES, Category.FAULT):
        if category in inherited:
            return category
    metaclasses = [last_name(each.value) for each in node.keywords]
    if ABSTRACT_BASES.intersection(bases) or "ABCMeta" in metaclasses:
        return Category.ABSTRACT
    return Category.OTHER


def class_fact(
    node: cst.ClassDef, category: Category, source: PythonSource, around: Sequence[Definition]
) -> Fact | None:
    """The object or closed set of states that a class defines; None for a class of another sort."""
    if category is Category.OBJECT:
        sort = _sort_of(node) or "data class by inheritance"
        return source.fact(
            FactKind.OBJECT,
            _class_span(node, source),
            name=node.name.value,
            rule=f"python/object/{sort.split()[0].lower()}",
            around=around,
            details={"sort": sort, "fields": _fields(node) or None, "store": _table(node)},
        )
    members = _fields(node)
    if category is Category.STATES and members:
        return source.fact(
            FactKind.STATUS_VOCABULARY,
            _class_span(node, source),
            name=node.name.value,
            rule="python/status-vocabulary/enum",
            around=around,
            details={"members": members},
        )
    return None


def entry_points_of(
    node: cst.FunctionDef, source: PythonSource, around: Sequence[Definition]
) -> Iterator[Fact]:
    """The ways in that a function is: one a decorator that registers it, else a documented public method."""
    registered = False
    for decorator in node.decorators:
        how = _registration(decorator)
        if how is None:
            continue
        registered = True
        start = source.positions[decorator].start.line
        yield source.fact(
            FactKind.ENTRY_POINT,
            (start, _signature_end(node, source)),
            name=node.name.value,
            rule=f"python/entry-point/{how.replace(' ', '-').lower()}",
            around=around,
            details={"how": how, "address": _address(decorator, how)},
        )
    if registered or not _is_public(node, around):
        return
    span = (source.positions[node.name].start.line, _signature_end(node, source))
    if not around:
        how, rule = PUBLIC_FUNCTION, "python/entry-point/exported-function"
    elif around[0].class_ is not None and around[0].class_.get_docstring() is None:
        how, rule = PUBLIC_METHOD, EXPORTED_CLASS_RULE
    else:
        how, rule = PUBLIC_METHOD, "python/entry-point/documented-public-method"
    yield source.fact(
        FactKind.ENTRY_POINT, span, name=node.name.value, rule=rule, around=around, details={"how": how}
    )


def _sort_of(node: cst.ClassDef) -> str:
    """What sort of data a class defines by itself, empty where it says none."""
    if any(last_name(each.decorator) in DATACLASS_DECORATORS for each in node.decorators):
        return "dataclass"
    if _table(node) is not None:
        return "ORM table"
    for base in node.bases:
        sort = OBJECT_BASES.get(last_name(base.value))
        if sort == "ORM model" and not isinstance(base.value, cst.Attribute) and not _orm_body(node):
            continue
        if sort:
            return sort
    return ""


def _orm_body(node: cst.ClassDef) -> bool:
    """Whether a class on a base that is merely called Model states columns."""
    return any(
        isinstance(small, cst.Assign)
        and isinstance(small.value, cst.Call)
        and last_name(small.value).endswith(("Field", "Column", "Key"))
        for small in _statements(node)
    )


def _table(node: cst.ClassDef) -> str | None:
    for small in _statements(node):
        if isinstance(small, cst.Assign) and last_name(small.targets[0].target) == "__tablename__":
            return string_of(small.value) or "(computed)"
    return None


def _statements(node: cst.ClassDef) -> Iterator[cst.BaseSmallStatement]:
    for statement in node.body.body:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from statement.body
        elif isinstance(statement, cst.BaseSmallStatement):
            yield statement


def _fields(node: cst.ClassDef) -> tuple[str, ...]:
    """The names that a class body annotates or assigns, leaving out private ones and class settings."""
    names: list[str] = []
    for small in _statements(node):
        if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name):
            if last_name(small.annotation.annotation) != "ClassVar":
                names.append(small.target.value)
        elif isinstance(small, cst.Assign) and isinstance(small.targets[0].target, cst.Name):
            names.append(small.targets[0].target.value)
    return tuple(name for name in dict.fromkeys(names) if not name.startswith("_") and name != "model_config")


def _class_span(node: cst.ClassDef, source: PythonSource) -> tuple[int, int]:
    first = source.positions[node.name].start.line
    if node.decorators:
        first = source.positions[node.decorators[0]].start.line
    last = source.positions[node].end.line
    if last - first < _WHOLE_CLASS:
        return first, last
    return first, min(last, max(first + _HEAD - 1, source.positions[node.name].end.line))


def _registration(decorator: cst.Decorator) -> str | None:
    """What a decorator makes of its function; None where it registers nothing."""
    written = decorator.decorator
    how, shape = DECORATORS.get(last_name(written), (None, Shape.ANY))
    if how is None:
        return None
    called = written.func if isinstance(written, cst.Call) else written
    if shape is not Shape.ANY and not isinstance(called, cst.Attribute):
        return None
    if shape is Shape.ADDRESS:
        address = _address(decorator, how)
        return how if address is not None and address.split(" ")[-1].startswith("/") else None
    return how


def _address(decorator: cst.Decorator, how: str) -> str | None:
    """Under which path or name a decorator registers, with the method of an HTTP route."""
    written = decorator.decorator
    if not isinstance(written, cst.Call) or not written.args:
        return None
    named = [each for each in written.args if each.keyword and each.keyword.value in ("path", "name")]
    first = written.args[0] if written.args[0].keyword is None else (named[0] if named else None)
    address = string_of(first.value) if first else None
    if address is None or how != "HTTP route":
        return address
    verb = last_name(written)
    return f"{verb.upper()} {address or '/'}" if verb not in ("route", "api_route") else address or "/"


def _is_public(node: cst.FunctionDef, around: Sequence[Definition]) -> bool:
    """Whether a function or method may be part of what a package offers.

    A function, and a method of a class without a docstring, must say what it does; both must be exported as
    well, which only other files tell.
    """
    if len(around) > 1 or node.name.value.startswith("_"):
        return False
    if not around:
        return node.get_docstring() is not None
    class_ = around[0].class_
    if class_ is None or around[0].category is not Category.OTHER or around[0].name.startswith("_"):
        return False
    if class_.get_docstring() is None and node.get_docstring() is None:
        return False
    return not any(last_name(each.decorator) in NO_METHODS for each in node.decorators)


def _signature_end(node: cst.FunctionDef, source: PythonSource) -> int:
    """The line of the colon that ends a signature."""
    end = source.positions[node.name].end
    if node.params.children:
        end = max((source.positions[each].end for each in node.params.children), key=_at)
    if node.returns is not None:
        end = max(end, source.positions[node.returns].end, key=_at)
    rest = "\n".join((source.lines[end.line - 1][end.column :], *source.lines[end.line : end.line + 40]))
    found = _COLON.match(rest)
    return end.line + (found.group().count("\n") if found else 0)


def _at(position: object) -> tuple[int, int]:
    return (getattr(position, "line", 0), getattr(position, "column", 0))
