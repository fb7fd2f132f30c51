"""Where a source's bytes are looked for, and what is said where they are not there: never an error, always a
reason."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest

from auditor.build import SourcesAt, check_register
from auditor.case import Audit
from auditor.cli import main
from auditor.settings import Settings
from auditor.snapshot import open_capture
from tests.checks import shelf

_ZERO = "sha256:" + "0" * 64


def audit(folder: Path, *sources: str, quote: str = "LIMIT = 8", **options: object) -> Audit:
    """The audit of a register whose one route quotes each of its sources."""
    evidence = "".join(
        f"      - {{source: SRC-{n}, path: shelf.py, quote: '{quote}'}}\n" for n in range(1, len(sources) + 1)
    )
    text = (
        "format: audit-register/1\nsystem: Shelf\nmember: epistemic\nquestion: What is kept?\nsources:\n"
        + "".join(
            f"  - {{id: SRC-{n}, layers: implementation, {each}}}\n" for n, each in enumerate(sources, 1)
        )
        + f"routes:\n  - id: EPI-RTE-recall\n    label: Recall\n    evidence:\n{evidence}"
    )
    home = folder / "register"
    home.mkdir(exist_ok=True)
    (home / "register.yaml").write_text(text, encoding="utf-8")
    at = options.pop("at", {})
    assert isinstance(at, Mapping)
    return check_register(home, Settings(**options), SourcesAt(at=at))  # type: ignore[arg-type]


def told(audit: Audit) -> dict[str, str]:
    """The messages of the evidence family by the names of their rules."""
    found = sorted(audit.findings, key=lambda each: -each.number)
    return {each.name: each.message for each in found if 400 <= each.number < 500}


@pytest.fixture
def known(tmp_path: Path) -> dict[str, str]:
    return shelf.beside(tmp_path)


def test_a_capture_that_is_as_it_was_says_nothing(tmp_path: Path, known: dict[str, str]) -> None:
    found = audit(tmp_path, f"kind: capture, location: ../shelf, revision: 'sha256:{known['<its digest>']}'")
    assert told(found) == {}
    assert [str(each.result) for each in found.case.evidence.passages] == ["match"]


def test_a_capture_of_one_file_too(tmp_path: Path, known: dict[str, str]) -> None:
    digest = open_capture(tmp_path / "shelf" / "shelf.py").target.revision
    found = audit(tmp_path, f"kind: capture, location: ../shelf/shelf.py, revision: '{digest}'")
    assert told(found) == {}


def test_a_capture_that_differs_is_told_and_its_passages_are_compared_all_the_same(
    tmp_path: Path, known: dict[str, str]
) -> None:
    found = audit(tmp_path, f"kind: capture, location: ../shelf, revision: '{_ZERO}'")
    assert list(told(found)) == ["capture-differs"]
    assert [str(each.result) for each in found.case.evidence.passages] == ["match"]


def test_a_repository_is_read_at_the_revision_and_not_in_its_work_tree(
    tmp_path: Path, known: dict[str, str]
) -> None:
    (tmp_path / "repository" / "shelf.py").write_text("LIMIT = 9\n", encoding="utf-8")
    commit = known["<its last commit>"]
    found = audit(tmp_path, f"kind: git, location: ../repository, revision: {commit}")
    assert list(told(found)) == ["uncommitted-changes"]
    assert "shelf.py" in told(found)["uncommitted-changes"]


def test_a_head_that_moved_on_is_told_with_the_number_of_commits(
    tmp_path: Path, known: dict[str, str]
) -> None:
    commit = known["<its first commit>"]
    found = audit(tmp_path, f"kind: git, location: ../repository, revision: {commit}", quote="LIMIT = 7")
    assert list(told(found)) == ["source-moved-on"]
    assert "1 commit beyond" in told(found)["source-moved-on"]


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("https://example.org/shelf.git", "address"),
        ("git@example.org:shelf.git", "address"),
        ("ssh://example.org/shelf", "address"),
        ("../nowhere", "nothing is at its location"),
        ("/etc", "absolute path"),
        ("'~/shelf'", "absolute path"),
        ("'C:\\shelf'", "absolute path"),
        ("..", "holds the register itself"),
        ("'../../..'", "holds the register itself"),
        (f"'{'a' * 5000}'", "cannot be looked at"),
    ],
)
def test_what_is_not_at_hand_is_unverified_and_no_error(tmp_path: Path, location: str, reason: str) -> None:
    found = audit(tmp_path, f"kind: capture, location: {location}, revision: '{_ZERO}'")
    assert list(told(found)) == ["evidence-unverified"]
    assert reason in told(found)["evidence-unverified"]
    assert [each.severity.word for each in found.findings if each.number == 404] == ["info"]


def test_where_everything_must_be_verified_it_is_an_error(tmp_path: Path) -> None:
    source = f"kind: git, location: https://example.org/shelf.git, revision: {'0' * 40}"
    found = audit(tmp_path, source, require_evidence=True)
    assert [each.severity.word for each in found.findings if each.number == 404] == ["error"]


def test_the_person_who_runs_the_check_says_where_the_bytes_lie(
    tmp_path: Path, known: dict[str, str]
) -> None:
    source = f"kind: git, location: https://example.org/shelf.git, revision: {known['<its last commit>']}"
    assert told(audit(tmp_path, source, at={"SRC-1": tmp_path / "repository"})) == {}


def test_a_revision_that_the_repository_lacks_is_one_error(tmp_path: Path, known: dict[str, str]) -> None:
    found = audit(tmp_path, f"kind: git, location: ../repository, revision: {'0' * 40}")
    assert list(told(found)) == ["revision-absent", "evidence-unverified"]
    assert "git fetch" in told(found)["revision-absent"]


def test_each_source_is_opened_on_its_own(tmp_path: Path, known: dict[str, str]) -> None:
    found = audit(
        tmp_path,
        f"kind: capture, location: ../shelf, revision: 'sha256:{known['<its digest>']}'",
        f"kind: git, location: ../shelf, revision: {'0' * 40}",
        f"kind: git, location: ../repository, revision: {known['<its last commit>']}",
    )
    results = [str(each.result) for each in found.case.evidence.passages]
    assert sorted(results) == ["match", "match", "unverified"]
    assert list(told(found)) == ["source-unreadable", "evidence-unverified"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_at_the_location_is_no_capture(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    found = audit(tmp_path, f"kind: capture, location: ../pipe, revision: '{_ZERO}'")
    assert list(told(found)) == ["source-unreadable", "evidence-unverified"]


@pytest.mark.parametrize("home", ["register", "a register", "it's"])
def test_the_command_that_tells_what_moved_on_can_be_run_as_it_is_printed(
    tmp_path: Path, known: dict[str, str], home: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one source or several, and whatever the folder is called."""
    for sources in (1, 2):
        source = f"kind: git, location: ../repository, revision: {known['<its first commit>']}"
        audit(tmp_path, *[source] * sources, quote="LIMIT = 7")
        register = tmp_path / "register"
        if home != "register":
            register = tmp_path / home
            register.mkdir(exist_ok=True)
            (tmp_path / "register" / "register.yaml").replace(register / "register.yaml")
        found = check_register(register, Settings(select=("412",)))
        command = re.search("`(.*)`", found.findings[0].remedy)
        assert command is not None
        words = shlex.split(command[1])
        assert words[:3] == ["audit", "compare", register.as_posix()]
        assert words[3:] == ["--to", "HEAD" if sources == 1 else "SRC-1=HEAD"]
        assert main(words[1:]) in (0, 1)
        assert "What moved since" in capsys.readouterr().out


def test_a_location_is_told_without_detours(tmp_path: Path, known: dict[str, str]) -> None:
    (tmp_path / "empty").mkdir()
    found = audit(tmp_path, f"kind: git, location: .././empty/../empty, revision: {'0' * 40}")
    message = told(found)["source-unreadable"]
    assert f"{tmp_path}/empty" in message
    assert ".." not in message
