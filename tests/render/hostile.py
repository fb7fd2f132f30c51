"""Texts that try to become structure, for property tests."""

from __future__ import annotations

from hypothesis import strategies

from auditor.render.escaping import code, inline
from auditor.render.prose import prose

FRAGMENTS = (
    "#", "# ", "## a", "- ", "* ", "+ ", "1. ", "2) ", "> ", "```", "````", "~~~", "``` x", "`", "``", "|",
    "||", "\\", "\\\\", "\\|", "\\`", "<b>", "</a>", "<!--", "-->", "<script>x</script>", "<a id=\"x\">",
    "<https://e.org>", "&amp;", "&#35;", "&", "[a](b)", "![a](b)", "[", "]", "(", ")", "](x)", "[x]: /y",
    "[^1]", "https://e.org", "www.e.org", "mailto:a@b.c", "a@b.c", "*", "**", "_", "__", "~~", "\n", "\n\n",
    "\r\n", "\r", "\t", "    ", "  \n", "\\\n", "---", "===", "- - -", "***", "|---|", ":-:", "| a | b |",
    "EPI-OBJ-log-entry", "!SRC-1", "RT-RTE-keeper-report", "EPI-OBJ-no-such", "\u202e", "\u2028", "\u2029",
    "\x1b[31m", "\x00", "\x85", "\x0b", "\u00a0", "\u200b", "é", "𝔘", "x", " ", "$x$", "{{ x }}", "{% x %}",
    "snake_case", "%%{init}%%", "\"", "'", "::error::", "%0A", ",", "\U0001f600",
)  # fmt: skip

fragments = strategies.lists(strategies.sampled_from(FRAGMENTS), min_size=1, max_size=12).map("".join)
any_text = strategies.one_of(fragments, strategies.text(max_size=30))
hostile = any_text.filter(lambda text: bool(inline(text)) and bool(code(text)) and bool(prose(text).strip()))
"""Hostile texts of which something is seen."""
