"""Each case of the specification against the extractor, and the specification against itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from auditor.extract import Scope, extract
from auditor.facts import Fact, Facts
from auditor.snapshot import open_snapshot
from auditor.terms import FactKind
from tests.extract.cases import Case, Detail, Expected, Place, all_cases, all_rules

CASES = all_cases()

WIDE = frozenset({"object", "prompt", "status_vocabulary", "entry_point", "check", "disposition"})
"""Kinds whose lines may reach far beyond the place that names them, if they begin there."""
NARROW = 12
"""How many lines a fact of the other kinds may have, or three times as many as its place."""

OPEN = frozenset((Path(__file__).parent / "open_cases.txt").read_text(encoding="utf-8").split())
"""The cases that the extractor does not meet yet. One that is met must leave the list, so it only shrinks."""


def _parameters() -> Iterator[object]:
    for case in CASES:
        name = f"{case.group}-{case.name}"
        mark = pytest.mark.xfail(reason="not met yet", strict=True)
        yield pytest.param(case, id=name, marks=[mark] if name in OPEN else [])


def test_every_open_case_is_one() -> None:
    assert {f"{case.group}-{case.name}" for case in CASES} >= OPEN


@pytest.mark.parametrize("case", list(_parameters()))
def test_extraction_finds_what_an_expert_marks(case: Case, tmp_path: Path) -> None:
    found = facts_of(case, tmp_path / "target")
    faults = [
        *(f"missed {told(each)}" for each in missed(case, found.facts)),
        *(f"unwarranted {shown(each)}" for each in unwarranted(case, found.facts)),
        *unread_faults(case, found),
    ]
    listing = "\n".join(f"    {shown(each)}" for each in found.facts)
    assert not faults, "\n".join(
        [f"{case.name}: {case.shows}", all_rules()[case.rule], *faults, "found:", listing]
    )


def facts_of(case: Case, root: Path) -> Facts:
    """The facts of a case's files, frozen as a capture."""
    for path in case.files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(case.content(path))
    scope = Scope(tests="tests" in case.include, examples="examples" in case.include)
    return extract(open_snapshot(root), scope=scope)


def missed(case: Case, facts: tuple[Fact, ...]) -> list[Expected]:
    """What no fact shows; a fact shows one expectation only."""
    fitting = [[fact for fact in facts if fits(fact, each, case)] for each in case.finds]
    taken: dict[Fact, int] = {}

    def shows(index: int, seen: set[Fact]) -> bool:
        for fact in fitting[index]:
            if fact not in seen:
                seen.add(fact)
                if fact not in taken or shows(taken[fact], seen):
                    taken[fact] = index
                    return True
        return False

    return [each for index, each in enumerate(case.finds) if not shows(index, set())]


def unwarranted(case: Case, facts: Iterable[Fact]) -> list[Fact]:
    """Facts where there must be none."""
    listed = (*case.finds, *case.optional)
    return [
        fact
        for fact in facts
        if any(fits(fact, each, case) for each in case.finds_not)
        or (fact.kind in case.exactly and not any(fits(fact, each, case) for each in listed))
    ]


def unread_faults(case: Case, found: Facts) -> list[str]:
    stated = {(each.path, str(each.reason)) for each in found.coverage.skipped}
    return [
        f"not listed as {each.reason}: {each.path}; listed are {sorted(stated)}"
        for each in case.unread
        if (each.path, each.reason) not in stated
    ]


def fits(fact: Fact, expected: Expected, case: Case) -> bool:
    return (
        (str(fact.kind) in expected.kinds or "any" in expected.kinds)
        and fact.path == expected.place.path
        and stands_at(fact, expected, case)
        and (expected.name is None or fact.name.split(".")[-1] == expected.name or fact.name == expected.name)
        and (expected.value is None or same_number(expected.value, fact.value or ""))
        and all(holds(fact.details.get(key), held) for key, held in expected.details.items())
        and all(key in fact.details for key in expected.has)
        and all(bites(fact, place, case) for place in expected.bites)
    )


def stands_at(fact: Fact, expected: Expected, case: Case) -> bool:
    place = expected.place
    if not place.at:
        return True
    if place.path.endswith(".ipynb"):
        return place.at in fact.passage
    first, last = place.lines(case.files[place.path])
    if expected.whole:
        return (fact.line_start, fact.line_end) == (first, last)
    overlaps = fact.line_start <= last and first <= fact.line_end
    width = fact.line_end - fact.line_start + 1
    begins = first - 1 <= fact.line_start <= last
    return overlaps and (width <= max(NARROW, 3 * (last - first + 1)) or (fact.kind in WIDE and begins))


def same_number(expected: str, found: str) -> bool:
    """The same text but for spaces and underscores, or the same number."""
    expected, found = (each.replace(" ", "").replace("_", "") for each in (expected, found))
    if expected == found:
        return True
    try:
        return float(expected) == float(found)
    except ValueError:
        return False


def holds(found: Detail | None, expected: Detail) -> bool:
    """The detail is what was expected; of several, all expected ones are among it."""
    if isinstance(expected, tuple):
        return isinstance(found, tuple) and set(expected) <= set(found)
    if isinstance(found, tuple):
        return expected in found
    return found == expected


def bites(fact: Fact, place: Place, case: Case) -> bool:
    """The fact says that it is used at the place."""
    used_at = fact.details.get("used_at", ())
    first, last = place.lines(case.files[place.path])
    for each in used_at if isinstance(used_at, tuple) else ():
        path, _, lines = each.rpartition(":")
        start, _, end = lines.partition("-")
        if path == place.path and int(start) <= last and first <= int(end or start):
            return True
    return False


def told(expected: Expected) -> str:
    parts = [" or ".join(expected.kinds), f"at {expected.place.path}: {expected.place.at!r}"]
    parts += [f"name {expected.name}"] if expected.name else []
    parts += [f"value {expected.value}"] if expected.value else []
    parts += [f"with {dict(expected.details)}"] if expected.details else []
    parts += [f"stating {', '.join(expected.has)}"] if expected.has else []
    parts += [f"used at {each.at!r}" for each in expected.bites]
    return ", ".join(parts)


def shown(fact: Fact) -> str:
    value = f" = {fact.value}" if fact.value is not None else ""
    return f"{fact.kind} {fact.path}:{fact.lines} {fact.name}{value} {dict(fact.details)}"


def test_names_of_cases_are_unique() -> None:
    names = [(each.group, each.name) for each in CASES]
    assert len(names) == len(set(names))


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    assert {each.rule for each in CASES} == set(all_rules())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.group}-{case.name}")
def test_a_case_states_what_it_says(case: Case) -> None:
    kinds = {str(each) for each in FactKind} | {"any"}
    assert case.finds or case.finds_not or case.exactly or case.unread
    for expected in (*case.finds, *case.optional, *case.finds_not):
        assert set(expected.kinds) <= kinds, expected
        assert expected.place.path in case.files, expected
        for text in filter(None, (expected.place.at, expected.place.through)):
            assert occurs(text, expected.place, case) == 1, (
                f"{text!r} must occur once in {expected.place.path}"
            )
    for path, text in case.files.items():
        if path.endswith(".py") and not case.damaged:
            ast.parse(text)


def occurs(text: str, place: Place, case: Case) -> int:
    content = case.files[place.path]
    return 1 if place.path.endswith(".ipynb") else content.count(text)
