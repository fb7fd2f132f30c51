"""A record as the pieces that the templates lay out: heading, statuses, fields, thresholds, passages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from auditor.forms import keys_of
from auditor.records import NOT_YET_JUDGED, Evidence, Record, Route, Threshold
from auditor.render.escaping import Markdown, code, fenced, indented, inline, quoted
from auditor.render.links import anchor_of
from auditor.render.phrases import Phrases, joined, said
from auditor.render.prose import prose
from auditor.terms import Force

_LANGUAGES = {
    ".py": "python", ".ts": "ts", ".tsx": "tsx", ".mts": "ts", ".cts": "ts", ".js": "js", ".jsx": "jsx",
    ".mjs": "js", ".cjs": "js", ".md": "markdown", ".yaml": "yaml", ".yml": "yaml", ".json": "json",
    ".toml": "toml", ".sql": "sql", ".sh": "sh",
}  # fmt: skip

_LAID_OUT = frozenset(
    {
        "id", "label", "part_of", "closest", "status", "thresholds", "ledger", "inventory", "comparison",
        "evidence", "note", "superseded_by", "candidate", "imported", "answers", "tier", "expires",
        "expires_when", "modified", "reviewed", "salience",
    }
)  # fmt: skip
_UNJUDGED = inline(NOT_YET_JUDGED)
_KEPT = ("tier", "expires", "expires_when", "modified", "reviewed", "salience")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A labelled value."""

    label: str
    value: Markdown


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdView:
    """A threshold in one line, and its passage, set to stand under a nested list item."""

    line: Markdown
    passage: Markdown


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """A record, or what an annotation adds to one."""

    id: Markdown
    label: Markdown
    anchor: Markdown
    candidate: bool
    superseded_by: Markdown
    part_of: Markdown
    closest: Line | None
    statuses: tuple[Line, ...]
    fields: tuple[Line, ...]
    thresholds: tuple[ThresholdView, ...]
    anchors: Markdown
    kept: tuple[Line, ...]
    answers: tuple[Line, ...]
    note: Markdown
    passages: tuple[Markdown, ...]

    @property
    def has_lines(self) -> bool:
        """Whether a list of lines stands under the heading."""
        return bool(
            self.closest
            or self.statuses
            or self.fields
            or self.thresholds
            or self.anchors
            or self.kept
            or self.answers
        )


def record_view(
    record: Record, phrases: Phrases, *, superseded_by: tuple[str, ...], anchor: bool = True
) -> RecordView:
    """The pieces of a record; `anchor` is false where another place of the report holds its anchor."""
    keys = {key.name: key for key in keys_of(type(record))}
    identifier = str(record.id or "")
    return RecordView(
        id=inline(identifier),
        label=inline(record.label or ""),
        anchor=html_anchor(identifier) if anchor else Markdown(""),
        candidate=record.candidate is not None,
        superseded_by=phrases.ids(superseded_by),
        part_of=phrases.ids(record.part_of),
        closest=_closest(record, phrases),
        statuses=tuple(_line(str(each.layer or ""), phrases.entry(each)) for each in record.status),
        fields=folded(
            _line(key.printed, phrases.value(key, getattr(record, key.attribute)))
            for key in keys.values()
            if key.name not in _LAID_OUT and _is_set(getattr(record, key.attribute))
        ),
        thresholds=tuple(_threshold(each, phrases) for each in _thresholds(record)),
        anchors=anchors_of(record.evidence, phrases),
        kept=tuple(
            _line(keys[name].printed, phrases.text(value))
            for name in _KEPT
            if (value := getattr(record, name)) is not None
        ),
        answers=tuple(_line(str(each.rule or ""), phrases.text(each.because)) for each in record.answers),
        note=prose(record.note or "", phrases.links),
        passages=passages_of(record.evidence, phrases),
    )


def folded(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines with those that only say *not yet judged* as one at the end, which names their labels: a
    draft would else repeat it on every line. An empty line is one of them where there are any."""
    listed = tuple(lines)
    if not any(_is_unjudged(line) for line in listed):
        return listed
    open_ = [line.label for line in listed if _is_unjudged(line) or not line.value]
    kept = tuple(line for line in listed if line.label not in open_)
    return (*kept, _line("Not yet judged", inline("; ".join(open_))))


def html_anchor(identifier: str) -> Markdown:
    """The anchor that links to a record lead to; nothing for an identifier that could not be one."""
    name = anchor_of(identifier)
    return Markdown(f'<a id="{name}"></a>' if name else "")


def anchors_of(evidence: Iterable[Evidence], phrases: Phrases) -> Markdown:
    """The evidence that quotes nothing, in one line, each place once."""
    parts = (phrases.evidence(each) for each in evidence if not each.quote)
    return joined(dict.fromkeys(parts), "; ")


def passages_of(evidence: Iterable[Evidence], phrases: Phrases) -> tuple[Markdown, ...]:
    """The passages of evidence, each as a block quotation that keeps every character of its lines."""
    return tuple(
        passage(each.quote, path=each.path, attribution=_attribution(each, phrases))
        for each in evidence
        if each.quote
    )


def passage(quote: str, *, path: str | None, attribution: Markdown) -> Markdown:
    """A passage as a code block within a block quotation: the only form in which Markdown shows every
    character and every line end of foreign code as it is, and in which none of them can become markup."""
    block = fenced(quote, language_of(path))
    return quoted(f"{block}\n— {attribution}" if attribution else block)


def language_of(path: str | None) -> str:
    """The name by which highlighters know the language of a file; empty where they do not."""
    return _LANGUAGES.get(PurePosixPath(path or "").suffix.lower(), "")


def _attribution(evidence: Evidence, phrases: Phrases) -> Markdown:
    place = joined(
        (
            code(evidence.path or ""),
            phrases.lines(evidence.lines, evidence.cell),
            phrases.text(evidence.source or phrases.source),
            phrases.text(evidence.record),
        ),
        ", ",
    )
    return said(place, joined((phrases.text(evidence.shows), phrases.text(evidence.says)), "; "))


def _closest(record: Record, phrases: Phrases) -> Line | None:
    if record.closest is None:
        return None
    (key,) = (key for key in keys_of(Record) if key.name == "closest")
    return _line(key.printed, phrases.entry(record.closest))


def _thresholds(record: Record) -> tuple[Threshold, ...]:
    return record.thresholds if isinstance(record, Route) else ()


def _threshold(threshold: Threshold, phrases: Phrases) -> ThresholdView:
    quote = threshold.quote
    block = indented(fenced(quote, language_of(threshold.path)), 4) if quote else ""
    return ThresholdView(line=phrases.threshold(threshold), passage=Markdown(block))


def _line(label: str, value: Markdown) -> Line:
    return Line(label=label, value=value)


def _is_unjudged(line: Line) -> bool:
    return line.value in (_UNJUDGED, said(inline(Force.UNSTATED.value), _UNJUDGED))


def _is_set(value: Any) -> bool:
    return value is not None and value != ()
