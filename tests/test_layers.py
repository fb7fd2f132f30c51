"""The house: one way down, every module named in the contract."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent


def test_every_module_imports_only_downwards() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


def test_only_one_module_prints() -> None:
    streams = re.compile(r"(?<![\w.])print\(|\bsys\.(?:stdout|stderr)\b")
    printing = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "auditor").rglob("*.py"))
        if streams.search(path.read_text(encoding="utf-8"))
    ]
    assert printing == ["auditor/cli/output.py"]


def test_the_command_line_starts_without_what_its_commands_need() -> None:
    """Help and version come at once: a command imports what it needs when it runs."""
    asked = (
        "import sys\n"
        "from auditor.cli.parser import parser\n"
        "parser()\n"
        "print(*(name for name in sys.modules if name.startswith('auditor.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    light = {"auditor.errors", "auditor.findings", "auditor.paths", "auditor.places"}
    assert {name for name in loaded if not name.startswith("auditor.cli")} <= light
