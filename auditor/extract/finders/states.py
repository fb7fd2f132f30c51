"""Closed sets of states or actions: enumerations, literal types, constants and defaults, the values that a
conditional chooses from, and the words that a prompt or schema lets a model choose from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.extract.effects import Target
from auditor.extract.finders.objects import Category, category_of, class_span
from auditor.extract.neutral import (
    Argument,
    Assignment,
    Call,
    Class,
    Collection,
    Conditional,
    Constant,
    Entry,
    Evaluation,
    Expression,
    Function,
    MappingLiteral,
    Name,
    Node,
    Operation,
    Other,
    Parameter,
    Raise,
    Subscript,
    Text,
)
from auditor.extract.sql import kinds_of_query
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import LOG_CALLS, STATE_MEMBERS, STATE_WORDS, names_states, words_of
from auditor.facts import Fact
from auditor.terms import FactKind

_MOST_PLACES = 20
_SETS = frozenset({"frozenset", "set", "tuple", "list"})
_QUOTED = r"[\"'`][A-Za-z][\w -]{1,30}[\"'`]"
_BETWEEN = r"\s*(?:,\s*(?:or|and)|,|/|\||or|and)\s*"
_LISTED = re.compile(rf"{_QUOTED}(?:{_BETWEEN}{_QUOTED})+")
_PIPED = re.compile(r"\b[A-Za-z_]{2,20}(?:\s?[|/]\s?[A-Za-z_]{2,20}){1,10}")
_CAPITALS = re.compile(rf"\b[A-Z][A-Z_]{{2,20}}\b(?:{_BETWEEN}[A-Z][A-Z_]{{2,20}}\b)+")
_KEY = re.compile(r"([A-Za-z_]+)[\"'`*]*\s*(?:[:=(\[]|\b(?:is|must be|one of)\b|\s)*\W*$")
_CONJUNCTION = re.compile(r"(?<![\"'`\w])(?:or|and)(?![\"'`\w])")
_ITEM = re.compile(r"[A-Za-z][\w-]*(?: [\w-]+)?")
_BULLET = re.compile(
    r"^\s*(?:[-*•]|\d+[.)])\s*[*_\"'`]*([A-Za-z]+(?:_[A-Za-z]+)*)[*_\"'`]*\s*(?::|\(|—|–| - )"
)
_STATEMENTS = frozenset(
    ["SELECT", "INSERT", "UPDATE", "DELETE", "DROP", "ALTER", "TRUNCATE", "CREATE", "REPLACE", "MERGE"]
)
"""Words that, alone and in capitals, tell of statements of a query language and not of a record's states."""

_NO_STATES = frozenset({"model", "models", "provider", "providers", "backend", "language", "format"})
"""Last words of enumerations that name what is installed or chosen and no state."""

_SHORTEST_PROMPT = 40
_LONGEST_LINE = 600


def find_states(unit: Unit, target: Target) -> Iterator[Fact]:
    """The closed sets of states or actions of a file."""
    for node in unit.nodes(Class):
        yield from _enumeration(unit.definition_of(node), target)
    for assignment in unit.nodes(Assignment):
        yield from _assigned(assignment, unit, target)
    for parameter in unit.nodes(Parameter):
        yield from _parameter(parameter, unit)
    for entry in unit.nodes(Entry):
        yield from _in_schema(entry, unit)
    for text in unit.nodes(Text):
        yield from _in_prompt(text, unit)


def _enumeration(definition: Definition, target: Target) -> Iterator[Fact]:
    """An enumeration, whatever it counts."""
    unit, node = definition.unit, definition.node
    if not isinstance(node, Class) or category_of(definition, target) is not Category.STATES:
        return
    if words_of(node.name)[-1:] and words_of(node.name)[-1] in _NO_STATES:
        return
    members = {
        each.targets[0].name: each.value
        for each in node.body
        if isinstance(each, Assignment) and each.value is not None and isinstance(each.targets[0], Name)
    }
    shown = tuple(
        value.value if isinstance(value, Text) else name
        for name, value in members.items()
        if not name.startswith("_")
    )
    if shown:
        known = (target.catalogue.inherited(base) for base in target.index.foreign_bases(definition))
        yield unit.fact(
            FactKind.STATUS_VOCABULARY,
            node,
            span=class_span(unit, node),
            name=node.name,
            rule=next((each.entry for each in known if each is not None), ""),
            details={"members": shown, "used_at": _uses(definition.name, node.name, unit, target) or None},
        )


def _assigned(node: Assignment, unit: Unit, target: Target) -> Iterator[Fact]:
    """A constant or alias that lists states, an annotation that does, or a conditional that chooses one."""
    held = unit.definition(node)
    name = last_name(node.targets[0]) if len(node.targets) == 1 else ""
    lasting = held is None or held.is_class
    if isinstance(node.value, Call):
        yield from _described(node, node.value, name, unit, target)
    if lasting and node.value is not None and not node.operator:
        members = _members(node.value)
        if len(members) > 1 and names_states(name, members):
            uses = _uses(f"{unit.name}.{name}", name, unit, target) if held is None else ()
            yield _vocabulary(unit, node, name, members, "constant", uses)
            return
    if node.annotation is not None and name:
        members = _literals(node.annotation)
        if len(members) > 1 and names_states(name, members):
            yield _vocabulary(unit, node, name, members, "annotation")
            return
    if node.value is not None and not lasting:
        yield from _chosen(node, name, unit)


def _described(node: Assignment, call: Call, name: str, unit: Unit, target: Target) -> Iterator[Fact]:
    """A closed set that a call describes to a validator, by the members of its first argument."""
    effects = target.resolver.effects(call.function, unit)
    entry = next((each for each in effects if FactKind.STATUS_VOCABULARY in each.facts), None)
    members = _members(call.arguments[0].value) if call.arguments else ()
    if entry is not None and len(members) > 1:
        yield unit.fact(
            FactKind.STATUS_VOCABULARY, node, name=name, rule=entry.entry, details={"members": members}
        )


def _chosen(node: Assignment, name: str, unit: Unit) -> Iterator[Fact]:
    """The three or more states between which nested conditionals choose."""
    for conditional in unit.inside(Conditional, node):
        if isinstance(unit.parent(conditional), Conditional):
            continue
        members = tuple(dict.fromkeys(_leaves(conditional)))
        if len(members) > 2 and names_states(name, members):
            yield _vocabulary(unit, conditional, name, members, "conditional")


def _leaves(node: Expression) -> Iterator[str]:
    if isinstance(node, Conditional):
        yield from _leaves(node.chosen)
        yield from _leaves(node.otherwise)
    elif isinstance(node, Text):
        yield node.value


def _parameter(node: Parameter, unit: Unit) -> Iterator[Fact]:
    """The states that a parameter's annotation or default lists."""
    members = _literals(node.annotation) if node.annotation is not None else ()
    if len(members) < 2 and node.default is not None:
        members = _members(node.default)
    if len(members) > 1 and names_states(node.name, members):
        function = unit.parent(node)
        if isinstance(function, Function) and "overload" in map(last_name, function.decorators):
            return
        yield _vocabulary(unit, node, node.name, members, "parameter")


def _in_schema(node: Entry, unit: Unit) -> Iterator[Fact]:
    """The enumeration of a property in a schema: `"action": {"enum": [...]}`."""
    if not isinstance(node.key, Text) or node.key.value != "enum":
        return
    members = _members(node.value)
    keys = (each.key for each in unit.ancestors(node) if isinstance(each, Entry))
    named = (each.value for each in keys if isinstance(each, Text) and each.value != "items")
    name = next(named, "")
    if len(members) > 1 and names_states(name, members):
        yield _vocabulary(unit, node, name or "enum", members, "schema")


def _in_prompt(node: Text, unit: Unit) -> Iterator[Fact]:
    """The actions between which a text lets a model choose, where they are first listed."""
    if isinstance(unit.parent(node), Evaluation) or _is_report(node, unit) or _is_statement(node.value):
        return
    if len(node.value) < _SHORTEST_PROMPT or not STATE_MEMBERS.intersection(_plain_words(node.value)):
        return
    lines = unit.code(node).split("\n")
    listed = next(filter(None, map(_listed_in, enumerate(lines))), None)
    found = sorted(each for each in (listed, _bulleted(lines)) if each is not None)
    if found:
        first, last, name, members = found[0]
        start = unit.line(node.start)
        yield unit.fact(
            FactKind.STATUS_VOCABULARY,
            node,
            span=(start + first, start + last),
            name=name,
            rule="text/status-vocabulary/listed",
            details={"members": members},
        )


def _is_statement(text: str) -> bool:
    return kinds_of_query(text) is not None or "CREATE TABLE" in text.upper()


def _plain_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z_]+", text.lower()))


def _is_report(node: Text, unit: Unit) -> bool:
    """Whether a text tells a person of a fault or of progress."""
    for around in unit.ancestors(node):
        if isinstance(around, Raise) or (
            isinstance(around, Call) and last_name(around.function) in LOG_CALLS
        ):
            return True
        if not isinstance(around, Expression | Argument):
            return False
    return False


_Listed = tuple[int, int, str, tuple[str, ...]]
"""First and last line of a list in a text, what it lists, and its members."""


def _listed_in(numbered: tuple[int, str]) -> _Listed | None:
    """The states that one line of a text lists: three known ones, or one under a name of states."""
    at, line = numbered
    if len(line) > _LONGEST_LINE:
        return None
    for pattern in (_LISTED, _PIPED, _CAPITALS):
        for match in pattern.finditer(line):
            members = tuple(dict.fromkeys(_ITEM.findall(_CONJUNCTION.sub(",", match.group()))))
            known = sum(each.lower() in STATE_MEMBERS for each in members)
            key = _KEY.search(line[: match.start()])
            name = key.group(1) if key is not None else ""
            named = bool(STATE_WORDS.intersection(words_of(name)))
            plain = known > 2 and not _STATEMENTS.issuperset(members)
            if len(members) > 1 and (plain or (known and named)):
                return at, at, name or "action", members
    return None


def _bulleted(lines: list[str]) -> _Listed | None:
    """Three or more heads of bullets that follow one another, most of them known states."""
    run: list[tuple[int, str]] = []
    for at, line in enumerate((*lines, ".")):
        match = _BULLET.match(line)
        if match is not None and (match[1].isupper() or match[1].lower() in STATE_MEMBERS):
            run.append((at, match[1]))
        elif line.strip():
            known = sum(name.lower() in STATE_MEMBERS for _, name in run)
            if known > 1 and len(run) > 2 and known * 3 >= len(run) * 2:
                return run[0][0], run[-1][0], "action", tuple(name for _, name in run)
            run = []
    return None


def _members(node: Expression) -> tuple[str, ...]:
    """The texts that a literal type, a collection or a set made of one lists; of a table its keys."""
    if isinstance(node, Call) and len(node.arguments) == 1 and last_name(node.function) in _SETS:
        return _members(node.arguments[0].value)
    if isinstance(node, Collection) and all(isinstance(each, Text) for each in node.items):
        return _texts(node.items)
    if isinstance(node, MappingLiteral) and node.entries:
        tables = [isinstance(each.value, Collection | Call | MappingLiteral) for each in node.entries]
        keys = [each.key for each in node.entries if each.key is not None]
        if all(tables) and all(isinstance(_members_of_value(each), tuple) for each in node.entries):
            return _texts(keys)
    return _literals(node)


def _members_of_value(entry: Entry) -> tuple[str, ...] | None:
    """The states that an entry of a table of transitions leads to; None where it leads to none."""
    if isinstance(entry.value, MappingLiteral):
        return None
    found = _members(entry.value)
    empty = isinstance(entry.value, Collection) and not entry.value.items
    empty = empty or (isinstance(entry.value, Call) and not entry.value.arguments)
    return found if found or empty else None


def _literals(node: Expression) -> tuple[str, ...]:
    """The texts of the first literal type in an annotation."""
    if isinstance(node, Subscript):
        if last_name(node.value) == "Literal":
            items = node.key.items if isinstance(node.key, Collection) else (node.key,)
            return _texts(items) if all(isinstance(each, Text | Constant) for each in items) else ()
        return _first(_literals(each) for each in _parts(node.key))
    if isinstance(node, Operation) and node.operator == "|":
        return _first(_literals(each) for each in node.operands)
    if isinstance(node, Other):
        return _first(_literals(each) for each in node.parts)
    return ()


def _parts(node: Expression) -> tuple[Expression, ...]:
    return node.items if isinstance(node, Collection) else (node,)


def _first(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return next(filter(None, found), ())


def _texts(items: Iterable[Node]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.value for each in items if isinstance(each, Text)))


def _vocabulary(
    unit: Unit, node: Node, name: str, members: tuple[str, ...], form: str, uses: tuple[str, ...] = ()
) -> Fact:
    return unit.fact(
        FactKind.STATUS_VOCABULARY,
        node,
        name=name,
        rule=f"python/status-vocabulary/{form}",
        details={"members": members, "used_at": uses or None},
    )


def _uses(name: str, last: str, unit: Unit, target: Target) -> tuple[str, ...]:
    """Where a named set is read, in its own file first."""
    others = [each for each in target.index.units if each is not unit]
    places: dict[str, None] = {}
    for each in (unit, *others):
        for mention in each.mentions(last):
            means = target.index.named(each, each.definition(mention), mention)
            if (means == name or (means is None and each is unit)) and _is_use(each, mention):
                places[f"{each.path}:{each.line(mention.start)}"] = None
        if len(places) >= _MOST_PLACES:
            break
    return tuple(places)[:_MOST_PLACES]


def _is_use(unit: Unit, mention: Name) -> bool:
    around = unit.parent(mention)
    return not (isinstance(around, Assignment) and mention in around.targets)
