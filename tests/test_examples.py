"""The samples run and pass their own tests; the registers beside them are clean, and whatever they
cite verifies against the frozen source."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from auditor.build import check_register
from auditor.settings import Settings

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


@pytest.mark.parametrize("name", REGISTERS)
def test_every_passage_and_threshold_of_a_register_verifies(name: str) -> None:
    _verifies(ROOT / "registers" / name)


@pytest.mark.parametrize("name", ["jotter", "almanac"])
def test_it_verifies_after_the_tests_of_the_sample_have_run_in_its_place(name: str, tmp_path: Path) -> None:
    for folder in ("samples", "registers"):
        shutil.copytree(ROOT / folder / name, tmp_path / folder / name)
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", ".", "."]
    usual = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=tmp_path / "samples" / name, env=usual, capture_output=True, check=True)
    assert list((tmp_path / "samples" / name).rglob("__pycache__")), "the run left nothing behind"
    _verifies(tmp_path / "registers" / name)


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="no clone to begin with")
def test_they_verify_in_a_shallow_clone_and_in_an_unpacked_archive(tmp_path: Path) -> None:
    clone = ["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), str(tmp_path / "clone")]
    subprocess.run(clone, capture_output=True, check=True)
    archive = ["git", "-C", str(tmp_path / "clone"), "archive", "-o", str(tmp_path / "all.tar"), "HEAD"]
    subprocess.run(archive, capture_output=True, check=True)
    shutil.unpack_archive(tmp_path / "all.tar", tmp_path / "unpacked", filter="data")
    for folder in ("clone", "unpacked"):
        for name in REGISTERS:
            _verifies(tmp_path / folder / "registers" / name)


def _verifies(register: Path) -> None:
    audit = check_register(register, Settings(require_evidence=True))
    assert [f"{each.place} {each.name} {each.message}" for each in audit.findings] == []
    evidence = audit.case.evidence
    assert {str(each.result) for each in evidence.passages} == {"match"}
    assert {str(each.result) for each in evidence.thresholds} == {"match"}
    assert {str(each.state) for each in evidence.sources.values()} == {"at hand"}
