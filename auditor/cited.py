"""What a register cites: its evidence entries, thresholds and places of claims, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from auditor.evidence import Cited
from auditor.forms import Entry, Holds, Key, keys_of, path_text
from auditor.identifiers import kind_of
from auditor.places import Text
from auditor.records import Evidence, LedgerRow, Member, Record, SaidIn, Shared, Source, Threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """An entry that cites a file, with the citation that it is; `source` is empty where the entry names none
    and not exactly one is in reach."""

    cited: Cited
    entry: Evidence | Threshold | SaidIn


def citations(shared: Iterable[Shared]) -> Iterator[Citation]:
    """Every entry of members and sets that cites a file of a source, in the order of the form."""
    for each in shared:
        reach = [str(source.id) for source in each.sources if source.id]
        only = reach[0] if len(reach) == 1 else ""
        if isinstance(each, Member):
            for record in each.records:
                yield from _in_entry(record, str(record.id or ""), (), only)
        for key in _bearing(type(each)):
            if key.entry is None or issubclass(key.entry, Record | Source):
                continue
            for index, item in enumerate(getattr(each, key.attribute)):
                yield from _in_entry(item, _speaks_for(item), (key.name, index), only)


def citations_in(record: Record, *, only: str = "") -> Iterator[Citation]:
    """The entries of a record that cite a file; `only` is the one source in reach, where there is one."""
    yield from _in_entry(record, str(record.id or ""), (), only)


def _in_entry(entry: Entry, record: str, path: tuple[str | int, ...], only: str) -> Iterator[Citation]:
    if isinstance(entry, Evidence | Threshold | SaidIn):
        if entry.path:
            yield Citation(cited=_cited(entry, record, path, only), entry=entry)
        return
    for key in _bearing(type(entry)):
        value = getattr(entry, key.attribute)
        if value is None:
            continue
        if key.many or key.keyed:
            for index, each in enumerate(value):
                yield from _in_entry(each, record, (*path, key.name, index), only)
        else:
            step = () if key.holds is Holds.INLINE else (key.name,)
            yield from _in_entry(value, record, (*path, *step), only)


def _cited(
    entry: Evidence | Threshold | SaidIn, record: str, path: tuple[str | int, ...], only: str
) -> Cited:
    quote = entry.quote if not isinstance(entry, SaidIn) else None
    value = entry.value if isinstance(entry, Threshold) else None
    file = entry.path or Text("")
    shown = value or quote or file
    return Cited(
        record=record,
        field=path_text(path),
        place=shown.place,
        source=str(entry.source or only),
        path=str(file),
        path_place=file.place,
        lines=str(entry.lines or ""),
        cell=str(entry.cell or "") if isinstance(entry, Evidence) else "",
        quote=str(quote or ""),
    )


def _speaks_for(item: Entry) -> str:
    """The record on whose part an entry at the top of a member speaks."""
    if isinstance(item, LedgerRow):
        return str(item.routes[0]) if item.routes else ""
    for attribute in ("on", "object", "claim", "record"):
        name = getattr(item, attribute, None)
        if isinstance(name, Text) and kind_of(name):
            return str(name)
    return ""


_BEARING: dict[type[Entry], tuple[Key, ...]] = {}


def _bearing(kind: type[Entry]) -> tuple[Key, ...]:
    """The keys of a class under which citations can stand, so that no other key is ever looked at."""
    known = _BEARING.get(kind)
    if known is None:
        _BEARING[kind] = ()  # a form that holds itself adds nothing by that
        known = _BEARING[kind] = tuple(key for key in keys_of(kind) if _bears(key))
    return known


def _bears(key: Key) -> bool:
    if key.holds is Holds.INLINE:
        return True
    if key.holds is not Holds.ENTRY or key.entry is None:
        return False
    return issubclass(key.entry, Evidence | Threshold | SaidIn) or bool(_bearing(key.entry))
