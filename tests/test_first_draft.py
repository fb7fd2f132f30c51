"""`audit build SYSTEM`: from Python source to a drafted register and its report, in one command."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from auditor.cli import main

SMALLPACK = Path(__file__).parent / "data" / "smallpack"


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a small package, with the current directory beside it."""
    shutil.copytree(SMALLPACK, tmp_path / "smallpack")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "smallpack"


def _files(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def _passages(node: Any) -> Iterator[tuple[str, str, str]]:
    """Every quotation of a register with its path and lines, evidence and thresholds alike."""
    if isinstance(node, dict):
        if "quote" in node:
            yield node["path"], node["lines"], node["quote"]
        for value in node.values():
            yield from _passages(value)
    elif isinstance(node, list):
        for value in node:
            yield from _passages(value)


def test_the_draft_is_written_outside_of_the_system(system: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _files(system)
    assert main(["build", str(system)]) == 0
    assert _files(system) == before
    made = Path("audit", "smallpack")
    assert (made / "register.yaml").is_file()
    assert {"epistemic.md", "facts.json", "findings.md"} <= {
        path.name for path in (made / "report").iterdir()
    }
    assert capsys.readouterr().out.splitlines()[0].startswith("capture of ")


def test_every_passage_of_the_draft_stands_verbatim_at_its_lines(system: Path) -> None:
    assert main(["build", str(system)]) == 0
    register = yaml.load(Path("audit/smallpack/register.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    passages = list(_passages(register))
    assert len(passages) > 20
    for path, lines, quote in passages:
        first, _, last = lines.partition("-")
        source = (system / path).read_text(encoding="utf-8").split("\n")
        assert quote in "\n".join(source[int(first) - 1 : int(last or first)]), (path, lines)
    report = Path("audit/smallpack/report/epistemic.md").read_text(encoding="utf-8")
    for _, _, quote in passages:
        assert all(line.strip() in report for line in quote.splitlines())


def test_every_record_is_a_candidate_and_says_so(system: Path) -> None:
    assert main(["build", str(system)]) == 0
    register = yaml.load(Path("audit/smallpack/register.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    records = [*register["routes"], *register["objects"]]
    assert all(re.fullmatch("[0-9a-f]{16}", record["candidate"]) for record in records)
    report = Path("audit/smallpack/report/epistemic.md").read_text(encoding="utf-8")
    assert report.count("(candidate)\n") == len(records)


def test_building_again_gives_the_same_bytes(system: Path) -> None:
    assert main(["build", str(system), "--out", "draft"]) == 0
    first = _files(Path("draft"))
    assert main(["build", str(system), "--out", "draft"]) == 0
    assert _files(Path("draft")) == first
    shutil.rmtree("draft")
    assert main(["build", str(system), "--out", "draft"]) == 0
    assert _files(Path("draft")) == first


def test_a_register_that_a_person_touched_is_never_written_over(
    system: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(system), "--out", "draft"]) == 0
    register = Path("draft/register.yaml")
    register.write_text(register.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    before = _files(Path("draft"))
    assert main(["build", str(system), "--out", "draft"]) == 2
    assert "was changed since it was drafted" in capsys.readouterr().err
    assert _files(Path("draft")) == before
    assert main(["build", "draft"]) == 0


def test_from_inside_the_system_the_draft_goes_beside_it(
    system: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(system)
    before = _files(system)
    assert main(["build", "."]) == 0
    assert _files(system) == before
    assert (system.parent / "audit" / "smallpack" / "register.yaml").is_file()
    assert f"writing to {(system.parent / 'audit' / 'smallpack').as_posix()}" in capsys.readouterr().out


def test_a_system_without_python_gives_a_report_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prose").mkdir()
    (tmp_path / "prose" / "README.md").write_text("# Nothing to run\n", encoding="utf-8")
    assert main(["build", "prose"]) == 0
    report = Path("audit/prose/report/epistemic.md").read_text(encoding="utf-8")
    assert "language not supported" in report
    assert "none declared in this member" in report


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", "../smallpack", "--rev", "HEAD"], "repository"),
        (["build", "../smallpack", "--check"], "PATH is a system"),
        (["build", "../smallpack", "--as", "register"], "neither register.yaml nor set.yaml"),
    ],
)
def test_what_cannot_be_done_is_said(
    system: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert system.is_dir()
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_the_default_place_is_never_inside_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SMALLPACK, tmp_path / "audit" / "pack")
    before = _files(tmp_path)
    assert main(["build", "audit/pack"]) == 2
    assert "nothing is written into an audited system" in capsys.readouterr().err
    assert _files(tmp_path) == before


@pytest.mark.parametrize("name", ["...py", "..py"])
def test_a_name_cannot_lead_out_of_the_folder_of_drafts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("TOP_K = 5\n", encoding="utf-8")
    main(["build", name])
    assert {path.name for path in tmp_path.iterdir()} <= {name, "audit"}
    assert not (tmp_path / "audit" / "register.yaml").exists()
