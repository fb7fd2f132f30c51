"""Registers made by hypothesis: every kind of record and field, filled by what the form says it holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from auditor.forms import Entry, Holds, Key, keys_of
from auditor.places import Text
from auditor.records import RECORD_KINDS, Annotation, AuditSet, Member
from auditor.terms import Kind, Term

WORDS = (
    "a note", "see EPI-RTE-save", "EPI-OBJ-note", "0.8", "NO", "1:30", "null", "~", "- x", "a: b", "x # y",
    "{a", "`b`", "line\nline", "  lead", "tab\there", "é — ü", "|", "'q'", '"dq"', "2026-01-02", "{}", "[]",
    "trailing ", "\n", "# h", "%x", "@y", "*z", "&w", "!t", "<<", "---", "...", "a\n\n  b\n c",
)  # fmt: skip


def texts() -> st.SearchStrategy[str]:
    """Text of every sort: words that tempt a YAML reader, and whatever characters a file can hold."""
    free = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
    return st.sampled_from(WORDS) | free


def entries(kind: type[Entry], depth: int = 3) -> st.SearchStrategy[Any]:
    """Entries of a class with any of its keys."""
    if issubclass(kind, Annotation):
        return st.sampled_from(RECORD_KINDS).flatmap(_annotation)
    fields = {key.attribute: _value(key, depth) for key in keys_of(kind)}
    return st.fixed_dictionaries({}, optional=fields).map(lambda values: kind(**values))


def members() -> st.SearchStrategy[Member]:
    """Members that hold every list."""
    return entries(Member).map(_with_format)


def audit_sets() -> st.SearchStrategy[AuditSet]:
    """Set files."""
    return entries(AuditSet).map(_with_format)


def _with_format(made: Any) -> Any:
    """A file holds one key at least."""
    return replace(made, format=made.format or Text("audit-register/1"))


def _annotation(kind: type[Any]) -> st.SearchStrategy[Annotation]:
    on = Text(f"RT-{kind.KIND.value}-thing")
    fields = {key.attribute: _value(key, 1) for key in keys_of(kind) if key.name != "id"}
    record = st.fixed_dictionaries({}, optional=fields).map(lambda values: kind(**values))
    return record.map(lambda made: Annotation(on=on, record=made))


def _value(key: Key, depth: int) -> st.SearchStrategy[Any]:
    if key.holds is Holds.ENTRY:
        assert key.entry is not None
        if depth == 0:
            return st.just(() if key.many or key.keyed else None)
        inner = entries(key.entry, depth - 1)
        if key.keyed:
            named = st.tuples(_key_names(key), inner).map(lambda pair: _named(pair[1], key.keyed, pair[0]))
            return st.lists(named, max_size=2, unique_by=lambda each: getattr(each, key.keyed)).map(tuple)
        return st.lists(inner, max_size=2).map(tuple) if key.many else inner
    one = _scalar(key)
    return st.lists(one, min_size=1, max_size=2).map(tuple) if key.many else one


def _scalar(key: Key) -> st.SearchStrategy[Text]:
    if key.vocabulary is not None:
        words = st.sampled_from([term.value for term in key.vocabulary]) | texts()
        return words.map(Text)
    return texts().map(Text)


def _key_names(key: Key) -> st.SearchStrategy[Text]:
    vocabulary: type[Term] = key.vocabulary or Kind
    words = st.sampled_from([term.value for term in vocabulary]) | st.text("abc é:#-", min_size=1, max_size=6)
    return words.map(Text)


def _named(entry: Entry, attribute: str, name: Text) -> Entry:
    object.__setattr__(entry, attribute, name)
    return entry
