"""JSON Schemas of the saved forms, made from what each class states of its own form."""

from __future__ import annotations

from typing import Any

from auditor.forms import Entry, Holds, Key, keys_of
from auditor.records import RECORD_KINDS, REGISTER_FORMAT, Annotation, AuditSet, Member
from auditor.render.audit_json import AUDIT_FORMAT

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def audit_schema() -> dict[str, Any]:
    """The schema of `audit/1`. A word outside its vocabulary is a finding of the audit and not a fault of
    the form, so vocabularies are named and not enforced; keys are."""
    schema = _Schema(scalar={"type": "string"})
    text = {"type": "string"}
    number = {"type": "integer", "minimum": 0}
    names = {"type": "array", "items": text}
    place = _closed({"path": text, "line": number, "column": number, "width": number})
    related = {"type": "array", "items": _closed({"place": place, "says": text})}
    finding = _closed(
        {
            "rule": {"type": "integer"},
            "name": text,
            "severity": {"enum": ["error", "warning", "info"]},
            "place": place,
            "record": text,
            "field": text,
            "message": text,
            "remedy": text,
            "line": text,
            "related": related,
        }
    )
    member = _closed(
        {"name": text, "folder": text, "in_focus": {"type": "boolean"}, "register": schema.of(Member)}
    )
    properties = {
        "format": {"const": AUDIT_FORMAT},
        "tool": _closed({"name": text, "version": text}),
        "folder": text,
        "set": {"anyOf": [schema.of(AuditSet), {"type": "null"}]},
        "members": {"type": "array", "items": member},
        "declared": names,
        "supplied": {"type": "object", "additionalProperties": text},
        "superseded": {"type": "object", "additionalProperties": names},
        "counts": _closed({"error": number, "warning": number, "info": number}),
        "suppressed": number,
        "unverifiable": number,
        "findings": {"type": "array", "items": finding},
    }
    return {
        "$schema": _DIALECT,
        "title": "A saved audit",
        **_closed(properties),
        "$defs": schema.definitions,
    }


def register_schema() -> dict[str, Any]:
    """The schema of a register file, for editors: completion, the sentence of each key, unknown keys. An
    editor's YAML reads a bare `0.7` or `NO` as no text; the register does, so any scalar may stand."""
    schema = _Schema(scalar={"type": ["string", "number", "boolean"]})
    root = schema.of(Member)
    return {
        "$schema": _DIALECT,
        "title": f"A register, {REGISTER_FORMAT}",
        **root,
        "$defs": schema.definitions,
    }


class _Schema:
    """The definitions that a schema needs, made once for each class."""

    def __init__(self, *, scalar: dict[str, Any]) -> None:
        self.scalar = scalar
        self.definitions: dict[str, Any] = {}

    def of(self, kind: type[Entry]) -> dict[str, Any]:
        """A reference to the definition of a class, which is made where it is not yet."""
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # classes may hold one another
            self.definitions[name] = self._definition(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _definition(self, kind: type[Entry]) -> dict[str, Any]:
        properties = {key.name: self._key(key) for key in self._keys(kind)}
        mapping = {"type": "object", "properties": properties, "additionalProperties": False}
        says = (kind.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")
        described = {"description": says} if says else {}
        if not kind.BARE:
            return {**described, **mapping}
        bare = self._key(next(key for key in keys_of(kind) if key.attribute == kind.BARE))
        return {**described, "anyOf": [mapping, {**self.scalar}, bare]}

    def _keys(self, kind: type[Entry]) -> list[Key]:
        """The keys of a class; an annotation holds those of every kind of record."""
        if kind is not Annotation:
            return [key for key in keys_of(kind) if key.holds is not Holds.INLINE]
        keys = {key.name: key for each in RECORD_KINDS for key in keys_of(each) if key.name != "id"}
        return [key for key in keys_of(kind) if key.holds is not Holds.INLINE] + list(keys.values())

    def _key(self, key: Key) -> dict[str, Any]:
        described = {"description": key.says}
        if key.holds is Holds.ENTRY:
            assert key.entry is not None
            entry = self.of(key.entry)
            if key.keyed:
                return {**described, **self._keyed(key, entry)}
            if not key.many:
                return {**described, **entry}
            return {**described, "anyOf": [{"type": "array", "items": entry}, entry]}
        scalar = {**self.scalar, **self._words(key)}
        if not key.many:
            return {**described, **scalar}
        return {**described, "anyOf": [{"type": "array", "items": scalar}, scalar]}

    def _keyed(self, key: Key, entry: dict[str, Any]) -> dict[str, Any]:
        known = [str(word) for word in key.vocabulary] if key.vocabulary else []
        mapping: dict[str, Any] = {"type": "object", "additionalProperties": entry}
        if known:
            mapping["properties"] = dict.fromkeys(known, entry)
        return mapping

    def _words(self, key: Key) -> dict[str, Any]:
        """The vocabulary of a word: what an editor proposes, though any text may stand."""
        if key.vocabulary is None:
            return {}
        return {"anyOf": [{"enum": [str(word) for word in key.vocabulary]}, dict(self.scalar)]}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
