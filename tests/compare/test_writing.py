"""`compare --write`: what moved to one place is re-anchored, and every other byte stays."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.build import check_register
from auditor.cli import main
from auditor.compare import compare_revisions, overwriting, reanchor
from auditor.comparison import RevisionComparison
from auditor.errors import CannotReanchor
from auditor.sets import LoadedSet, load
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


def _compared(notes: Notes) -> tuple[LoadedSet, RevisionComparison]:
    """The register as it was read, compared with the head."""
    loaded = load(notes.register)
    return loaded, compare_revisions(loaded, to={"SRC-1": "HEAD"}, at={})


def _in_two_files(notes: Notes) -> Path:
    """The register with its claims in a file of their own, in which something moves too."""
    text = notes.file.read_text()
    at = text.index("claims:")
    notes.file.write_text(text[:at])
    claims = notes.register / "claims.yaml"
    claims.write_text(text[at:].replace("README.md", "recall.py").replace('lines: "3"', "lines: 6-7"))
    return claims


@pytest.mark.parametrize("name", ["register.yaml", "claims.yaml"])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: "# a line above\n" + text,
        lambda text: text + "# a line below\n",
        lambda text: text.replace("path:", "path: ", 1),
        lambda text: "",
    ],
    ids=["above", "below", "one blank", "emptied"],
)
def test_a_file_that_was_changed_after_it_was_read_is_left_as_it_is(
    notes: Notes, later: str, name: str, change: Callable[[str], str]
) -> None:
    _in_two_files(notes)
    loaded, comparison = _compared(notes)
    file = notes.register / name
    file.write_text(change(file.read_text()))
    before = {path: path.read_bytes() for path in notes.register.iterdir()}
    with pytest.raises(CannotReanchor, match="changed after it was read"):
        reanchor(loaded, comparison)
    assert {path: path.read_bytes() for path in notes.register.iterdir()} == before


def test_a_file_that_is_changed_while_it_is_written_is_left_as_it_is(
    notes: Notes, later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last reading and the writing there is one look more."""
    claims = _in_two_files(notes)
    loaded, comparison = _compared(notes)
    prepare = overwriting._prepare

    def interfere(edit: overwriting.Edit) -> None:
        prepare(edit)
        claims.write_text("somebody else's\n")

    monkeypatch.setattr(overwriting, "_prepare", interfere)
    before = notes.file.read_bytes()
    with pytest.raises(CannotReanchor, match="changed after it was read"):
        reanchor(loaded, comparison)
    assert notes.file.read_bytes() == before
    assert claims.read_text() == "somebody else's\n"
    assert sorted(each.name for each in notes.register.iterdir()) == ["claims.yaml", "register.yaml"]


def test_what_was_written_is_put_back_where_the_next_file_cannot_be(
    notes: Notes, later: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _in_two_files(notes)
    loaded, comparison = _compared(notes)
    before = {path: path.read_bytes() for path in notes.register.iterdir()}
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if target.name == "register.yaml":
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(CannotReanchor, match="No space left"):
        reanchor(loaded, comparison)
    assert {path: path.read_bytes() for path in notes.register.iterdir()} == before


IN_THE_WAY = {
    "a file": lambda path, other: path.write_text("left over"),
    "a link to a file": lambda path, other: path.symlink_to(other),
    "a link that leads nowhere": lambda path, other: path.symlink_to(other / "nowhere"),
}


@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_what_lies_where_a_file_is_prepared_is_never_written_through(
    notes: Notes, later: str, tmp_path: Path, kind: str
) -> None:
    other = tmp_path / "other"
    other.write_text("somebody's")
    IN_THE_WAY[kind](notes.register / "register.yaml.part", other)
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 0
    assert other.read_text() == "somebody's"
    assert later in notes.file.read_text()
    assert [each.name for each in notes.register.iterdir()] == ["register.yaml"]


def test_a_folder_in_the_way_is_an_error_and_stays(
    notes: Notes, later: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (notes.register / "register.yaml.part" / "held").mkdir(parents=True)
    before = notes.file.read_bytes()
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 2
    assert "register.yaml.part is in the way" in capsys.readouterr().err
    assert notes.file.read_bytes() == before
    assert (notes.register / "register.yaml.part" / "held").is_dir()


def test_a_link_out_of_the_register_is_neither_read_nor_written_through(
    notes: Notes, later: str, tmp_path: Path
) -> None:
    outside = tmp_path / "outside.yaml"
    notes.file.replace(outside)
    notes.file.symlink_to(outside)
    before = outside.read_bytes()
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 2
    assert outside.read_bytes() == before
    assert notes.file.is_symlink()


def test_a_link_within_the_register_stays_a_link(notes: Notes, later: str) -> None:
    inside = notes.register / "register.text"
    notes.file.replace(inside)
    notes.file.symlink_to(inside)
    assert main(["compare", str(notes.register), "--to", "HEAD", "--write"]) == 0
    assert notes.file.is_symlink()
    assert later in inside.read_text()
