"""Requests over HTTP that reach a model, told by the address or by what is sent."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.extract.idioms import COMPLETION_ENDPOINT, EMBEDDING, EMBEDDING_ENDPOINT, MODEL, POSTS, Kinds
from auditor.extract.index import Index
from auditor.extract.neutral import Call, Expression, MappingLiteral, Name, Text
from auditor.extract.texts import text_of
from auditor.extract.unit import Bound, Unit, last_name
from auditor.extract.vocabulary import words_of

_PROMPTED = frozenset({"messages", "prompt", "contents"})


def kinds_of_request(call: Call, unit: Unit, index: Index) -> Kinds:
    """What a request does where it goes to a model; empty for all other calls."""
    name = last_name(call.function)
    if name not in POSTS:
        return ()
    for address in _addresses(call, unit, index):
        if EMBEDDING_ENDPOINT.search(f"{address} "):
            return EMBEDDING
        if COMPLETION_ENDPOINT.search(f"{address} "):
            return MODEL
    if name == "Request":
        return ()
    sent = call.argument("json") or call.argument("data")
    keys = _keys(sent, unit, index) if sent is not None else frozenset()
    if "model" not in keys:
        return ()
    if keys & _PROMPTED:
        return MODEL
    return EMBEDDING if "input" in keys and _speaks_of_embedding(call, unit) else ()


def _addresses(call: Call, unit: Unit, index: Index) -> Iterator[str]:
    """The texts of the address; those inside a call that makes it included."""
    given = [each.value for each in call.arguments if not each.name][:2]
    given += [held for name in ("url", "endpoint") if (held := call.argument(name)) is not None]
    for each in given:
        text = text_of(each, unit, index)
        if text is not None:
            yield text
        elif isinstance(each, Call):
            yield from (
                argument.value.value for argument in each.arguments if isinstance(argument.value, Text)
            )


def _keys(sent: Expression, unit: Unit, index: Index) -> frozenset[str]:
    """The keys of a mapping that is sent, written out there or under a local name."""
    if isinstance(sent, Name):
        held, _ = index.bindings(unit, unit.definition(sent), sent.name)
        values = [each.value for each in held if each.bound is Bound.VALUE]
        sent = next((each for each in values if isinstance(each, MappingLiteral)), sent)
    if not isinstance(sent, MappingLiteral):
        return frozenset()
    return frozenset(each.key.value for each in sent.entries if isinstance(each.key, Text))


def _speaks_of_embedding(call: Call, unit: Unit) -> bool:
    at = unit.definition(call)
    words = {word for word in words_of(at.qualified) for _ in [0]} if at is not None else set()
    return any(word.startswith("embed") for word in words)
