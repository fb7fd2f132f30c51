"""`compare --write`: what moved to one place is re-anchored, and every other byte stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from auditor.build import check_register
from auditor.cli import main
from auditor.settings import Settings
from tests.compare.conftest import FILES, RECALL, REGISTER, STORE, Notes

MOVED = {
    **{name: text for name, text in FILES.items() if name != "store.py"},
    "kept/store, old.py": STORE,
    "recall.py": "import re\n" + RECALL,
}


def _nested(notes: Notes, first: str) -> str:
    """A commit with a folder, which the flat builder of trees cannot make."""
    import pygit2

    made = pygit2.Repository(str(notes.system))
    index = pygit2.Index()
    for name, text in MOVED.items():
        index.add(pygit2.IndexEntry(name, made.create_blob(text.encode()), pygit2.enums.FileMode.BLOB))
    who = pygit2.Signature("A Person", "person@example.org", 1_700_000_001, 0)
    return str(made.create_commit(None, who, who, "moved", index.write_tree(made), [first]))


@pytest.fixture
def later(notes: Notes, first: str) -> str:
    """A commit in which everything moved and nothing changed."""
    commit = _nested(notes, first)
    notes.point(commit)
    return commit


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_only_the_anchors_change(notes: Notes, first: str, later: str, newline: str, mark: bytes) -> None:
    written = REGISTER.replace("REVISION", first).replace("\n", newline)
    notes.file.write_bytes(mark + written.encode())
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 0
    meant = (
        written.replace(first, later)
        .replace("path: store.py}", 'path: "kept/store, old.py"}')
        .replace("path: store.py", 'path: "kept/store, old.py"')
        .replace("lines: '3'", "lines: 4")
        .replace("lines: 8", "lines: 9")
    )
    assert notes.file.read_bytes() == mark + meant.encode()


def test_check_is_clean_and_a_second_run_writes_nothing(
    notes: Notes, later: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", str(notes.register), "--to", "HEAD", "--write"]
    assert main(command) == 0
    assert f"SRC-1 is now pinned at {later}" in capsys.readouterr().out
    audit = check_register(notes.register, Settings(select=("400",), ignore=("anchor-alone",)))
    assert audit.findings == ()
    before = notes.file.stat()
    assert main(command) == 0
    assert "written: nothing" in capsys.readouterr().out
    assert notes.file.stat().st_mtime_ns == before.st_mtime_ns


def test_several_files_are_each_edited(notes: Notes, first: str, later: str) -> None:
    text = notes.file.read_text()
    at = text.index("claims:")
    notes.file.write_text(text[:at].replace("routes:", "# routes follow\nroutes:"))
    claims = notes.register / "claims.yaml"
    claims.write_text(text[at:].replace("README.md", "recall.py").replace('lines: "3"', "lines: 6-7"))
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 0
    assert "lines: 7-8" in claims.read_text()
    assert later in notes.file.read_text()


def test_no_file_is_touched_where_one_cannot_be_edited(notes: Notes, first: str, later: str) -> None:
    broken = notes.register / "zz.yaml"
    broken.write_text("claims:\n  - id: EPI-CLM-other\n    said_in: [{path: store.py, lines: '3'}]\n   - x\n")
    before = {path: path.read_bytes() for path in notes.register.iterdir()}
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 2
    assert {path: path.read_bytes() for path in notes.register.iterdir()} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_a_register_that_may_not_be_written(notes: Notes, later: str) -> None:
    notes.file.chmod(0o444)
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 2


def test_a_bare_folder_is_no_revision_of_a_repository(
    notes: Notes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    before = notes.file.read_bytes()
    assert main(["compare", str(notes.register), "--to", str(folder)]) == 0
    assert main(["compare", str(notes.register), "--to", str(folder), "--write"]) == 2
    said = capsys.readouterr().err
    assert "is a git source, and what --to names is a capture; give --to a revision" in said
    assert notes.file.read_bytes() == before


def test_one_member_never_pins_the_source_of_its_set(notes: Notes, first: str, later: str) -> None:
    register = REGISTER.replace("REVISION", first)
    source = next(line for line in register.split("\n") if "SRC-1" in line)
    whole = notes.register.parent / "whole"
    member = whole / "notes"
    member.mkdir(parents=True)
    (member / "register.yaml").write_text(register.replace(f"sources:\n{source}\n", ""))
    (whole / "set.yaml").write_text(
        f"format: audit-set/1\nsystem: Notes\nmembers: [notes]\nsources:\n{source}\n"
    )
    before = (whole / "set.yaml").read_bytes()
    assert main(["compare", str(member), "--to", "HEAD", "--write"]) == 2
    assert (whole / "set.yaml").read_bytes() == before
    assert main(["compare", str(whole), "--to", "HEAD", "--write"]) == 0
    assert later in (whole / "set.yaml").read_text()
    assert "lines: 9" in (member / "register.yaml").read_text()
