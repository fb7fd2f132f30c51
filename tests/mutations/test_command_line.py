"""A sample of the mutations through the command line: the exit code is 1, and the printed finding names its
number and its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from auditor.cli import main
from tests.mutations.bench import EVERYTHING

SAMPLE = [
    ("set.yaml", "records: [EPI-RTE-trust-decision]", "records: [EPI-RTE-gone]", 130),
    ("set.yaml", "kind: whole-system", "kind: whole-systen", 202),
    ("set.yaml", "members: [runtime, memory, epistemic]", "members: [runtime, memory, epistemics]", 112),
    ("set.yaml", "    because: the sentence names a consumer", "    because: TODO", 303),
    ("set.yaml", "revision: 8f14e45", "revisoin: 8f14e45", 103),
    ("runtime/register.yaml", "part_of: RT-CMP-language-stack", "part_of: RT-CMP-chat-model", 141),
    ("runtime/register.yaml", "parameters_change: no, not during a turn", "parameters_change:", 302),
    ("runtime/register.yaml", "superseded_by: RT-CMP-chat-model", "superseded_by: RT-CMP-3", 144),
    ("runtime/register.yaml", "- id: RT-CMP-shelf-store", "- id: MEM-CMP-shelf-store", 122),
    ("runtime/register.yaml", "- id: RT-CMP-language-stack", "- id: RT-CMP-Language", 120),
    ("runtime/register.yaml", "cell: 3", "cell: third", 110),
    ("runtime/register.yaml", "operation: observed", "operation: inapplicable", 240),
    ("runtime/register.yaml", "expires: 2027-11-30", "expires: 2027-11-31", 111),
    ("memory/register.yaml", "guarantee: policy", "guarantee: polisy", 214),
    ("memory/register.yaml", "values: [sqlite]", "values: [sqlit]", 224),
    (
        "memory/register.yaml",
        "delegated_visibility: none — the table is local",
        "delegated_visibility: none",
        304,
    ),
    ("memory/register.yaml", "on: RT-CMP-shelf-store", "on: RT-OBJ-reply", 152),
    ("memory/register.yaml", "  prevents: whether facts leave the household", "  prevents:", 308),
    ("memory/register.yaml", "  - id: MEM-OBJ-jar-list", "  - id: MEM-OBJ-allergy-line", 123),
    ("memory/register.yaml", "label: Jar list", "label: &jars Jar list", 105),
    ("epistemic/register.yaml", "relation: no content change", "relation: ampliative conjecture", 241),
    ("epistemic/register.yaml", "of: RT-RTE-chat-turn", "of: RT-CMP-clock", 131),
    ("epistemic/register.yaml", "  - RT-CLM-hub-promise", "  - EPI-CLM-safe-kitchen", 154),
    ("epistemic/claims.yaml", "- claim: EPI-CLM-safe-kitchen", "- claim: EPI-CLM-never-forgets", 151),
    (
        "epistemic/claims.yaml",
        "    operation: no dish with an allergen is advised",
        "    operation: a: b",
        102,
    ),
    ("epistemic/claims.yaml", "said_in: see record", "said_in: see RT-RTE-chat-turn", 305),
    ("epistemic/rows.yaml", "routes: [MEM-RTE-fact-recall]", "routes: [MEM-RTE-fact-save]", 147),
    ("epistemic/rows.yaml", "  - object: MEM-OBJ-allergy-line", "  - object: the line", 148),
    (
        "epistemic/rows.yaml",
        "    evaluator: nobody — the reply is not checked",
        "    evaluator: [nobody]",
        106,
    ),
]


def _set(folder: Path) -> Path:
    return Path(shutil.copytree(EVERYTHING, folder / "set"))


def test_the_set_as_it_stands_is_done_with_code_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", str(_set(tmp_path))]) == 0
    assert main(["check", str(tmp_path / "set"), "--fail-on", "warning"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""


@pytest.mark.parametrize(("file", "before", "after", "number"), SAMPLE, ids=[str(each[3]) for each in SAMPLE])
def test_a_spoilt_set_ends_with_code_1_and_prints_the_number_and_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, before: str, after: str, number: int
) -> None:
    path = _set(tmp_path) / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    line = text[: text.index(before)].count("\n") + 1
    code = main(["check", str(tmp_path / "set"), "--brief", "--fail-on", "warning"])
    printed = capsys.readouterr()
    assert code == 1
    assert printed.err == ""
    found = [each for each in printed.out.splitlines() if re.search(rf"\b{number}\b", each)]
    assert found, printed.out
    if number not in (147, 148):  # said of the record that has lost its row, where that stands
        assert [each for each in found if re.search(rf"{file}:{line}:\d+", each)], found
