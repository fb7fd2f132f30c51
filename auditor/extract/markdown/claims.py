"""Which sentences of a document assert what the system does, guarantees, bounds or has reached.

A sentence asserts where it says of the system that it does something, bounds it (`never`, `at most`), or
gives a figure; not where it tells the reader what to do, praises, or speaks of the project's own affairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from auditor.extract.markdown.blocks import Block
from auditor.extract.markdown.words import ABSOLUTE, ASIDE, BEHAVIOUR, DEEDS, INSTRUCTION, MODAL, UNITS

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9`])")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_UNIT = "|".join(sorted(map(re.escape, UNITS)))
_FIGURE = re.compile(
    rf"(?<![\w.])~?\d[\d,._]*(?:\s?[-–]\s?\d[\d,.]*)?\s?-?(?:{_UNIT})\b|\b\d+/\d+\b|\b\d?\.\d+\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?\s*$")
_SEPARATOR = re.compile(r"^\s*(?:[—–:-]+|\.)\s*")
_FEWEST_WORDS = 3
_LATIN = 0.7
"""The share of letters that must be Latin: other scripts are not read."""


class Claim(NamedTuple):
    """One assertion: its words, and its first and last line from 1."""

    text: str
    line: int
    last: int
    headings: tuple[str, ...]
    sort: str


def claims(block: Block) -> Iterator[Claim]:
    """The assertions of one block: of a paragraph its sentences, else the block if any part of it asserts."""
    if _aside(block.headings) or not _readable(block.text):
        return
    told = list(_sentences(block))
    asserting = [each for each in told if asserts(each.text, lead=block.lead if each is told[0] else "")]
    if block.sort == "paragraph":
        yield from asserting
    elif asserting:
        last = block.line + block.text.rstrip().count("\n")
        yield Claim(block.text.strip(), block.line, last, block.headings, block.sort)


def asserts(sentence: str, *, lead: str = "") -> bool:
    """Whether a sentence asserts something of the system; `lead` is the name that an item begins with."""
    if _QUESTION.search(sentence):
        return False
    said = _without_lead(sentence, lead)
    words = [each.lower() for each in _WORD.findall(said)]
    if len(words) < (_FEWEST_WORDS - 1 if lead else _FEWEST_WORDS):
        return False
    bounded = bool(ABSOLUTE.intersection(words)) or bool(_FIGURE.search(said))
    acting = [each for each in words if _is_behaviour(each)]
    doing = bool(acting) or bool(DEEDS.intersection(words))
    if lead:
        return doing or bounded
    if _instructs(words):
        return False
    if sentence.rstrip().endswith(":"):
        return _is_behaviour(words[1]) and _inflected(words[1])
    if any(_inflected(each) for each in acting):
        return True
    modal = any(one in MODAL and _is_behaviour(other) for one, other in _near(words))
    return modal or (bounded and doing) or bool(_FIGURE.search(said))


def _instructs(words: list[str]) -> bool:
    """Whether a sentence begins by telling its reader what to do."""
    at = 1 if words[0] in ("always", "never", "then", "please") and len(words) > 1 else 0
    return words[at] in INSTRUCTION


def _near(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each word with each of the two that follow it."""
    for at, one in enumerate(words):
        for other in words[at + 1 : at + 3]:
            yield one, other


def _without_lead(sentence: str, lead: str) -> str:
    at = sentence.find(lead) if lead else -1
    return _SEPARATOR.sub("", sentence[at + len(lead) :].lstrip("`*")) if at >= 0 else sentence


def _sentences(block: Block) -> Iterator[Claim]:
    at = 0
    text = block.text
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        piece = text[at:end]
        start = at + len(piece) - len(piece.lstrip())
        line = block.line + text.count("\n", 0, start)
        last = line + piece.strip().count("\n")
        if piece.strip():
            yield Claim(piece.strip(), line, last, block.headings, block.sort)
        at = end


def _aside(headings: tuple[str, ...]) -> bool:
    """Whether the headings above speak of the project's own affairs."""
    return any(ASIDE.intersection(_WORD.findall(each.lower())) for each in headings[-2:])


def _readable(text: str) -> bool:
    letters = [each for each in text if each.isalpha()]
    return bool(letters) and sum(each.isascii() for each in letters) / len(letters) >= _LATIN


def _is_behaviour(word: str) -> bool:
    return any(each in BEHAVIOUR for each in _stems(word))


def _inflected(word: str) -> bool:
    """Whether a verb stands in a form that a statement has: `stores`, `stored`."""
    return word not in BEHAVIOUR and word.endswith(("s", "ed", "d", "t", "n"))


def _stems(word: str) -> Iterator[str]:
    """The plain forms that a word may be a form of."""
    yield word
    for ending, others in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word[: -len(ending)]
            for other in others:
                yield stem + other
            if len(stem) > 2 and stem[-1] == stem[-2]:
                yield stem[:-1]
    if word in _IRREGULAR:
        yield _IRREGULAR[word]


_ENDINGS = (
    ("ies", ("y",)),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ied", ("y",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
)
_IRREGULAR = {
    "kept": "keep",
    "held": "hold",
    "sent": "send",
    "built": "build",
    "found": "find",
    "made": "make",
    "ran": "run",
    "written": "write",
    "wrote": "write",
    "left": "leave",
    "lost": "lose",
    "taken": "take",
    "given": "give",
    "chosen": "choose",
    "hidden": "hide",
    "known": "know",
    "shown": "show",
    "drawn": "draw",
    "forgotten": "forget",
}
