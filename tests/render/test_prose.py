"""Prose keeps its paragraphs, lists, quotations and code, and nothing else."""

from __future__ import annotations

from hypothesis import given, settings

from auditor.render.prose import prose
from tests.render.hostile import any_text
from tests.render.markdown_shape import PARSER, shape


def test_the_kept_blocks() -> None:
    text = (
        "One\ntwo.\n- a\n  - b\n* c\n\n3) third\n   goes on\n4) next\n> said\n> --- `x`\n```py\n# x\n```\nend"
    )
    made = prose(text)
    assert made == (
        "One\ntwo.\n\n- a\n  - b\n- c\n\n3. third\n   goes on\n4. next\n\n> said\\\n> --- `x`\n\n"
        "```py\n# x\n```\n\nend"
    )
    assert [token.type for token in PARSER.parse(made) if token.level == 0 and token.nesting >= 0] == [
        "paragraph_open", "bullet_list_open", "ordered_list_open", "blockquote_open", "fence",
        "paragraph_open",
    ]  # fmt: skip


def test_an_open_fence_is_closed() -> None:
    made = prose("```\n# not a heading")
    assert made == "```\n# not a heading\n```"


def test_a_fence_outlasts_those_inside() -> None:
    assert prose("~~~\n```\nx\n```\n~~~") == "````\n```\nx\n```\n````"


def test_headings_tables_and_html_are_text() -> None:
    found = shape(prose("# a\n\nb\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<div>\n\n[a](b) ![c](d)\n"))
    assert not found.headings
    assert not found.rows
    assert not found.foreign_html
    assert not found.links
    assert not found.images


def test_identifiers_in_quotations_are_no_references() -> None:
    made = prose("SRC-1\n\n> SRC-1\n", lambda identifier: "#src-1")
    assert made == "[SRC-1](#src-1)\n\n> SRC-1"


@settings(derandomize=True, deadline=None, max_examples=600)
@given(any_text)
def test_prose_never_becomes_more(text: str) -> None:
    found = shape(prose(text, lambda identifier: "#x") + "\n\n# end\n")
    assert found.headings == ["h1"]
    assert not found.rows
    assert not found.foreign_html
    assert not found.images
    assert found.links <= {"#x"}
    assert "code_block" not in found.blocks
    assert "hr" not in found.blocks
