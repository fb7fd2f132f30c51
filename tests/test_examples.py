"""The samples run and pass their own tests; the registers beside them are clean, and what they quote stands
in the frozen source at the lines they name."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.assembly import case_of
from auditor.build import check_register
from auditor.forms import entries_in
from auditor.records import Evidence, SaidIn, Source, Threshold
from auditor.sets import load
from auditor.settings import Settings
from auditor.snapshot import Snapshot
from auditor.snapshot.capture import open_capture

ROOT = Path(__file__).parent.parent
REGISTERS = ("jotter", "almanac", "almanac/epistemic", "almanac/runtime")


@pytest.mark.parametrize("name", ["jotter", "almanac"])
def test_a_sample_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / name, tmp_path / name)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "."]
    done = subprocess.run(command, cwd=tmp_path / name, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", REGISTERS)
def test_a_register_is_clean(name: str) -> None:
    audit = check_register(ROOT / "registers" / name, Settings())
    assert [f"{each.place} {each.name} {each.message}" for each in audit.findings] == []


@pytest.mark.parametrize("name", ["jotter", "almanac"])
def test_the_source_is_the_one_that_the_register_names(name: str) -> None:
    folder = ROOT / "registers" / name
    for source in case_of(load(folder)).sources.values():
        assert source.revision == _capture(folder, source).target.revision


@pytest.mark.parametrize("name", ["jotter", "almanac"])
def test_passages_and_thresholds_stand_at_their_lines(name: str) -> None:
    folder = ROOT / "registers" / name
    case = case_of(load(folder))
    (source,) = case.sources.values()
    snapshot = _capture(folder, source)
    seen, missing = 0, []
    for member in case.members:
        for entry, _ in entries_in(member.member):
            if not isinstance(entry, Evidence | Threshold | SaidIn) or not entry.path:
                continue
            file = snapshot.read(str(entry.path))
            text = getattr(file, "text", "")
            first, _, last = str(entry.lines or "").partition("-")
            lines = text.split("\n")[int(first) - 1 : int(last or first)] if first else text.split("\n")
            wanted = [getattr(entry, "quote", None) or ""]
            if isinstance(entry, Threshold) and not entry.quote:
                wanted = [str(entry.name), str(entry.value)]
            if not text or not all(_folded(each) in _folded("\n".join(lines)) for each in wanted):
                missing.append(f"{entry.place}: {entry.path} {entry.lines}")
            seen += 1
    assert missing == []
    assert seen > 50


def _capture(folder: Path, source: Source) -> Snapshot:
    """The sample as a capture, which it is for a register that lives in the same repository."""
    return open_capture((folder / str(source.location)).resolve())


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
