"""`audit compare` on the command line: what it takes, what it prints, and its exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pygit2
import pytest

from auditor.build import SourcesAt, check_register
from auditor.cli import main
from auditor.findings import Severity
from auditor.render.comparison_json import comparison_schema
from auditor.settings import Settings
from tests.compare.conftest import FILES, RECALL, STORE, Notes

ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent / "comparison.md"

CHANGED = {
    "storage.py": STORE.replace("KEEP_DAYS = 30", "KEEP_DAYS = 7").replace(
        "as it was typed", "as it was said"
    ),
    "recall.py": "import re\n" + RECALL,
    "LICENSE": "none\n",
}


def _json(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    made = json.loads(capsys.readouterr().out)
    jsonschema.validate(made, comparison_schema())
    assert isinstance(made, dict)
    return made


def test_page(notes: Notes, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    later = notes.commit(CHANGED, parents=(first,))
    assert main(["compare", str(notes.register), "--to", later]) == 1
    page = capsys.readouterr().out.replace(first, "<earlier>").replace(later, "<later>")
    assert page == GOLDEN.read_text(encoding="utf-8")


def test_saved_form(notes: Notes, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    later = notes.commit(CHANGED, parents=(first,))
    assert main(["compare", str(notes.register), "--to", later, "--format", "json"]) == 1
    made = _json(capsys)
    assert made["kind"] == "revisions"
    assert made["lost_evidence"] is True
    assert made["sources"][0]["renamed"][0]["newer"] == "storage.py"


def test_saved_form_tells_what_was_written(
    notes: Notes, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    later = notes.commit(CHANGED, parents=(first,))
    assert main(["compare", str(notes.register), "--to", later, "--write", "--format", "json"]) == 1
    made = _json(capsys)
    assert made["written"]["files"] == [notes.file.as_posix()]
    assert made["written"]["revisions"] == [["SRC-1", later]]
    assert made["written"]["entries"] == 4


def test_a_path_wins_over_a_revision_of_its_name(
    notes: Notes, first: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "HEAD").mkdir()
    (tmp_path / "HEAD" / "store.py").write_text(STORE)
    monkeypatch.chdir(tmp_path)
    assert main(["compare", str(notes.register), "--to", "HEAD"]) == 1
    monkeypatch.chdir(tmp_path / "HEAD")
    assert main(["compare", str(notes.register), "--to", "HEAD"]) == 0


def test_several_sources_are_named(notes: Notes, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = notes.file.read_text()
    source = next(line for line in text.split("\n") if "id: SRC-1" in line)
    text = text.replace(source, source + "\n" + source.replace("SRC-1", "SRC-2"))
    text = text.replace("path: ", "source: SRC-1, path: ").replace("- source: SRC-1, path", "- path")
    notes.file.write_text(text)
    assert main(["compare", str(notes.register), "--to", "HEAD"]) == 2
    assert "--to SRC-N=HEAD" in capsys.readouterr().err
    assert main(["compare", str(notes.register), "--to", "SRC-2=HEAD"]) == 0
    assert "not compared" in capsys.readouterr().out


def test_earlier_bytes_that_are_not_here(
    notes: Notes, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Passages are told by the later bytes alone; what only the earlier ones could tell is not verified."""
    notes.pin("0" * 40)
    assert main(["compare", str(notes.register), "--to", first, "--format", "json"]) == 0
    made = _json(capsys)
    fates = {f"{each['record']} {each['field']}": each["fate"] for each in made["passages"]}
    assert fates["EPI-RTE-save evidence[0]"] == "unchanged"
    assert fates["EPI-RTE-recall evidence[1]"] == "unverified"
    assert fates["EPI-CLM-kept evidence[0]"] == "unverified"


def test_a_number_of_two_lines_of_one_name(
    notes: Notes, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a name has several numbers now, all are told, and none is taken for the one that is meant."""
    later = notes.commit({**FILES, "store.py": STORE + "\n\nKEEP_DAYS = 7\n"}, parents=(first,))
    assert main(["compare", str(notes.register), "--to", later, "--format", "json"]) == 1
    keep = next(each for each in _json(capsys)["thresholds"] if each["name"] == "KEEP_DAYS")
    assert (keep["fate"], keep["newer"]) == ("changed", ["30", "7"])


def test_a_capture_is_compared_with_a_later_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The later folder is read as it lies, be it tracked by a repository or not."""
    registers = Path(shutil.copytree(ROOT / "registers" / "jotter", tmp_path / "registers" / "jotter"))
    shutil.copytree(ROOT / "samples" / "jotter", tmp_path / "samples" / "jotter")
    later = Path(shutil.copytree(ROOT / "samples" / "jotter", tmp_path / "samples" / "later"))
    pygit2.init_repository(str(tmp_path))
    (later / "jotter" / "recall.py").write_text(
        "# a line\n" + (later / "jotter" / "recall.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert main(["compare", str(registers), "--to", str(later), "--write"]) == 0
    capsys.readouterr()
    audit = check_register(registers, Settings(select=("400",)), SourcesAt(at={"SRC-1": later}))
    assert [each.name for each in audit.findings if each.severity is Severity.ERROR] == []


MISUSES = {
    "nothing to compare with": [],
    "two later revisions of one source": ["--to", "SRC-1=HEAD", "--to", "SRC-1=HEAD"],
    "a source that is not declared": ["--to", "SRC-9=HEAD"],
    "no such revision": ["--to", "no-such-branch"],
    "a revision that is a tree": ["--to", "HEAD^{tree}"],
    "a revision named like an option": ["--to=--upload-pack=x"],
    "a range": ["--to", "HEAD..HEAD"],
    "nothing": ["--to", ""],
    "a null byte": ["--to", "a\x00b"],
    "a path that leads nowhere": ["--to", "../../no/such/path"],
    "a source without a path": ["--to", "HEAD", "--source", "SRC-1"],
}


@pytest.mark.parametrize("given", MISUSES.values(), ids=MISUSES)
def test_misuse(notes: Notes, given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    before = notes.file.read_bytes()
    assert main(["compare", str(notes.register), *given]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("audit: ")
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert notes.file.read_bytes() == before


@pytest.mark.parametrize(
    "path", ["../register/register.yaml", "/etc/passwd", ".git/config", "a/../recall.py"]
)
def test_a_path_that_leads_out_of_the_source_is_gone(
    notes: Notes, first: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    notes.file.write_text(notes.file.read_text().replace("path: README.md", f"path: {path}"))
    assert main(["compare", str(notes.register), "--to", first, "--format", "json"]) == 1
    made = _json(capsys)
    asked = [each for each in made["passages"] if each["path"] == path]
    assert [each["fate"] for each in asked] == ["gone", "gone"]


def test_a_revision_compared_with_itself_has_nothing_to_move(
    notes: Notes, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", str(notes.register), "--to", "HEAD"]) == 0
    page = capsys.readouterr().out
    assert f"- SRC-1: `{first}` is compared with itself: nothing to move\n" in page
    assert "→" not in page
