"""The JSON Schema of the register form, made from the form itself, for editors to complete and check by."""

from __future__ import annotations

from typing import Any

from auditor.forms import Entry, Holds, Key, key_names, keys_of
from auditor.identifiers import IDENTIFIER, NUMBERED
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

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = {"type": ["string", "number", "boolean", "null"]}
_IDENTIFIER = f"^(?:{IDENTIFIER.pattern}|{NUMBERED.pattern})$"


def register_schema() -> dict[str, Any]:
    """The schema of `register.yaml` and of the files beside it."""
    return _schema(Member, f"A register of an epistemic audit ({REGISTER_FORMAT})")


def set_schema() -> dict[str, Any]:
    """The schema of `set.yaml`."""
    return _schema(AuditSet, f"A set of registers ({SET_FORMAT})")


def _schema(top: type[Entry], title: str) -> dict[str, Any]:
    form = FormSchema(enforced=True)
    made = form.mapping(top)
    return {"$schema": DIALECT, "title": title, **made, "$defs": form.sorted_definitions()}


class FormSchema:
    """Schemas of classes of the form, with the definitions that they share.

    Where `enforced`, closed words and identifiers are demanded, for an editor to underline what is none;
    else they are only named, as in a saved audit, where a wrong word is a finding and no fault of the form.
    """

    def __init__(self, *, enforced: bool) -> None:
        self.enforced = enforced
        self._definitions: dict[str, Any] = {}

    def sorted_definitions(self) -> dict[str, Any]:
        """The definitions to which the schemas made so far refer."""
        return dict(sorted(self._definitions.items()))

    def mapping(self, kind: type[Entry]) -> dict[str, Any]:
        """The schema of a mapping of the form of a class."""
        properties = {key.name: self._value(key) for key in keys_of(kind) if key.holds is not Holds.INLINE}
        if issubclass(kind, Annotation):
            # An annotation adds fields of whatever kind of record it is on.
            for record in RECORD_KINDS:
                for key in keys_of(record):
                    if key.name != "id":
                        properties.setdefault(key.name, self._value(key))
        return {
            "type": "object",
            "description": " ".join((kind.__doc__ or "").split()),
            "properties": properties,
            "additionalProperties": False,
        }

    def _value(self, key: Key) -> dict[str, Any]:
        said = {"description": key.says[:1].upper() + key.says[1:] + "."}
        one = self._one(key)
        if key.keyed:
            names = {"propertyNames": {"enum": _words(key)}} if key.vocabulary and self.enforced else {}
            other: dict[str, Any] = {"enum": [None, *(_words(key) if key.name == "layers" else [])]}
            mapping = {"additionalProperties": one, **names}
            return {"if": {"type": "object"}, "then": mapping, "else": other, **said}
        if key.many:
            listed = {"items": one}
            if key.holds is Holds.ENTRY and key.entry is not None and not key.entry.BARE:
                return {"type": ["array", "object", "null"], **listed, **said}
            alone = {"anyOf": [one, {"type": "null"}]}
            return {"if": {"type": "array"}, "then": listed, "else": alone, **said}
        return {**one, **said}

    def _one(self, key: Key) -> dict[str, Any]:
        if key.holds is Holds.ENTRY:
            assert key.entry is not None
            return self._entry(key, key.entry)
        if key.holds is Holds.WORD and key.vocabulary is not None:
            return self._word(key.vocabulary)
        if key.holds is Holds.ID and self.enforced:
            return {"type": "string", "pattern": _IDENTIFIER}
        return dict(_SCALAR)

    def _entry(self, key: Key, kind: type[Entry]) -> dict[str, Any]:
        # The word of a Judged entry is of the key's own list, so each list has a definition of its own.
        listed = key.vocabulary if issubclass(kind, Judged) else None
        name = f"{kind.__name__}-{listed.__name__}" if listed else kind.__name__
        if name not in self._definitions:
            self._definitions[name] = {}  # classes may hold one another
            self._definitions[name].update(self.mapping(kind))
            if listed:
                self._definitions[name]["properties"]["word"] = self._word(listed)
        reference = {"$ref": f"#/$defs/{name}"}
        if not kind.BARE:
            return reference
        word = listed or key_names(kind)[kind.BARE.rstrip("_")].vocabulary
        bare: dict[str, Any] = {"type": ["string", "number", "boolean", "array", "null"]}
        if word is not None:
            bare = self._word(word)
            bare["anyOf"].append({"type": "string", "pattern": "(^|; )[Ss]ee "})
        return {"if": {"type": "object"}, "then": reference, "else": bare}

    def _word(self, vocabulary: type[Term]) -> dict[str, Any]:
        words: list[Any] = [{"const": term.value, "description": term.meaning} for term in vocabulary]
        if vocabulary is RouteFunction:
            words.append({"type": "string", "pattern": "^other\\s+[—–-]"})
        if not self.enforced:
            words.append(dict(_SCALAR))
        return {"anyOf": words}


def _words(key: Key) -> list[str]:
    return [term.value for term in key.vocabulary] if key.vocabulary else []
