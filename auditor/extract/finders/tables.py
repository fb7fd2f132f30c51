"""Tables that are written as text: each statement of a text that makes one, with its columns, and the closed
sets that its checks allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from auditor.extract.effects import Target
from auditor.extract.neutral import Text
from auditor.extract.unit import Unit
from auditor.extract.vocabulary import names_states
from auditor.facts import Fact
from auditor.terms import FactKind

_MADE = re.compile(
    r"\bCREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|NODE|REL)\s+)*TABLE\s+"
    r"(?:IF\s+NOT\s+EXISTS\s+)?(?P<name>[^\s(]+)[^(;]*?\(",
    re.IGNORECASE,
)
_RENAMED = re.compile(r"\bALTER\s+TABLE\s+(?P<old>\S+)\s+RENAME\s+TO\s+(?P<new>[^\s;\"']+)", re.IGNORECASE)
_ALLOWED = re.compile(
    r"\bCHECK\s*\(+\s*(?P<column>[\w\"`.\[\]]+)\s+(?:IN\s*\(|=\s*ANY\s*\(\s*ARRAY\s*\[)(?P<members>[^)\]]*)[)\]]",
    re.IGNORECASE,
)
_NO_LIST = re.compile(r"\b(?:VIRTUAL|AS)\b", re.IGNORECASE)
_COMMENT = re.compile(r"--[^\n]*")
_MEMBER = re.compile(r"'((?:[^'\\]|'')*)'")
_NO_COLUMNS = frozenset(
    ["CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "INDEX", "KEY", "EXCLUDE", "LIKE", "FROM", "TO"]
)
_QUOTES = "\"'`[]"
_LONGEST = 20_000
"""Characters of one table's definition that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table of a text: its name, columns, and where it stands in what was searched."""

    name: str
    columns: tuple[str, ...]
    start: int
    end: int


def find_tables(unit: Unit, target: Target) -> Iterator[Fact]:
    """The tables that texts of a file make, and the closed sets of states that they allow."""
    texts = [each for each in unit.nodes(Text) if "TABLE" in each.value.upper()]
    renamed = {
        _plain(each["old"]): _plain(each["new"]) for text in texts for each in _RENAMED.finditer(text.value)
    }
    for text in texts:
        code = unit.code(text)
        for table in tables_of(code):
            yield unit.fact(
                FactKind.OBJECT,
                text,
                span=_lines(unit, text, code, table.start, table.end),
                name=table.name,
                rule="sql/object/table",
                details={
                    "sort": "SQL table",
                    "fields": table.columns or None,
                    "store": table.name,
                    "rebuild_of": renamed.get(table.name),
                },
            )
        yield from _allowed(unit, text, code)


def tables_of(text: str) -> Iterator[Table]:
    """The tables that the statements of a text make."""
    for made in _MADE.finditer(text):
        inside = _inside(text, made.end())
        plain = not _NO_LIST.search(made.group())
        columns = tuple(dict.fromkeys(_columns(inside))) if plain else ()
        end = made.end() + len(inside) + 1
        yield Table(name=_plain(made["name"]), columns=columns, start=made.start(), end=min(end, len(text)))


def _allowed(unit: Unit, text: Text, code: str) -> Iterator[Fact]:
    """The closed sets in the checks of a text, where the column or what it holds names states."""
    for check in _ALLOWED.finditer(code):
        members = tuple(dict.fromkeys(_MEMBER.findall(check["members"])))
        column = _plain(check["column"])
        if len(members) > 1 and names_states(column, members):
            yield unit.fact(
                FactKind.STATUS_VOCABULARY,
                text,
                span=_lines(unit, text, code, check.start(), check.end()),
                name=column,
                rule="sql/status-vocabulary/check",
                details={"members": members},
            )


def _inside(text: str, start: int) -> str:
    """What stands between a parenthesis that opens before `start` and the one that closes it."""
    depth = 1
    for at in range(start, min(len(text), start + _LONGEST)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start : start + _LONGEST]


def _columns(inside: str) -> Iterator[str]:
    """The first words of the parts of a definition that commas divide, constraints left out."""
    depth = 0
    part: list[str] = []
    for character in (*_COMMENT.sub(" ", inside), ","):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character != "," or depth:
            part.append(character)
            continue
        words = "".join(part).split()
        if words and words[0].upper() not in _NO_COLUMNS and _plain(words[0]).isidentifier():
            yield _plain(words[0])
        part = []


def _plain(name: str) -> str:
    return name.strip(_QUOTES + ";,")


def _lines(unit: Unit, text: Text, code: str, start: int, end: int) -> tuple[int, int]:
    """The lines of a stretch of a text's code."""
    first = text.start + len(code[:start].encode("utf-8", "surrogatepass"))
    last = text.start + len(code[: max(start, end - 1)].encode("utf-8", "surrogatepass"))
    return unit.line(first), unit.line(last)
