"""The walk of Python files: plain cases, verbatim passages, and files made to break it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.extract import extract
from auditor.facts import Details, Fact, Facts, Skipped, as_json
from auditor.snapshot import SourceFile, open_snapshot
from auditor.terms import FactKind, Unread
from tests.walk.conftest import Write


def of(facts: Facts, kind: FactKind) -> list[Fact]:
    return [each for each in facts.facts if each.kind is kind]


def facts_of(folder: Write, text: str) -> Facts:
    return extract(open_snapshot(folder({"a.py": text})))


def test_every_passage_stands_verbatim_at_its_lines(smallpack: Path) -> None:
    snapshot = open_snapshot(smallpack)
    facts = extract(snapshot)
    assert len(facts.facts) > 20
    for fact in facts.facts:
        file = snapshot.read(fact.path)
        assert isinstance(file, SourceFile)
        assert fact.passage == "\n".join(file.lines[fact.line_start - 1 : fact.line_end])
        assert fact.passage.strip()


def test_entry_points_of_the_small_package(smallpack: Path) -> None:
    found = {
        (each.within + "." if each.within else "") + each.name: (each.details["how"], each.lines)
        for each in of(extract(open_snapshot(smallpack)), FactKind.ENTRY_POINT)
    }
    assert {name: how for name, (how, _) in found.items()} == {
        "list_memories": "HTTP route",
        "search_memories": "HTTP route",
        "remember": "MCP tool",
        "forget": "CLI command",
        "open_store": "public function",
        "MemoryStore.add": "public method",
        "MemoryStore.search": "public method",
        "MemoryStore.forget": "public method",
    }
    assert found["search_memories"][1] == "20-24"
    assert found["MemoryStore.add"][1] == "29-33"


def test_objects_and_states_of_the_small_package(smallpack: Path) -> None:
    facts = extract(open_snapshot(smallpack))
    assert {each.name: each.details["sort"] for each in of(facts, FactKind.OBJECT)} == {
        "Memory": "dataclass",
        "SearchRequest": "Pydantic model",
        "Hit": "TypedDict",
    }
    (states,) = of(facts, FactKind.STATUS_VOCABULARY)
    assert states.details["members"] == ("pending", "active", "retired")


def test_thresholds_of_the_small_package(smallpack: Path) -> None:
    found = {
        (each.name, each.value, each.details["role"])
        for each in of(extract(open_snapshot(smallpack)), FactKind.THRESHOLD)
    }
    assert found == {
        ("DUPLICATE_SIMILARITY", "0.92", "cut-off"),
        ("RETENTION", "30", "ttl"),
        ("RETRY_LIMIT", "3", "retry"),
        ("max_items", "10_000", "other"),
        ("timeout", "2.5", "timeout"),
        ("score", "0.5", "cut-off"),
        ("text", "500", "truncation"),
        ("top_k", "5", "top-k"),
        ("each.score", "0.35", "cut-off"),
        ("[each for each in self._held if each.text != text]", "-200", "truncation"),
        ("len(text)", "12", "truncation"),
        ("BATCH_SIZE", "64", "batch"),
        ("cache_seconds", "60 * 15", "other"),
        ("timeout", "9.5", "timeout"),
        ("limit", "8", "top-k"),
        ("limit", "20", "top-k"),
        ("days", "90", "other"),
        ("days", "365", "cut-off"),
        ("ttl", "99", "ttl"),
    }


def test_a_constant_knows_where_it_is_used_and_who_calls_that(smallpack: Path) -> None:
    thresholds = of(extract(open_snapshot(smallpack)), FactKind.THRESHOLD)
    (duplicate,) = [each for each in thresholds if each.name == "DUPLICATE_SIMILARITY"]
    assert duplicate.details["used_in"] == ("MemoryStore.add",)
    (short,) = [each for each in thresholds if each.name == "len(text)"]
    assert short.within == "MemoryStore._nearest"
    assert short.details["called_by"] == ("MemoryStore.add",)


def test_what_is_not_read_is_counted_with_its_reason(smallpack: Path) -> None:
    skipped = extract(open_snapshot(smallpack)).coverage.skipped
    assert [(each.path, each.reason, each.count) for each in skipped] == [
        ("smallpack/latin.py", Unread.NOT_UTF8, 1),
        ("smallpack/broken.py", Unread.SYNTAX, 1),
        ("**/*.md", Unread.LANGUAGE, 1),
        ("tests/", Unread.EXCLUDED, 1),
    ]
    (broken,) = [each for each in skipped if each.reason is Unread.SYNTAX]
    assert broken.detail.startswith("line 1:")


@pytest.mark.parametrize(
    "text",
    [
        "VERSION = 7\nHTTP_PORT = 8080\nSTATUS_CODE = 404\nZERO_LIMIT = 0\nFLAG = 1\n",
        "def f(x, retries=0, size=1):\n    return x[0], x[1:], x[:-1], x[:1]\n",
        "def f(response, i):\n    return response.status_code >= 400 or i < 5 or len(response) > 2\n",
        "def f(h):\n    return h.hexdigest()[:16]\n",
        "def f(log, t):\n    log.info(t[:80])\n    raise ValueError(t[:80])\n",
        "def f():\n    '''Calls g(limit=10)[:5].'''\n    # g(limit=10)[:5]\n",
    ],
)
def test_what_bounds_nothing_is_no_threshold(folder: Write, text: str) -> None:
    assert of(facts_of(folder, text), FactKind.THRESHOLD) == []


def test_lines_stay_right_with_form_feeds_and_other_separators(folder: Write) -> None:
    text = 'A_LIMIT = 5\n\x0c\nNAME = "one\x0bline\u2028still"\n\x0cB_LIMIT = 6\r\nC_LIMIT = 7\rD_LIMIT = 8\n'
    facts = facts_of(folder, text)
    assert [(each.name, each.line_start) for each in facts.facts] == [
        ("A_LIMIT", 1),
        ("B_LIMIT", 4),
        ("C_LIMIT", 5),
        ("D_LIMIT", 6),
    ]


HOSTILE: dict[str, Callable[[], str]] = {
    "parentheses": lambda: "x = " + "(" * 3_000 + "1" + ")" * 3_000 + "\n",
    "brackets never closed": lambda: "[" * 100_000,
    "one line of 3 MB": lambda: "x = [" + "12345, " * 430_000 + "]\n",
    "sums": lambda: "x = " + "+".join(["1"] * 50_000) + "\n",
    "negations": lambda: "x = " + "not " * 20_000 + "1\n",
    "attributes": lambda: "x = a" + ".b" * 50_000 + "\n",
    "calls": lambda: "x = f" + "()" * 20_000 + "\n",
    "branches": lambda: "if a: pass\n" + "elif b: pass\n" * 3_000,
    "branches with definitions": lambda: "if a: pass\n" + "elif b:\n  def f(): pass\n" * 3_000,
    "formatted string": lambda: 'x = f"{' + "(" * 3_000 + "1" + ")" * 3_000 + '}"\n',
    "chains in brackets": lambda: "x = " + "\n".join(["(" + "not " * 1_400] * 60) + "1" + ")" * 60 + "\n",
    "a node that its parser lets pass": lambda: 'x = b"\\xc3" "a"\n',
    "an escape without a name": lambda: '@app.get("\\N{x}")\ndef g(): pass\n',
    "long strings without an end": lambda: '\\"""' * 400_000,
    "strings without an end": lambda: "'\\" * 400_000,
    "brackets after quotes in quotes": lambda: "x = f'{\"'\"}' + " + "(" * 3_000 + "1" + ")" * 3_000 + "\n",
    "sums after quotes in quotes": lambda: "x = f'{\"'\"}' + " + "+".join(["1"] * 50_000) + "\n",
    "blocks": lambda: "".join(" " * i + "if x:\n" for i in range(500)) + " " * 500 + "pass\n",
}


@pytest.mark.parametrize("sort", list(HOSTILE))
def test_a_file_made_to_exhaust_a_parser_costs_one_file_at_most(folder: Write, sort: str) -> None:
    facts = extract(open_snapshot(folder({"bad.py": HOSTILE[sort](), "good.py": "TOP_LIMIT = 9\n"})))
    assert [each.path for each in facts.facts] == ["good.py"]
    accounted = {*facts.coverage.read, *(each.path for each in facts.coverage.skipped)}
    assert accounted == {"bad.py", "good.py"}


@pytest.mark.parametrize("sort", ["parentheses", "sums", "attributes", "blocks", "one line of 3 MB"])
def test_what_no_person_wrote_is_skipped_with_its_reason(folder: Write, sort: str) -> None:
    (skipped,) = extract(open_snapshot(folder({"bad.py": HOSTILE[sort]()}))).coverage.skipped
    assert skipped.path == "bad.py"
    assert skipped.reason in (Unread.SYNTAX, Unread.VENDORED)
    assert skipped.detail


def test_what_stands_around_an_error_is_recovered(folder: Write) -> None:
    text = "def ask(question, limit=7):\n    return question[:limit]\n\n"
    text += "def broken(:\n    pass\n\nEND_LIMIT = 9\n"
    facts = facts_of(folder, text)
    assert {each.name for each in of(facts, FactKind.THRESHOLD)} == {"limit", "END_LIMIT"}
    (skipped,) = facts.coverage.skipped
    assert skipped.reason is Unread.SYNTAX
    assert skipped.detail.startswith("line 4:")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 90 + "1" + ")" * 90 + "\n",
        "x = " + "+".join(["1"] * 700) + "\n",
        "x = a" + ".b" * 700 + "\n",
        "if a: pass\n" + "elif b: pass\n" * 450,
        "".join(" " * i + "if x:\n" for i in range(90)) + " " * 90 + "pass\n",
    ],
)
def test_what_is_only_unusual_is_read(folder: Write, text: str) -> None:
    assert facts_of(folder, text).coverage.read == ("a.py",)


def test_numerals_that_are_no_bounds_are_let_be(folder: Write) -> None:
    text = f"A_LIMIT = {'9' * 5_000}\nB_LIMIT = 1e999\nC_LIMIT = 5 / 0\nD_LIMIT = 0x{'f' * 5_000}\n"
    assert facts_of(folder, text).facts == ()


def test_nothing_of_the_target_is_run(folder: Write, tmp_path: Path) -> None:
    mark = tmp_path / "was-run"
    facts_of(folder, f"open({str(mark)!r}, 'w')\nLIMIT = 5\n")
    assert not mark.exists()


def test_progress_is_told_before_each_file(smallpack: Path) -> None:
    told: list[tuple[int, int, str]] = []
    snapshot = open_snapshot(smallpack)
    extract(snapshot, progress=lambda done, total, path: told.append((done, total, path)))
    assert [done for done, _, _ in told] == list(range(snapshot.count))
    assert {total for _, total, _ in told} == {snapshot.count}


def test_facts_print_as_json_and_the_same_each_time(smallpack: Path) -> None:
    first, second = (json.dumps(as_json(extract(open_snapshot(smallpack)))) for _ in range(2))
    assert first == second
    document = json.loads(first)
    assert document["format"] == "audit-facts/1"
    assert set(document["facts"][0]) == {
        "kind",
        "path",
        "line_start",
        "line_end",
        "name",
        "value",
        "within",
        "rule",
        "passage",
        "details",
    }


def test_details_are_a_mapping_without_what_is_unset() -> None:
    details = Details({"b": 1, "a": ("x",), "c": None})
    assert dict(details) == {"a": ("x",), "b": 1}
    assert hash(details) == hash(Details({"a": ("x",), "b": 1}))
    assert Skipped(path="a", reason=Unread.BINARY).count == 1
