"""Drafted members: what is filled in, what waits for a person, and how records are named and grouped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor import forms
from auditor.draft import candidate_digest, draft
from auditor.draft.grouping import MOST
from auditor.draft.naming import Wanted, names_for, words_of
from auditor.extract import extract
from auditor.identifiers import IDENTIFIER
from auditor.places import Text
from auditor.records import NOT_YET_JUDGED, Member
from auditor.snapshot import open_snapshot
from tests.walk.conftest import Write


def drafted(root: Path) -> Member:
    facts = extract(open_snapshot(root))
    return draft(facts.target, facts, cutoff="2026-01-31")


def test_the_small_package_has_a_candidate_for_every_entry_point_and_definition(smallpack: Path) -> None:
    member = drafted(smallpack)
    assert [str(each.id) for each in member.routes] == [
        "EPI-RTE-list-memories",
        "EPI-RTE-search-memories",
        "EPI-RTE-remember",
        "EPI-RTE-forget",
        "EPI-RTE-open-store",
        "EPI-RTE-memory-store-add",
        "EPI-RTE-memory-store-search",
        "EPI-RTE-memory-store-forget",
    ]
    assert [str(each.id) for each in member.objects] == [
        "EPI-OBJ-memory-state",
        "EPI-OBJ-models-memory",
        "EPI-OBJ-search-request",
        "EPI-OBJ-hit",
    ]
    assert all(IDENTIFIER.fullmatch(str(each.id)) for each in member.records)
    assert member.claims == ()
    assert member.boundary is not None
    assert member.boundary.kind == "subsystem-only"


def test_only_what_the_code_supports_is_filled_in(smallpack: Path) -> None:
    member = drafted(smallpack)
    for route in member.routes:
        assert route.immediate_return == route.evidence_limits == NOT_YET_JUDGED
        assert [(each.layer, each.is_) for each in route.status] == [
            ("implementation", "afforded"),
            ("operation", "uninspected"),
        ]
        (row,) = route.ledger
        assert row.function is None
        assert row.architectural_status == "implemented"
        assert row.gap == NOT_YET_JUDGED
    for each in member.objects:
        assert each.inventory is not None
        assert each.inventory.content == NOT_YET_JUDGED


def test_thresholds_stand_on_the_routes_that_use_them_and_none_is_lost(smallpack: Path) -> None:
    facts = extract(open_snapshot(smallpack))
    member = draft(facts.target, facts, cutoff="2026-01-31")
    add = next(each for each in member.routes if each.id == "EPI-RTE-memory-store-add")
    assert {(str(each.name), str(each.value)) for each in add.thresholds} == {
        ("DUPLICATE_SIMILARITY", "0.92"),
        ("score", "0.5"),
        ("text", "500"),
        ("len(text)", "12"),
    }
    assert all(each.gates == NOT_YET_JUDGED for each in add.thresholds)
    placed = {(each.path, each.lines, each.name) for route in member.routes for each in route.thresholds}
    listed = " ".join(str(each.limit) for each in member.coverage if str(each.entry).startswith("Thresholds"))
    for fact in facts.facts:
        if fact.kind == "threshold":
            assert (fact.path, fact.lines, fact.name) in placed or f"{fact.name} {fact.value}" in listed


def test_a_product_is_given_as_its_number(smallpack: Path) -> None:
    values = {str(each.name): each.value for route in drafted(smallpack).routes for each in route.thresholds}
    assert values["cache_seconds"] == "900"


def test_the_digest_fits_until_the_record_changes(smallpack: Path) -> None:
    for record in drafted(smallpack).records:
        assert record.candidate == candidate_digest(record)
        assert record.candidate != candidate_digest(replace(record, label=Text("another")))


def test_the_coverage_names_every_file_read_and_every_reason(smallpack: Path) -> None:
    facts = extract(open_snapshot(smallpack))
    member = draft(facts.target, facts, cutoff="2026-01-31")
    covered = {str(path) for each in member.coverage for path in each.files}
    assert covered.issuperset(facts.coverage.read)
    assert covered.issuperset(each.path for each in facts.coverage.skipped)
    assert all(each.read is not None and each.read.word in ("part", "none") for each in member.coverage)


def test_the_same_target_gives_the_same_member(smallpack: Path) -> None:
    assert forms.plain(drafted(smallpack)) == forms.plain(drafted(smallpack))


def test_names_do_not_change_with_unrelated_code(folder: Write, smallpack: Path) -> None:
    before = {str(each.label): str(each.id) for each in drafted(smallpack).records}
    (smallpack / "smallpack" / "aaa.py").write_text(
        'class Unrelated:\n    """A class."""\n\n    def turn(self) -> None:\n        """Turn."""\n'
    )
    after = {str(each.label): str(each.id) for each in drafted(smallpack).records}
    assert before.items() <= after.items()


def test_a_target_of_nothing_is_drafted(folder: Write) -> None:
    member = drafted(folder({"a.py": ""}))
    assert member.records == ()
    assert member.boundary is not None
    assert member.boundary.kind == "whole-system"


def test_many_entry_points_are_taken_together_and_that_is_said(folder: Write) -> None:
    classes = {
        f"pack/m{number}.py": f'class Store{letter}:\n    """A store."""\n'
        + "".join(f'    def op_{each}(self):\n        """Do."""\n        return self\n' for each in "abcdef")
        + f"\nclass Item{letter}(TypedDict):\n    text: str\n"
        for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }
    member = drafted(folder(classes))
    assert 0 < len(member.routes) <= MOST
    limits = " ".join(str(each.limitation) for each in member.limitations)
    assert "156 entry points would be too many records to judge" in limits
    assert sum(len(each.evidence) for each in member.routes) == 156


def ids_are_well_formed_and_free_of_prefixes(names: tuple[str, ...]) -> bool:
    return (
        len(set(names)) == len(names)
        and all(IDENTIFIER.fullmatch(f"EPI-RTE-{each}") for each in names)
        and not any(other.startswith(f"{each}-") for each in names for other in names)
    )


@pytest.mark.parametrize(
    "given",
    [
        ["memory", "memory_add", "memory_add_now", "memory_add_now_please", "memory_add_then_please"],
        ["a", "a", "a", "a"],
        ["add", "add_b2", "add", "add"],
        ["é", "名前", "_", "2fast", "x1y2"],
        ["HTTPServer2", "httpServer2", "http_server_2"],
    ],
)
def test_names_obey_the_rule_whatever_the_code_calls_things(given: list[str]) -> None:
    wanted = [Wanted(own=words_of(each), around=(words_of("some_module"),)) for each in given]
    names = names_for(wanted)
    assert ids_are_well_formed_and_free_of_prefixes(names), names
    backwards = names_for(list(reversed(wanted)))
    assert ids_are_well_formed_and_free_of_prefixes(backwards), backwards


def test_a_name_that_fits_in_full_is_not_lost_to_one_that_is_cut() -> None:
    wanted = [Wanted(own=words_of(each)) for each in ("create_memory_manager", "create_memory_store_manager")]
    assert names_for(wanted) == ("create-memory-manager", "memory-store-manager")
