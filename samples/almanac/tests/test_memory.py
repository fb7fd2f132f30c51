"""Saving, comparing and moving memories."""

import json

import pytest

from almanac.errors import ModelError, NotFound, Refused
from almanac.memory.disposition import Action, decide
from almanac.memory.repository import Status
from almanac.memory.wording import Assessment, Relationship, classify


def verdict(choice, probability, older=1):
    answers = {f"older_{older}": {"choice": choice, "probabilities": {choice: probability}}}
    return json.dumps({"answers": answers})


@pytest.mark.parametrize(
    ("newer", "older", "expected"),
    [
        ("Owner no longer drinks strong coffee", "Owner drinks strong coffee", Relationship.SUPERSEDES),
        ("Owner lives in York", "Owner lives in Leeds", Relationship.CONTRADICTS),
        ("Owner lives in Leeds near the river", "Owner lives in Leeds", Relationship.REFINES),
        ("Owner drinks black tea", "Owner drinks green tea", Relationship.COMPATIBLE),
        ("Owner plays chess", "Owner lives in Leeds", Relationship.UNRELATED),
    ],
)
def test_wording(newer, older, expected):
    assert classify(newer, older).relationship is expected


def test_more_words_refine():
    found = classify("I am not allergic to peanuts", "I am allergic to peanuts")
    assert (found.relationship, found.confidence) == (Relationship.REFINES, 0.9)


REFINES = Assessment(Relationship.REFINES, 0.9, "")
CHANGE = Assessment(Relationship.SUPERSEDES, 0.9, "", explicit_change=True)


@pytest.mark.parametrize(
    ("by_words", "choice", "confidence", "expected"),
    [
        (REFINES, None, 0, Action.REVIEW),
        (None, "supersedes", 0.8, Action.RETIRE),
        (REFINES, "supersedes", 0.79, Action.REVIEW),
        (None, "contradicts", 0.7, Action.REVIEW),
        (None, "contradicts", 0.69, Action.LEAVE),
        (REFINES, "contradicts", 0.4, Action.REVIEW),
        (REFINES, "compatible", 0.8, Action.LEAVE),
        (REFINES, "compatible", 0.79, Action.REVIEW),
        (CHANGE, "compatible", 0.95, Action.REVIEW),
        (None, None, 0, Action.LEAVE),
    ],
)
def test_disposition(by_words, choice, confidence, expected):
    answer = choice and Assessment(Relationship(choice), confidence, "")
    assert decide(by_words, answer).action is expected


def test_same_words_refresh_the_save(app, clock):
    first = app.memory.remember("Owner likes tea").memory
    clock.advance(days=1)
    again = app.memory.remember("owner likes  tea").memory
    assert again.id == first.id and again.saved_at > first.saved_at


def test_rules_ask_and_do_not_retire(app):
    app.memory.remember("Owner lives in Leeds")
    receipt = app.memory.remember("Owner moved to York")
    assert receipt.retired == () and receipt.reviews[0]["kind"] == "possible_update"
    assert len(app.memories.listed()) == 2


def test_confident_model_retires(scripted):
    app = scripted(verdict("supersedes", 0.8))
    old = app.memory.remember("Owner lives in Leeds").memory
    new = app.memory.remember("Owner moved to York").memory
    old = app.memories.get(old.id)
    assert (old.status, old.superseded_by, old.valid_until) == (Status.HISTORICAL, new.id, "2026-03-02")


@pytest.mark.parametrize(
    "bad", ["no json", "[]", verdict("maybe", 1), verdict("supersedes", 2), ModelError("late")]
)
def test_unusable_answers_leave_it_to_the_rules(scripted, bad):
    app = scripted(bad)
    app.memory.remember("Owner lives in Leeds")
    receipt = app.memory.remember("Owner moved to York")
    assert receipt.retired == () and len(receipt.reviews) == 1


def test_facts_are_cut_and_the_check_is_timed(scripted):
    app = scripted()
    app.memory.remember("tea " * 300)
    app.memory.remember("green tea " * 300)
    request = app.model.requests[0]
    payload = json.loads(request.messages[0].content)
    assert request.timeout == 3.0 and len(payload["newer"]) == len(payload["older"]["older_1"]) == 500


def test_a_failed_comparison_keeps_the_memory(scripted):
    app = scripted(RuntimeError("broken"))
    app.memory.remember("Owner lives in Leeds")
    assert app.memory.remember("Owner lives in York").memory.status is Status.ACTIVE


def test_correct_and_restore(app):
    old = app.memory.remember("Owner's dog is called Bo").memory
    new = app.memory.correct(old.id, "Owner's dog is called Beau").memory
    assert [m.id for m in app.memories.listed()] == [new.id]
    app.lifecycle.restore(old.id)
    assert {m.id for m in app.memories.listed()} == {old.id, new.id}
    assert app.memories.get(old.id).superseded_by is None


def test_edit_keeps_the_number(app):
    memory = app.memory.remember("Owner likes tee").memory
    assert app.memory.edit(memory.id, "Owner likes tea").id == memory.id
    assert len(app.memories.listed(past=True)) == 1


@pytest.mark.parametrize(
    ("action", "current"),
    [("keep-both", [2, 1]), ("cancel", [2, 1]), ("mark-historical", [2]), ("replace", [2])],
)
def test_reviews(app, action, current):
    app.memory.remember("Owner lives in Leeds")
    app.memory.remember("Owner lives in York")
    app.lifecycle.resolve(1, action)
    assert [m.id for m in app.memories.listed()] == current
    with pytest.raises((Refused, NotFound)):
        app.lifecycle.resolve(1, action)


def test_deleting_clears_links(app):
    old = app.memory.remember("Owner lives in Leeds").memory
    new = app.memory.correct(old.id, "Owner lives in York").memory
    app.lifecycle.delete(new.id)
    old = app.memories.get(old.id)
    assert (old.superseded_by, old.status) == (None, Status.HISTORICAL)
