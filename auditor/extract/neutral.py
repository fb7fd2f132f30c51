"""The neutral form: what every language's reader turns a file into, and all that finders may look at.

A module is definitions, statements and expressions, each a frozen tuple with the byte offsets of its place.
Named tuples and not dataclasses, since a target holds millions of them and they must be cheap to make, to
keep and to hand between processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Name(NamedTuple):
    """A plain name where it is read or bound."""

    start: int
    end: int
    name: str


class Attribute(NamedTuple):
    """`value.name`."""

    start: int
    end: int
    value: Expression
    name: str


class Argument(NamedTuple):
    """What a call is given: `name` is the keyword, `*` or `**` for what is spread, empty for a position."""

    start: int
    end: int
    name: str
    value: Expression


class Call(NamedTuple):
    """A call, or the making of an object."""

    start: int
    end: int
    function: Expression
    arguments: tuple[Argument, ...]

    def argument(self, name: str, position: int | None = None) -> Expression | None:
        """The value given by that keyword, or else at that position (from 0)."""
        place = 0
        for each in self.arguments:
            if each.name == name:
                return each.value
            if not each.name:
                if place == position:
                    return each.value
                place += 1
        return None


class Number(NamedTuple):
    """A numeral; `value` is None where it is too large to be evaluated."""

    start: int
    end: int
    written: str
    value: int | float | None


class Constant(NamedTuple):
    """A constant that is neither number nor text: `True`, `False`, `None`, `...` in Python's words."""

    start: int
    end: int
    written: str


class Text(NamedTuple):
    """A text as it stands in the source.

    `value` holds its characters with `{}` for each hole. `how` is `literal`, `formatted` (with holes), or
    `joined` where neighbouring literals make one. `holes` are the expressions put in.
    """

    start: int
    end: int
    value: str
    how: str
    holes: tuple[Expression, ...]


class Collection(NamedTuple):
    """`list`, `tuple` or `set` written out."""

    start: int
    end: int
    kind: str
    items: tuple[Expression, ...]


class Entry(NamedTuple):
    """One entry of a mapping written out; `key` is None for what is spread into it."""

    start: int
    end: int
    key: Expression | None
    value: Expression


class MappingLiteral(NamedTuple):
    """A mapping or object written out."""

    start: int
    end: int
    entries: tuple[Entry, ...]


class Subscript(NamedTuple):
    """`value[key]`; several keys are a tuple collection."""

    start: int
    end: int
    value: Expression
    key: Expression


class Slice(NamedTuple):
    """`low:high:step` as an index; an absent bound is None."""

    start: int
    end: int
    low: Expression | None
    high: Expression | None
    step: Expression | None


class Operation(NamedTuple):
    """Arithmetic, logic or a sign: one or more operands under one operator (`+`, `and`, `not`, `-`)."""

    start: int
    end: int
    operator: str
    operands: tuple[Expression, ...]


class Comparison(NamedTuple):
    """A chain of comparisons: one operator fewer than operands (`<`, `in`, `is not`)."""

    start: int
    end: int
    operators: tuple[str, ...]
    operands: tuple[Expression, ...]


class Conditional(NamedTuple):
    """One value or another on a test."""

    start: int
    end: int
    test: Expression
    chosen: Expression
    otherwise: Expression


class Await(NamedTuple):
    """A value waited for."""

    start: int
    end: int
    value: Expression


class Lambda(NamedTuple):
    """A function without a name that gives one expression."""

    start: int
    end: int
    parameters: tuple[Parameter, ...]
    body: Expression


class Comprehension(NamedTuple):
    """A collection built from others: `kind` is `list`, `set`, `dict` or `generator`."""

    start: int
    end: int
    kind: str
    results: tuple[Expression, ...]
    clauses: tuple[Clause, ...]


class Clause(NamedTuple):
    """What a comprehension goes through, and the conditions on it."""

    start: int
    end: int
    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


class Other(NamedTuple):
    """Any other expression (`yield`, what is spread, a pattern), by what it holds."""

    start: int
    end: int
    kind: str
    parts: tuple[Expression, ...]


class Parameter(NamedTuple):
    """A parameter; `kind` is empty, `*`, `**`, or `named` for a part of one that is taken apart."""

    start: int
    end: int
    name: str
    kind: str
    annotation: Expression | None
    default: Expression | None


class Function(NamedTuple):
    """A function or method. `start` is its first decorator or `def`; `head_end` the end of its signature.

    One that stands inside an expression has an empty name."""

    start: int
    end: int
    name: str
    name_start: int
    head_end: int
    decorators: tuple[Expression, ...]
    parameters: tuple[Parameter, ...]
    returns: Expression | None
    body: tuple[Statement, ...]
    waits: bool
    document: Text | None


class Class(NamedTuple):
    """A class; `keywords` are arguments of its head that are no bases. `sort` is `class`, `interface`,
    `enumeration`, or `object` for an object written out with functions of its own."""

    start: int
    end: int
    name: str
    name_start: int
    head_end: int
    decorators: tuple[Expression, ...]
    bases: tuple[Expression, ...]
    keywords: tuple[Argument, ...]
    body: tuple[Statement, ...]
    document: Text | None
    sort: str = "class"


class Assignment(NamedTuple):
    """`targets` take `value`; `operator` is empty, or `+` for `+=`. An annotated name may have no value."""

    start: int
    end: int
    targets: tuple[Expression, ...]
    value: Expression | None
    annotation: Expression | None
    operator: str


class Evaluation(NamedTuple):
    """An expression that stands as a statement."""

    start: int
    end: int
    value: Expression


class Return(NamedTuple):
    """`return`."""

    start: int
    end: int
    value: Expression | None


class Raise(NamedTuple):
    """An error raised."""

    start: int
    end: int
    value: Expression | None


class Leave(NamedTuple):
    """`continue` or `break` of a loop, or `pass`."""

    start: int
    end: int
    kind: str


class Delete(NamedTuple):
    """Names or entries deleted."""

    start: int
    end: int
    targets: tuple[Expression, ...]


class Assertion(NamedTuple):
    """A condition asserted."""

    start: int
    end: int
    test: Expression


class Branch(NamedTuple):
    """A condition with what it does; `head_end` is the end of the condition's line."""

    start: int
    end: int
    test: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    chained: bool
    """Whether it is itself the `else if` of the branch around it."""


class Loop(NamedTuple):
    """A loop over `iterable` into `target`, or while `iterable` holds where `target` is None."""

    start: int
    end: int
    target: Expression | None
    iterable: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class Resource(NamedTuple):
    """One resource of a `with`."""

    start: int
    end: int
    value: Expression
    target: Expression | None


class With(NamedTuple):
    """Statements under resources."""

    start: int
    end: int
    resources: tuple[Resource, ...]
    body: tuple[Statement, ...]


class Handler(NamedTuple):
    """What is done about an error, or a case of a match (`error` is then the pattern)."""

    start: int
    end: int
    error: Expression | None
    name: str
    body: tuple[Statement, ...]


class Try(NamedTuple):
    """Statements with handlers; `otherwise` holds what follows in either case."""

    start: int
    end: int
    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    otherwise: tuple[Statement, ...]


class Match(NamedTuple):
    """A value with the cases that are tried on it."""

    start: int
    end: int
    subject: Expression
    cases: tuple[Handler, ...]


class Import(NamedTuple):
    """One name imported: `module` as written with its leading dots; `name` empty for a whole module, `*` for
    all; `alias` is the name bound."""

    start: int
    end: int
    module: str
    name: str
    alias: str


class Comment(NamedTuple):
    """A comment without its mark."""

    start: int
    end: int
    text: str


Expression = (
    Name
    | Attribute
    | Call
    | Number
    | Constant
    | Text
    | Collection
    | MappingLiteral
    | Subscript
    | Slice
    | Operation
    | Comparison
    | Conditional
    | Await
    | Lambda
    | Comprehension
    | Function
    | Other
)
Statement = (
    Function
    | Class
    | Assignment
    | Evaluation
    | Return
    | Raise
    | Leave
    | Delete
    | Assertion
    | Branch
    | Loop
    | With
    | Try
    | Match
    | Import
)
Part = Argument | Entry | Clause | Parameter | Resource | Handler
Node = Expression | Statement | Part


class Module(NamedTuple):
    """One file in neutral form. `damaged` are the offsets of what the parser could not read; `cells` of a
    notebook are the first line of each cell with its number, from 1."""

    path: str
    language: str
    document: Text | None
    body: tuple[Statement, ...]
    comments: tuple[Comment, ...]
    damaged: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, int], ...] = ()


def parts_of(node: Node) -> Iterator[Node]:
    """What a node directly holds, in the order of the source."""
    fields: tuple[Any, ...] = node
    for held in fields[2:]:
        kind = type(held)
        if kind is tuple:
            for each in held:
                if type(each) not in _PLAIN:
                    yield each
        elif kind not in _PLAIN:
            yield held


_PLAIN = frozenset({str, int, float, bool, type(None)})
