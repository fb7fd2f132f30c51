"""Settings come from the nearest file upwards, which wins whole; what they may not say is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.checks import check_selectors
from auditor.errors import SettingsError, UnknownRule
from auditor.findings import Severity
from auditor.settings import Settings, find_settings, overridden, own_templates


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = find_settings(tmp_path)
    assert (found.fail_on, found.select, found.ignore, found.review_days) == (Severity.ERROR, (), (), 90)


def test_the_nearest_file_wins_whole(tmp_path: Path) -> None:
    inner = tmp_path / "registers" / "shelf"
    inner.mkdir(parents=True)
    (tmp_path / "audit.yaml").write_text("fail_on: info\nignore: [108]\n")
    assert find_settings(inner).ignore == ("108",)
    (inner.parent / "audit.yaml").write_text("review_days: 30\n")
    found = find_settings(inner)
    assert (found.fail_on, found.ignore, found.review_days) == (Severity.ERROR, (), 30)


def test_a_project_file_counts_only_with_its_table(tmp_path: Path) -> None:
    (tmp_path / "audit.yaml").write_text("fail_on: warning\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert find_settings(inner).fail_on is Severity.WARNING
    (inner / "pyproject.toml").write_text("[tool.audit]\nfail-on = 'info'\n")
    assert find_settings(inner).fail_on is Severity.INFO


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fial_on: error\n", "audit.yaml:1: the settings have no key `fial_on`; did you mean `fail_on`?"),
        ("select: [1]\nfail_on: often\n", "audit.yaml:2: `fail_on` is `info`, `warning`, `error`"),
        ("select: 101\n", "`select` is a list"),
        ("per_path_ignores: [a]\n", "gives a list of rules for each pattern"),
        ("review_days: -1\n", "a number of days"),
        ("- a\n", "no keys with their values"),
        ("a: [b\n", "cannot be read"),
        ("templates: [a]\n", "`templates` is a folder"),
        ("review_days: " + "9" * 5_000 + "\n", "cannot be read"),
        ("review_days: 2026-13-45\n", "cannot be read"),
        ("review_days: " + "[" * 5_000 + "\n", "cannot be read"),
        ("select: [" + "a, " * 200_000 + "a]\n", "over the limit"),
        ("a: &a [1]\nselect: *a\n", "audit.yaml:2: settings hold no aliases"),
        ("review_days: " + "{a: " * 40 + "1" + "}" * 40 + "\n", "over 16 levels deep"),
        ("k" * 500 + ": 1\n", "the settings have no key `" + "k" * 60 + "`"),
    ],
)
def test_what_settings_may_not_say_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "audit.yaml").write_text(text)
    with pytest.raises(SettingsError) as refused:
        find_settings(tmp_path)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tool.audit]\n" + "a." * 50_000 + "b = 1\n", "pyproject.toml:2: cannot be read (over 200 dots"),
        ("[tool.audit]\n" + "x = " + "[" * 50_000 + "\n", "cannot be read"),
        ("[tool.audit]\nselect = " + "1" * 5_000 + "\n", "cannot be read"),
        ("[tool.audit]\nfail_on = \xff\n", "cannot be read"),
    ],
)
def test_a_project_file_that_exhausts_its_parser_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError) as refused:
        find_settings(tmp_path)
    assert says in str(refused.value)


def test_a_project_file_without_our_table_is_left_alone_however_broken(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("a." * 100_000 + "b = 1\n[")
    assert find_settings(tmp_path) == Settings()


def test_templates_are_obeyed_from_settings_of_the_current_project_only(tmp_path: Path) -> None:
    (tmp_path / "register").mkdir()
    (tmp_path / "register" / "audit.yaml").write_text("templates: wording\n")
    found = find_settings(tmp_path / "register")
    for inside in (tmp_path / "register", tmp_path / "register" / "deeper"):
        assert own_templates(found, inside) is found
    for outside in (tmp_path, tmp_path / "register-2", tmp_path / "elsewhere"):
        with pytest.raises(
            SettingsError, match=r"audit\.yaml: names templates, and lies outside.*--templates"
        ):
            own_templates(found, outside)
    assert own_templates(Settings(), tmp_path) == Settings()


def test_rules_are_chosen_by_number_by_name_and_by_family(tmp_path: Path) -> None:
    settings = Settings(select=("100", "missing-field"), ignore=("130",), root=tmp_path)
    assert settings.keeps(123, "duplicate-identifier", "a.yaml")
    assert settings.keeps(301, "missing-field", "a.yaml")
    assert not settings.keeps(130, "dangling-reference", "a.yaml")
    assert not settings.keeps(302, "empty-field", "a.yaml")


def test_rules_are_ignored_by_path(tmp_path: Path) -> None:
    settings = Settings(per_path_ignores={"old/*": ("300",)}, root=tmp_path)
    assert not settings.keeps(301, "missing-field", str(tmp_path / "old" / "a.yaml"))
    assert settings.keeps(301, "missing-field", str(tmp_path / "new" / "a.yaml"))


def test_a_rule_that_does_not_exist_cannot_be_chosen() -> None:
    check_selectors(Settings(select=("100", "301", "dangling-reference")))
    with pytest.raises(UnknownRule, match="did you mean `dangling-reference`"):
        check_selectors(Settings(ignore=("dangling-referenc",)))
    with pytest.raises(UnknownRule, match="no rule is called 999"):
        check_selectors(Settings(ignore=("999",)))


def test_the_command_line_wins_over_all() -> None:
    found = overridden(Settings(fail_on=Severity.INFO, ignore=("108",)), fail_on=Severity.ERROR, ignore=None)
    assert (found.fail_on, found.ignore) == (Severity.ERROR, ("108",))


@pytest.mark.parametrize("selector", ["²", "9" * 5_000, "-1", ""])
def test_a_selector_that_only_looks_like_a_number_is_refused(selector: str) -> None:
    with pytest.raises(UnknownRule):
        check_selectors(Settings(ignore=(selector,)))
