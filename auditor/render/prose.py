"""Prose of a register as Markdown: paragraphs, lists, quotations and fenced code stay, all else is text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from auditor.render.escaping import Href, Markdown, cleaned, fenced, inline, no_links, quoted

MAX_DEPTH = 4
"""Quotations and lists nested deeper are printed at this depth."""


def prose(text: str, href: Href = no_links) -> Markdown:
    """Paragraphs, `- ` and `1. ` lists, `> ` quotations and fenced code (always closed), each set apart by
    an empty line. Identifiers become links, except in quotations and code, where they are no references."""
    return Markdown("\n\n".join(_blocks(cleaned(text).split("\n"), href, 0)))


_FENCE = re.compile(r"[ \t]*(`{3,}+(?!.*`)|~{3,}+)[ \t]*([^ \t]*)")
_QUOTE = re.compile(r"[ \t]*>[ ]?(.*)")
_ITEM = re.compile(r"([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(\S.*)")
_PLAIN_LANGUAGE = re.compile(r"[A-Za-z0-9_+-]{1,20}")


class _Level(NamedTuple):
    """An open level of a list: the column of its marker in the text and that of its content in the report."""

    column: int
    content: int
    ordered: bool


@dataclass(slots=True)
class _List:
    """The items of a list while it is read."""

    lines: list[str] = field(default_factory=list)
    levels: list[_Level] = field(default_factory=list)

    def add(self, column: int, marker: str, text: str) -> None:
        sibling = None
        while self.levels and (column <= self.levels[-1].column or len(self.levels) >= MAX_DEPTH):
            sibling = self.levels.pop()
        start = self.levels[-1].content if self.levels else 0
        ordered = marker not in "-*+"
        printed = f"{marker[:-1]}." if ordered else "-"
        if self.lines and ordered and not (sibling and sibling.ordered):
            self.lines.append("")  # a number other than 1 begins no list within a paragraph
        self.levels.append(_Level(column, start + len(printed) + 1, ordered))
        self.lines.append(f"{' ' * start}{printed} {text}")

    def go_on(self, text: str) -> None:
        self.lines.append(" " * self.levels[-1].content + text)


def _blocks(lines: list[str], href: Href, depth: int) -> list[str]:
    blocks: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            index += 1
        elif opening := _FENCE.match(line):
            index, block = _take_fence(lines, index, opening)
            blocks.append(block)
        elif _QUOTE.match(line):
            index, block = _take_quotation(lines, index, depth)
            blocks.append(block)
        elif _ITEM.match(line):
            index, block = _take_list(lines, index, href)
            blocks.append(block)
        else:
            index, block = _take_paragraph(lines, index, href)
            blocks.append(block)
    return [block for block in blocks if block.strip()]


def _take_fence(lines: list[str], index: int, opening: re.Match[str]) -> tuple[int, str]:
    mark, language = opening.group(1), opening.group(2)
    margin = len(lines[index]) - len(lines[index].lstrip())
    content: list[str] = []
    index += 1
    while index < len(lines):
        line = lines[index]
        index += 1
        closes = line.strip()
        if closes.startswith(mark) and not closes.strip(mark[0]):
            break
        blank = len(line) - len(line.lstrip(" "))
        content.append(line[min(blank, margin) :])
    return index, fenced("\n".join(content), language if _PLAIN_LANGUAGE.fullmatch(language) else "")


def _take_quotation(lines: list[str], index: int, depth: int) -> tuple[int, str]:
    """A quotation: a fence in it stays one; of other lines each stays a line of its own."""
    inner: list[str] = []
    while index < len(lines) and (quote := _QUOTE.match(lines[index])):
        inner.append(quote.group(1))
        index += 1
    if any(_FENCE.match(line) for line in inner) and depth < MAX_DEPTH:
        return index, quoted("\n\n".join(_blocks(inner, no_links, depth + 1)))
    shown = [inline(line) for line in inner]
    ended = [
        f"{line}\\" if line and number + 1 < len(shown) and shown[number + 1] else line
        for number, line in enumerate(shown)
    ]
    return index, quoted("\n".join(ended)) if any(shown) else ""


def _take_list(lines: list[str], index: int, href: Href) -> tuple[int, str]:
    made = _List()
    while index < len(lines):
        line = lines[index]
        item = _ITEM.match(line)
        if item:
            column = len(item.group(1).expandtabs(4))
            made.add(column, item.group(2), inline(item.group(3), href))
        elif not line.strip():
            following = lines[index + 1] if index + 1 < len(lines) else ""
            if not _ITEM.match(following):
                break
        elif _FENCE.match(line) or _QUOTE.match(line):
            break
        else:
            made.go_on(inline(line, href))
        index += 1
    return index, "\n".join(made.lines)


def _take_paragraph(lines: list[str], index: int, href: Href) -> tuple[int, str]:
    made: list[str] = []
    while index < len(lines):
        line = lines[index]
        if not line.strip() or _QUOTE.match(line) or _ITEM.match(line):
            break
        if made and _FENCE.match(line):
            break
        index += 1
        if line.count("`") % 2 and index < len(lines) and "`" in lines[index] and lines[index].strip():
            line = f"{line} {lines[index].strip()}"  # a code span that the writer broke over two lines
            index += 1
        made.append(inline(line, href))
    return index, "\n".join(line for line in made if line)
