"""Whether a Python text nests so deeply that a parser would be exhausted by it.

Parsers recurse: a crafted file of a few kilobytes can end the process or take hours. This looks at tokens
alone, in one pass, and refuses what no person writes (CPython itself refuses 200 open brackets).
"""

from __future__ import annotations

import re

MAX_OPEN = 100
"""Brackets open at once."""

MAX_CHAIN = 1_500
"""Tokens of one expression without a comma or a new line between them, brackets counted apart."""

MAX_TOGETHER = 3_000
"""Tokens of all the expressions that are open at once."""

MAX_ELIF = 500
"""`elif` branches of one definition at the top of a file: each nests in the one before."""

_TOKEN = re.compile(
    r"""
      (?P<comment> \#[^\n]* )
    | (?P<string> (?P<prefix>[A-Za-z]{0,2}) (?: \"{3}(?:[^\\]|\\.)*?\"{3} | '{3}(?:[^\\]|\\.)*?'{3}
        | (?!\"{3}) "(?:[^"\\\n]|\\.)*" | (?!'{3}) '(?:[^'\\\n]|\\.)*' ) )
    | (?P<torn> [A-Za-z]{0,2} (?: \"{3}(?:[^\\]|\\.|\\\Z)*+ | '{3}(?:[^\\]|\\.|\\\Z)*+
        | "(?:[^"\\\n]|\\.|\\\Z)*+ | '(?:[^'\\\n]|\\.|\\\Z)*+ ) )
    | (?P<word> [^\W\d]\w* | \d[\w.]* )
    | (?P<open> [(\[{] )
    | (?P<close> [)\]}] )
    | (?P<part> [,;] )
    | (?P<end> \n )
    | (?P<other> \\\n | [^\s] )
    """,
    re.VERBOSE | re.DOTALL,
)


def too_deep(text: str) -> int | None:
    """The line on which the text nests too deeply; None where it does not."""
    chains = [0]
    branches = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup if token.lastgroup != "prefix" else "string"
        if kind == "comment":
            continue
        if kind == "open":
            chains[-1] += 1
            chains.append(0)
        elif kind == "close":
            if len(chains) > 1:
                chains.pop()
        elif kind == "part" or (kind == "end" and len(chains) == 1):
            chains[-1] = 0
        elif kind != "end":
            chains[-1] += 1
            at_margin = token.start() == 0 or text[token.start() - 1] == "\n"
            branches = _branches(token.group(), branches, at_margin=at_margin)
        together = sum(chains) if len(chains) > 1 else 0
        deep = (
            len(chains) > MAX_OPEN or together > MAX_TOGETHER or chains[-1] > MAX_CHAIN or branches > MAX_ELIF
        )
        if (
            deep
            or (kind == "string" and _deep_inside(token.group(), token.group("prefix")))
            or (kind == "torn" and _deep_in_torn(token.group()))
        ):
            return text.count("\n", 0, token.start()) + 1
    return None


def _branches(word: str, before: int, *, at_margin: bool) -> int:
    """The `elif`s since the last definition at the margin, which no branch can hold."""
    if word == "elif":
        return before + 1
    return 0 if at_margin and word in ("def", "class", "async") else before


def _deep_inside(string: str, prefix: str) -> bool:
    """Whether the expressions in a formatted string nest too deeply."""
    if not {"f", "F", "t", "T"}.intersection(prefix):
        return False
    return _deep_expressions(string, within=0)


def _deep_in_torn(stretch: str) -> bool:
    """Whether a string without an end nests too deeply, were it code: a parser that knows quotes within
    formatted strings may see its end where this does not."""
    return _deep_expressions(stretch, within=1) or stretch.count("elif") > MAX_ELIF


def _deep_expressions(string: str, *, within: int) -> bool:
    depth, run = within, 0
    for character in string:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth = max(depth - 1, within)
        run = run + 1 if depth and character not in ",\n" else 0
        if depth > MAX_OPEN or run > 4 * MAX_CHAIN:
            return True
    return False
