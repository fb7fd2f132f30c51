"""Quotations: what a register cites, compared with the frozen bytes of its sources.

Every file is read once, normalised once, and let go before the next one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from auditor.cited import Citation, citations
from auditor.evidence import Evidence, PassageCheck, SourceCheck, ThresholdCheck
from auditor.places import NOWHERE
from auditor.quotations.at_hand import Opened, open_source
from auditor.quotations.comparing import outcomes
from auditor.quotations.matching import Page
from auditor.records import Shared
from auditor.terms import SourceState

__all__ = ["Citation", "Opened", "Page", "citations", "compare_with_sources", "open_source", "outcomes"]


def compare_with_sources(shared: Sequence[Shared], *, at: Mapping[str, Path] | None = None) -> Evidence:
    """Compare the passages, places and thresholds of members and sets with their sources.

    `at` gives the path of a source's bytes in place of its location. Nothing is raised: what is not at hand
    is unverified, with its reason.
    """
    by_source: dict[str, list[Citation]] = defaultdict(list)
    for each in citations(shared):
        by_source[each.cited.source].append(each)
    checks: dict[str, SourceCheck] = {}
    found: list[PassageCheck | ThresholdCheck] = []
    for name, opened in _opened(shared, at or {}):
        checks[name] = opened.check
        found.extend(outcomes(opened, by_source.get(name, ()), placed=False, likely=True))
    return Evidence(
        compared=True,
        sources=MappingProxyType(checks),
        passages=tuple(each for each in found if isinstance(each, PassageCheck)),
        thresholds=tuple(each for each in found if isinstance(each, ThresholdCheck)),
    )


def _opened(shared: Sequence[Shared], at: Mapping[str, Path]) -> Iterator[tuple[str, Opened]]:
    """Every source that is declared or supplied, opened one after another."""
    declared = {str(source.id): source for each in shared for source in each.sources if source.id}
    for name, source in declared.items():
        yield name, open_source(source, at=at.get(name))
    supplied = {str(each.id): each.place for one in shared for each in one.supplied if each.id}
    for name, place in supplied.items():
        if name.startswith("SRC-") and name not in declared:
            reason = "it is declared by a member that is not at hand"
            check = SourceCheck(
                id=name, place=place or NOWHERE, location="", state=SourceState.SUPPLIED, reason=reason
            )
            yield name, Opened(check=check)
