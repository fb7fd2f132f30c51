"""The command line: what each command prints, writes and returns."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditor import __version__
from auditor.checks import RULES
from auditor.cli import main
from auditor.cli.parser import COMMANDS
from auditor.terms import FactKind

ROOT = Path(__file__).parent.parent
NAMES = [command.name for command in COMMANDS]


@pytest.fixture
def register(tmp_path: Path) -> Path:
    """A copy of a register that is clean, with the system that it audits where it looks for it."""
    for folder in ("samples", "registers"):
        shutil.copytree(
            ROOT / folder / "jotter", tmp_path / folder / "jotter", ignore=shutil.ignore_patterns("report")
        )
    return tmp_path / "registers" / "jotter"


def _break(register: Path) -> None:
    path = register / "register.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("EPI-ABS-digest-check", "EPI-ABS-digest-chek", 1), encoding="utf-8")


def _snapshot(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], *([name, "--help"] for name in NAMES)])
def test_help_and_version_end_with_zero(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    printed = capsys.readouterr().out
    assert f"audit {__version__}" in printed if arguments == ["--version"] else "usage: audit" in printed
    if arguments[0] in NAMES:
        assert "example: audit " + arguments[0] in printed


def test_the_readme_shows_the_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit):
        main(["--help"])
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"<!-- help -->\n```\n(.*?)```\n<!-- end of help -->", readme, re.DOTALL)
    assert shown is not None
    assert shown.group(1).split() == capsys.readouterr().out.split()


@pytest.mark.parametrize("arguments", [[], ["chek"], ["check"], ["check", "x", "--format", "xml"]])
def test_wrong_usage_ends_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: audit" in capsys.readouterr().err


def test_a_clean_register_ends_with_zero_and_nothing_is_written(
    register: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _snapshot(register.parents[1])
    assert main(["check", str(register)]) == 0
    assert capsys.readouterr().out == (
        "no findings\nevidence: 41 passages (41 match); 10 thresholds (10 match)\n"
    )
    assert _snapshot(register.parents[1]) == before


def test_a_finding_shows_its_line_a_caret_and_the_nearest_name(
    register: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _break(register)
    assert main(["check", str(register)]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"register\.yaml:\d+:\d+: error\[130\] dangling-reference: ", printed)
    assert "did you mean `EPI-ABS-digest-check`?" in printed
    assert "^" * len("EPI-ABS-digest-chek") in printed
    assert "\n1 error\n" in printed


def test_the_threshold_of_failure_can_be_moved_and_rules_left_out(register: Path) -> None:
    _break(register)
    assert main(["check", str(register), "--ignore", "130"]) == 0
    assert main(["check", str(register), "--ignore", "dangling-reference"]) == 0
    assert main(["check", str(register), "--select", "300"]) == 0
    assert main(["check", str(register), "--select", "100"]) == 1
    path = register / "register.yaml"
    text = path.read_text(encoding="utf-8").replace("-chek", "-check")
    path.write_text(text.replace("system: Jotter", "system: Jotter # so called", 1), encoding="utf-8")
    assert main(["check", str(register), "--select", "108", "--fail-on", "warning"]) == 1


def test_a_rule_that_does_not_exist_is_a_failure(register: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(register), "--ignore", "danling-reference"]) == 2
    assert capsys.readouterr().err == (
        "audit: no rule is called danling-reference; did you mean `dangling-reference`?\n"
    )


def test_json_is_the_saved_form(register: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _break(register)
    assert main(["check", str(register), "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert (made["format"], made["counts"]["error"]) == ("audit-findings/1", 1)
    assert made["findings"][0]["name"] == "dangling-reference"


def test_github_commands_name_file_and_line(register: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _break(register)
    assert main(["check", str(register), "--format", "github"]) == 1
    assert re.match(r"::error file=.*register\.yaml,line=\d+,col=\d+,", capsys.readouterr().out)


@pytest.mark.parametrize("form", ["mmd", "dot", "json"])
def test_the_graph_is_written_where_it_was_asked_for(register: Path, form: str, tmp_path: Path) -> None:
    target = tmp_path / f"graph.{form}"
    assert main(["check", str(register), "--graph", str(target)]) == 0
    assert "EPI-RTE-repeat-check" in target.read_text(encoding="utf-8")


def test_a_graph_of_an_unknown_form_is_refused(register: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(register), "--graph", "graph.svg"]) == 2
    assert "ends in .mmd, .dot or .json" in capsys.readouterr().err


def test_a_report_is_written_beside_the_register_and_is_not_stale(register: Path) -> None:
    assert main(["build", str(register)]) == 0
    names = {"epistemic.md", "findings.md", "audit.json", "audit.schema.json", "SRC-1.sha256"}
    assert {path.name for path in (register / "report").iterdir()} == names
    before = _snapshot(register)
    assert main(["build", "--check", str(register)]) == 0
    assert main(["build", str(register)]) == 0
    assert _snapshot(register) == before
    (register / "report" / "epistemic.md").write_text("old\n", encoding="utf-8")
    assert main(["build", "--check", str(register)]) == 1


def test_with_errors_the_report_is_still_written_and_says_so(register: Path) -> None:
    _break(register)
    assert main(["build", str(register)]) == 1
    report = (register / "report" / "epistemic.md").read_text(encoding="utf-8")
    assert "\n> **1 finding at error severity:** see [findings.md](findings.md)" in report
    assert "EPI-ABS-digest-chek" in (register / "report" / "findings.md").read_text(encoding="utf-8")


def test_the_ledger_has_two_layouts(register: Path) -> None:
    assert main(["build", str(register), "--ledger", "records", "--out", str(register / "records")]) == 0
    assert main(["build", str(register), "--ledger", "table", "--out", str(register / "table")]) == 0
    records = (register / "records" / "epistemic.md").read_text(encoding="utf-8")
    table = (register / "table" / "epistemic.md").read_text(encoding="utf-8")
    assert "\nRoute ID: " in records
    assert "\n| Route ID |" in table
    assert "\n| Route ID |" not in records


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "nowhere"], "nowhere: no such file or folder"),
        (["build", "nowhere"], "nowhere: no such file or folder"),
        (["check", "."], "neither register.yaml nor set.yaml is in this folder"),
        (["explain", "9999"], "no rule is called 9999; `audit rules` lists them"),
        (["build", ".", "--out", "report"], "nothing is written into an audited system"),
    ],
)
def test_a_run_that_fails_says_so_in_one_sentence(
    arguments: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert says in printed.err


@pytest.mark.parametrize("command", ["check", "build"])
@pytest.mark.parametrize("broken", [False, True])
def test_a_reader_that_leaves_does_not_change_the_exit_code(
    register: Path, command: str, broken: bool
) -> None:
    if broken:
        _break(register)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "auditor", command, str(register)],
            cwd=ROOT,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert (ran.returncode, ran.stderr) == (int(broken), b"")


def test_scan_names_the_kinds_and_refuses_a_form_of_the_summary(
    register: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["scan", "--help"])
    helped = capsys.readouterr().out.split("example:")[0]
    listed = helped.split("between them:")[1].split("--format")[0]
    assert [each.strip() for each in listed.split(",")] == list(FactKind)
    assert main(["scan", str(register), "--summary", "--format", "json"]) == 2
    assert "leave out --format json" in capsys.readouterr().err


def test_rules_lists_every_rule_and_explain_prints_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(RULES)
    assert main(["explain", "130"]) == 0
    assert capsys.readouterr().out.startswith("130 dangling-reference (error)\n\nA reference leads to no")


@pytest.mark.parametrize("page", ["rules", "form", "words"])
def test_the_documents_are_those_in_the_folder(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", page]) == 0
    assert (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8") == capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="terminals of other systems differ")
def test_register_content_cannot_command_a_terminal(
    register: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = register / "register.yaml"
    path.write_text(path.read_text(encoding="utf-8") + '"a\\e[31mb": 1\n', encoding="utf-8")
    assert main(["check", str(register)]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_the_example_of_the_readme_is_of_the_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.search(r"## A register by example\n.*?```yaml\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    (tmp_path / "register.yaml").write_text(example.group(1), encoding="utf-8")
    assert main(["check", str(tmp_path), "--ignore", "301,305", "--fail-on", "warning"]) == 0, (
        capsys.readouterr().out
    )


def test_a_report_is_the_same_however_the_folder_is_written(
    register: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["build", str(register)]) == 0
    monkeypatch.chdir(register)
    assert main(["build", "--check", "."]) == 0
    monkeypatch.chdir(register.parent)
    assert main(["build", "--check", "jotter/"]) == 0
    monkeypatch.chdir(register / "report")
    assert main(["build", "--check", ".."]) == 0


EVERYTHING = ROOT / "tests" / "data" / "everything"


def test_what_is_not_at_hand_is_unverified_and_fails_only_where_evidence_is_required(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", str(EVERYTHING), "--brief"]) == 0
    printed = capsys.readouterr().out
    assert "info[404] evidence-unverified: SRC-1" in printed
    assert "evidence: 8 passages (8 unverified); 3 thresholds (3 unverified)" in printed
    assert main(["check", str(EVERYTHING), "--brief", "--require-evidence"]) == 1
    assert "error[404] evidence-unverified: SRC-1" in capsys.readouterr().out


def test_a_register_is_compared_with_the_bytes_that_are_given(
    register: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "samples").rename(tmp_path / "elsewhere")
    assert main(["check", str(register), "--require-evidence"]) == 1
    there = f"SRC-1={tmp_path / 'elsewhere' / 'jotter'}"
    assert main(["check", str(register), "--require-evidence", "--source", there]) == 0
    assert main(["check", str(register), "--no-evidence"]) == 0
    assert "were not compared" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["--source", "SRC-1"], ["--source", "=x"], ["--source", "SRC-1="], ["--source", "SRC-7=x"],
     ["--no-evidence", "--require-evidence"], ["--no-evidence", "--source", "SRC-1=x"]],
)  # fmt: skip
def test_options_on_sources_that_cannot_be_meant_end_with_two(
    register: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(register), *arguments]) == 2
    assert capsys.readouterr().err.startswith("audit: --")


def test_a_change_of_a_capture_is_named_file_by_file(
    register: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(register)]) == 0
    sample = tmp_path / "samples" / "jotter"
    (sample / "README.md").write_text("# Jotter\n", encoding="utf-8")
    (sample / "new.py").write_text("", encoding="utf-8")
    (sample / "jotter" / "digest.py").unlink()
    capsys.readouterr()
    assert main(["check", str(register), "--brief", "--select", "414"]) == 1
    assert "README.md (changed), new.py (new), jotter/digest.py (gone)" in capsys.readouterr().out


def test_quote_prints_an_entry_that_verifies(register: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", "jotter/store.py", "--lines", "23-24", "--register", str(register)]) == 0
    entry = capsys.readouterr().out
    assert entry.startswith("- path: jotter/store.py\n  quote: |-\n    class Jot:\n")
    path = register / "register.yaml"
    text = path.read_text(encoding="utf-8")
    added = "    evidence:\n" + "".join(f"      {line}\n" for line in entry.splitlines())
    path.write_text(text.replace("    evidence:\n", added, 1), encoding="utf-8")
    assert main(["check", str(register)]) == 0
    assert "42 passages (42 match)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["jotter/store.py"], "quote what?"),
        (["jotter/nothing.py", "--lines", "3"], "no such file in SRC-1"),
        (["jotter/store.py", "--lines", "9000"], "it ends on line"),
        (["jotter/store.py", "--text", "return"], "say with --lines which is meant"),
        (["../../jotter/store.py", "--lines", "3"], "no such file in SRC-1"),
        (["jotter/store.py", "--lines", "3", "--rev", "HEAD"], "exclude each other"),
    ],
)
def test_what_cannot_be_quoted_ends_with_two(
    register: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["quote", *arguments, "--register", str(register)]) == 2
    assert says in capsys.readouterr().err


def test_templates_that_came_with_a_register_are_not_obeyed_unasked(
    register: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (register / "wording").mkdir()
    (register / "wording" / "records.md.j2").write_text("\n## Theirs\n", encoding="utf-8")
    (register / "audit.yaml").write_text("templates: wording\n", encoding="utf-8")
    monkeypatch.chdir(register.parent)
    assert main(["check", "jotter"]) == 0
    assert main(["build", "jotter"]) == 2
    said = capsys.readouterr().err
    assert "if you trust them give `--templates " in said
    assert "/jotter/wording`" in said
    assert not (register / "report").exists()
    assert main(["build", "jotter", "--templates", "jotter/wording"]) == 0
    monkeypatch.chdir(register)
    assert main(["build", "--check", "."]) == 0
    assert "## Theirs" in (register / "report" / "epistemic.md").read_text(encoding="utf-8")
