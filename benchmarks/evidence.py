"""What it costs to verify passages: the evidence family against reading the cited blobs, as ratios of CPU.

    python benchmarks/evidence.py REPOSITORY [--revision REV] [--passages 2000] [--rounds 5]

A register with that many passages, drawn with a fixed seed from the text files of the commit, is written
into a temporary folder. In each round, in turn and in processes of their own: reading each cited blob once
with pygit2's `odb.read`, decoding it and normalising its white space; comparing the register with its source;
the whole `audit check` without and with evidence. The least of the rounds counts.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from auditor.registers.writing import item_lines
from auditor.snapshot import Snapshot, SourceFile, open_snapshot

READING = """
import sys, time, pygit2
repository, ids = pygit2.Repository(sys.argv[1]), open(sys.argv[2]).read().split()
start = time.process_time()
for each in ids:
    kind, data = repository.odb.read(pygit2.Oid(hex=each))
    " ".join(data.decode("utf-8").split())
print(time.process_time() - start)
"""
FAMILY = """
import sys, time
from pathlib import Path
from auditor.quotations import compare_with_sources
from auditor.sets import load
loaded = load(Path(sys.argv[1]))
shared = [each.shared for each in loaded.members]
at = {"SRC-1": Path(sys.argv[2])}
start = time.process_time()
evidence = compare_with_sources(shared, at=at)
print(time.process_time() - start)
wrong = [(each.cited.path, each.cited.quote) for each in evidence.passages if each.result != "match"]
assert not wrong, wrong[:3]
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repository", type=Path)
    parser.add_argument("--revision", default="HEAD")
    parser.add_argument("--passages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        snapshot = open_snapshot(given.repository, revision=given.revision)
        cited = _write_register(folder, snapshot, given.passages)
        (folder / "ids").write_text("\n".join(cited), encoding="utf-8")
        print(f"{given.passages:,} passages of {len(cited):,} files; {snapshot.count:,} files in the commit")
        reading = [str(given.repository), str(folder / "ids")]
        family = [str(folder), str(given.repository)]
        source = ["--source", f"SRC-1={given.repository}"]
        times: dict[str, list[float]] = {"read": [], "family": [], "without": [], "with": []}
        for _ in range(given.rounds):
            times["read"].append(_told([sys.executable, "-c", READING, *reading]))
            times["family"].append(_told([sys.executable, "-c", FAMILY, *family]))
            times["without"].append(_whole(["check", str(folder), "--no-evidence"]))
            times["with"].append(_whole(["check", str(folder), *source]))
    least = {name: min(each) for name, each in times.items()}
    print(f"reading, decoding, normalising the cited blobs once: {least['read']:.2f} s")
    print(f"comparing the register: {least['family']:.2f} s, {least['family'] / least['read']:.2f} times")
    more = least["with"] - least["without"]
    print(f"the whole check: {least['without']:.2f} s without evidence, {more:.2f} s more with it")
    return 0


def _write_register(folder: Path, snapshot: Snapshot, count: int) -> list[str]:
    """Write a register whose passages are unique in their files; gives the names of the cited blobs."""
    chance = random.Random(7)
    files = [
        each
        for each in snapshot.files()
        if isinstance(each, SourceFile) and len(each.lines) > 3 and not each.path.endswith(".ipynb")
    ]
    texts = {each.path: " ".join(each.text.split()) for each in files}
    lines = [
        "format: audit-register/1", "system: Measured", "member: epistemic", "question: How fast?",
        "sources:", "  - id: SRC-1", "    kind: git", "    location: elsewhere",
        f"    revision: {snapshot.target.revision}", "    layers: implementation", "routes:",
    ]  # fmt: skip
    cited: dict[str, None] = {}
    made = 0
    while made < count:
        file = chance.choice(files)
        at = chance.randrange(len(file.lines))
        quote = "\n".join(file.lines[at : at + chance.randint(1, 4)]).strip()
        plain = " ".join(quote.split())
        if (
            len(plain) < 20
            or texts[file.path].count(plain) != 1
            or (not quote.isprintable() and "\t" in quote)
        ):
            continue
        made += 1
        cited.setdefault(file.path)
        lines += [f"  - id: EPI-RTE-route-n{made}", f"    label: Route {made}", "    evidence:"]
        lines += item_lines({"path": file.path, "quote": quote}, 6)
    (folder / "register.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    names = snapshot.identities()
    return [names[path] for path in cited]


def _told(command: list[str]) -> float:
    """The CPU seconds that a process says it took."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=_environment())
    return float(done.stdout)


def _whole(arguments: list[str]) -> float:
    """The CPU seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "auditor", *arguments]
    subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, env=_environment()
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(sys.path)}


if __name__ == "__main__":
    started = time.time()
    code = main()
    print(f"({time.time() - started:.0f} s in all)")
    sys.exit(code)
