"""The small mappings that records and rows hold: a word with its sentence, evidence, a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from auditor import forms
from auditor.forms import Entry
from auditor.identifiers import SEE
from auditor.places import Text
from auditor.terms import ConclusionStatus, EvidenceLayer, Kind, StatusLayer, ThresholdRole


@dataclass(frozen=True, kw_only=True)
class Judged(Entry):
    """A closed word and the sentence beside it; the vocabulary is that of the key that holds it."""

    word: Text | None = forms.text("a word of the closed list")
    says: Text | None = forms.text("the sentence beside the word, or text with `see ID` in its stead")

    BARE: ClassVar[str] = "word"

    @classmethod
    def bare_attribute(cls, value: str) -> str:
        return "says" if SEE.search(value) else "word"


@dataclass(frozen=True, kw_only=True)
class Conclusion(Entry):
    """The conclusion status of a record on one layer."""

    layer: Text | None = forms.word(StatusLayer, "the layer")
    is_: Text | None = forms.word(ConclusionStatus, "the status", required=True)
    because: Text | None = forms.text("why: a reason for `inapplicable` and `uninspected`")

    BARE: ClassVar[str] = "is_"


@dataclass(frozen=True, kw_only=True)
class Evidence(Entry):
    """A place in a source, with or without its verbatim passage, or another record as evidence."""

    source: Text | None = forms.identifier("the source; may be left out where one is in reach", Kind.SOURCE)
    path: Text | None = forms.path("path relative to the source's root")
    lines: Text | None = forms.text("line range, `434-435` or `434`")
    cell: Text | None = forms.number("code cell of a notebook, from 1")
    quote: Text | None = forms.quotation("the passage, verbatim")
    shows: Text | None = forms.text("what the passage establishes")
    record: Text | None = forms.identifier("a record that is the evidence")
    says: Text | None = forms.text("in a row: text with `see ID`")

    BARE: ClassVar[str] = "says"


@dataclass(frozen=True, kw_only=True)
class Threshold(Entry):
    """A number of the source that the route turns on, with the place that holds it."""

    name: Text | None = forms.text("the name of the constant, parameter or setting")
    value: Text | None = forms.number("the value, as written", required=True)
    unit: Text | None = forms.text("the unit")
    role: Text | None = forms.word(ThresholdRole, "what the number does")
    source: Text | None = forms.identifier("the source; may be left out where one is in reach", Kind.SOURCE)
    path: Text | None = forms.path("path of the file that holds it", required=True)
    lines: Text | None = forms.text("line range")
    quote: Text | None = forms.quotation("the passage that holds it")
    gates: Text | None = forms.text("what it lets pass, stops, cuts or orders")


@dataclass(frozen=True, kw_only=True)
class SaidIn(Entry):
    """Where the system says it."""

    source: Text | None = forms.identifier("the source; may be left out where one is in reach", Kind.SOURCE)
    path: Text | None = forms.path("path of the document", required=True)
    lines: Text | None = forms.text("line range")
    layer: Text | None = forms.word(EvidenceLayer, "the evidence layer", required=True)
    says: Text | None = forms.text("`see record` in the list's stead")

    BARE: ClassVar[str] = "says"


@dataclass(frozen=True, kw_only=True)
class Closest(Entry):
    """The supplied records nearest to a new one, and why it is another."""

    ids: tuple[Text, ...] = forms.identifier("the nearest records", many=True)
    says: Text | None = forms.text("why this record is distinct")

    BARE: ClassVar[str] = "says"


@dataclass(frozen=True, kw_only=True)
class Answer(Entry):
    """A finding answered in place."""

    rule: Text | None = forms.text("the rule's number")
    because: Text | None = forms.text("why the finding does not hold", required=True)

    BARE: ClassVar[str] = "because"
