"""Candidate records: what the code alone supports is filled in, every other field says that no one judged."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TypeVar

from auditor import forms
from auditor.draft.grouping import Group, Grouping
from auditor.draft.naming import Wanted, names_for, words_of
from auditor.facts import Fact
from auditor.places import Text
from auditor.records import (
    NOT_YET_JUDGED,
    Cited,
    Conclusion,
    Evidence,
    InventoryRow,
    Judged,
    LedgerRow,
    OperativeObject,
    Record,
    Relation,
    Route,
    RowPath,
    Threshold,
)
from auditor.terms import ArchitecturalStatus, ConclusionStatus, FactKind, Force, Form, StatusLayer

SOURCE = Text("SRC-1")

_R = TypeVar("_R", bound=Record)
_UNJUDGED = Text(NOT_YET_JUDGED)
_NUMERAL = re.compile(r"-?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?")
_LONGEST_LABEL = 90
_SHORT_LIST = 12


def identifiers(prefix: str, groups: Sequence[Group]) -> tuple[Text, ...]:
    """An identifier for each group, in the same order; `prefix` is that of member and kind: `EPI-RTE`."""
    return tuple(Text(f"{prefix}-{name}") for name in names_for([_wanted(each) for each in groups]))


def route(identifier: Text, group: Group, thresholds: Sequence[Fact]) -> Route:
    """A candidate route for entry points."""
    return _marked(
        Route(
            id=identifier,
            label=Text(_shortened(_route_label(group))),
            status=_status(),
            evidence=_evidence(group.facts),
            note=Text(_note(group)),
            immediate_return=_UNJUDGED,
            later_read_back=_UNJUDGED,
            delegated_visibility=_UNJUDGED,
            selection_predicate=_UNJUDGED,
            invalidation_or_expiry=_UNJUDGED,
            activation_or_effect=_UNJUDGED,
            evidence_limits=_UNJUDGED,
            thresholds=tuple(_threshold(each) for each in thresholds),
            ledger=(_ledger_row(group),),
        )
    )


def operative_object(identifier: Text, group: Group) -> OperativeObject:
    """A candidate object for data definitions."""
    return _marked(
        OperativeObject(
            id=identifier,
            label=Text(_shortened(_object_label(group))),
            status=_status(),
            evidence=_evidence(group.facts),
            identity=Text("; ".join(_identity(each) for each in group.facts)),
            form=(Judged(word=Text(Form.UNSTATED), says=_UNJUDGED),),
            substrate=_UNJUDGED,
            inventory=InventoryRow(
                content=_UNJUDGED, role=_UNJUDGED, evidence=_anchors(group.facts), gap=_UNJUDGED
            ),
        )
    )


def candidate_digest(record: Record) -> str:
    """What marks a record as drafted: it no longer fits once a person changes the record."""
    plain = forms.plain(record, skip=frozenset({"candidate"}))
    canonical = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:16]


def thresholds_by_group(
    thresholds: Sequence[Fact], grouping: Grouping
) -> tuple[Mapping[int, list[Fact]], tuple[Fact, ...]]:
    """The thresholds on each group, by its index, and those on none.

    A number stands on the routes of the functions that hold it, use it, or in the same file call what does;
    else on the only route of its class, or of its module. Where several routes could be meant, none is.
    """
    places: dict[str, _Entries] = {}
    for index, group in enumerate(grouping.groups):
        for entry in group.facts:
            places.setdefault(entry.path, _Entries()).add(entry, index)
    held: dict[int, list[Fact]] = {}
    loose: list[Fact] = []
    for fact in thresholds:
        entries = places.get(fact.path)
        found = entries.groups_of(_definitions(fact)) if entries else ()
        for index in found:
            held.setdefault(index, []).append(fact)
        if not found:
            loose.append(fact)
    return held, tuple(loose)


@dataclass(slots=True)
class _Entries:
    """The entries of one file, each with the index of its group: by their names, and by their classes."""

    by_name: dict[str, set[int]] = field(default_factory=dict)
    by_class: dict[str, set[int]] = field(default_factory=dict)
    every: set[int] = field(default_factory=set)

    def add(self, entry: Fact, group: int) -> None:
        self.by_name.setdefault(_qualified(entry), set()).add(group)
        if entry.within:
            self.by_class.setdefault(entry.within, set()).add(group)
        self.every.add(group)

    def groups_of(self, definitions: Sequence[str]) -> tuple[int, ...]:
        around = {outer for each in definitions for outer in _around(each)}
        in_function = {index for each in around for index in self.by_name.get(each, ())}
        if in_function:
            return tuple(sorted(in_function))
        in_class = {index for each in around for index in self.by_class.get(each, ())}
        return tuple(in_class if len(in_class) == 1 else self.every if len(self.every) == 1 else ())


def _definitions(fact: Fact) -> list[str]:
    """The definitions that hold a number, use it, or call what does."""
    found = [fact.within] if fact.within else []
    for key in ("used_in", "called_by"):
        held = fact.details.get(key, ())
        found.extend(held if isinstance(held, tuple) else ())
    return found


def _around(definition: str) -> Iterator[str]:
    """A definition and those that it stands in, by their qualified names."""
    yield definition
    at = definition.rfind(".")
    while at > 0:
        yield definition[:at]
        at = definition.rfind(".", 0, at)


def _qualified(fact: Fact) -> str:
    return f"{fact.within}.{fact.name}" if fact.within else fact.name


def _marked(record: _R) -> _R:
    return replace(record, candidate=Text(candidate_digest(record)))


def _status() -> tuple[Conclusion, ...]:
    return (
        Conclusion(layer=Text(StatusLayer.IMPLEMENTATION), is_=Text(ConclusionStatus.AFFORDED)),
        Conclusion(
            layer=Text(StatusLayer.OPERATION),
            is_=Text(ConclusionStatus.UNINSPECTED),
            because=Text("not yet judged"),
        ),
    )


def _evidence(facts: Sequence[Fact]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            source=SOURCE,
            path=Text(each.path),
            lines=Text(each.lines),
            quote=Text(each.passage),
            shows=Text(_shows(each)),
        )
        for each in facts
    )


def _anchors(facts: Sequence[Fact]) -> tuple[Evidence, ...]:
    return tuple(Evidence(source=SOURCE, path=Text(each.path), lines=Text(each.lines)) for each in facts)


def _shows(fact: Fact) -> str:
    if fact.kind is FactKind.ENTRY_POINT:
        how = str(fact.details.get("how", "entry point"))
        address = fact.details.get("address")
        return f"{how} {address}, handled by {_qualified(fact)}" if address else f"{how} {_qualified(fact)}"
    if fact.kind is FactKind.STATUS_VOCABULARY:
        return f"the closed set of states {_qualified(fact)}"
    return f"definition of {_qualified(fact)} ({fact.details.get('sort', 'data definition')})"


def _route_label(group: Group) -> str:
    first = group.facts[0]
    if group.sort == "one":
        address = first.details.get("address")
        how = str(first.details.get("how", ""))
        if how.startswith("public"):
            return _qualified(first)
        subject = f"{how[0].upper()}{how[1:]} {address}" if address else f"{how[0].upper()}{how[1:]}"
        return f"{subject} ({_qualified(first)})"
    if group.sort == "class":
        return f"Public methods of {group.name}"
    where = group.path if group.path != "." else "the root"
    return f"Entry points in {where}"


def _object_label(group: Group) -> str:
    first = group.facts[0]
    if group.sort == "one":
        states = first.kind is FactKind.STATUS_VOCABULARY
        return f"{_qualified(first)}: states" if states else _qualified(first)
    where = group.path if group.path != "." else "the root"
    return f"Data definitions in {where}"


def _note(group: Group) -> str:
    """What the program found, in a sentence, with what a person is to do about it."""
    names = list(dict.fromkeys(_qualified(each) for each in group.facts))
    shown = ", ".join(f"`{each}`" for each in names[:_SHORT_LIST])
    more = (
        f" and {len(names) - _SHORT_LIST} more, each under the evidence" if len(names) > _SHORT_LIST else ""
    )
    ways = ", ".join(sorted({str(each.details.get("how", "entry point")) for each in group.facts}))
    noun = "entry point" if len(names) == 1 else "entry points"
    return f"Drafted by program from {len(names)} {noun} ({ways}): {shown}{more}."


def _identity(fact: Fact) -> str:
    sort = fact.details.get("sort", "closed set of states")
    held = fact.details.get("fields") or fact.details.get("members") or ()
    names = list(held) if isinstance(held, tuple) else []
    shown = ", ".join(names[:_SHORT_LIST]) + (", …" if len(names) > _SHORT_LIST else "")
    word = "states" if fact.kind is FactKind.STATUS_VOCABULARY else "fields"
    store = f", table {fact.details['store']}" if "store" in fact.details else ""
    listed = f" with {word} {shown}" if shown else ""
    return f"{_qualified(fact)} ({sort}{store}) in {fact.path}{listed}"


def _threshold(fact: Fact) -> Threshold:
    written = fact.value or ""
    value = written if _NUMERAL.fullmatch(written) else str(fact.details.get("number", written))
    unit = fact.details.get("unit")
    return Threshold(
        name=Text(fact.name),
        value=Text(value),
        unit=Text(str(unit)) if unit else None,
        role=Text(str(fact.details.get("role", "other"))),
        source=SOURCE,
        path=Text(fact.path),
        lines=Text(fact.lines),
        quote=Text(fact.passage),
        gates=_UNJUDGED,
    )


def _ledger_row(group: Group) -> LedgerRow:
    """A row without a function: no word of the vocabulary says that the function is not yet known."""
    return LedgerRow(
        architectural_status=Text(ArchitecturalStatus.IMPLEMENTED),
        object=(Cited(says=_UNJUDGED),),
        relation=Relation(says=_UNJUDGED),
        target=_UNJUDGED,
        evaluator=_UNJUDGED,
        activation=_UNJUDGED,
        result=_UNJUDGED,
        force=(Judged(word=Text(Force.UNSTATED), says=_UNJUDGED),),
        epistemic_authority=_UNJUDGED,
        operational_authority=_UNJUDGED,
        authority_path=RowPath(says=_UNJUDGED),
        evidence=_anchors(group.facts),
        claims=(_UNJUDGED,),
        mismatch=_UNJUDGED,
        gap=_UNJUDGED,
    )


def _wanted(group: Group) -> Wanted:
    path = PurePosixPath(group.path)
    parts = [words_of(part) for part in reversed(path.parts)]
    if group.sort == "folder":
        return Wanted(own=parts[0] if parts else ("root",), around=tuple(parts[1:]))
    parts[0] = words_of(path.stem if path.stem != "__init__" else path.parent.name)
    if group.sort == "module":
        return Wanted(own=parts[0], around=tuple(parts[1:]))
    definitions = [words_of(each) for each in reversed(group.name.split("."))]
    own = definitions[0]
    if group.sort == "class" and len(own) < 3:
        own = (*own, "methods")
    if group.sort == "one" and group.facts[0].details.get("how") == "public method" and len(definitions) > 1:
        own = definitions[1][:1] + own if len(own) > 1 else definitions[1][:2] + own
    return Wanted(own=own, around=tuple(definitions[1:] + parts))


def _shortened(label: str) -> str:
    flat = " ".join(label.split())
    return flat if len(flat) <= _LONGEST_LABEL else flat[: _LONGEST_LABEL - 1] + "…"
