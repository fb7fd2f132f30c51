"""How `audit compare` of two commits of a repository stands beside `git diff --stat -M` of the same two.

    python benchmarks/compare.py path/to/repository --commits 1000 --passages 300

A register is made in a temporary folder, with passages and places taken from the earlier commit's files. CPU
seconds are those of whole processes, the least of several runs after one that is not counted; nothing of the
repository is written. Bytecode is kept in the temporary folder, as an installed command has it beside its
modules, whatever the environment says: with `--no-bytecode` every run compiles the modules anew.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

RUNS = 3
ALLOWED_TIMES, ALLOWED_SECONDS = 4.0, 0.5


def main() -> None:
    """Measure both commands and print the ratio."""
    given = _arguments()
    repository = given.repository.resolve()
    later = _git(repository, "rev-parse", f"{given.to}^{{commit}}")
    earlier = _git(repository, "rev-list", "--max-count=1", f"--skip={given.commits}", later)
    with tempfile.TemporaryDirectory() as folder:
        register = Path(folder)
        cited = _write_register(register, repository, earlier, given.passages)
        diff = ["git", "-C", str(repository), "diff", "--stat", "-M", earlier, later]
        compare = [sys.executable, "-m", "auditor", "compare", folder, "--to", later]
        compare += ["--source", f"SRC-1={repository}", "--format", "json"]
        git_seconds = min(_cpu_seconds(diff) for _ in range(RUNS))
        kept = None if given.no_bytecode else register / "bytecode"
        _cpu_seconds(compare, bytecode=kept)
        own_seconds = min(_cpu_seconds(compare, bytecode=kept) for _ in range(RUNS))
        version = [sys.executable, "-m", "auditor", "--version"]
        nothing = min(_cpu_seconds(version, bytecode=kept) for _ in range(RUNS))
    allowed = ALLOWED_TIMES * git_seconds + ALLOWED_SECONDS
    print(f"{repository.name}: {given.commits} commits apart, {cited} citations")
    print(f"git diff --stat -M   {git_seconds:7.2f} s CPU")
    print(f"audit compare        {own_seconds:7.2f} s CPU, {own_seconds / git_seconds:.1f} times it")
    print(f"audit --version      {nothing:7.2f} s CPU, within the line above")
    print(f"allowed              {allowed:7.2f} s CPU: {'kept' if own_seconds <= allowed else 'NOT KEPT'}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--to", default="HEAD", help="the later commit")
    parser.add_argument("--commits", type=int, default=1000, help="so many commits lie between the two")
    parser.add_argument("--passages", type=int, default=300, help="so many citations has the register")
    parser.add_argument("--no-bytecode", action="store_true", help="compile the modules in every run")
    return parser.parse_args()


def _write_register(folder: Path, repository: Path, revision: str, number: int) -> int:
    """A register whose routes cite lines of the earlier commit that occur once in their file."""
    entries = list(_entries(repository, revision, number))
    lines = [
        "format: audit-register/1",
        "system: Benchmark",
        "member: epistemic",
        "sources:",
        f"  - {{id: SRC-1, kind: git, location: nowhere, revision: {revision}, layers: implementation}}",
        "routes:",
    ]
    for index, entry in enumerate(entries):
        if index % 5 == 0:
            name = "".join("abcdefghij"[int(digit)] for digit in str(index))
            lines += [f"  - id: EPI-RTE-route-{name}", "    label: A route", "    evidence:"]
        lines += entry
    (folder / "register.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(entries)


def _entries(repository: Path, revision: str, number: int) -> Iterator[list[str]]:
    """Evidence entries, four with a passage to one with lines alone."""
    chosen = random.Random(0)
    names = _git(repository, "ls-tree", "-r", "-z", "--name-only", revision).split("\0")
    sources = [each for each in names if each.endswith((".py", ".rs", ".md", ".ts", ".yml", ".toml"))]
    made = 0
    while made < number and sources:
        path = chosen.choice(sources)
        shown = subprocess.run(
            ["git", "-C", str(repository), "show", f"{revision}:{path}"], capture_output=True, check=True
        ).stdout.decode("utf-8", "replace")
        found = shown.split("\n")
        counts = Counter(" ".join(line.split()) for line in found)
        usable = [
            (line, text)
            for line, text in enumerate(found, start=1)
            if len(text.strip()) > 20 and counts[" ".join(text.split())] == 1 and text.isprintable()
        ]
        if not usable:
            sources.remove(path)
            continue
        line, text = chosen.choice(usable)
        made += 1
        held = [f"      - path: '{path.replace(chr(39), chr(39) * 2)}'", f'        lines: "{line}"']
        yield held if made % 5 == 0 else [*held[:1], "        quote: |-", f"          {text.strip()}"]


def _cpu_seconds(command: Sequence[str], *, bytecode: Path | None = None) -> float:
    """User and system seconds of a process and its children, its output thrown away."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    environment["PYTHONDONTWRITEBYTECODE"] = "" if bytecode else "1"
    environment["PYTHONPYCACHEPREFIX"] = str(bytecode or "")
    done = subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command[:4]} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8").strip()


if __name__ == "__main__":
    main()
