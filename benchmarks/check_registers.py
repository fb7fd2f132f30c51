"""CPU seconds of `audit check` and `audit build` over generated registers, as ratios to loading the same
files with PyYAML alone: each command a process of its own, measured in turn, the least of several rounds.

Usage: python -m benchmarks.check_registers [--rounds 5] [--large]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.generated_register import write_register

_LOAD = """
import gc, sys, yaml
if sys.argv[1] == "off":
    gc.disable()
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        yaml.load(file, yaml.CSafeLoader)
"""
_AUDIT = ("-m", "auditor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a process took: seconds of CPU, and the most memory at once in MB."""

    seconds: float
    megabytes: float


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--large", action="store_true", help="also 100,000 records, once")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        _run(Path(folder), given.rounds, large=given.large)


def _run(folder: Path, rounds: int, *, large: bool) -> None:
    middle, small = folder / "10000", folder / "50"
    paths = [str(path) for path in write_register(middle, records=10_000)]
    write_register(small, records=50)
    environment = {**os.environ, "AUDIT_CACHE_DIR": str(folder / "cache")}
    check = (*_AUDIT, "check", str(middle))
    commands = {
        "yaml.load, collector as it starts": ("-c", _LOAD, "on", *paths),
        "yaml.load, collector off": ("-c", _LOAD, "off", *paths),
        "check --no-cache, 10,000 records": (*check, "--no-cache"),
        "check, parsed files cached": check,
        "build, 10,000 records": (*_AUDIT, "build", str(middle)),
        "check --no-cache, 50 records": (*_AUDIT, "check", str(small), "--no-cache"),
    }
    _measured(check, environment)  # fills the cache
    rows: dict[str, list[Measured]] = {name: [] for name in commands}
    for _ in range(rounds):  # in turn, so that whatever else the machine does falls on all
        for name, command in commands.items():
            rows[name].append(_measured(command, environment))
    found = {name: min(row, key=lambda one: one.seconds) for name, row in rows.items()}
    if large:
        write_register(folder / "100000", records=100_000, files=20)
        command = (*_AUDIT, "check", str(folder / "100000"), "--no-cache")
        found["check --no-cache, 100,000 records"] = _measured(command, environment)
    _print(found)


def _print(found: dict[str, Measured]) -> None:
    on, off, checked, *_ = (one.seconds for one in found.values())
    print("| command | CPU s | of yaml.load | of it, collector off | of check | MB |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, one in found.items():
        ratios = " | ".join(f"{one.seconds / base:.2f}" for base in (on, off, checked))
        print(f"| {name} | {one.seconds:.2f} | {ratios} | {one.megabytes:.0f} |")


def _measured(command: tuple[str, ...], environment: dict[str, str]) -> Measured:
    """Run a command of Python to its end, its output thrown away."""
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, *command],
        environment,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"failed: {' '.join(command)}")
    return Measured(seconds=used.ru_utime + used.ru_stime, megabytes=used.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
