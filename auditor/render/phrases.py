"""How the values of a record print in one line: a word with its sentence, evidence, a relation, a path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from auditor.forms import Entry, Holds, Key, keys_of
from auditor.records import (
    Acceptance,
    BoundaryItem,
    Cited,
    Closest,
    Conclusion,
    Evidence,
    Judged,
    Relation,
    RowPath,
    SaidIn,
    Threshold,
    Verdict,
)
from auditor.render.escaping import Markdown, code, inline
from auditor.render.links import Links
from auditor.terms import ContentRelation


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The values of one member's records as Markdown in one line. `source` is the source that evidence
    without one means; empty where there are several."""

    links: Links
    source: str = ""

    def text(self, value: str | None) -> Markdown:
        """Text, its identifiers linked."""
        return inline(value or "", self.links)

    def ids(self, values: Iterable[str]) -> Markdown:
        """Identifiers, or texts in their stead."""
        return joined((self.text(value) for value in values), ", ")

    def value(self, key: Key, value: Any) -> Markdown:
        """What a key of a form holds, once or in a list."""
        if value is None or value == ():
            return Markdown("")
        listed = value if key.many or key.keyed else (value,)
        separator = ", " if key.holds in (Holds.ID, Holds.ID_OR_TEXT) else "; "
        return joined((self._one(key, each) for each in listed), separator)

    def _one(self, key: Key, value: Any) -> Markdown:
        if isinstance(value, Entry):
            return self.entry(value)
        return code(value) if key.holds is Holds.PATH else self.text(value)

    def entry(self, value: Entry) -> Markdown:
        """An entry of any class: by its own phrase, or as `label: value` parts where it has none."""
        match value:
            case Judged():
                return self.judged(value)
            case Conclusion():
                return said(self.text(value.is_), self.text(value.because))
            case Relation():
                return self.relation(value)
            case RowPath():
                return self.text(value.says) if value.says else self.parts(value)
            case Cited():
                return self.cited(value)
            case Evidence():
                return self.evidence(value)
            case SaidIn():
                return self.said_in(value)
            case Closest():
                return said(self.ids(value.ids), self.text(value.says))
            case Threshold():
                return self.threshold(value)
            case BoundaryItem():
                return self.boundary_item(value)
            case Verdict():
                return said(self.text(value.question), self.text(value.answer))
            case _:
                return self.parts(value)

    def parts(self, value: Entry) -> Markdown:
        """The fields of an entry as `consumer: …; channel: …`."""
        held = ((key, self.value(key, getattr(value, key.attribute))) for key in keys_of(type(value)))
        named = (Markdown(f"{key.name.replace('_', ' ')}: {each}") for key, each in held if each)
        return joined(named, "; ")

    def judged(self, value: Judged | None) -> Markdown:
        """`word — says`."""
        return said(self.text(value.word), self.text(value.says)) if value else Markdown("")

    def relation(self, value: Relation) -> Markdown:
        """The long form of a content relation, with what its kind needs beside it."""
        kind = ContentRelation.of(value.kind)
        named = inline(kind.printed) if kind else self.text(value.kind)
        says = self.text(value.says)
        beside = joined(
            (
                Markdown(f"{label}: {self.text(given)}")
                for label, given in (
                    ("source warrant", value.warrant),
                    ("premises", value.premises),
                    ("domain", value.domain),
                    ("non-entailment", value.non_entailment),
                    ("would be decided by", value.would_decide),
                )
                if given
            ),
            "; ",
        )
        if kind is ContentRelation.POLICY_UPDATE and says:
            named, says = Markdown(f"{named}: {says}"), Markdown("")
        return said(Markdown(f"{named} ({beside})" if beside else named), says)

    def cited(self, value: Cited) -> Markdown:
        """A record with its gloss, or the text of content that has no record."""
        if not value.id:
            return self.text(value.says)
        return Markdown(
            f"{self.text(value.id)} ({self.text(value.says)})" if value.says else self.text(value.id)
        )

    def where(
        self, *, source: str | None, path: str | None, lines: str | None, cell: str | None = None
    ) -> Markdown:
        """A place in a source: ``SRC-1: `src/chat.ts`, lines 3-5``."""
        name = self.text(source or self.source)
        place = joined((code(path or ""), self.lines(lines, cell)), ", ")
        return Markdown(f"{name}: {place}" if name and place else name or place)

    def lines(self, lines: str | None, cell: str | None = None) -> Markdown:
        """A line range, and the cell of a notebook."""
        parts = []
        if lines:
            word = "lines" if "-" in lines or "," in lines else "line"
            parts.append(Markdown(f"{word} {self.text(lines)}"))
        if cell:
            parts.append(Markdown(f"cell {self.text(cell)}"))
        return joined(parts, ", ")

    def evidence(self, value: Evidence) -> Markdown:
        """Evidence in one line: the place, what it shows, and its passage as code."""
        if value.record or value.says:
            where = joined((self.text(value.record), self.text(value.says)), " — ")
        else:
            where = self.anchor(value)
        shown = said(where, self.text(value.shows))
        return Markdown(f"{shown}: {code(value.quote)}" if value.quote else shown)

    def anchor(self, value: Evidence) -> Markdown:
        """The place of evidence alone."""
        return self.where(source=value.source, path=value.path, lines=value.lines, cell=value.cell)

    def said_in(self, value: SaidIn) -> Markdown:
        """Where the system says something, and on which evidence layer."""
        if value.says and not value.path:
            return self.text(value.says)
        where = self.where(source=value.source, path=value.path, lines=value.lines)
        placed = Markdown(f"{where} ({self.text(value.layer)})" if value.layer else where)
        return said(placed, self.text(value.says))

    def threshold(self, value: Threshold) -> Markdown:
        """A number a route turns on: ``limit = 8 items (top-k), SRC-1: `a.py`, line 3; gates: …``."""
        unit = f" {self.text(value.unit)}" if value.unit else ""
        number = Markdown(f"{code(value.name or '')} = {self.text(value.value)}{unit}".strip(" ="))
        role = Markdown(f"{number} ({self.text(value.role)})" if value.role else number)
        where = self.where(source=value.source, path=value.path, lines=value.lines)
        gates = Markdown(f"gates: {self.text(value.gates)}") if value.gates else Markdown("")
        return joined((joined((role, where), ", "), gates), "; ")

    def boundary_item(self, value: BoundaryItem) -> Markdown:
        """Something inside or outside the boundary."""
        prevents = Markdown(f"prevents: {self.text(value.prevents)}") if value.prevents else Markdown("")
        return joined((said(self.text(value.what), self.text(value.role)), prevents), "; ")

    def acceptance(self, value: Acceptance | None) -> Markdown:
        """By what a row accepts; nothing where it does not."""
        return self.parts(value) if value else Markdown("")


def joined(parts: Iterable[Markdown], separator: str) -> Markdown:
    """Those parts that hold something, joined."""
    return Markdown(separator.join(part for part in parts if part))


def said(word: Markdown, sentence: Markdown) -> Markdown:
    """A word and the sentence beside it."""
    return joined((word, sentence), " — ")
