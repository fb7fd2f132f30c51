"""Instruction texts: what stands in a message, in a keyword or name of prompts, in a template, or on the way
to a model, and tells it what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.extract.effects import Target
from auditor.extract.finders.prompts.words import (
    builds_prompts,
    instructing,
    is_prompt_name,
    is_query,
    prose_words,
)
from auditor.extract.neutral import (
    Argument,
    Assignment,
    Call,
    Collection,
    Entry,
    Evaluation,
    Function,
    MappingLiteral,
    Name,
    Node,
    Parameter,
    Raise,
    Return,
    Text,
)
from auditor.extract.unit import Unit, last_name
from auditor.extract.vocabulary import LOG_CALLS
from auditor.facts import Fact
from auditor.terms import FactKind

_FEWEST_WORDS = 4
_LONG = 60
_INSTRUCTING_LINES = 3
_MESSAGES = frozenset(
    [
        "SystemMessage",
        "HumanMessage",
        "AIMessage",
        "UserMessage",
        "ChatMessage",
        "Message",
        "system",
        "developer",
    ]
)
_ROLES = frozenset({"system", "user", "developer", "human"})
_TEMPLATES = frozenset(
    ["from_messages", "from_template", "PromptTemplate", "ChatPromptTemplate", "from_strings"]
)
_TOLD = frozenset({"content", "text", "parts"})
_DESCRIBED = frozenset(
    {"description", "desc", "help", "title", "summary", "epilog", "usage", "label", "name"}
)
_NEVER = frozenset({"compile", "match", "search", "sub", "findall", "split", "HTTPException", "add_argument"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """An instruction text: its node, what it is kept under, and the rule by which it is one."""

    node: Node
    name: str
    rule: str

    def fact(self, unit: Unit) -> Fact:
        """The fact of it."""
        details = {"role": self.rule} if self.rule == "message" else None
        return unit.fact(
            FactKind.PROMPT,
            self.node,
            name=self.name or "prompt",
            rule=f"prompt/{self.rule}",
            details=details,
        )


def instructions(unit: Unit, target: Target) -> dict[int, Instruction]:
    """The instruction texts of a file, by the identity of their text or template."""
    found: dict[int, Instruction] = {}
    for call in unit.nodes(Call):
        if last_name(call.function) in _TEMPLATES and (made := _template(call, unit)) is not None:
            found[id(call)] = made
    reaching = _on_the_way(unit, target)
    for text in unit.nodes(Text):
        made = _instruction(text, unit, reaching)
        if made is not None:
            found.setdefault(id(text), made)
    return found


def name_of(node: Node, unit: Unit) -> str:
    """What a text is kept under: the variable, parameter, keyword or key nearest around it."""
    for around in unit.ancestors(node):
        if isinstance(around, Assignment):
            return last_name(around.targets[0]) if around.targets else ""
        if isinstance(around, Parameter):
            return around.name
        if isinstance(around, Argument) and around.name:
            return around.name
        if isinstance(around, Entry) and isinstance(around.key, Text):
            return around.key.value
        if isinstance(around, Function):
            return ""
    return ""


def _template(call: Call, unit: Unit) -> Instruction | None:
    """A template made of messages or of one text."""
    texts = [each for each in unit.inside(Text, call) if prose_words(each.value) >= _FEWEST_WORDS]
    named = any(isinstance(each.value, Name) for each in call.arguments)
    listed = last_name(call.function) == "from_messages"
    if not texts and not (listed and named):
        return None
    node = unit.parent(call)
    place: Node = node if isinstance(node, Assignment) else call
    return Instruction(node=place, name=name_of(call, unit), rule="template") if texts else None


def _instruction(text: Text, unit: Unit, reaching: frozenset[int]) -> Instruction | None:
    if prose_words(text.value) < _FEWEST_WORDS or is_query(text.value) or _is_told_to_people(text, unit):
        return None
    name = name_of(text, unit)
    role = _role(text, unit)
    if role:
        return Instruction(node=text, name=role, rule="message")
    tells = instructing(text.value)
    if is_prompt_name(name) and (tells or (len(text.value) >= _LONG and prose_words(text.value) >= 8)):
        return Instruction(node=text, name=name, rule="named")
    if id(text) in reaching and tells:
        return Instruction(node=text, name=name, rule="sent")
    if _is_built(text, unit) and tells and len(text.value) >= _LONG // 2:
        return Instruction(node=text, name=name, rule="built")
    if (
        tells >= _INSTRUCTING_LINES
        and text.value.count("\n") >= _INSTRUCTING_LINES
        and not _is_described(name)
    ):
        return Instruction(node=text, name=name, rule="instructs")
    return None


def _is_described(name: str) -> bool:
    return name in _DESCRIBED


def _is_told_to_people(text: Text, unit: Unit) -> bool:
    """Whether a text is a document of code, a log line, an error or an argument of what reads no prompt."""
    around = unit.parent(text)
    if isinstance(around, Evaluation):
        return True
    for each in unit.ancestors(text):
        if isinstance(each, Raise):
            return True
        if isinstance(each, Call):
            called = last_name(each.function)
            if called in LOG_CALLS or called in _NEVER or called.endswith(("Error", "Exception")):
                return True
        if isinstance(each, Argument) and _is_described(each.name):
            return True
        if isinstance(each, Assignment | Return | Function):
            return False
    return False


def _role(text: Text, unit: Unit) -> str:
    """The role of the message that a text is; empty for what is no message."""
    at: Node = text
    for around in unit.ancestors(text):
        if isinstance(around, Entry):
            mapping = unit.parent(around)
            key = around.key.value if isinstance(around.key, Text) else ""
            if key in _TOLD and isinstance(mapping, MappingLiteral):
                role = _said_role(mapping)
                if role:
                    return role
            at = around
            continue
        if isinstance(around, Collection) and around.kind == "tuple" and len(around.items) == 2:
            first = around.items[0]
            if isinstance(first, Text) and first.value in _ROLES and around.items[1] is at:
                return first.value
        if isinstance(around, Call):
            called = last_name(around.function)
            return called if called in _MESSAGES and _is_content(at, around) else ""
        if isinstance(around, Assignment | Return | Evaluation | Function):
            return ""
        at = around
    return ""


def _is_content(node: Node, call: Call) -> bool:
    """Whether a node is what a message says."""
    for place, each in enumerate(call.arguments):
        if each is node or each.value is node:
            return each.name in _TOLD or (not each.name and place == 0)
    return False


def _said_role(mapping: MappingLiteral) -> str:
    for each in mapping.entries:
        if isinstance(each.key, Text) and each.key.value == "role" and isinstance(each.value, Text):
            return each.value.value if each.value.value in _ROLES else ""
    return ""


def _is_built(text: Text, unit: Unit) -> bool:
    """Whether a text stands in a function that builds prompts, as what it gives or gathers."""
    at = unit.definition(text)
    if at is None or not builds_prompts(at.named.node.name):
        return False
    statement = unit.statement(text)
    return isinstance(statement, Return | Assignment | Evaluation)


def _on_the_way(unit: Unit, target: Target) -> frozenset[int]:
    """The texts that reach a model call: in its arguments, or assigned to names in them."""
    found: set[int] = set()
    for call in unit.nodes(Call):
        if any(done.kind is FactKind.LLM_CALL for done in target.effects.of(call, unit)):
            for argument in call.arguments:
                found.update(id(each) for each in _texts_behind(argument.value, unit, target, depth=0))
    return frozenset(found)


def _texts_behind(node: Node, unit: Unit, target: Target, *, depth: int) -> Iterator[Text]:
    if depth > 3:
        return
    if isinstance(node, Text):
        yield node
    yield from unit.inside(Text, node)
    names = [node] if isinstance(node, Name) else unit.inside(Name, node)
    for name in names:
        held, _ = target.index.bindings(unit, unit.definition(name), name.name)
        for binding in held:
            if isinstance(binding.value, Text | Collection | MappingLiteral | Call):
                yield from _texts_behind(binding.value, unit, target, depth=depth + 1)
