"""What reaches the prompt, and the evaluation of it."""

import json
from datetime import date
from pathlib import Path

from almanac import cli, evaluation
from almanac.embedding import HashingEmbedder
from almanac.memory.repository import Status
from almanac.recall.selection import TRUST_NEWEST, prompt_lines, recall

ROOT = Path(__file__).parent.parent


def test_sections_and_past(app):
    old = app.memory.remember("Owner lives in Leeds").memory
    app.memory.correct(old.id, "Owner lives in York")
    doubtful = app.memory.remember("Owner lives alone").memory
    app.lifecycle.mark(doubtful.id, Status.UNCERTAIN)
    now = app.assistant.instructions("where does the owner live?")
    then = app.assistant.instructions("where did the owner live before?")
    assert "York" in now and "Perhaps true" in now and "Leeds" not in now
    assert "Leeds (until 2026-03-02)" in then


def test_newest_first_with_dates(app, clock):
    app.memory.remember("Owner drinks tea at breakfast")
    clock.advance(days=3)
    app.memory.remember("Owner drinks coffee at breakfast")
    lines = [text for text, _ in prompt_lines("what to drink at breakfast", app.memories, app.index)]
    assert lines[0].startswith("[saved 2026-03-05]") and lines[-1] == TRUST_NEWEST
    assert TRUST_NEWEST not in [text for text, _ in prompt_lines("breakfast", app.memories, None)]


def test_what_does_not_fit_is_skipped(app):
    app.memory.remember("tea " + "x" * 2400)
    app.memory.remember("Owner likes tea")
    assert [text for text, _ in prompt_lines("tea", app.memories, None)] == ["Owner likes tea #2"]


def test_preferences_pad(app):
    app.memory.remember("Owner prefers short answers", category="preference")
    assert [m.id for m in recall("chess", app.memories, app.index)] == [1]


def test_items_are_excerpts(app):
    app.items.add("note", title="Tablets", content="Tablets tablets tablets: 10 mg ( " + "x" * 200 + " )")
    (line,) = app.items.prompt_lines("tablets")
    assert line == f"note 1: Tablets: {('Tablets tablets tablets: 10 mg ( ' + 'x' * 200)[:160]}"


def test_the_evaluation_and_its_report():
    cases = evaluation.load(ROOT / "evaluation" / "cases.json")
    outcomes = evaluation.evaluate(cases, HashingEmbedder())
    assert len(outcomes) == 18 and all(outcome.passed for outcome in outcomes)
    written = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert written == evaluation.report(outcomes, HashingEmbedder(), date(2026, 3, 2))


def test_evaluation_exit_codes(tmp_path, capsys):
    assert cli.main(["evaluate"]) == 0
    assert cli.main(["evaluate", "--cases", str(tmp_path / "none.json")]) == 2
    case = {"id": "a", "message": "chess", "kind": "positive", "target": "x"}
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps({"items": [{"id": "x", "text": "tea"}], "cases": [case]}))
    assert cli.main(["evaluate", "--cases", str(cases), "--out", str(tmp_path / "out.md")]) == 1
    assert "FAIL (0/1" in (tmp_path / "out.md").read_text()
