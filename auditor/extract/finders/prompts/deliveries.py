"""Deliveries: the call or text that puts kept or found content into a prompt, a context or an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from auditor.extract.effects import Target
from auditor.extract.finders.prompts.instructions import Instruction
from auditor.extract.finders.prompts.words import (
    ANSWER_KEYS,
    builds_prompts,
    is_kept,
    is_prompt_name,
    is_template_name,
)
from auditor.extract.neutral import (
    Assignment,
    Attribute,
    Call,
    Constant,
    Entry,
    Expression,
    Loop,
    MappingLiteral,
    Name,
    Node,
    Number,
    Return,
    Subscript,
    Text,
)
from auditor.extract.unit import Definition, Unit, last_name
from auditor.extract.vocabulary import LOG_CALLS, words_of
from auditor.facts import Fact
from auditor.terms import FactKind

_FILLS = frozenset(
    ["format", "format_map", "substitute", "safe_substitute", "render", "format_prompt",
     "format_messages", "aformat_messages", "invoke", "ainvoke", "partial", "replace"]
)  # fmt: skip
_GATHERS = frozenset({"append", "extend", "insert", "push", "unshift", "write"})
_GATHERED = frozenset(
    ["str", "text", "lines", "parts", "sections", "prompt", "context", "blocks", "output", "result",
     "formatted", "content", "string", "body", "buffer", "rendered", "history", "messages", "contents",
     "chunks"]
)  # fmt: skip


def deliveries(unit: Unit, target: Target, told: Mapping[int, Instruction]) -> Iterator[Fact]:
    """The deliveries of a file."""
    for text in unit.nodes(Text):
        if text.holes and _is_filled_prompt(text, unit, told):
            yield _fact(unit, text, "text")
        elif text.holes and _is_rendered(text, unit, target):
            yield _fact(unit, text, "rendering")
    for call in unit.nodes(Call):
        rule = _filling(call, unit, target)
        if rule:
            yield _fact(unit, call, rule)
    for mapping in unit.nodes(MappingLiteral):
        if _is_payload(mapping, unit, target) or _answers_a_hook(mapping):
            yield _fact(unit, mapping, "payload")
    for statement in unit.nodes(Return):
        if _answers_a_tool(statement, unit, target):
            yield _fact(unit, statement, "answer")


def _fact(unit: Unit, node: Node, rule: str) -> Fact:
    around = unit.definition(node)
    name = around.named.node.name if around is not None else ""
    return unit.fact(FactKind.PROMPT_DELIVERY, node, name=name or "prompt", rule=f"delivery/{rule}")


def _is_filled_prompt(text: Text, unit: Unit, told: Mapping[int, Instruction]) -> bool:
    """Whether a prompt takes kept content into its holes."""
    return id(text) in told and any(_names_kept(hole, unit) for hole in text.holes)


def _names_kept(node: Expression, unit: Unit) -> bool:
    """Whether an expression names kept content, or a part of it."""
    inner = [node] if isinstance(node, Name | Attribute) else []
    names = [each.name for each in (*inner, *unit.inside(Name, node), *unit.inside(Attribute, node))]
    return any(is_kept(each) for each in names)


def _is_rendered(text: Text, unit: Unit, target: Target) -> bool:
    """Whether a text renders one of several kept things, to be read with the others."""
    statement = unit.statement(text)
    gathered = _gathered_name(statement, unit, text)
    if gathered is None or not _GATHERED.intersection(words_of(gathered)):
        return False
    loop = next((each for each in unit.ancestors(text) if isinstance(each, Loop)), None)
    if loop is None:
        return _names_kept(text.holes[0], unit) and is_prompt_name(gathered)
    kept = _names_kept(loop.iterable, unit) or _is_read(loop.iterable, unit, target)
    if loop.target is None or not kept:
        return False
    taken = {each.name for each in (loop.target, *unit.inside(Name, loop.target)) if isinstance(each, Name)}
    inside = {each.name for hole in text.holes for each in _names_in(hole, unit)}
    return bool(taken & inside) or _part_of(taken, inside, unit, loop)


def _part_of(taken: set[str], inside: set[str], unit: Unit, loop: Loop) -> bool:
    """Whether a name is assigned, in the loop, from what the loop takes."""
    for each in unit.inside(Assignment, loop):
        if each.value is None or inside.isdisjoint(last_name(one) for one in each.targets):
            continue
        if taken.intersection(name.name for name in _names_in(each.value, unit)):
            return True
    return False


def _names_in(node: Expression, unit: Unit) -> list[Name]:
    return [node] if isinstance(node, Name) else unit.inside(Name, node)


def _gathered_name(statement: Node, unit: Unit, text: Text) -> str | None:
    """The name of what a text is added to."""
    if isinstance(statement, Assignment) and statement.operator == "+" and statement.targets:
        return last_name(statement.targets[0])
    for around in unit.ancestors(text):
        if isinstance(around, Call) and isinstance(around.function, Attribute):
            if around.function.name in LOG_CALLS:
                return None
            if around.function.name in _GATHERS:
                return last_name(around.function.value)
        if around is statement:
            return None
    return None


def _is_read(node: Expression, unit: Unit, target: Target) -> bool:
    """Whether a value is read from a store, here or where its name was assigned."""
    calls = [node] if isinstance(node, Call) else unit.inside(Call, node)
    if any(done.kind is FactKind.STORE_READ for call in calls for done in target.effects.of(call, unit)):
        return True
    if isinstance(node, Name):
        held, _ = target.index.bindings(unit, unit.definition(node), node.name)
        values = [each.value for each in held if each.value is not None and not isinstance(each.value, Name)]
        return any(_reads(each, unit, target) for each in values)
    return False


def _reads(node: Expression, unit: Unit, target: Target) -> bool:
    calls = [node, *unit.inside(Call, node)] if isinstance(node, Call) else unit.inside(Call, node)
    return any(done.kind is FactKind.STORE_READ for call in calls for done in target.effects.of(call, unit))


def _filling(call: Call, unit: Unit, target: Target) -> str:
    """By which rule a call fills a template with kept content, or gives it to a builder of prompts."""
    if not call.arguments:
        return ""
    function = call.function
    if isinstance(function, Attribute) and function.name in _FILLS:
        filled = _is_template(function.value) and not _only_constants(call)
        sure = function.name != "replace" and is_prompt_name(_kept_under(function.value))
        return "filled" if filled and (sure or _any_kept(call, unit)) else ""
    name = last_name(function)
    if not builds_prompts(name) or not _any_kept(call, unit):
        return ""
    at = unit.definition(call)
    if at is not None and at.named.node.name == name:
        return ""
    return "builder"


def _is_template(node: Expression) -> bool:
    """Whether an expression is named as a template: itself, or the key it is kept under."""
    if isinstance(node, Subscript):
        key = node.key
        return isinstance(key, Text) and is_template_name(key.value)
    if isinstance(node, Text):
        return len(node.value) > 40 and "{" in node.value
    return is_template_name(last_name(node))


def _kept_under(node: Expression) -> str:
    """The name of a template without the word that only says that it is one."""
    key = node.key if isinstance(node, Subscript) else None
    name = key.value if isinstance(key, Text) else last_name(node)
    return "_".join(word for word in words_of(name) if word not in ("template", "templates"))


def _only_constants(call: Call) -> bool:
    return all(isinstance(each.value, Text | Number | Constant) for each in call.arguments)


def _any_kept(call: Call, unit: Unit) -> bool:
    return any(is_kept(each.name) or _names_kept(each.value, unit) for each in call.arguments)


def _is_payload(mapping: MappingLiteral, unit: Unit, target: Target) -> bool:
    """Whether a mapping gives kept content beside messages to a model or a chain."""
    keys = {each.key.value: each.value for each in mapping.entries if isinstance(each.key, Text)}
    if not {"messages", "input", "question", "query"} & keys.keys():
        return False
    kept = [value for key, value in keys.items() if key in _CONTENT_KEYS]
    if not any(not isinstance(each, Text | Number | Constant) for each in kept):
        return False
    return not any(isinstance(each, Return) for each in unit.ancestors(mapping))


_CONTENT_KEYS = frozenset(
    ["existing", "memories", "memory", "context", "history", "chat_history", "documents", "docs",
     "retrieved", "facts", "notes", "summary", "existing_summary", "knowledge", "results", "recent"]
)  # fmt: skip


def _answers_a_hook(mapping: MappingLiteral) -> bool:
    """Whether a mapping gives a model text through a hook."""
    return any(
        isinstance(each, Entry)
        and isinstance(each.key, Text)
        and each.key.value in ANSWER_KEYS
        and not isinstance(each.value, Constant)
        and not (isinstance(each.value, Text) and not each.value.holes)
        for each in mapping.entries
    )


def _answers_a_tool(statement: Return, unit: Unit, target: Target) -> bool:
    """Whether a function that a model calls as a tool gives back what it read."""
    at = unit.definition(statement)
    if statement.value is None or at is None or not _is_tool(at, target):
        return False
    if isinstance(statement.value, Constant | Number | Text) and not getattr(statement.value, "holes", ()):
        return False
    names = _names_in(statement.value, unit)
    return any(_is_read(each, unit, target) for each in names) or _reads(statement.value, unit, target)


def _is_tool(definition: Definition, target: Target) -> bool:
    """Whether a function is offered to a model: by a decorator, or handed over."""
    for decorator in definition.node.decorators:
        called = decorator.function if isinstance(decorator, Call) else decorator
        if "tool" in words_of(last_name(called)):
            return True
    return any(each.how in _TOOLS for each in target.handovers.of(definition))


_TOOLS = frozenset({"tool", "MCP tool"})
