"""Templates: found where they lie, replaced by a user's, escaped unasked, and named when broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.errors import TemplateError
from auditor.render import report_files
from auditor.render.escaping import Markdown
from auditor.render.template_files import filled, templates_folder
from tests.render import lamplight


def template(folder: Path, text: str, name: str = "own.md.j2") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_built_in_folder() -> None:
    assert (templates_folder() / "records.md.j2").is_file()


def test_what_is_not_markdown_is_escaped(tmp_path: Path) -> None:
    folder = template(tmp_path, "*{{ word }}* {{ done }} {{ number }} {{ nothing }}{{ word | upper }}\n")
    values = {"word": "<b>*x*", "done": Markdown("**x**"), "number": 7, "nothing": None}
    made = filled("own.md.j2", values, templates=folder)
    assert made == "*\\<b>\\*x\\** **x** 7 \\<B>\\*X\\*\n"


def test_a_changed_value_is_escaped_again(tmp_path: Path) -> None:
    """Only the type vouches: what a template makes out of Markdown is text."""
    folder = template(tmp_path, "{{ done ~ '*' }}")
    assert filled("own.md.j2", {"done": Markdown("*x*")}, templates=folder) == "\\*x\\*\\*"


def test_a_macro_is_marked_as_markdown(tmp_path: Path) -> None:
    folder = template(tmp_path, "{% macro m(x) %}**{{ x }}**{% endmacro %}{{ m('*') | markdown }}")
    assert filled("own.md.j2", {}, templates=folder) == "**\\***"


def test_a_users_template_takes_the_place(tmp_path: Path) -> None:
    folder = template(tmp_path, "\n## Records\n", "records.md.j2")
    text = report_files(lamplight.audit(), templates=folder)["epistemic.md"]
    assert "## Records" in text
    assert "## Shared records" not in text
    assert "## Bounded conclusion" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("one\n{% if %}\n", ":2: Expected an expression"),
        ("one\n\n{{ missing }}\n", ":3: 'missing' is undefined"),
        ("{{ word.missing }}", ":1: "),
        ("one\n{{ 1 / 0 }}", ":2: division by zero"),
        ("\n{% include 'none.md.j2' %}", "no template is called none.md.j2"),
        ("{{ ''.__class__.__mro__ }}", ":1: "),
        ("\n{{ word | nofilter }}", ":2: No filter named 'nofilter'"),
    ],
)
def test_a_broken_template_is_named_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    folder = template(tmp_path, text)
    with pytest.raises(TemplateError) as raised:
        filled("own.md.j2", {"word": "x"}, templates=folder)
    assert says in str(raised.value)
    assert "own.md.j2" in str(raised.value)


def test_a_template_that_is_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "own.md.j2").write_bytes(b"\xff")
    with pytest.raises(TemplateError, match=r"own\.md\.j2: the template is not UTF-8"):
        filled("own.md.j2", {}, templates=tmp_path)
