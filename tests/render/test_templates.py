"""Templates: found where they lie, replaced by a user's, escaped unasked, and named when broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from auditor.errors import TemplateError
from auditor.render import report_files, template_sandbox
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
        ("{{ range(9) }}", ":1: 'range' is undefined"),
        ("{{ lipsum(99999) }}", ":1: 'lipsum' is undefined"),
        ("{{ [].pop() }}", ":1: "),
        ("{{ word.encode('utf-7') }}", ":1: "),
        ("{{ '{:999999999}'.format(1) }}", ":1: "),
        ("{{ '%999999999d' % 1 }}", ":1: a template cannot compute with `%` here"),
        ("{{ 'x' * 999999999 }}", ":1: a template cannot compute with `*` here"),
        ("{{ 2 ** 999999999 }}", ":1: a template cannot compute with `**` here"),
        ("{{ 'x' | center(999999999) }}", ":1: No filter named 'center'"),
        ("{{ word.ljust(999999999) }}", ":1: "),
        ("{{ 1e308 * 10 }}{{ word }}", ":1: "),
        ("{{ word | int | round(99999) }}{{ (1e300 | int) % 7 }}", ":1: "),
        ("{{ [1, [2]] }}", ":1: a list or a record cannot be printed whole"),
        ("{{ [[1], 2] | join }}", ":1: a list or a record cannot be printed whole"),
        ("{{ ''.join([1]) }}", ":1: "),
        ("{{ word[1, 2] }}", ":1: "),
        ("{% include 'own.md.j2' %}", ":1: "),
        ("{% macro m() %}{{ m() }}{% endmacro %}\n{{ m() }}", ":1: "),
        (
            "{% set x %}{{ 'x' }}{% endset %}" + "{% set x = x ~ x %}" * 60 + "{{ x }}",
            ":1: the template makes",
        ),
        ("{% set x = [1] %}" + "{% set x = x + x %}" * 60 + "{{ x | length }}", ":1: the template makes"),
        (
            "{% set x = 'xx' %}" + "{% set x = x | replace('x', x) %}" * 9 + "{{ x }}",
            ":1: the template makes",
        ),
        ("{% set x = 'xx' %}" + "{% set x = x | join(x) %}" * 9 + "{{ x }}", ":1: the template makes"),
    ],
)
def test_a_broken_template_is_named_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    folder = template(tmp_path, text)
    with pytest.raises(TemplateError) as raised:
        filled("own.md.j2", {"word": "x"}, templates=folder)
    assert says in str(raised.value)
    assert "own.md.j2" in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "{% set row = [1, 2, 3, 4, 5, 6, 7, 8, 9] %}"
        + "".join(f"{{% for x{n} in row %}}" for n in range(12))
        + "{% endfor %}" * 12,
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}",
    ],
)
def test_a_template_that_goes_on_and_on_is_ended(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_sandbox, "MOST_STEPS", 10_000)
    with pytest.raises(
        TemplateError, match=r"own\.md\.j2:1: the template goes on for more than 10,000 steps"
    ):
        filled("own.md.j2", {}, templates=template(tmp_path, text))


def test_what_wording_needs_is_there(tmp_path: Path) -> None:
    text = (
        "{% for each in words | sort %}{{ loop.index }} of {{ loop.length }}: {{ each ~ '!' }}"
        "{{ '' if loop.last else '; ' }}{% endfor %} {{ words | join(', ') }} {{ 'a-b'.split('-') | length }}"
        " {{ 2 + 3 * 4 }} {{ 'a' + 'b' }} {{ words | map('upper') | list | first }}"
        " {{ 'aa' | replace('a', 'b') }}"
    )
    made = filled("own.md.j2", {"words": ("two", "one")}, templates=template(tmp_path, text))
    assert made == "1 of 2: one!;2 of 2: two! two, one 2 14 ab TWO bb"


@pytest.mark.parametrize("make", ["nothing", "file", "empty", "other"])
def test_a_folder_that_holds_no_template_is_an_error(tmp_path: Path, make: str) -> None:
    folder = tmp_path / "wording"
    if make == "file":
        folder.write_text("")
    elif make != "nothing":
        folder.mkdir()
    if make == "other":
        template(folder, "", "epistemick.md.j2")
    with pytest.raises(TemplateError, match=r"wording: (no such folder of templates|holds no template)"):
        report_files(lamplight.audit(), templates=folder)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_template_that_a_link_leads_out_for_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "wording"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "records.md.j2").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(TemplateError, match=r"records\.md\.j2: a link leads out of the folder of templates"):
        report_files(lamplight.audit(), templates=folder)


def test_a_template_over_the_limit_is_refused(tmp_path: Path) -> None:
    folder = template(tmp_path, " " * (template_sandbox.MAX_BYTES + 1))
    with pytest.raises(TemplateError, match=r"own\.md\.j2: the template is over the limit"):
        filled("own.md.j2", {}, templates=folder)


def test_a_template_that_is_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "own.md.j2").write_bytes(b"\xff")
    with pytest.raises(TemplateError, match=r"own\.md\.j2: the template is not UTF-8"):
        filled("own.md.j2", {}, templates=tmp_path)
