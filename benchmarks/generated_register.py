"""A register of any size for benchmarks: clean, the same for the same numbers, each record with three links
and some 300 characters of text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

# fmt: off
_WORDS = (
    "note", "turn", "draft", "owner", "index", "store", "reply", "prompt", "recall", "digest", "window",
    "thread", "folder", "record", "answer", "model", "query", "batch", "cache", "trace", "limit", "scope",
    "merge", "entry", "page", "reader", "queue", "token", "label", "score", "filter", "summary",
)
# fmt: on
_KINDS = (("routes", "RTE", 4), ("objects", "OBJ", 3), ("claims", "CLM", 2), ("absences", "ABS", 1))
_TENTHS = sum(share for _, _, share in _KINDS)
_HEAD = """\
format: audit-register/1
system: Almanac at scale
member: memory
run_id: SCALE-2026-01-01
question: What is kept, and what comes of it?
boundary:
  kind: whole-system
  target_class: memory system
  grounding: code-grounded
  cutoff: 2026-01-01
sources:
  - id: SRC-1
    kind: git
    location: https://example.org/almanac.git
    revision: "0123456789abcdef0123456789abcdef01234567"
    layers: {implementation: ["src/**"], doctrine/design: [README.md]}
coverage:
  - entry: Every turn
    files: [src/turn.py]
    read: {word: whole, says: read directly}
    limit: no trace supplied
    prevents: exercised behaviour
conclusion:
  - text: Whatever is kept is read again.
"""


def write_register(folder: Path, *, records: int, files: int = 1) -> list[Path]:
    """Write a register of so many records into a folder, spread over so many files; the files' paths."""
    folder.mkdir(parents=True, exist_ok=True)
    share = -(-records // files)
    paths = [folder / "register.yaml", *(folder / f"records-{index:04}.yaml" for index in range(1, files))]
    for index, path in enumerate(paths):
        low, high = index * share, min(records, (index + 1) * share)
        lists = "".join(_list(kind, low, high, records) for kind in range(len(_KINDS)))
        path.write_text((_HEAD if index == 0 else "") + lists, encoding="utf-8")
    return paths


def _list(kind: int, low: int, high: int, records: int) -> str:
    mine = [number for number in range(low, high) if _kind(number) == kind]
    if not mine:
        return ""
    return f"{_KINDS[kind][0]}:\n" + "".join("".join(_record(number, records)) for number in mine)


def _kind(number: int) -> int:
    place = number % _TENTHS
    for kind, (_, _, share) in enumerate(_KINDS):
        if place < share:
            return kind
        place -= share
    raise AssertionError("the shares do not cover every place")


def _name(number: int) -> str:
    """Three words each, so that no identifier is another with more behind it."""
    first, rest = _WORDS[number % len(_WORDS)], number // len(_WORDS)
    return f"MEM-{_KINDS[_kind(number)][1]}-{first}-{_WORDS[rest % len(_WORDS)]}-n{number}"


def _record(number: int, records: int) -> Iterator[str]:
    """The lines of a record."""
    chance = random.Random(number)
    links = [_name(_other(number, chance, records)) for _ in range(3)]
    kind = _KINDS[_kind(number)][1]
    yield f"  - id: {_name(number)}\n    label: {_prose(chance, 24).capitalize()}\n"
    if kind == "RTE":
        yield "    status: {implementation: wired, operation: {is: uninspected, because: no run supplied}}\n"
        yield f"    immediate_return: {_prose(chance, 50)}\n"
        yield f"    later_read_back: {_prose(chance, 20)}, by way of {links[0]}\n"
        yield f"    delegated_visibility: none — {_prose(chance, 30)}\n"
        yield f"    selection_predicate: {_prose(chance, 35)}\n"
        yield f"    invalidation_or_expiry: ends with {links[1]}\n"
        yield f"    activation_or_effect: {_prose(chance, 40)} through {links[2]}\n"
        yield f"    evidence_limits: {_prose(chance, 40)}\n"
        yield f"    note: |-\n      {_prose(chance, 60).capitalize()}.\n"
    elif kind == "OBJ":
        yield f"    identity: {_prose(chance, 40)}\n"
        yield f"    form: {{word: natural-language, says: {_prose(chance, 40)}}}\n"
        yield f"    substrate: {_prose(chance, 50)}\n"
        yield f"    lineage: {_prose(chance, 40)} from {links[0]}\n"
        yield f"    consumers: {links[1]} and {links[2]} — {_prose(chance, 50)}\n"
        yield f"    note: |-\n      {_prose(chance, 70).capitalize()}.\n"
    elif kind == "CLM":
        yield f"    operation: {_prose(chance, 90)}\n"
        yield "    said_in:\n      - {path: README.md, lines: 12-15, layer: doctrine/design}\n"
        yield f"    note: |-\n      {_prose(chance, 80).capitalize()}.\n\n"
        yield f"      {_prose(chance, 60).capitalize()}: {links[0]}, {links[1]} and {links[2]}.\n"
    else:
        yield "    status: {implementation: absent}\n    searched: [src, docs]\n"
        yield f"    query: {_prose(chance, 60)}\n    revision: SRC-1\n"
        yield f"    supports: {_prose(chance, 70)} of {links[0]}\n"
        yield f"    prevents: {_prose(chance, 70)} of {links[1]} or {links[2]}\n"
    yield f"    evidence:\n      - path: src/{_WORDS[number % len(_WORDS)]}.py\n        lines: 12-14\n"
    yield f"        quote: |-\n          def {_WORDS[number % len(_WORDS)]}_{number}(turn):\n"
    yield f"              return {_WORDS[number % 7]}(turn)\n"


def _other(number: int, chance: random.Random, records: int) -> int:
    found = chance.randrange(max(1, records - 1))
    return found if found < number else min(found + 1, records - 1)


def _prose(chance: random.Random, characters: int) -> str:
    words: list[str] = []
    while sum(map(len, words)) + len(words) < characters:
        words.extend(chance.choices(_WORDS, k=3))
    return " ".join(words)
