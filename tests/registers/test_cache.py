"""What is kept of parsed files: reading it gives what parsing gives, and nothing else does any harm."""

from __future__ import annotations

import marshal
import os
import pickle
import stat
from pathlib import Path

import pytest

from auditor import cache
from auditor.cache import Store
from auditor.cli import main
from auditor.forms import walk
from auditor.places import SourceFile
from auditor.registers import packed
from auditor.registers.loading import Loaded, load_member
from auditor.registers.packed import unpacked

REGISTER = """\
format: audit-register/1
member: epistemic
question: "What\\tis kept?"
objects:
  - id: EPI-OBJ-note
    label: 'It''s a note'
    form: {word: natural-language, says: short sentences}
    note: |
      Two lines, é
      of EPI-OBJ-other.
    lineage:
    part_of: [EPI-OBJ-whole]
    lable: unknown key
routes:
  - id: EPI-RTE-save
    owner: plain text
      over two lines
    ledger:
      - {function: retention, object: [EPI-OBJ-note, {id: EPI-OBJ-note, says: "a gloss"}]}
claims: []
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(packed, "SMALLEST", 0)
    made = tmp_path / "register"
    made.mkdir()
    (made / "register.yaml").write_text(REGISTER, encoding="utf-8")
    return made


def _told(loaded: Loaded) -> object:
    leaves = [(leaf.value, leaf.value.place, leaf.value.raw, leaf.path) for leaf in walk(loaded.member)]
    records = [(record, record.place, dict(record.spots)) for record in loaded.member.records]
    return (leaves, records, loaded.faults, loaded.lost, dict(loaded.member.spots))


def _entries(store: Store) -> list[Path]:
    return sorted(store.folder.glob("*.kept"))


def test_what_is_kept_is_read_as_what_was_parsed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "cache")
    parsed = load_member(folder)
    first = load_member(folder, store)
    assert len(_entries(store)) == 1
    monkeypatch.setattr("auditor.registers.events.Events.top", None)  # no parser is asked any more
    again = load_member(folder, store)
    assert _told(parsed) == _told(first) == _told(again)


def test_a_changed_file_is_parsed(folder: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    load_member(folder, store)
    (folder / "register.yaml").write_text(REGISTER.replace("retention", "lineage"), encoding="utf-8")
    assert load_member(folder, store).member.routes[0].ledger[0].function == "lineage"
    assert len(_entries(store)) == 2


def test_a_file_in_which_the_parser_finds_a_fault_is_never_kept(folder: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    (folder / "register.yaml").write_text(REGISTER + "system: a: b\n", encoding="utf-8")
    assert {fault.rule for fault in load_member(folder, store).faults} >= {"invalid-yaml"}
    assert _told(load_member(folder, store)) == _told(load_member(folder))
    assert not _entries(store)


class _Boom:
    def __reduce__(self) -> tuple[object, ...]:
        return (os.mkdir, ("executed",))


ALIEN = [
    b"", b"\0" * 31, b"x" * 5_000, pickle.dumps(_Boom()), marshal.dumps(compile("1/0", "x", "exec")),
    (8).to_bytes(8, "little") + b"\xff" * 8 + b"[]", (4).to_bytes(8, "little") + b"\0" * 4 + b"{}",
    (2**60).to_bytes(8, "little") + b"\0" * 64 + b"[]", (0).to_bytes(8, "little") + b"[" * 100_000,
    (16).to_bytes(8, "little") + b"\x01\0\0\0" * 4 + b'[1, null]',
    b"".join(n.to_bytes(4, "little") for n in (0, 0, *[0, 0, 0], *[3, 0, 0, 1] * 20_000)),
]  # fmt: skip


@pytest.mark.parametrize("content", ALIEN)
@pytest.mark.parametrize("sealed", [True, False])
def test_an_alien_entry_is_a_miss_and_is_never_executed(
    folder: Path, tmp_path: Path, content: bytes, sealed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(tmp_path / "cache")
    load_member(folder, store)
    (entry,) = _entries(store)
    if sealed:
        store.put(entry.stem, content)
    else:
        entry.write_bytes(content)
    assert _told(load_member(folder, store)) == _told(load_member(folder))
    assert not (tmp_path / "executed").exists()


def test_an_entry_cut_short_anywhere_is_a_miss(folder: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    load_member(folder, store)
    (entry,) = _entries(store)
    whole = store.get(entry.stem)
    assert whole is not None
    file = SourceFile("register.yaml", REGISTER)
    assert unpacked(whole, file) is not None
    held = entry.read_bytes()
    for length in range(0, len(held), 7):
        entry.write_bytes(held[:length])
        assert store.get(entry.stem) is None
    assert all(unpacked(whole[:length], file) is None for length in range(len(whole)))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system has no modes of files")
def test_a_folder_that_others_can_write_is_not_used(folder: Path, tmp_path: Path) -> None:
    shared = tmp_path / "cache"
    shared.mkdir()
    shared.chmod(stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)
    load_member(folder, Store(shared))
    assert not list(shared.iterdir())


def test_a_folder_that_cannot_be_made_fails_no_run(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert _told(load_member(folder, Store(tmp_path / "file" / "cache"))) == _told(load_member(folder))


def test_the_folder_is_bounded_and_what_was_used_last_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "cache")
    for number in range(10):
        store.put(f"{number}", b"x" * 68)
        os.utime(store.folder / f"{number}.kept", (number, number))
    assert store.get("0") is not None  # used now, and so the youngest
    monkeypatch.setattr(cache, "MAX_TOTAL", 350)
    store.tidy()
    assert [each.stem for each in _entries(store)] == ["0", "8", "9"]


def test_the_option_keeps_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "cache"))
    without = main(["check", str(folder), "--no-cache"]), capsys.readouterr().out
    assert not (tmp_path / "cache").exists()
    assert (main(["check", str(folder)]), capsys.readouterr().out) == without
    assert (main(["check", str(folder)]), capsys.readouterr().out) == without
    assert len(list((tmp_path / "cache").iterdir())) == 1
