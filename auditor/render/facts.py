"""Facts as text: a table by file for a reader, and the forms that other programs take."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from auditor.facts import Fact, Facts, as_json
from auditor.render.escaping import cell
from auditor.terms import FactKind

_COLUMNS = ("kind", "path", "line_start", "line_end", "name", "value", "within", "rule", "passage", "details")
_WIDEST = 44


def facts_text(facts: Facts, form: str) -> str:
    """The facts in one of the forms `FORMS`."""
    return FORMS[form](facts)


def facts_summary(facts: Facts) -> str:
    """How many facts of each kind there are, what was read, and what was not, by reason."""
    counts = Counter(fact.kind for fact in facts.facts)
    width = max((len(str(kind)) for kind in counts), default=0)
    lines = [f"{kind!s:{width}}  {counts[kind]:>6,}" for kind in FactKind if counts[kind]]
    unread = Counter[str]()
    for each in facts.coverage.skipped:
        unread[str(each.reason)] += each.count
    read = len(facts.coverage.read)
    lines.append(f"{len(facts.facts):,} facts in {read:,} {'file' if read == 1 else 'files'} read")
    lines += [f"not read: {count:,} {reason}" for reason, count in unread.most_common()]
    return "\n".join(lines) + "\n"


def _table(facts: Facts) -> str:
    """Facts by file, one a line: lines, kind, name with value, and the definition around it."""
    lines: list[str] = []
    path = ""
    for fact in facts.facts:
        if fact.path != path:
            path = fact.path
            lines += ([""] if lines else []) + [path]
        lines.append(f"  {fact.lines:>9}  {fact.kind!s:17}  {_shown(fact):{_WIDEST}}  {fact.within}".rstrip())
    return "\n".join(lines) + "\n\n" * bool(lines) + facts_summary(facts)


def _shown(fact: Fact) -> str:
    text = " ".join(fact.name.split()) + (f" = {' '.join(fact.value.split())}" if fact.value else "")
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _markdown(facts: Facts) -> str:
    return "".join(_markdown_lines(facts))


def _markdown_lines(facts: Facts) -> Iterator[str]:
    yield "| Place | Kind | Name | Value | Within |\n|---|---|---|---|---|\n"
    for fact in facts.facts:
        columns = (f"{fact.path}:{fact.lines}", str(fact.kind), fact.name, fact.value or "", fact.within)
        yield "| " + " | ".join(str(cell(each)) for each in columns) + " |\n"


def _json(facts: Facts) -> str:
    return json.dumps(as_json(facts), ensure_ascii=False, indent=1) + "\n"


def _json_lines(facts: Facts) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in as_json(facts)["facts"])


def _csv(facts: Facts) -> str:
    """One row a fact; details are JSON. A value that a spreadsheet would take for a formula has an apostrophe
    before it."""
    written = io.StringIO(newline="")
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for each in as_json(facts)["facts"]:
        rows.writerow([_plain(each[column]) for column in _COLUMNS])
    return written.getvalue()


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


FORMS: Mapping[str, Callable[[Facts], str]] = {
    "table": _table,
    "json": _json,
    "jsonl": _json_lines,
    "csv": _csv,
    "md": _markdown,
}
"""The forms of facts, by the words of `--format`."""
