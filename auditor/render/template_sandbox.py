"""The environment in which templates run: they lay out what they are given, and can neither reach, change nor
compute anything else, nor go on without end.

A template may come from anywhere. Jinja's sandbox keeps it from Python; this keeps it from the machine: what
multiplies (ranges, powers, padding, filler text) is not there, and rounds, calls and characters are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from auditor.errors import TemplateError
from auditor.render.escaping import Markdown, cell, code, inline, row

MOST_STEPS = 20_000_000
"""Rounds of loops, calls and inclusions in one report."""

MOST_CHARACTERS = 2**27
"""What one report prints, what it keeps in blocks included; and the longest text that it makes."""

MAX_BYTES = 1024 * 1024
"""The size of a template file."""

FILTERS = (
    "abs", "capitalize", "count", "default", "dictsort", "first", "float", "groupby", "int", "items", "last",
    "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "select",
    "selectattr", "sort", "title", "trim", "unique", "upper", "wordcount",
)  # fmt: skip
"""What a template may do to a value, of Jinja's own."""

METHODS = frozenset(
    {
        "capitalize", "count", "endswith", "find", "get", "index", "items", "keys", "lower", "lstrip",
        "removeprefix", "removesuffix", "rstrip", "split", "splitlines", "startswith", "strip", "title",
        "upper", "values",
    }
)  # fmt: skip
"""The methods of texts, lists and mappings that a template may call: those that make nothing longer."""


class TemplateFolder(FileSystemLoader):
    """The templates of a folder; none that a link leads out of it, and none larger than any is."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder

    def get_source(self, environment: Environment, template: str) -> Any:
        """The text of a template. Raises TemplateError where the file may not be read as one."""
        file = self.folder / template
        if file.is_file():
            if not file.resolve().is_relative_to(self.folder.resolve()):
                raise TemplateError(
                    f"{file}: a link leads out of the folder of templates; put the file there"
                )
            if file.stat().st_size > MAX_BYTES:
                raise TemplateError(f"{file}: the template is over the limit of {MAX_BYTES:,} bytes")
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError as error:
            raise TemplateError(f"{file}: the template is not UTF-8") from error


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """An environment that fills templates from a loader and counts what they do; `start` begins anew."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def __init__(self, loader: BaseLoader) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            finalize=self._printed,
        )
        self._safe: dict[tuple[type, str], bool] = {}
        self.globals.clear()
        own = {name: self.filters[name] for name in FILTERS}
        self.filters.clear()
        self.filters.update(own)
        self.filters.update(code=code, cell=cell, row=row, markdown=Markdown)
        self.filters.update(join=self._joined, replace=self._replaced, string=_as_text)
        self.filters[_ROUNDS] = self._rounds
        self.start()

    def start(self) -> None:
        """Begin to count: a report begins."""
        self.steps = self.characters = 0

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """A call that the template makes."""
        self._step()
        return super().call(context, obj, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An operation that could multiply: of numbers it may be one, of texts and lists only a sum."""
        if all(isinstance(each, int | float) and abs(each) <= _LARGEST for each in (left, right)):
            if operator != "**":
                return super().call_binop(context, operator, left, right)
        elif (
            operator == "+" and isinstance(left, str | list | tuple) and isinstance(right, str | list | tuple)
        ):
            self._limit(len(left) + len(right))
            return super().call_binop(context, operator, left, right)
        raise SecurityError(f"a template cannot compute with `{operator}` here")

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may see an attribute: of plain values only the methods in METHODS."""
        seen = (type(obj), attr)
        if seen not in self._safe:  # the answer rests on the class alone
            self._safe[seen] = self._is_safe_attribute(obj, attr, value)
        return self._safe[seen]

    def _is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        plain = isinstance(obj, str | bytes | int | float | list | tuple | dict)
        if plain and not hasattr(type(obj), "_fields") and attr not in METHODS:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """No stand-in for `str.format`, which could pad without end: it is refused as any other method."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed: nodes.Template = _Counting().visit(super()._parse(source, name, filename))
        return parsed

    def _load_template(self, *args: Any, **kwargs: Any) -> Template:
        self._step()  # every inclusion comes by here
        return super()._load_template(*args, **kwargs)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise SecurityError(f"the template goes on for more than {MOST_STEPS:,} steps")

    def _limit(self, length: int) -> None:
        if length > MOST_CHARACTERS:
            raise SecurityError(f"the template makes a text or list of more than {MOST_CHARACTERS:,} parts")

    def _rounds(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self._step()
            yield value

    def _printed(self, value: Any) -> str:
        text = printed(value)
        self.characters += len(text)
        self._limit(self.characters)
        return text

    def _joined(self, values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
        """The values with a separator between them, as Jinja's filter of that name."""
        held = [self.getattr(each, attribute) if attribute else each for each in values]
        texts = [_as_text(each) for each in held]
        self._limit(sum(map(len, texts)) + len(separator) * len(texts))
        return separator.join(texts)

    def _replaced(self, text: str, old: str, new: str) -> str:
        """The text with one stretch in place of another, as Jinja's filter of that name."""
        self._limit(len(text) + (text.count(old) if old else len(text) + 1) * len(new))
        return text.replace(old, new)


def printed(value: Any) -> str:
    """What `{{ value }}` prints: Markdown as it is, all else escaped, so that no template can forget."""
    return value if isinstance(value, Markdown) else inline(_as_text(value))


_ROUNDS = "each round counted"
_LARGEST = 2**53


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool | int | float | StrictUndefined):
        return str(value)  # an undefined value raises, and says its name
    raise SecurityError("a list or a record cannot be printed whole; name what of it is to be printed")


class _Counting(NodeTransformer):
    """Has loops count their rounds, and what `~` joins measured."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - the name that Jinja calls
        self.generic_visit(node)
        node.iter = _filtered(node.iter, _ROUNDS)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "join")


def _filtered(value: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(value, name, [], [], None, None, lineno=value.lineno)
