"""Whether every required field of every record is answered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from string import whitespace
from typing import Any

from auditor.case import Case, CaseMember
from auditor.checks.gaps.demands import Demand, conditional, demands_of, has_others
from auditor.findings import Fault
from auditor.forms import Entry, Holds, Key, Path, entries_in, keys_of, path_text
from auditor.identifiers import SEE
from auditor.places import Place, Text
from auditor.records import (
    NOT_YET_JUDGED,
    Annotation,
    AuditSet,
    BoundaryItem,
    ComparisonRow,
    Coverage,
    InventoryRow,
    Judged,
    LedgerRow,
    Limitation,
    Member,
    Record,
    Relation,
    spoken_for,
)
from auditor.terms import ContentRelation, Term

_RECORD_LISTS = tuple(key for key in keys_of(Member) if key.entry and issubclass(key.entry, Record))
_PLACEHOLDER = re.compile(
    r"(?:to[\s-]?do|tb[dcs]|fix[\s-]?me|x{3,}|n\s?/\s?a|null|~|\?+|-+|—|–|_+|\.{2,}|…|<[^<>]*>|\[\s*\])",
    re.IGNORECASE,
)
_PLACEHOLDER_ENDS = whitespace + ".:!"
_NONE_ENDS = whitespace + ".;—–-"
_WORK_MARK = re.compile(r"(?:TODO|FIXME|TBD|XXX)\b")
_UNJUDGED = NOT_YET_JUDGED.partition(" — ")[2]
_BARE_NONE = re.compile(r"none|inapplicable|not applicable", re.IGNORECASE)
_EXAMINED: dict[type[Entry], tuple[Key, ...]] = {}
_NONE_SKIPPED: frozenset[str] = frozenset()
_SUSPECT = re.compile(r"\s*(?:to|tb|fix|xxx|n\s?/|n[ou]|inapp|[~?\-—–_.…<\[])", re.IGNORECASE)
"""How every placeholder and every bare none begins; most texts begin otherwise."""


_SHAPED = (Judged, Relation, Coverage, Limitation, BoundaryItem, LedgerRow, InventoryRow, ComparisonRow)
"""The entries that must hold more than any single key of theirs states."""

_ANSWERING = (Record, LedgerRow, InventoryRow, ComparisonRow)
"""The entries whose texts answer a question, to which `none` with a reason may be the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A field that is not answered, before it is known whether its record is a candidate or imported."""

    rule: str
    place: Place
    field: str
    message: str
    remedy: str
    absent: bool
    """Nothing stands there: what an imported record may leave to prose."""
    unjudged: bool = False
    """A draft left it open."""


def check(case: Case) -> Iterator[Fault]:
    """Gaps of records and of members; those of candidates and imported records as one count a member."""
    misshapen = {(each.place.path, each.place.line) for each in case.faults if each.rule == "wrong-shape"}
    for fault in _faults(case):
        absent = fault.rule in ("missing-field", "empty-field")
        if absent and case.damaged and not fault.record:
            continue  # it may stand where the file cannot be read
        if not (absent and (fault.place.path, fault.place.line) in misshapen):
            yield fault


def _faults(case: Case) -> Iterator[Fault]:
    for member in case.members:
        counts = {"candidate-gaps": 0, "imported-gaps": 0}
        sources = len(member.member.sources)
        others = has_others(case, member)
        for record in member.member.records:
            demands = tuple(conditional(case, member, record, others=others))
            for gap in _gaps(record, demands, sources):
                if record.candidate:
                    counts["candidate-gaps"] += 1
                elif record.imported and gap.absent:
                    counts["imported-gaps"] += 1
                else:
                    yield _fault(gap, str(record.id or ""))
        yield from _member_gaps(case, member, counts)
        yield from _counted(member, counts)
    if case.audit_set is not None and case.set_in_focus:
        yield from _set_gaps(case.audit_set)


def _set_gaps(audit_set: AuditSet) -> Iterator[Fault]:
    """Gaps of what a set says itself. What its members may state in its stead is demanded of them."""
    shared = frozenset({"boundary", "sources", "coverage", "conclusion"})
    for entry, path in entries_in(audit_set):
        skip = frozenset() if path else shared
        for gap in _entry_gaps(entry, path, skip=skip, sources=len(audit_set.sources)):
            yield _fault(gap, _owner(entry))


def _member_gaps(case: Case, member: CaseMember, counts: dict[str, int]) -> Iterator[Fault]:
    """Gaps of what stands at the top of a member, beside the records."""
    sources = len(member.member.sources)
    beside: dict[str, Any] = {key.attribute: () for key in _RECORD_LISTS}
    imported_mostly, drafted_partly = _is_imported_mostly(member), _is_drafted_partly(member)
    for entry, path in entries_in(replace(member.member, **beside)):
        owner = _owner(entry)
        about = _spoken_of(case, member, path)
        imported = bool(about.imported) if about else imported_mostly
        drafted = bool(about.candidate) if about else drafted_partly
        for gap in _entry_gaps(
            entry, path, skip=_skipped(entry, path), sources=sources, in_list=len(path) == 2
        ):
            if gap.unjudged and drafted:
                counts["candidate-gaps"] += 1
            elif imported and gap.absent and path:
                counts["imported-gaps"] += 1
            else:
                yield _fault(gap, owner)
    declared_here = {str(record.id) for record in member.member.records}
    for index, row in enumerate(member.member.comparisons):
        about = case.record(_owner(row))
        imported = bool(about.imported) if about else imported_mostly
        for demand in _row_demands(row, declared_here):
            for gap in _demanded(row, demand, f"comparisons[{index}]"):
                if imported and gap.absent:
                    counts["imported-gaps"] += 1
                else:
                    yield _fault(gap, str(row.claim or ""))


def _is_imported_mostly(member: CaseMember) -> bool:
    """Whether what is about no record at hand counts as imported: most of the member's records were."""
    records = [record for record in member.member.records if not record.candidate]
    return sum(bool(record.imported) for record in records) * 2 > len(records)


def _is_drafted_partly(member: CaseMember) -> bool:
    """Whether what is about no record at hand may be a draft: one of the member's records is a candidate, or
    it has none, since a draft may have found nothing at all."""
    records = member.member.records
    return not records or any(record.candidate for record in records)


def _spoken_of(case: Case, member: CaseMember, path: tuple[str | int, ...]) -> Record | None:
    """The record that the entry of a member's list at a path is about, where it is at hand."""
    if len(path) < 2 or not isinstance(path[1], int):
        return None
    return case.record(_owner(getattr(member.member, str(path[0]))[path[1]]))


def _row_demands(row: ComparisonRow, declared_here: set[str]) -> Iterator[Demand]:
    if row.claim and str(row.claim) not in declared_here:
        why = f"`{row.claim}` is not declared in this member"
        yield Demand(name="operation", why=why)
        yield Demand(name="said_in", why=why)


def _skipped(entry: Entry, path: tuple[str | int, ...]) -> frozenset[str]:
    """Keys that are not demanded where an entry stands: a set's member may leave them to the set, and an
    annotation adds only what it has to add."""
    if isinstance(entry, Annotation) or (path and path[0] == "annotations" and len(path) == 2):
        return frozenset(key.name for key in keys_of(type(entry)) if key.name != "on")
    return frozenset()


def _owner(entry: Entry) -> str:
    """The record that a message about an entry names: that for which it speaks, or that which it cites."""
    cited = getattr(entry, "record", None)
    return next(iter(spoken_for(entry)), str(cited) if isinstance(cited, Text) else "")


def _gaps(record: Record, demands: tuple[Demand, ...], sources: int) -> Iterator[Gap]:
    if not record.id:
        yield _gap("missing-field", record.place, "id", "`id` is missing", "name the record", absent=True)
    for entry, path in entries_in(record):
        yield from _entry_gaps(entry, path, skip=_NONE_SKIPPED, sources=sources)
    for demand in demands:
        yield from _demanded(record, demand, "")


def _demanded(entry: Entry, demand: Demand, prefix: str) -> Iterator[Gap]:
    key = next(key for key in keys_of(type(entry)) if key.name == demand.name)
    yield from _required(entry, key, f"{prefix}.{key.name}" if prefix else key.name, demand.why)


def _entry_gaps(
    entry: Entry, path: Path, *, skip: frozenset[str], sources: int, in_list: bool = False
) -> Iterator[Gap]:
    in_words = _in_words(entry)
    for key in _examined_keys(type(entry)):
        value = getattr(entry, key.attribute)
        if key.required:
            if _is_answer(value):
                continue
        elif not value:
            continue
        if key.name in skip:
            continue
        field = path_text((*path, key.name))
        if key.required and not in_words:
            yield from _required(entry, key, field, "")
        elif key.holds in (Holds.TEXT, Holds.MARKDOWN):
            for text in _texts(value):
                if text and _is_placeholder(text, strict=False):
                    yield _placeholder(key, text, field)
    yield from _shape_gaps(entry, path, in_list=in_list)
    for demand in demands_of(entry, sources):
        yield from _demanded(entry, demand, path_text(path))


def _examined_keys(kind: type[Entry]) -> tuple[Key, ...]:
    """The keys of a class that may have a gap: those required, and all that hold texts."""
    known = _EXAMINED.get(kind)
    if known is None:
        texts = (Holds.TEXT, Holds.MARKDOWN)
        known = _EXAMINED[kind] = tuple(key for key in keys_of(kind) if key.required or key.holds in texts)
    return known


def _is_answer(value: Any) -> bool:
    """Whether a value is a text that is plainly an answer: what most fields hold."""
    return (
        isinstance(value, Text)
        and bool(value.strip())
        and not _SUSPECT.match(value)
        and _UNJUDGED not in value
    )


def _in_words(entry: Entry) -> bool:
    """Whether an entry is written as text in the mapping's stead."""
    says = getattr(entry, "says", None)
    if not type(entry).BARE or not isinstance(says, Text) or not says:
        return False
    others = [key for key in keys_of(type(entry)) if key.name != "says"]
    return all(getattr(entry, key.attribute) in (None, ()) for key in others)


def _shape_gaps(entry: Entry, path: Path, *, in_list: bool) -> Iterator[Gap]:
    """What an entry must hold that no single key states."""
    if not isinstance(entry, _SHAPED):
        return
    field = path_text(path)
    if isinstance(entry, Judged) and not entry.word and not (entry.says and SEE.search(entry.says)):
        remedy = "write a word of the closed list, or `unstated` with the sentence"
        yield _gap("missing-field", entry.place, f"{field}.word", "the word is missing", remedy, absent=True)
    if isinstance(entry, Relation) and not entry.kind and not (entry.says and SEE.search(entry.says)):
        remedy = f"write the first whose test is established of {_listed(ContentRelation)}"
        why = "the relation's kind is missing"
        yield _gap("missing-field", entry.place, f"{field}.kind", why, remedy, absent=True)
    if isinstance(entry, Coverage | Limitation | BoundaryItem):
        yield from _unconsequent(entry, field)
    for name in _row_key(entry, in_list):
        yield from _demanded(entry, Demand(name=name, why="the row stands in a list"), field)


def _row_key(entry: Entry, in_list: bool) -> Iterator[str]:
    """The key by which a row of a member's list says what it is about."""
    if isinstance(entry, LedgerRow) and in_list:
        yield "routes"
    elif isinstance(entry, InventoryRow) and in_list:
        yield "object"
    elif isinstance(entry, ComparisonRow) and in_list:
        yield "claim"


def _unconsequent(entry: Coverage | Limitation | BoundaryItem, field: str) -> Iterator[Gap]:
    if isinstance(entry, BoundaryItem) and not field.startswith("boundary.excluded"):
        return
    if entry.prevents and not _is_placeholder(entry.prevents, strict=True):
        return
    yield _gap("limit-prevents-nothing", entry.spot("prevents"), f"{field}.prevents",
               "the conclusion that it prevents is not named", "write `prevents`", absent=True)  # fmt: skip


def _required(entry: Entry, key: Key, field: str, why: str) -> Iterator[Gap]:
    value: Any = getattr(entry, key.attribute)
    if isinstance(value, Entry) and _says_nothing(value):
        value = None
    because = f", since {why}" if why else ""
    what = f"`{key.name}` ({key.says})"
    remedy = _remedy(entry, key)
    if value is None or value == ():
        if key.name in entry.spots:
            place = entry.spots[key.name]
            yield _gap("empty-field", place, field, f"{what} is empty{because}", remedy, absent=True)
        else:
            yield _gap(
                "missing-field", entry.place, field, f"{what} is missing{because}", remedy, absent=True
            )
        return
    for each in value if isinstance(value, tuple) else ():
        if isinstance(each, Entry) and _says_nothing(each):
            yield _gap("empty-field", each.place, field, f"an item of {what} is empty", remedy, absent=True)
    for text in _texts(value):
        if not text.strip():
            place = text.place if text.place.line else entry.spot(key.name)
            yield _gap("empty-field", place, field, f"{what} is empty{because}", remedy, absent=True)
        elif _is_placeholder(text, strict=not (key.holds is Holds.PATH and set(text) <= set("./"))):
            yield _placeholder(key, text, field)
        elif key.holds is not Holds.WORD and _is_bare_none(text) and not key.bare_none:
            yield _gap("none-without-reason", text.place, field,
                       f"`{key.name}` says `{text}` without a reason",
                       f"write `{text.rstrip('.;—–- ')} — ` and why", absent=False)  # fmt: skip


def _says_nothing(entry: Entry) -> bool:
    """Whether an entry that demands nothing of its own holds nothing."""
    keys = keys_of(type(entry))
    demanding = isinstance(entry, Judged | Relation) or any(key.required for key in keys)
    return not demanding and not any(getattr(entry, key.attribute) for key in keys)


def _listed(words: Iterable[Term]) -> str:
    return ", ".join(f"`{word.value}`" for word in words)


def _remedy(entry: Entry, key: Key) -> str:
    if key.vocabulary is not None and not key.keyed:
        return f"write one of {_listed(key.vocabulary)}"
    if key.holds in (Holds.TEXT, Holds.ID_OR_TEXT) and isinstance(entry, _ANSWERING) and key.name != "label":
        if key.bare_none:
            return "answer it; where there is nothing, write `none`"
        return "answer it; where there is nothing, write `none — ` and why"
    return f"write `{key.name}: …`; `audit docs form` says what it holds"


def _placeholder(key: Key, text: Text, field: str) -> Gap:
    if _UNJUDGED in text:
        message = f"`{key.name}` is not yet judged"
    else:
        message = f"`{key.name}` holds the placeholder `{text[:40].strip()}`"
    remedy = "answer it; where there is nothing, write `none — ` and why"
    return Gap(
        rule="placeholder",
        place=text.place,
        field=field,
        message=message,
        remedy=remedy,
        absent=False,
        unjudged=_UNJUDGED in text,
    )


def _texts(value: Any) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, Text):
                yield each


def _is_placeholder(text: str, *, strict: bool) -> bool:
    """Whether a text only marks a place. What is not `strict` counts only marks that nobody writes for an
    answer, since an optional field may well say `-`."""
    if _UNJUDGED in text:
        return True
    if not _SUSPECT.match(text):
        return False
    if _WORK_MARK.match(text):
        return True
    if not strict:
        return False
    bare = text.strip()
    # Stripped first, so that no pattern has two ways to read a million dots.
    core = bare.rstrip(_PLACEHOLDER_ENDS)
    return _PLACEHOLDER.fullmatch(core) is not None if core else bare.startswith("..")


def _is_bare_none(text: str) -> bool:
    """Whether a text says `none` or `inapplicable` and nothing else."""
    return _SUSPECT.match(text) is not None and bool(_BARE_NONE.fullmatch(text.rstrip(_NONE_ENDS)))


def _gap(rule: str, place: Place, field: str, message: str, remedy: str, *, absent: bool) -> Gap:
    return Gap(rule=rule, place=place, field=field, message=message, remedy=remedy, absent=absent)


def _fault(gap: Gap, record: str) -> Fault:
    return Fault(
        rule=gap.rule,
        place=gap.place,
        record=record,
        field=gap.field,
        message=gap.message,
        remedy=gap.remedy,
    )


def _counted(member: CaseMember, counts: dict[str, int]) -> Iterator[Fault]:
    candidates = [record for record in member.member.records if record.candidate]
    if counts["candidate-gaps"] and candidates:
        yield Fault(
            rule="candidate-gaps",
            place=candidates[0].place,
            message=f"{len(candidates)} candidates have {counts['candidate-gaps']} fields not yet judged",
            remedy="judge them one by one; take the key `candidate` from a record that you confirm",
        )
    if counts["imported-gaps"]:
        imported = [record for record in member.member.records if record.imported]
        # What was imported may be another member's, and only the row about it this one's.
        place = imported[0].place if imported else member.member.place
        yield Fault(
            rule="imported-gaps",
            place=place,
            message=f"what was imported leaves {counts['imported-gaps']} fields or words to prose",
            remedy="move what matters from prose into its field",
        )
