"""The house: one way down, every module named in the contract."""

from __future__ import annotations

from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parent.parent


def test_every_module_imports_only_downwards() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


def test_only_the_command_line_prints() -> None:
    printing = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "auditor").rglob("*.py"))
        if "print(" in path.read_text(encoding="utf-8").replace("self._print(", "")
    ]
    assert printing == ["auditor/cli.py"]
