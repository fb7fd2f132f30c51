"""Files of one language, linked: what each name means among all of them, and what the finders say of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from auditor.extract.callers import Callers
from auditor.extract.catalogue import Catalogue
from auditor.extract.effects import Effects, Target
from auditor.extract.finders import FINDERS
from auditor.extract.handovers import Handovers
from auditor.extract.index import Index, module_names
from auditor.extract.limits import Allowance, Exhausted, Limits
from auditor.extract.offers import Offers
from auditor.extract.python.refining import Refined, refine
from auditor.extract.reading import Source
from auditor.extract.resolution import Resolver
from auditor.extract.scripts import Scripts
from auditor.extract.surroundings import Surroundings
from auditor.extract.unit import Unit
from auditor.facts import Fact, Skipped
from auditor.terms import Unread

_REFINERS: dict[str, Callable[[Unit, list[Fact]], Refined]] = {"python": refine}
"""What reads definitions once more where the first pass of a language cannot tell, by language."""


@dataclass(slots=True, kw_only=True)
class Found:
    """What the finders say: facts, the files that took too long, how calls ended, and how many lines were
    read as concrete syntax."""

    facts: set[Fact] = field(default_factory=set)
    skipped: list[Skipped] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)
    concrete_lines: int = 0


def found_in(sources: Iterable[Source], catalogue: Catalogue, around: Surroundings, limits: Limits) -> Found:
    """The facts of all files; those of one language are linked with one another, and calls from one language
    into another are not guessed. A fact that two rules find alike is one."""
    by_language: dict[str, list[Source]] = {}
    for each in sources:
        by_language.setdefault(each.module.language, []).append(each)
    found = Found()
    for language in sorted(by_language):
        _find(by_language[language], catalogue.speaking(language), around, limits, found)
    return found


def _find(
    sources: list[Source], catalogue: Catalogue, around: Surroundings, limits: Limits, found: Found
) -> None:
    target = _linked(sources, catalogue, around)
    states = target.callers.states  # what all files share is worked out before any one of them is timed
    target.handovers.prepare()
    for state, count in states.items():
        found.calls[state] = found.calls.get(state, 0) + count
    for unit in target.index.units:
        try:
            refined = _refined(unit, _facts_of(unit, target, limits.begin()))
        except Exhausted as over:
            found.skipped.append(Skipped(path=unit.path, reason=Unread.LIMIT, detail=str(over)))
            continue
        found.facts.update(refined.facts)
        found.skipped.extend(refined.refused)
        found.concrete_lines += refined.lines


def _linked(sources: list[Source], catalogue: Catalogue, around: Surroundings) -> Target:
    names = module_names(each.path for each in sources)
    index = Index(
        Unit(each.module, each.text, names[each.path][0], package=names[each.path][1]) for each in sources
    )
    resolver = Resolver(index, catalogue)
    return Target(
        index,
        resolver,
        catalogue,
        Effects(index, resolver),
        Callers(index, resolver),
        Offers(index, resolver, around.shown),
        Handovers(index, resolver, catalogue),
        Scripts(index, around.scripts),
    )


def _refined(unit: Unit, facts: list[Fact]) -> Refined:
    """The facts of a file with what the second pass of its language tells, where it has one."""
    refine = _REFINERS.get(unit.module.language)
    return refine(unit, facts) if refine is not None else Refined(facts=facts)


def _facts_of(unit: Unit, target: Target, allowance: Allowance) -> list[Fact]:
    """The facts of one file. Raises Exhausted where its time is over."""
    facts: list[Fact] = []
    for find in FINDERS:
        for fact in find(unit, target):
            allowance.go_on()
            facts.append(fact)
    allowance.go_on()
    return facts
