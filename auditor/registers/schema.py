"""The JSON Schema of the register form, made from the form itself, for editors to complete and check by."""

from __future__ import annotations

from typing import Any

from auditor.forms import Entry, Holds, Key, key_names, keys_of
from auditor.records import (
    RECORD_KINDS,
    REGISTER_FORMAT,
    SET_FORMAT,
    Annotation,
    AuditSet,
    Judged,
    Member,
)
from auditor.terms import RouteFunction, Term

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = {"type": ["string", "number", "boolean", "null"]}
_IDENTIFIER = r"^((RT|MEM|EPI)-(CMP|OBJ|RTE|CLM|ABS|BAP)-[a-z0-9]+(-[a-z0-9]+)*|SRC-[0-9]+)$"


def register_schema() -> dict[str, Any]:
    """The schema of `register.yaml` and of the files beside it."""
    return _schema(Member, f"A register of an epistemic audit ({REGISTER_FORMAT})")


def set_schema() -> dict[str, Any]:
    """The schema of `set.yaml`."""
    return _schema(AuditSet, f"A set of registers ({SET_FORMAT})")


def _schema(top: type[Entry], title: str) -> dict[str, Any]:
    definitions: dict[str, Any] = {}
    made = _mapping(top, definitions)
    return {"$schema": _DRAFT, "title": title, **made, "$defs": dict(sorted(definitions.items()))}


def _mapping(kind: type[Entry], definitions: dict[str, Any]) -> dict[str, Any]:
    properties = {
        key.name: _value(key, definitions) for key in keys_of(kind) if key.holds is not Holds.INLINE
    }
    if issubclass(kind, Annotation):
        # An annotation adds fields of whatever kind of record it is on.
        for record in RECORD_KINDS:
            for key in keys_of(record):
                if key.name != "id":
                    properties.setdefault(key.name, _value(key, definitions))
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": properties,
        "additionalProperties": False,
    }


def _value(key: Key, definitions: dict[str, Any]) -> dict[str, Any]:
    said = {"description": key.says[:1].upper() + key.says[1:] + "."}
    one = _one(key, definitions)
    if key.keyed:
        names = {"propertyNames": {"enum": _words(key.vocabulary)}} if key.vocabulary else {}
        other = {"enum": [None, *(_words(key.vocabulary) if key.name == "layers" else [])]}
        mapping = {"additionalProperties": one, **names}
        return {"if": {"type": "object"}, "then": mapping, "else": other, **said}
    if key.many:
        listed = {"items": one}
        if key.holds is Holds.ENTRY and key.entry is not None and not key.entry.BARE:
            return {"type": ["array", "object", "null"], **listed, **said}
        return {"if": {"type": "array"}, "then": listed, "else": _or_null(one), **said}
    return {**one, **said}


def _one(key: Key, definitions: dict[str, Any]) -> dict[str, Any]:
    if key.holds is Holds.ENTRY:
        assert key.entry is not None
        return _entry(key, key.entry, definitions)
    if key.holds is Holds.WORD and key.vocabulary is not None:
        return _word(key.vocabulary)
    if key.holds is Holds.ID:
        return {"type": "string", "pattern": _IDENTIFIER}
    return dict(_SCALAR)


def _entry(key: Key, kind: type[Entry], definitions: dict[str, Any]) -> dict[str, Any]:
    # The word of a Judged entry is of the key's own list, so each list has a definition of its own.
    judged = issubclass(kind, Judged) and key.vocabulary is not None
    name = f"{kind.__name__}-{key.vocabulary.__name__}" if judged and key.vocabulary else kind.__name__
    if name not in definitions:
        definitions[name] = {}
        definitions[name].update(_mapping(kind, definitions))
        if judged and key.vocabulary is not None:
            definitions[name]["properties"]["word"] = _word(key.vocabulary)
    reference = {"$ref": f"#/$defs/{name}"}
    if not kind.BARE:
        return reference
    bare_key = key_names(kind)[kind.BARE.rstrip("_")]
    word = key.vocabulary if judged else bare_key.vocabulary
    bare: dict[str, Any] = {"type": ["string", "number", "boolean", "array", "null"]}
    if word is not None:
        bare = _word(word)
        bare["anyOf"].append({"type": "string", "pattern": "(^|; )[Ss]ee "})
    return {"if": {"type": "object"}, "then": reference, "else": bare}


def _or_null(one: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [one, {"type": "null"}]}


def _word(vocabulary: type[Term]) -> dict[str, Any]:
    words: list[Any] = [{"const": term.value, "description": term.meaning} for term in vocabulary]
    if vocabulary is RouteFunction:
        words.append({"type": "string", "pattern": "^other\\s+[—–-]"})
    return {"anyOf": words}


def _words(vocabulary: type[Term] | None) -> list[str]:
    return [term.value for term in vocabulary] if vocabulary else []
