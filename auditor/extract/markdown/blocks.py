"""A Markdown text as the blocks that a reader takes in: paragraphs, list items, table rows, each with the
headings above it. Code, links without words and what only HTML draws are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

MAX_NESTING = 100
"""Blocks within one another; the parser drops what lies deeper without a word."""

_QUOTE_MARKS = re.compile(rf"^(?:\s{{0,3}}>){{{MAX_NESTING},}}", re.MULTILINE)
_PARAGRAPH = re.compile(r"<(p|li|td|h[1-6]|summary)\b[^>]*>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


class Block(NamedTuple):
    """One block: `sort` is `paragraph`, `item` or `row`. `text` is without marks, its lines as in the source;
    `line` counts from 1. `lead` is the bold or code part that an item begins with."""

    sort: str
    headings: tuple[str, ...]
    text: str
    line: int
    lead: str


def front_matter(text: str) -> tuple[str, int]:
    """The YAML that a document begins with, and how many lines it takes; empty and 0 for none."""
    match = _FRONT_MATTER.match(text)
    return (match[1], match[0].count("\n")) if match else ("", 0)


def nested_too_deeply(text: str) -> int | None:
    """The first line, from 1, that lies beyond the nesting that the parser reads."""
    match = _QUOTE_MARKS.search(text)
    return None if match is None else text.count("\n", 0, match.start()) + 1


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, in its order."""
    _, skipped = front_matter(text)
    body = "\n" * skipped + "\n".join(text.split("\n")[skipped:])
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    headings: list[tuple[int, str]] = []
    open_: list[str] = []
    row: list[Token] = []
    level = 1
    for token in parser.parse(body):
        kind = token.type
        if kind == "html_block":
            yield from _html(token, tuple(title for _, title in headings))
        elif token.nesting == 1:
            open_.append(kind.removesuffix("_open"))
            level = int(token.tag[1]) if kind == "heading_open" else level
        elif token.nesting == -1:
            open_.pop()
            if kind == "tr_close" and "thead" not in open_:
                yield from _row(row, tuple(title for _, title in headings))
            row = [] if kind == "tr_close" else row
        elif kind == "inline" and token.map is not None:
            around = open_[-1] if open_ else ""
            if around == "heading":
                _head(headings, level, _plain(token))
            elif around in ("td", "th"):
                row.append(token)
            else:
                sort = "item" if "list_item" in open_ else "paragraph"
                titles = tuple(title for _, title in headings)
                yield Block(sort, titles, _plain(token), token.map[0] + 1, _lead(token))


def _head(headings: list[tuple[int, str]], level: int, title: str) -> None:
    while headings and headings[-1][0] >= level:
        headings.pop()
    headings.append((level, title))


def _plain(token: Token) -> str:
    """The words of an inline text; code stays with its marks, an image goes."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type == "text":
            parts.append(child.content)
        elif child.type == "code_inline":
            parts.append(f"`{child.content}`")
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "html_inline" and child.content.lower().startswith("<br"):
            parts.append(" ")
    return "".join(parts)


def _lead(token: Token) -> str:
    """What an item begins with in bold or as code."""
    parts: list[str] = []
    inside = False
    for child in token.children or ():
        if child.type == "strong_open":
            inside = True
        elif child.type == "strong_close":
            break
        elif inside and child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type == "code_inline" and not parts:
            return child.content
        elif not inside and child.type == "text" and any(each.isalnum() for each in child.content):
            break
    return "".join(parts).strip()


def _row(cells: list[Token], headings: tuple[str, ...]) -> Iterator[Block]:
    """A row of a table as one block; cells that only link somewhere are left out."""
    if not cells or cells[0].map is None:
        return
    told = [_plain(each).strip() for each in cells if not _is_link(each)]
    text = " — ".join(each for each in told if each)
    if len(told) > 1:
        yield Block("row", headings, text, cells[0].map[0] + 1, told[0])


def _is_link(token: Token) -> bool:
    """Whether a cell is nothing but a link."""
    kinds = [each.type for each in token.children or () if each.content.strip() or each.type == "link_open"]
    return bool(kinds) and kinds[0] == "link_open"


def _html(token: Token, headings: tuple[str, ...]) -> Iterator[Block]:
    """The paragraphs that HTML holds."""
    first = token.map[0] + 1 if token.map is not None else 1
    content = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), token.content)
    for match in _PARAGRAPH.finditer(content):
        inner = match[2]
        if "<a " in inner and len(_TAG.sub("", inner).split()) < 3 * inner.count("<a "):
            continue  # a row of links
        text = _TAG.sub("", inner)
        before = content.count("\n", 0, match.start(2)) + text[: len(text) - len(text.lstrip())].count("\n")
        if text.strip():
            yield Block("paragraph", headings, text.strip(), first + before, "")
