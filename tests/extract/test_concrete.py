"""The pass over concrete syntax: what vanishes without it, and that both passes mean the same places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import libcst as cst
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import auditor.extract.linking
from auditor.extract import Limits, extract
from auditor.extract.neutral import (
    Attribute,
    Call,
    Comparison,
    Module,
    Node,
    Number,
    Subscript,
    Text,
    parts_of,
)
from auditor.extract.python import read_python
from auditor.extract.python.concrete import Piece, Refused, Written, piece_of
from auditor.facts import Fact, Facts
from auditor.snapshot import SourceFile, open_snapshot
from auditor.terms import FactKind, Unread
from tests.extract.cases import all_cases

ROOT = Path(__file__).parents[2]

JOINED = """\
NOTICE_PROMPT = (
    "You are an editor who sets notices in type. "
    # never rewrite quotations
    "You must keep every word."
)
"""
FILLED = """\
def ask(note):
    prompt = f"You are an editor who must shorten this note and return nothing else: {note}"
    return prompt
"""
PARAMETERS = """\
def keep(
    notes,
    limit=40,  # a page holds no more
    least=7,
):
    return notes[:limit]
"""
CONDITION = """\
def short(text):
    if len(text) < 140:  # never a whole letter
        return True
    return False
"""

VANISHING: dict[str, tuple[str, Callable[[Fact], object]]] = {
    "a comment above a constant": (
        "# never more than the page holds\nMAX_NOTES = 40\n",
        lambda fact: fact.details.get("comment") == ("never more than the page holds",),
    ),
    "a comment behind a constant": (
        "MAX_NOTES = 40  # must stay even\n",
        lambda fact: fact.details.get("comment") == ("must stay even",),
    ),
    "a comment of several lines": (
        "# Kept at forty:\n# a page holds no more.\nMAX_NOTES = 40\n",
        lambda fact: fact.details.get("comment") == ("Kept at forty: a page holds no more.",),
    ),
    "a comment on one parameter of several": (
        PARAMETERS,
        lambda fact: fact.name != "limit" or fact.details.get("comment") == ("a page holds no more",),
    ),
    "a comment on a field": (
        "class Limits:\n    # letters are never cut below this\n    min_chars: int = 140\n",
        lambda fact: fact.details.get("comment") == ("letters are never cut below this",),
    ),
    "a comment behind a condition": (
        CONDITION,
        lambda fact: fact.details.get("comment") == ("never a whole letter",),
    ),
    "a value without the comments inside it": (
        "WINDOW_SECONDS = (\n    30  # days\n    * 24 * 60 * 60\n)\n",
        lambda fact: fact.value == "30 * 24 * 60 * 60",
    ),
    "the parentheses around a number of several lines": (
        "WINDOW_SECONDS = (\n    30\n    * 24\n    * 60 * 60\n)\n",
        lambda fact: fact.passage.startswith("WINDOW_SECONDS = (") and fact.passage.endswith(")"),
    ),
    "that a text is joined of neighbours": (
        JOINED,
        lambda fact: fact.details.get("built") == "implicit join",
    ),
    "the parentheses around a joined text": (
        JOINED,
        lambda fact: fact.passage.endswith('"\n)'),
    ),
    "the comment between joined texts": (
        JOINED,
        lambda fact: fact.details.get("comment") == ("never rewrite quotations",),
    ),
    "that a text is raw": (
        'NOTICE_PROMPT = r"You are an editor and must return each date as \\d+ and nothing else, please."\n',
        lambda fact: fact.details.get("built") == "raw literal",
    ),
    "that a text is filled in": (
        FILLED,
        lambda fact: fact.details.get("built") == "f-string",
    ),
}


_KINDS = (FactKind.THRESHOLD, FactKind.PROMPT)


def facts_of(text: str, folder: Path) -> Facts:
    folder.mkdir(exist_ok=True)
    (folder / "a.py").write_text(text, encoding="utf-8", newline="")
    return extract(open_snapshot(folder))


@pytest.mark.parametrize("what", VANISHING)
def test_what_concrete_syntax_tells_vanishes_without_it(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, holds = VANISHING[what]
    found = facts_of(text, tmp_path / "target")
    kept = [fact for fact in found.facts if fact.kind in _KINDS]
    assert kept
    assert all(holds(fact) for fact in kept), kept
    assert found.coverage.concrete_lines > 0
    monkeypatch.setattr(auditor.extract.linking, "_REFINERS", {})
    without = facts_of(text, tmp_path / "target")
    assert len(without.facts) == len(found.facts)
    assert not all(
        holds(fact) for fact in without.facts if fact.kind in (FactKind.THRESHOLD, FactKind.PROMPT)
    )
    assert without.coverage.concrete_lines == 0


def test_only_what_holds_a_candidate_is_read_once_more(tmp_path: Path) -> None:
    text = "def one(a):\n    # nothing here\n    return a\n\n\nMAX_NOTES = 40  # a page\nOTHER_LIMIT = 7\n"
    coverage = facts_of(text, tmp_path / "target").coverage
    assert (coverage.lines, coverage.concrete_lines) == (7, 1)


def test_orders_to_tools_are_no_comments(tmp_path: Path) -> None:
    (fact,) = facts_of("MAX_NOTES = 40  # noqa: E501\n", tmp_path / "target").facts
    assert "comment" not in fact.details


def test_what_concrete_syntax_refuses_is_recovered_and_named(tmp_path: Path) -> None:
    text = "MAX_NOTES = 40  # a page\n\nMODE_LIMIT = 0777  # as it was once written\n"
    found = facts_of(text, tmp_path / "target")
    recovered = {fact.name: fact.details.get("recovered") for fact in found.facts}
    assert recovered == {"MAX_NOTES": None, "MODE_LIMIT": "true"}
    (skipped,) = found.coverage.skipped
    assert skipped.reason is Unread.SYNTAX
    assert skipped.detail.startswith("line 3: ")


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 3_000 + "1" + ")" * 3_000,
        "x = " + "-" * 3_000 + "1",
        "x = [" + "1, " * 20_000 + "]",
    ],
)
def test_what_could_exhaust_the_parser_is_not_given_to_it(text: str) -> None:
    assert piece_of(text, 1) is None


@pytest.mark.parametrize(
    "text", ["MAX_NOTES = 1" + " + 1" * 900 + "  # long\n", "MAX_NOTES = a" + ".b" * 900 + "  # long\n"]
)
def test_what_is_deep_without_brackets_is_not_given_to_it(text: str, tmp_path: Path) -> None:
    assert facts_of(text, tmp_path / "target").coverage.concrete_lines == 0


SAME: tuple[tuple[type[Node], tuple[type[cst.CSTNode], ...]], ...] = (
    (Call, (cst.Call,)),
    (Number, (cst.Integer, cst.Float, cst.Imaginary)),
    (Comparison, (cst.Comparison,)),
    (Attribute, (cst.Attribute,)),
    (Subscript, (cst.Subscript,)),
    (Text, (cst.SimpleString, cst.ConcatenatedString, cst.FormattedString)),
)


def spans_of_first(module: Module, text: str, kind: type[Node]) -> set[str]:
    """Where the first pass has nodes of a class, each with its code, in characters."""
    content = text.encode()
    return {
        f"{len(content[: node.start].decode())}: {content[node.start : node.end].decode()}"
        for node in nodes_of(module)
        if isinstance(node, kind)
    }


def nodes_of(module: Module) -> Iterator[Node]:
    waiting: list[Node] = list(module.body)
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(parts_of(node))


def spans_of_second(piece: Piece, kinds: tuple[type[cst.CSTNode], ...]) -> set[str]:
    joined = [
        (each.start, each.end) for each in piece.expressions if isinstance(each.node, cst.ConcatenatedString)
    ]
    parts = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)

    def is_part(each: Written) -> bool:
        around = [(first, last) for first, last in joined if first <= each.start and each.end <= last]
        return isinstance(each.node, parts) and any(span != (each.start, each.end) for span in around)

    return {
        f"{each.start}: {piece.text[each.start : each.end]}"
        for each in piece.expressions
        if isinstance(each.node, kinds) and not is_part(each)
    }


def hold_to_the_same(text: str) -> bool:
    """Hold both passes to the same places; whether the text could be held."""
    piece = piece_of(text, 1)
    if not isinstance(piece, Piece):
        return False
    module = read_python(SourceFile(path="a.py", text=text), Limits())
    assert isinstance(module, Module)
    for first, second in SAME:
        assert spans_of_first(module, text, first) == spans_of_second(piece, second)
    comments = {each.text for each in piece.remarks}
    assert {each.text.lstrip("#!: ") for each in module.comments} <= comments
    return True


SOURCES = {
    **{
        f"{case.group}-{case.name}-{path}": text
        for case in all_cases()
        if not case.damaged
        for path, text in case.files.items()
        if path.endswith(".py") and "\r" not in text
    },
    **{
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "samples").rglob("*.py"))
    },
}


def test_both_passes_mean_the_same_places_in_cases_and_samples() -> None:
    faults: list[str] = []
    held = 0
    for name, text in SOURCES.items():
        try:
            held += hold_to_the_same(text)
        except AssertionError as fault:
            faults.append(f"{name}: {fault}")
    assert not faults, "\n".join(faults[:5])
    assert held > 0.95 * len(SOURCES)


NAMES = st.sampled_from(["limit", "notes", "größe", "x1"])
LEAVES = st.one_of(
    NAMES,
    st.sampled_from(
        ["7", "0.25", "1_000", "0x1f", '"a"', "r'\\d'", '"""two\nlines"""', "'é' 'b'", 'f"{x1!r:>4}"']
    ),
)


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        pair.map(lambda two: f"({two[0]} + {two[1]})"),
        pair.map(lambda two: f"(  # why\n    {two[0]}\n    < {two[1]}  # so\n)"),
        pair.map(lambda two: f"[{two[0]}, {two[1]}][{two[1]}]"),
        st.tuples(NAMES, inner).map(lambda two: f"{two[0]}({two[1]}, limit={two[1]})"),
        st.tuples(NAMES, inner).map(lambda two: f"{two[0]}.get({two[1]})[:7]"),
        inner.map(lambda one: f"(({one}))"),
        inner.map(lambda one: f"(lambda notes: {one})"),
    )


EXPRESSIONS = st.recursive(LEAVES, _wider, max_leaves=8)
STATEMENTS = st.one_of(
    st.tuples(NAMES, EXPRESSIONS).map(lambda two: f"{two[0]} = ({two[1]})  # kept\n"),
    EXPRESSIONS.map(lambda one: f"# above\nif ({one}):\n    x1 = ({one})\n"),
    EXPRESSIONS.map(
        lambda one: f"def keep(\n    notes,  # these\n    limit=({one}),\n):\n    return ({one})\n"
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(STATEMENTS, min_size=1, max_size=4).map("".join))
def test_both_passes_mean_the_same_places_in_made_sources(text: str) -> None:
    assert hold_to_the_same(text)


def test_a_piece_says_where_it_is_refused() -> None:
    refused = piece_of("x = 1\ny = = 2\n", 11)
    assert isinstance(refused, Refused)
    assert refused.line == 12


def test_facts_of_all_samples_have_passages_that_stand_at_their_lines() -> None:
    for sample in sorted((ROOT / "samples").iterdir()):
        snapshot = open_snapshot(sample)
        for fact in extract(snapshot).facts:
            file = snapshot.read(fact.path)
            assert isinstance(file, SourceFile)
            assert fact.passage == lines_of(file, fact)


def lines_of(file: SourceFile, fact: Fact) -> str:
    return "\n".join(file.lines[fact.line_start - 1 : fact.line_end])
