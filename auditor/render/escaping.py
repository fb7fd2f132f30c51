"""Text of a register as Markdown that can never become structure: what the text says is what a reader sees.

A register is written by people and models and quotes foreign code, so every character that CommonMark or
GitHub's dialect could take for markup is escaped, except code spans that open and close on one line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TypeAlias

from auditor.identifiers import MENTION


class Markdown(str):
    """Text that is Markdown already. Whatever is not of this type is escaped before it is printed."""

    __slots__ = ()


Href: TypeAlias = Callable[[str], str]
"""Where an identifier leads; empty where it leads nowhere in the report."""


def no_links(identifier: str) -> str:
    """The Href of a text whose identifiers are not references."""
    return ""


def cleaned(text: str) -> str:
    """The text without characters that hide or reorder what is seen: control characters become U+FFFD,
    those that change the direction of writing become their names, line ends become line feeds."""
    if text.isprintable():  # nothing of all that is
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CONTROL.sub("\ufffd", text)
    return _DIRECTION.sub(lambda match: f"⟨U+{ord(match.group()):04X}⟩", text)


def one_line(text: str) -> str:
    """The text in one line: a line end, with the white space around it, becomes a space."""
    return _unbroken(cleaned(text))


def inline(text: str, href: Href = no_links) -> Markdown:
    """A text in one line: code spans stay, identifiers become links where they lead somewhere."""
    return Markdown(_guarded(_spans(one_line(text), href)))


def code(text: str) -> Markdown:
    """A code span that shows the text; nothing where there is none."""
    content = one_line(text)
    if not content:
        return Markdown("")
    ticks = "`" * (_longest_run(content) + 1)
    pad = " " if content.startswith("`") or content.endswith("`") else ""
    return Markdown(f"{ticks}{pad}{content}{pad}{ticks}")


def link(text: str, target: str) -> Markdown:
    """A link within the report; plain text where the target is empty."""
    return Markdown(f"[{inline(text)}]({target})") if target else inline(text)


def cell(value: str) -> Markdown:
    """A cell of a table: pipes are escaped in code spans too, and no line ends, since a table row is one
    line. A line end becomes a space and not `<br>`, which would be HTML and read badly as text."""
    line = value if isinstance(value, Markdown) else inline(value)
    if "|" not in line:
        return Markdown(_unbroken(line))
    made: list[str] = []
    position = 0
    for start, end in _code_spans(line, escapes=True):
        made.append(_with_pipes_escaped(line[position:start]))
        made.append(line[start:end].replace("|", "\\|"))
        position = end
    made.append(_with_pipes_escaped(line[position:]))
    return Markdown(_unbroken("".join(made)))


def row(values: list[str] | tuple[str, ...]) -> Markdown:
    """A row of a table."""
    return Markdown("| " + " | ".join(cell(value) for value in values) + " |")


def fenced(content: str, language: str = "") -> Markdown:
    """A code block that shows the text verbatim; its fence is longer than any run of backticks inside."""
    body = cleaned(content)
    ticks = "`" * max(3, _longest_run(body) + 1)
    return Markdown(f"{ticks}{language if _LANGUAGE.fullmatch(language) else ''}\n{body}\n{ticks}")


def quoted(block: str) -> Markdown:
    """A block as a block quotation."""
    return Markdown("\n".join(f"> {line}" if line else ">" for line in block.split("\n")))


def indented(block: str, width: int) -> Markdown:
    """A block moved to the right, so that it belongs to a list item."""
    return Markdown("\n".join(" " * width + line if line else "" for line in block.split("\n")))


_BLANK = " \t\n\u2028\u2029"
_BREAK = re.compile(r"[\n\t\u2028\u2029]+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufff9-\ufffb]")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LANGUAGE = re.compile(r"[A-Za-z0-9_+-]{0,20}")
_ESCAPE_OR_PIPE = re.compile(r"(\\.)|\|")
_TICKS = re.compile(r"`+")

_SPECIAL = re.compile(
    r"""[\\`*\[\]<|~$]                              # code, emphasis, links, HTML, cells, strikes, formulas
    | (?<![A-Za-z0-9])_ | _(?![A-Za-z0-9])          # emphasis; snake_case is none
    | &(?=[#A-Za-z])                                # entities
    | (?:^|(?<=\s))\#                               # headings, and what closes them
    | :(?=//) | (?<=mailto): | (?<=xmpp):           # addresses that some renderers turn into links
    | (?<=www)\. | @(?=\w)""",
    re.VERBOSE | re.IGNORECASE,
)
_MAY_BE_SPECIAL = re.compile(r"[\\`*\[\]<|~$_&#:@]|www", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9.+_/-])[A-Za-z0-9.+_-]+@[A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)+", re.ASCII
)
_RULE_LINE = re.compile(r"[-=:+][-=:+ \t|\\]*")
_BULLET_START = re.compile(r"[-+](?=[ \t]|$)|>")
_NUMBER_START = re.compile(r"(\d{1,9})([.)])(?=[ \t]|$)")


def _unbroken(text: str) -> str:
    if text.isprintable():
        return text.strip(" ")
    parts = (part.strip(" ") for part in _BREAK.split(text))
    return " ".join(part for part in parts if part)


def _guarded(line: str) -> str:
    """A line whose beginning starts no list, quotation, heading, rule or delimiter row."""
    if _BULLET_START.match(line) or _RULE_LINE.fullmatch(line):
        return "\\" + line
    return _NUMBER_START.sub(r"\1\\\2", line, count=1) if _NUMBER_START.match(line) else line


def _spans(line: str, href: Href) -> str:
    if "`" not in line:
        return _plain(line, href)
    made: list[str] = []
    position = 0
    for start, end in _code_spans(line):
        made.append(_plain(line[position:start], href))
        made.append(_code_span(line[start:end], href))
        position = end
    made.append(_plain(line[position:], href))
    return "".join(made)


def _code_span(span: str, href: Href) -> str:
    """A code span with a fence of its own; a link where it holds an identifier and nothing else."""
    ticks = len(span) - len(span.lstrip("`"))
    content = span[ticks : len(span) - ticks]
    if not content.strip(_BLANK):
        return _SPECIAL.sub(r"\\\g<0>", span)
    if content[0] == content[-1] == " ":
        content = content[1:-1]
    target = href(content) if MENTION.fullmatch(content) else ""
    return f"[{code(content)}]({target})" if target else code(content)


def _plain(text: str, href: Href) -> str:
    """Text outside of code. A mail address becomes a code span: GitHub makes a link of it wherever its
    characters stand together in what is shown, however each of them is escaped."""
    if "@" not in text:
        return _linked(text, href)
    made: list[str] = []
    position = 0
    for match in _ADDRESS.finditer(text):
        made.append(_linked(text[position : match.start()], href))
        made.append(code(match.group()))
        position = match.end()
    made.append(_linked(text[position:], href))
    return "".join(made)


def _linked(text: str, href: Href) -> str:
    if "-" not in text:  # as every identifier has one
        return _escaped(text)
    made: list[str] = []
    position = 0
    for match in MENTION.finditer(text):
        target = href(match.group())
        if target:
            before = _escaped(text[position : match.start()])
            if before.endswith("!"):
                before = before[:-1] + "\\!"  # or the link would become an image
            made.append(f"{before}[{match.group()}]({target})")
            position = match.end()
    made.append(_escaped(text[position:]))
    return "".join(made)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text) if _MAY_BE_SPECIAL.search(text) else text


def _code_spans(line: str, *, escapes: bool = False) -> Iterator[tuple[int, int]]:
    """The stretches of a line that are code spans: from a run of backticks to the next run as long. With
    `escapes` a backtick after a backslash opens none, as in Markdown."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(line)]
    as_long: dict[int, list[int]] = {}
    for number, (start, end) in enumerate(runs):
        as_long.setdefault(end - start, []).append(number)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        if escapes and _is_escaped(line, start):
            start += 1
        closing = as_long.get(end - start, [])
        following = bisect_right(closing, index)
        if start < end and following < len(closing):
            yield start, runs[closing[following]][1]
            index = closing[following] + 1
        else:
            index += 1


def _is_escaped(line: str, position: int) -> bool:
    start = position
    while start > 0 and line[start - 1] == "\\":
        start -= 1
    return (position - start) % 2 == 1


def _with_pipes_escaped(text: str) -> str:
    return _ESCAPE_OR_PIPE.sub(lambda match: match.group(1) or "\\|", text)


def _longest_run(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)
