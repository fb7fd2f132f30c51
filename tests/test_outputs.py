"""What is written goes where it was asked to go, over regular files only, and never waits for one to end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.cli import main
from auditor.facts import CoverageOfFiles, Fact, Facts, TargetDescription, as_json
from auditor.facts import Details as FactDetails
from auditor.json_text import json_text
from auditor.terms import FactKind, SourceKind

ROOT = Path(__file__).parent.parent
REPORT = ("epistemic.md", "findings.md", "audit.json", "audit.schema.json")
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and links need rights elsewhere")


@pytest.fixture
def register(tmp_path: Path) -> Path:
    ignore = shutil.ignore_patterns("report")
    return Path(shutil.copytree(ROOT / "registers" / "jotter", tmp_path / "jotter", ignore=ignore))


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _link_to_a_file(path: Path) -> None:
    (path.parent.parent / "precious").write_text("precious")
    path.symlink_to(path.parent.parent / "precious")


def _link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent.parent / "nothing")


IN_THE_WAY = [_pipe, _folder, _link_to_a_file, _link_to_a_device, _link_to_nothing]


@posix
@pytest.mark.parametrize("name", REPORT)
@pytest.mark.parametrize("put", IN_THE_WAY)
def test_what_is_no_file_is_neither_read_nor_replaced(
    register: Path, name: str, put: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (register / "report").mkdir()
    put(register / "report" / name)
    assert main(["build", str(register)]) == 2
    assert main(["build", "--check", str(register)]) == 2
    said = capsys.readouterr().err
    assert said.count("stands where the output goes, and is left as it is") == 2
    assert name in said
    assert [each.name for each in (register / "report").iterdir()] == [name]
    if (register.parent / "precious").exists():
        assert (register.parent / "precious").read_text() == "precious"
    assert not (register.parent / "nothing").exists()


@posix
def test_a_report_folder_that_is_a_link_is_not_followed(
    register: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (register.parent / "elsewhere").mkdir()
    (register / "report").symlink_to(register.parent / "elsewhere")
    assert main(["build", str(register)]) == 2
    assert "report: a symbolic link stands where the output goes" in capsys.readouterr().err
    assert list((register.parent / "elsewhere").iterdir()) == []


@posix
def test_a_folder_that_was_named_may_be_a_link(register: Path) -> None:
    (register.parent / "elsewhere").mkdir()
    (register.parent / "named").symlink_to(register.parent / "elsewhere")
    assert main(["build", str(register), "--out", str(register.parent / "named")]) == 0
    assert {each.name for each in (register.parent / "elsewhere").iterdir()} == set(REPORT)


@posix
@pytest.mark.parametrize("place", ["/dev/full", "/dev/zero", "pipe", "file", "pipe/deeper"])
def test_a_report_has_no_place_in_what_is_no_folder(
    register: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _pipe(register.parent / "pipe")
    (register.parent / "file").write_text("")
    assert main(["build", str(register), "--out", str(register.parent / place)]) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert "cannot be read or written" in printed


@posix
@pytest.mark.parametrize("put", IN_THE_WAY)
def test_a_graph_is_written_over_a_file_only(
    register: Path, put: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (register.parent / "graphs").mkdir()
    graph = register.parent / "graphs" / "graph.json"
    put(graph)
    assert main(["check", str(register), "--graph", str(graph)]) == 2
    assert "graph.json: " in capsys.readouterr().err
    assert not graph.is_file() or graph.is_symlink()


@posix
def test_a_path_that_the_system_takes_for_none_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for path in (tmp_path / "a", tmp_path / ("long" * 100)):
        assert main(["check", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def _run(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "auditor", *arguments]
    given = {"cwd": ROOT, "stderr": subprocess.PIPE, "timeout": 60, **options}
    return subprocess.run(command, check=False, **given)  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_stream_fails_with_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = _run("rules", stdout=full)
    assert ended.returncode == 2
    assert ended.stderr.decode().count("\n") == 1
    assert "standard output: cannot be read or written" in ended.stderr.decode()


@posix
def test_a_stream_that_nobody_reads_any_more_is_no_failure() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ended = _run("rules", stdout=closed)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [["rules"], ["schema", "audit"], ["check", "registers/jotter"]])
def test_a_closed_stream_takes_nothing(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(arguments) == 0
    assert main(["check", "nowhere"]) == 2


def test_an_ascii_stream_gets_escapes(register: Path) -> None:
    path = register / "register.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '"é\U0001f600": 1\n', encoding="utf-8")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    ended = _run("check", str(register), "--format", "json", env=ascii_only, stdout=subprocess.PIPE)
    assert ended.returncode == 1
    made = json.loads(ended.stdout.decode("ascii"))
    assert any("é\U0001f600" in each["message"] for each in made["findings"])
    ended = _run("check", str(register), env=ascii_only, stdout=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert "\\xe9" in ended.stdout.decode("ascii")


@pytest.mark.parametrize(
    "character", ["\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\u2066", "\ud800", "\x1b"]
)
def test_json_holds_nothing_that_a_terminal_obeys(character: str) -> None:
    made = json_text({"a": f"é{character}z"})
    assert character not in made
    assert "é" in made
    assert json.loads(made) == {"a": f"é{character}z"}


@pytest.mark.parametrize("form", ["findings", "graph"])
def test_no_json_that_is_put_out_holds_them_raw(
    register: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = register / "register.yaml"
    text = path.read_text(encoding="utf-8").replace("EPI-ABS-digest-check", '"EPI-\\x9b31m"', 1)
    path.write_text(text + '"a\\x9b31mb": 1\n', encoding="utf-8")
    graph = register.parent / "graph.json"
    main(["check", str(register), "--format", "json", "--graph", str(graph)])
    made = capsys.readouterr().out if form == "findings" else graph.read_text(encoding="utf-8")
    assert "\x9b" not in made
    assert json.loads(made)


@pytest.mark.parametrize(
    "number", [float("inf"), float("-inf"), float("nan"), 10**400, 10**5_000], ids=range(5)
)
def test_a_number_that_json_cannot_hold_stays_as_it_is_written(number: float) -> None:
    fact = Fact(
        kind=FactKind.THRESHOLD, path="a.py", line_start=1, line_end=1, name="MOST", value="9" * 400,
        rule="constant", passage="MOST = 9", details=FactDetails({"number": number, "unit": "items"}),
    )  # fmt: skip
    target = TargetDescription(system="s", kind=SourceKind.CAPTURE, location=".", revision="sha256:0")
    made = json_text(as_json(Facts(target=target, coverage=CoverageOfFiles(), facts=(fact,))))

    def refuse(constant: str) -> float:
        raise AssertionError(constant)

    (read,) = json.loads(made, parse_constant=refuse)["facts"]
    assert (read["value"], read["details"]) == ("9" * 400, {"unit": "items"})
