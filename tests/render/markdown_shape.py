"""What a Markdown text is to a reader: its headings, tables, lists, links and HTML."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").enable("strikethrough")

_ANCHOR = re.compile(r'<a id="[a-z][a-z0-9-]*">|</a>')


@dataclass
class Shape:
    """The structure of a text, without its words."""

    headings: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    images: int = 0
    foreign_html: list[str] = field(default_factory=list)


def shape(text: str) -> Shape:
    """The structure of a report, its front matter left out."""
    found = Shape()
    for token in PARSER.parse(body(text)):
        if token.type == "heading_open":
            found.headings.append(token.tag)
        elif token.type == "tr_open":
            found.rows.append(0)
        elif token.type in ("th_open", "td_open"):
            found.rows[-1] += 1
        elif token.type == "html_block":
            found.foreign_html.append(token.content)
        if token.type.endswith("_open") or token.type in ("fence", "code_block", "hr"):
            found.blocks.append(token.type)
        for inner in token.children or ():
            _take_inline(found, inner)
    return found


def body(text: str) -> str:
    """The text after its front matter, which must be there and closed."""
    if not text.startswith("---\n"):
        return text
    end = text.index("\n---\n", 4)
    return text[end + 5 :]


def seen(rendered: str) -> str:
    """The words that HTML shows."""
    return html.unescape(re.sub(r"<[^>]*>", "", rendered))


def _take_inline(found: Shape, token: Token) -> None:
    if token.type == "link_open":
        found.links.add(str(token.attrs["href"]))
    elif token.type == "image":
        found.images += 1
    elif token.type == "html_inline" and not _ANCHOR.fullmatch(token.content):
        found.foreign_html.append(token.content)
