"""Identifiers of records and sources: their form, and how they are found in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from auditor.terms import Kind, MemberKind

_KIND_OF = {kind.value: kind for kind in Kind}
_PREFIXES = "|".join(member.prefix for member in MemberKind)
_KINDS = "|".join(kind.value for kind in Kind if kind is not Kind.SOURCE)
_NAME = r"[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*){0,2}"

IDENTIFIER = re.compile(rf"(?:(?:{_PREFIXES})-(?:{_KINDS})-{_NAME}|SRC-[1-9][0-9]*)")
"""A well-formed identifier: prefix, kind and a name of one to three words, or SRC- and a number."""

NUMBERED = re.compile(rf"(?:{_PREFIXES})-(?:{_KINDS})-[0-9]+")
"""The older form, kept where it was imported."""

MENTION = re.compile(
    rf"(?<![\w-])(?:(?:{_PREFIXES})-[A-Z]{{3}}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|SRC-[0-9]+)(?![\w])"
)
"""Whatever in text is meant as an identifier, well-formed or not."""

SEE = re.compile(r"(?:^|;\s+)[Ss]ee\s+(?=record\b|(?:RT|MEM|EPI)-[A-Z]{3}-|SRC-[0-9])")
"""Where text defers to records: `see ID` at its start or after a semicolon."""

_NUMBERED_END = rf"(?:SRC|(?:{_PREFIXES})-(?:{_KINDS}))-[0-9]+"
RANGE = re.compile(
    rf"(?<![\w-])(?:(?P<from>{_NUMBERED_END})(?:\s*(?:to|through|until|\.\.+|…|–|—)\s*|-)"
    rf"(?:{_NUMBERED_END}|[0-9]+(?![\w.%]))"
    rf"|(?:{_PREFIXES})-(?:{_KINDS})-[a-z0-9-]+\s*(?:\.\.+|…)\s*(?:{_PREFIXES})-(?:{_KINDS})-[a-z0-9-]+)"
)
"""A range of numbered identifiers, or two named ones with dots between them."""

_PREFIXED = re.compile(rf"(?:{_PREFIXES}|{Kind.SOURCE})-")
_FENCE = re.compile(r"^[ \t]*(`{3,}(?!.*`)|~{3,})")
_SEE_LIST = re.compile(
    rf"({MENTION.pattern}|record\b)((?:\s*,\s*(?:and\s+)?|\s+and\s+)(?={MENTION.pattern}))?"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """An identifier in a text, with the offset of its first character."""

    id: str
    start: int


def is_identifier(text: str) -> bool:
    """Whether the whole text is one identifier or is meant as one."""
    return MENTION.fullmatch(text) is not None


def is_well_formed(text: str) -> bool:
    """Whether the whole text has the form of an identifier, the older numbered one included."""
    return bool(IDENTIFIER.fullmatch(text) or NUMBERED.fullmatch(text))


def is_source(text: str) -> bool:
    """Whether the whole text is the identifier of a source, and so fit to be part of a file's name."""
    return is_well_formed(text) and kind_of(text) is Kind.SOURCE


def kind_of(identifier: str) -> Kind | None:
    """The kind that an identifier names; None where its letters name none."""
    letters = identifier.split("-")
    token = letters[0] if letters[0] == Kind.SOURCE else (letters[1] if len(letters) > 1 else "")
    return _KIND_OF.get(token)


def prefix_of(identifier: str) -> str:
    """The prefix of a record's identifier (`RT`, `MEM`, `EPI`); empty for a source."""
    first = identifier.split("-")[0]
    return "" if first == Kind.SOURCE else first


def may_mention(text: str) -> bool:
    """Whether a text can hold an identifier or a range of them; cheap, and seldom right for nothing."""
    return _PREFIXED.search(text) is not None


def defers(text: str) -> bool:
    """Whether a text can defer by `see`; cheap, and right for every text that does."""
    return "see " in text or "See " in text


def mentions(text: str) -> Iterator[Mention]:
    """The identifiers in a text that is one field."""
    for match in MENTION.finditer(text):
        yield Mention(match.group(), match.start())


def mentions_in_prose(text: str) -> Iterator[Mention]:
    """The identifiers in prose, leaving out those in block quotations and code fences."""
    for offset, line in _spoken(text):
        for match in MENTION.finditer(line):
            yield Mention(match.group(), offset + match.start())


def ranges(text: str, *, prose: bool) -> Iterator[Mention]:
    """The ranges of identifiers in a text; in prose those in quotations and code fences are left out."""
    for offset, line in _spoken(text) if prose else ((0, text),):
        for match in RANGE.finditer(line):
            yield Mention(match.group(), offset + match.start())


def _spoken(text: str) -> Iterator[tuple[int, str]]:
    """The lines of prose that are neither quoted nor code, each with the offset at which it begins."""
    offset = 0
    fence = ""
    for line in text.split("\n"):
        opening = _FENCE.match(line)
        closes = line.strip()
        if fence:
            if closes.startswith(fence) and not closes.strip(fence[0]):
                fence = ""
        elif opening:
            fence = opening.group(1)
        elif not line.lstrip().startswith(">"):
            yield offset, line
        offset += len(line) + 1


def deferrals(text: str) -> tuple[str, ...]:
    """The identifiers to which a text defers by `see`; `record` stands for the row's own record."""
    found: list[str] = []
    for start in SEE.finditer(text):
        position = start.end()
        while match := _SEE_LIST.match(text, position):
            found.append(match.group(1))
            position = match.end()
            if not match.group(2):
                break
    return tuple(found)
