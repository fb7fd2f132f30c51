"""The documents that are made from the code: the rules, the form of a register, and the words.

They stand in `docs/`, and the gate fails where one is stale: they cannot say what the code does not do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor import terms
from auditor.checks import FAMILIES, RULES
from auditor.checks.gaps.deferrals import (
    COMPARISON_HELD_BY,
    INVENTORY_HELD_BY,
    LEDGER_HELD_BY,
    OBJECT_HELD_BY,
)
from auditor.checks.gaps.demands import AMENDMENT_FIELDS
from auditor.findings import Rule
from auditor.forms import Entry, Holds, Key, keys_of
from auditor.records import RECORD_KINDS, AuditSet, Member, Record
from auditor.terms import Term

_EXAMPLE = re.compile(r"^((?:    .*\n|\n(?=    ))+)", re.MULTILINE)


def rules_page() -> str:
    """The document of the rules: a table of all, then every rule's page."""
    lines = [
        "# Rules",
        "",
        "An `error` says that the register is broken or a required answer is missing; a run fails on it. A",
        "`warning` says that something is probably wrong and only a person can tell. An `info` says what a",
        "reader should know. `--fail-on` moves the line, `--select` and `--ignore` choose rules.",
        "",
        "| number | name | severity | says |",
        "|---|---|---|---|",
    ]
    for rule in RULES:
        link = f"[{rule.number}](#{rule.number}-{rule.name})"
        lines.append(f"| {link} | {rule.name} | {rule.severity.word} | {rule.summary} |")
    for family in FAMILIES:
        lines += ["", f"## {family.hundred} {family.name}"]
        for rule in family.rules:
            title = f"### {rule.number} {rule.name}"
            lines += ["", title, "", f"Severity: {rule.severity.word}", "", _rule_page(rule)]
    return "\n".join(lines) + "\n"


def form_page() -> str:
    """The document of the form: every mapping of a register with its keys."""
    lines = [
        "# The form of a register",
        "",
        "A register is a folder with `register.yaml`; further `*.yaml` files beside it hold lists under the",
        "same keys. A set is a folder with `set.yaml` and one sub-folder a member. Files are UTF-8, plain",
        "YAML without tags, anchors, aliases and merge keys, at most 64 MiB and 16 levels deep. Every scalar",
        "is text as written. `audit schema register` prints the JSON Schema for editors.",
        "",
        "*required* means that rule 301 asks for the field; further demands depend on other fields and are",
        "listed at the end.",
    ]
    for kind in _every_entry():
        lines += ["", f"## {_title(kind)}", "", " ".join((kind.__doc__ or "").split()), ""]
        if kind.BARE:
            lines += [f"A bare value stands for `{kind.BARE.rstrip('_')}`.", ""]
        lines += ["| key | holds | says |", "|---|---|---|"]
        inherited = set(keys_of(Record)) if issubclass(kind, Record) and kind is not Record else set()
        if inherited:
            lines.append("| *the keys of every record* | | |")
        lines += [_key_row(key) for key in keys_of(kind) if key not in inherited]
    return "\n".join([*lines, "", *_demands(), "", *_deferrals()]) + "\n"


def words_page() -> str:
    """The document of the closed vocabularies."""
    lines = ["# Words", "", "The closed vocabularies of a register and what each word claims."]
    for name, vocabulary in sorted(vars(terms).items()):
        if isinstance(vocabulary, type) and issubclass(vocabulary, Term) and vocabulary is not Term:
            doc = " ".join((vocabulary.__doc__ or "").split())
            lines += ["", f"## {_spaced(name)}", "", doc, "", "| word | claims |", "|---|---|"]
            lines += [f"| {term.value} | {term.meaning} |" for term in vocabulary]
    lines += ["", "## Values of the axes", "", "| axis | values |", "|---|---|"]
    lines += [f"| {axis.value} | {', '.join(values)} |" for axis, values in terms.AXIS_VALUES.items()]
    return "\n".join(lines) + "\n"


def _rule_page(rule: Rule) -> str:
    def fenced(match: re.Match[str]) -> str:
        body = "\n".join(line[4:] for line in match.group(1).strip("\n").splitlines())
        return f"\n```yaml\n{body}\n```\n"

    return _EXAMPLE.sub(fenced, rule.page.strip() + "\n").strip()


def _every_entry() -> Iterator[type[Entry]]:
    """The classes of the form: member, set, the record that all kinds extend, the kinds, then the rest."""
    seen: dict[type[Entry], None] = dict.fromkeys((Member, AuditSet, Record, *RECORD_KINDS))
    waiting = list(seen)
    while waiting:
        for key in keys_of(waiting.pop(0)):
            if key.entry is not None and key.entry not in seen:
                seen[key.entry] = None
                waiting.append(key.entry)
    yield from seen


def _title(kind: type[Entry]) -> str:
    if kind is Record:
        return "Every record"
    listed = f" (`{kind.LIST}`)" if issubclass(kind, Record) else ""
    return _spaced(kind.__name__) + listed


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _key_row(key: Key) -> str:
    holds = key.holds.value
    if key.holds is Holds.ENTRY and key.entry is not None:
        holds = _spaced(key.entry.__name__).lower()
        if key.vocabulary is not None and not key.keyed:
            holds += f" of the list {_spaced(key.vocabulary.__name__).lower()}"
    elif key.vocabulary is not None:
        holds = f"a word of the list {_spaced(key.vocabulary.__name__).lower()}"
    elif key.kinds:
        holds = " or ".join(sorted(key.kinds)) + (" or text" if key.holds is Holds.ID_OR_TEXT else "")
    if key.keyed:
        holds = f"mapping from {key.keyed} to {holds}"
    elif key.many:
        holds = f"list: {holds}"
    required = " *required*" if key.required else ""
    return f"| `{key.name}` | {holds} | {key.says}{required} |"


def _demands() -> list[str]:
    amendments = [
        f"- a {kind}: {', '.join(f'`{n}`' for n in names)}" for kind, names in AMENDMENT_FIELDS.items()
    ]
    return [
        "## Demanded where something else holds",
        "",
        "- a route: `status` on one layer at least; in the runtime member `endpoints`, `owner`, `effects`",
        "- a route with a row that checks, disposes or consumes: `decision_roles`, `oracle`, `mode`",
        "- a route with a row that disposes, retains, integrates or adapts: `admission`, `guidance`",
        "- a distributed-parametric component: `parameters_change`, `version_pinned`, `mutable_endpoint`",
        "- a new record where other members' records are supplied or at hand: `closest`",
        "- an absence: `status`, and `supports` or `prevents`",
        "- a comparison row on a claim that is not declared here: `operation`, `said_in`",
        "- evidence: `path` or `record`; `source` where several are in reach",
        "- a threshold: `name` or `quote`",
        *amendments,
    ]


def _deferrals() -> list[str]:
    def listed(names: tuple[str, ...]) -> str:
        return ", ".join(f"`{name}`" for name in names)

    rows = [f"| `{field}` | {listed(names)} |" for field, names in LEDGER_HELD_BY.items()]
    compared = [
        f"| comparison `{field}` | {listed(names)} of the claim |"
        for field, names in COMPARISON_HELD_BY.items()
    ]
    return [
        "## What `see ID` may rest on",
        "",
        "| field of a ledger row | held by these fields of the route |",
        "|---|---|",
        *rows,
        "| `claims`, `mismatch` | comparison rows that list the route |",
        "| `authority_path` | also an authority path that carries the record |",
        f"| any field, an object cited | {listed(OBJECT_HELD_BY)} |",
        f"| inventory fields | {listed(INVENTORY_HELD_BY)} of the object |",
        *compared,
        "",
        "Where only the record's `note` is left, rule 307 says so; a supplied record is counted, not judged.",
    ]
