"""The built wheel, installed into a fresh environment outside of the repository, builds a report by its
installed command and ends with the promised exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from auditor import __version__

ROOT = Path(__file__).parent.parent
REGISTER = ROOT / "registers" / "jotter"


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `audit` command of the wheel. Its dependencies are those of the environment that runs the tests,
    so that nothing is fetched; the package itself is the wheel's."""
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = place.glob("*.whl")
    venv.create(place / "venv", with_pip=True)
    python = place / "venv" / "bin" / "python"
    install = ["-m", "pip", "install", "-q", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([python, *install], check=True, capture_output=True)
    packages = next((place / "venv" / "lib").glob("python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place / "venv" / "bin" / "audit"


def _copy(folder: Path) -> None:
    """A register and the system that it audits, where it looks for it."""
    shutil.copytree(REGISTER, folder / "registers" / "jotter", ignore=shutil.ignore_patterns("report"))
    shutil.copytree(ROOT / "samples" / "jotter", folder / "samples" / "jotter")


def _run(command: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_the_wheel_is_what_runs(command: Path, tmp_path: Path) -> None:
    python = command.parent / "python"
    where = "import auditor; print(auditor.__file__)"
    done = subprocess.run([python, "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert str(command.parent.parent) in done.stdout
    assert _run(command, "--version", folder=tmp_path).stdout == f"audit {__version__}\n"


def test_it_builds_a_report_with_the_templates_it_carries(command: Path, tmp_path: Path) -> None:
    _copy(tmp_path)
    done = _run(command, "build", "registers/jotter", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    made = tmp_path / "registers" / "jotter" / "report"
    for name in ("epistemic.md", "findings.md", "audit.json", "audit.schema.json"):
        assert (made / name).read_bytes() == (REGISTER / "report" / name).read_bytes(), name


def test_its_exit_codes_tell_findings_from_failures(command: Path, tmp_path: Path) -> None:
    _copy(tmp_path)
    assert _run(command, "check", "registers/jotter", folder=tmp_path).returncode == 0
    broken = tmp_path / "registers" / "jotter" / "register.yaml"
    broken.write_text(broken.read_text(encoding="utf-8") + "claim: []\n", encoding="utf-8")
    found = _run(command, "check", "registers/jotter", "--format", "json", folder=tmp_path)
    assert (found.returncode, json.loads(found.stdout)["findings"][0]["name"]) == (1, "unknown-key")
    failed = _run(command, "check", "nowhere", folder=tmp_path)
    assert (failed.returncode, failed.stdout) == (2, "")
    assert (
        failed.stderr
        == "audit: nowhere: no such file or folder; give the path of a register or of a system\n"
    )
    assert _run(command, "chek", folder=tmp_path).returncode == 2
