"""What became of the files that the rows of coverage say were read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from auditor.compare.pair import Pair
from auditor.compare.passages import file_change
from auditor.comparison import CoverageChange
from auditor.evidence import Cited
from auditor.places import Place
from auditor.quotations.folders import Folders
from auditor.records import Shared
from auditor.terms import PassageFate


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A file, folder or pattern that a row of coverage names; `entry` is what the row is about."""

    entry: str
    cited: Cited


def covered_files(shared: Sequence[Shared]) -> Iterator[Covered]:
    """Every path that a row of coverage names, once each, with its source where that is plain."""
    seen: set[Place] = set()
    for each in shared:
        reach = [str(source.id) for source in each.sources if source.id]
        only = reach[0] if len(reach) == 1 else ""
        for index, row in enumerate(each.coverage):
            for number, file in enumerate(row.files):
                if file.place in seen:
                    continue
                seen.add(file.place)
                cited = Cited(
                    record="",
                    field=f"coverage[{index}].files[{number}]",
                    place=file.place,
                    source=str(row.source or only),
                    path=str(file),
                    path_place=file.place,
                )
                yield Covered(entry=str(row.entry or ""), cited=cited)


def coverage_changes(pair: Pair, covered: Sequence[Covered]) -> Iterator[CoverageChange]:
    """What became of each of these files, in their order."""
    before = Folders(pair.older) if pair.older is not None else None
    for each in covered:
        cited, fate, note, now = each.cited, PassageFate.UNVERIFIED, "", ""
        if pair.older and before and not pair.older.exists(cited.path) and not before.holds(cited.path):
            note = "the earlier revision has no file of that path"
        else:
            became = file_change(pair, cited)
            fate, note = became.fate, became.note
            now = became.now[0].path if became.now else ""
        yield CoverageChange(
            entry=each.entry, source=cited.source, field=cited.field, path=cited.path,
            place=cited.place, fate=fate, now=now, note=note,
        )  # fmt: skip
