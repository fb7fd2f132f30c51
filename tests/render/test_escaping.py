"""Escaped text says what it said, and is nothing but text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from auditor.render.escaping import Markdown, cell, cleaned, code, fenced, inline, one_line, quoted, row
from auditor.render.prose import prose
from tests.render.hostile import any_text
from tests.render.markdown_shape import PARSER, seen, shape

LINKS = {"EPI-OBJ-log-entry": "#epi-obj-log-entry", "SRC-1": "#src-1"}


def href(identifier: str) -> str:
    return LINKS.get(identifier, "")


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("plain words, snake_case and C#", "plain words, snake_case and C#"),
        ("# heading", "\\# heading"),
        ("- item", "\\- item"),
        ("-1", "-1"),
        ("12. item", "12\\. item"),
        ("12.5 and 3)", "12.5 and 3)"),
        ("> said", "\\> said"),
        ("a > b", "a > b"),
        ("---", "\\---"),
        ("==", "\\=="),
        ("a | b", "a \\| b"),
        ("<b>&lt;", "\\<b>\\&lt;"),
        ("R & D", "R & D"),
        ("*a* _b_ ~c~", "\\*a\\* \\_b\\_ \\~c\\~"),
        ("[a](b)", "\\[a\\](b)"),
        ("see https://e.org", "see https\\://e.org"),
        ("www.e.org", "www\\.e.org"),
        ("write to a.b@c.example now", "write to `a.b@c.example` now"),
        ("mailto:a@b.c, xmpp:a@b.c/d", "mailto\\:`a@b.c`, xmpp\\:`a@b.c`/d"),
        ("a@b@c.d and `a@b.c`", "a@`b@c.d` and `a@b.c`"),
        ("pkg@1.2 `a@b.c", "`pkg@1.2` \\``a@b.c`"),
        ("@owner, a@b", "\\@owner, a\\@b"),
        ("one\n  two", "one two"),
        ("`a | b` stays", "`a | b` stays"),
        ("`` a`b ``", "``a`b``"),
        ("one ` alone", "one \\` alone"),
        ("see EPI-OBJ-log-entry.", "see [EPI-OBJ-log-entry](#epi-obj-log-entry)."),
        ("oh!SRC-1", "oh\\![SRC-1](#src-1)"),
        ("`SRC-1`", "[`SRC-1`](#src-1)"),
        ("EPI-OBJ-unknown", "EPI-OBJ-unknown"),
        ("a\x1b[31mb", "a\ufffd\\[31mb"),
        ("a\u202eb", "a⟨U+202E⟩b"),
    ],
)
def test_inline(text: str, markdown: str) -> None:
    assert inline(text, href) == markdown


def test_a_pipe_in_code_is_escaped_in_a_cell_alone() -> None:
    made = inline("`a|b` | `c\\|d`")
    assert made == "`a|b` \\| `c\\|d`"
    assert cell(made) == "`a\\|b` \\| `c\\\\|d`"


def test_a_cell_escapes_what_is_not_markdown() -> None:
    assert row(["*a*", Markdown("*a*")]) == "| \\*a\\* | *a* |"


@settings(derandomize=True, deadline=None, max_examples=400)
@given(any_text)
def test_a_text_is_seen_as_it_is(text: str) -> None:
    without_code = text.replace("`", "'")
    rendered = PARSER.render(inline(without_code))
    assert seen(rendered).strip() == one_line(without_code).strip()
    assert "<a" not in rendered
    assert rendered.count("<") == (2 if rendered else 0) + 2 * rendered.count("<code>")


@settings(derandomize=True, deadline=None, max_examples=400)
@given(any_text)
def test_no_address_stands_in_what_github_links(text: str) -> None:
    """Its renderer looks for addresses in the text between two other nodes, escapes already undone."""
    address = re.compile(r"[A-Za-z0-9.+_-]@[A-Za-z0-9_-]*\.[A-Za-z0-9]")
    for made in (str(inline(text, href)), f"| a |\n|---|\n{row([inline(text, href)])}\n"):
        for token in PARSER.parse(made):
            stretch = ""
            for each in token.children or ():
                stretch = stretch + each.content if each.type == "text" else ""
                assert not address.search(stretch) or "/" in stretch.partition("@")[0]


@pytest.mark.parametrize(
    "text",
    [
        " " * 400_000 + "x",
        ("x" + " " * 2_000) * 200,
        "".join("`" * n + " " for n in range(1, 900)),
        "` " + "``` " * 100_000,
        "\\" * 400_000 + "`",
        "\\`" * 200_000,
        "a" * 400_000,
        "a@" * 200_000,
        "a.@" * 100_000,
        "|" * 400_000,
        "EPI-" * 100_000,
        "`" * 200_000 + " x `",
    ],
    ids=range(12),
)
def test_a_long_text_takes_no_longer_than_its_length(text: str) -> None:
    """With any step that looks back over the whole text these would take hours."""
    assert "\n" not in cell(inline(text, href))
    assert prose(text, href)


@settings(derandomize=True, deadline=None, max_examples=400)
@given(any_text, any_text)
def test_a_table_keeps_its_cells(first: str, second: str) -> None:
    table = f"| a | b |\n|---|---|\n{row([inline(first, href), code(second)])}\n"
    found = shape(table)
    assert found.rows == [2, 2]
    assert found.links <= set(LINKS.values())
    assert not found.foreign_html
    cells = [token.children for token in PARSER.parse(table) if token.type == "inline"][2:]
    expected = one_line(second)
    shown = "".join(token.content for token in cells[1] or ())
    assert shown.strip() == expected.strip()


@settings(derandomize=True, deadline=None, max_examples=400)
@given(any_text)
def test_a_passage_is_verbatim(text: str) -> None:
    tokens = PARSER.parse(quoted(fenced(text, "python") + "\n— after") + "\n\nend\n")
    assert [token.type for token in tokens if token.level == 0] == [
        "blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close",
    ]  # fmt: skip
    fences = [token for token in tokens if token.type == "fence"]
    assert [fence.content for fence in fences] == [cleaned(text) + "\n"]


def test_a_cell_of_four_thousand_characters() -> None:
    text = "a | `b|c` <i> EPI-OBJ-log-entry " * 125
    found = shape(f"| a |\n|---|\n{row([inline(text, href)])}\n")
    assert found.rows == [1, 1]
    assert not found.foreign_html
