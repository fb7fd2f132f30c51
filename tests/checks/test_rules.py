"""Every rule has its own number, and a page whose bad example it finds and whose good one it passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.build import check_register
from auditor.checks import FAMILIES, RULES
from auditor.findings import Rule
from auditor.settings import Settings
from tests.checks import shelf

_EXAMPLE = re.compile(
    r"^(Bad|Good)(?: \(in `(?P<file>[\w.]+)`\))?:\n(?P<text>(?:    .*\n|\n)+)", re.MULTILINE
)

_TOP = {
    "format:": " audit-register/1",
    "system:": " Shelf",
    "member:": " epistemic",
    "question:": " What does Shelf take to be true?",
    "boundary:": " {kind: whole-system, target_class: memory, grounding: code-grounded, cutoff: 2026-01-02}",
    "sources:": " [{id: SRC-1, kind: capture, location: shelf, revision: 'sha256:<its digest>',"
    " layers: {implementation: [shelf.py], doctrine/design: [README.md]}}]",
    "coverage:": " [{entry: Save, files: [a.py], read: whole, limit: no run, prevents: observed use}]",
    "conclusion:": " [Nothing more follows.]",
}


def _examples(rule: Rule) -> dict[str, tuple[str, str]]:
    return {
        match.group(1): (
            match.group("file") or "register.yaml",
            "".join(line[4:] if line.strip() else line for line in match.group("text").splitlines(True)),
        )
        for match in _EXAMPLE.finditer(rule.page)
    }


def _broken(folder: Path, file: str, text: str) -> set[str]:
    """The names of the rules that an example breaks, the register's top keys added where it has none."""
    folder.mkdir()
    if file == "register.yaml" and not text.startswith("- "):
        text += "".join(
            f"{key}{rest}\n" for key, rest in _TOP.items() if not re.search(f"^{key}", text, re.M)
        )
    known = shelf.beside(folder)
    for mark, digest in known.items():
        text = text.replace(mark, digest)
    (folder / file).write_text(text, encoding="utf-8")
    return {each.name for each in check_register(folder, Settings()).findings}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.number}-{rule.name}")
def test_the_bad_example_breaks_the_rule_and_the_good_one_does_not(rule: Rule, tmp_path: Path) -> None:
    examples = _examples(rule)
    assert set(examples) == {"Bad", "Good"}, "each page has a bad and a good example"
    assert rule.name in _broken(tmp_path / "bad", *examples["Bad"])
    assert rule.name not in _broken(tmp_path / "good", *examples["Good"])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.number}-{rule.name}")
def test_a_page_says_what_why_and_what_to_do(rule: Rule) -> None:
    assert rule.summary.endswith("."), "the first line is a sentence"
    assert "\nWhy: " in rule.page
    assert "\nRemedy: " in rule.page
    assert all(len(line) <= 110 for line in rule.page.splitlines())


def test_numbers_and_names_are_each_used_once() -> None:
    assert len({rule.number for rule in RULES}) == len(RULES)
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_rules_stand_in_their_family_in_the_order_of_their_numbers() -> None:
    for family in FAMILIES:
        numbers = [rule.number for rule in family.rules]
        assert numbers == sorted(numbers)
        assert all(number // 100 * 100 == family.hundred for number in numbers)


def test_names_name_the_fault_in_lower_case_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name) for rule in RULES)
