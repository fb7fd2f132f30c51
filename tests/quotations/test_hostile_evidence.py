"""Evidence that was made to harm: lists of digests, archives, characters that a terminal obeys, text without
end. Each has a clear result, and nothing that is printed is longer than a reader can bear."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.cli import main
from auditor.snapshot import MAX_BYTES, archive, open_capture
from tests.compare.conftest import Notes
from tests.compare.conftest import first as first
from tests.compare.conftest import notes as notes
from tests.quotations.test_sources_at_hand import audit, told

_WORDS = "LIMIT = 8"


def _digest(lines: dict[str, str]) -> str:
    """The revision that a list of digests would prove, by path in byte order."""
    whole = hashlib.sha256()
    for path in sorted(lines, key=str.encode):
        whole.update(path.encode() + b"\0" + lines[path].encode() + b"\n")
    return f"sha256:{whole.hexdigest()}"


def _with_list(folder: Path, revision: str, write: Callable[[Path], object]) -> str:
    """What is told of a capture that is not as it was, beside a list of digests."""
    (folder / "shelf").mkdir()
    (folder / "shelf" / "shelf.py").write_text(_WORDS + "\n", encoding="utf-8")
    report = folder / "register" / "report"
    report.mkdir(parents=True)
    write(report / "SRC-1.sha256")
    found = audit(folder, f"kind: capture, location: ../shelf, revision: '{revision}'")
    assert [str(each.result) for each in found.case.evidence.passages] == ["match"]
    return told(found)["capture-differs"]


_A, _B = "a" * 64, "b" * 64
_PROVEN = {
    "shelf.py": _A,
    "../../etc/passwd": _B,
    "/etc/shadow": _B,
    "x" * 5_000: _B,
    "\x1b[31m\u202e.py": _B,
}


def test_a_list_that_proves_itself_names_files_and_opens_none(tmp_path: Path) -> None:
    text = "".join(f"{digest}  {path}\n" for path, digest in _PROVEN.items())
    message = _with_list(tmp_path, _digest(_PROVEN), lambda path: path.write_text(text, encoding="utf-8"))
    assert "shelf.py (changed)" in message
    assert "../../etc/passwd (gone)" in message
    assert len(message) < 1_000


LISTS: dict[str, Callable[[Path], object]] = {
    "of another capture": lambda path: path.write_text(f"{_A}  shelf.py\n"),
    "a path that stands twice": lambda path: path.write_text(f"{_A}  shelf.py\n{_B}  shelf.py\n"),
    "no list": lambda path: path.write_text("who knows\n"),
    "empty": lambda path: path.write_text(""),
    "not UTF-8": lambda path: path.write_bytes(b"\xff\xfe" * 40),
    "null bytes": lambda path: path.write_bytes(bytes(1_000)),
    "one line without end": lambda path: path.write_text(f"{_A}  " + "x" * 1_000_000),
    "escapes that are none": lambda path: path.write_text(f"\\{_A}  a\\q\n"),
    "a link": lambda path: path.symlink_to("/etc/passwd"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
}


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_that_proves_nothing_is_as_if_there_were_none(tmp_path: Path, kind: str) -> None:
    message = _with_list(tmp_path, "sha256:" + "0" * 64, LISTS[kind])
    assert message.endswith("no list of their digests lies beside the register")


def _tar(*members: tuple[str, bytes, dict[str, object]]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as made:
        for name, data, more in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            for key, value in more.items():
                setattr(info, key, value)
            made.addfile(info, io.BytesIO(data))
    return written.getvalue()


def _zip(*members: tuple[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members:
            made.writestr(name, data)
    return written.getvalue()


_STORE = b"KEEP_DAYS = 30\n\n\ndef save(notes, text):\n    notes.append(text)\n"
READ = {
    "links": ("a.tar", _tar(
        ("t/store.py", b"", {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}),
        ("t/recall.py", b"", {"type": tarfile.LNKTYPE, "linkname": "t/store.py"}),
        ("t/README.md", b"# Notes\n", {}),
    )),
    "absolute names and steps upwards": ("a.tar", _tar(
        ("/store.py", _STORE, {}), ("../recall.py", b"LIMIT = 8\n", {}), ("a/../README.md", b"#\n", {}),
    )),
    "a member that comes twice": ("a.tar", _tar(
        ("t/store.py", _STORE, {}), ("t/store.py", _STORE, {}), ("t/README.md", b"#\n", {}),
    )),
    "absolute names in a zip": ("a.zip", _zip(("/store.py", _STORE), ("C:/recall.py", b"LIMIT = 8\n"))),
    "a member over the limit": ("a.zip", _zip(("t/store.py", bytes(MAX_BYTES + 1)), ("t/README.md", b"#\n"))),
}  # fmt: skip
REFUSED = {
    "unpacks without end": ("a.tgz", gzip.compress(_tar(("t/store.py", bytes(3_000_000), {})), 1)),
    "no archive": ("a.zip", b"PK\x03\x04 and so on"),
    "cut short": ("a.tgz", gzip.compress(_tar(("t/store.py", _STORE, {})))[:60]),
}


@pytest.mark.parametrize("kind", READ)
def test_an_archive_as_later_bytes_is_read_as_far_as_it_is_harmless(
    notes: Notes, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, data = READ[kind]
    (tmp_path / name).write_bytes(data)
    before = sorted(tmp_path.iterdir())
    assert main(["compare", str(notes.register), "--to", str(tmp_path / name)]) in (0, 1)
    page = capsys.readouterr().out
    assert "root:" not in page
    assert "`EPI-RTE-save` `evidence[0]`" not in page  # nothing of these stands anywhere as it stood
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("kind", REFUSED)
def test_an_archive_that_is_none_or_would_burst_is_one_sentence(
    notes: Notes,
    tmp_path: Path,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(archive, "MAX_UNPACKED", 1_000_000)
    name, data = REFUSED[kind]
    (tmp_path / name).write_bytes(data)
    assert main(["compare", str(notes.register), "--to", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"audit: {tmp_path / name}: ")
    assert captured.err.count("\n") == 1


EVIL = "\x1b]0;title\x07\x1b[2J\u202e\u2066\x85\x9b31m"


@pytest.mark.parametrize("form", ["text", "github", "json"])
def test_no_character_that_a_terminal_obeys_is_printed_of_a_difference_or_a_path(
    tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "shelf.py").write_text(
        f"found = kept(notes)  # {EVIL} as it was\n", encoding="utf-8"
    )
    digest = open_capture(tmp_path / "shelf").target.revision
    audit(
        tmp_path, f"kind: capture, location: ../shelf, revision: '{digest}'", quote="found = kept(notes) # as"
    )
    register = tmp_path / "register" / "register.yaml"
    escaped = '"' + EVIL.encode("unicode_escape").decode() + '.py"'
    more = f"      - {{source: SRC-1, path: {escaped}, quote: nothing like it here}}\n"
    register.write_text(register.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert main(["check", str(register.parent), "--select", "400", "--format", form]) == 1
    printed = capsys.readouterr().out
    assert "found = kept(notes) #" in printed
    assert {each for each in printed if not each.isprintable()} <= {"\n"}
    assert main(["compare", str(register.parent), "--to", str(tmp_path / "shelf")]) == 1
    assert {each for each in capsys.readouterr().out if not each.isprintable()} <= {"\n"}


LONG = {
    "a passage of one long word": ("shelf.py", "found = " + "x" * 500_000 + " + kept(notes)"),
    "a passage of many words": ("shelf.py", "found = kept(notes) " + "and so on " * 50_000),
    "a long path": ("docs/" + "x" * 500_000 + ".py", "found = kept(notes)"),
    "a path of many folders": ("a/" * 100_000 + "shelf.py", "found = kept(notes)"),
}


@pytest.mark.parametrize("kind", LONG)
def test_a_message_is_never_longer_than_can_be_read(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, quote = LONG[kind]
    (tmp_path / "shelf").mkdir()
    lines = f"found = {'y' * 500_000} + kept(notes)\n" + "found = kept(notes) and so on\n" * 2
    (tmp_path / "shelf" / "shelf.py").write_text(lines, encoding="utf-8")
    digest = open_capture(tmp_path / "shelf").target.revision
    audit(tmp_path, f"kind: capture, location: ../shelf, revision: '{digest}'")
    register = tmp_path / "register" / "register.yaml"
    text = register.read_text(encoding="utf-8")
    text = text.replace("path: shelf.py, quote: 'LIMIT = 8'", f"path: '{path}', quote: '{quote}'")
    register.write_text(text, encoding="utf-8")
    assert main(["check", str(register.parent), "--select", "400"]) == 1
    assert max(map(len, capsys.readouterr().out.split("\n"))) < 1_500
    assert main(["compare", str(register.parent), "--to", str(tmp_path / "shelf")]) == 1
    assert max(map(len, capsys.readouterr().out.split("\n"))) < 3_000
