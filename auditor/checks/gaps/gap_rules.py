"""The pages of rules 301 to 310."""

from __future__ import annotations

from auditor.findings import Rule, Severity

RULES = (
    Rule(
        number=301,
        name="missing-field",
        severity=Severity.ERROR,
        page="""A field that the record must hold is missing.

Why: a question that the audit asks of every record of the kind was not answered, and a reader cannot tell an
oversight from an answer. The message says why where the field is not always demanded.

Bad:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        said_in: [{path: README.md, layer: doctrine/design}]

Good:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        operation: a saved note is kept until it is deleted
        said_in: [{path: README.md, layer: doctrine/design}]

Remedy: answer it; where there is nothing, say `none — ` or `inapplicable — ` and why.
""",
    ),
    Rule(
        number=302,
        name="empty-field",
        severity=Severity.ERROR,
        page="""A field that the record must hold is written and empty.

Why: an empty field is no answer.

Bad:
    claims:
      - id: EPI-CLM-kept
        operation:

Good:
    claims:
      - id: EPI-CLM-kept
        operation: a saved note is kept until it is deleted

Remedy: answer it; where there is nothing, say `none — ` or `inapplicable — ` and why.
""",
    ),
    Rule(
        number=303,
        name="placeholder",
        severity=Severity.ERROR,
        page="""A field holds a placeholder: `TODO`, `tbd`, `n/a`, `-`, `...` and their like.

Why: it marks work that was put off, and looks like an answer to a program. What a draft left *not yet
judged* is one too, as soon as the record is no candidate any more.

Bad:
    claims:
      - id: EPI-CLM-kept
        operation: TODO

Good:
    claims:
      - id: EPI-CLM-kept
        operation: a saved note is kept until it is deleted

Remedy: answer it; where there is nothing, say `none — ` or `inapplicable — ` and why.
""",
    ),
    Rule(
        number=304,
        name="none-without-reason",
        severity=Severity.ERROR,
        page="""A field says `none` or `inapplicable` where it demands a reason, and gives none.

Why: `none` may mean looked for and not found, not looked for, or cannot be. Claims, mismatches and the
content of an inventory row may say a bare `none`.

Bad:
    claims:
      - id: EPI-CLM-kept
        comparison: {run: none}

Good:
    claims:
      - id: EPI-CLM-kept
        comparison: {run: none — no trace was supplied}

Remedy: write `none — ` and why.
""",
    ),
    Rule(
        number=305,
        name="deferral-unheld",
        severity=Severity.ERROR,
        page="""A field says `see ID`, and no record that it cites holds the answer.

Why: `see` saves repeating what a record says; where the record does not say it, the question stays open and
the row looks answered. Which fields of a record can hold which field of a row is a table in the documents of
the form.

Bad:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: retention, result: see EPI-RTE-save}

Good:
    routes:
      - id: EPI-RTE-save
        immediate_return: the number of the saved note
        ledger:
          - {function: retention, result: see EPI-RTE-save}

Remedy: write the field of the record that the message names, or the answer into the row.
""",
    ),
    Rule(
        number=306,
        name="deferral-circle",
        severity=Severity.ERROR,
        page="""Fields defer to one another in a circle.

Why: whoever follows them comes back without an answer; the circle is shown as a path.

Bad:
    routes:
      - {id: EPI-RTE-save, immediate_return: see EPI-RTE-chat}
      - {id: EPI-RTE-chat, immediate_return: see EPI-RTE-save}

Good:
    routes:
      - {id: EPI-RTE-save, immediate_return: see EPI-RTE-chat}
      - {id: EPI-RTE-chat, immediate_return: the number of the saved note}

Remedy: write the answer into one of them.
""",
    ),
    Rule(
        number=307,
        name="deferral-to-prose",
        severity=Severity.INFO,
        page="""A field says `see ID`, and only prose of the record can hold the answer.

Why: a program cannot tell whether the prose says it.

Bad:
    routes:
      - id: EPI-RTE-save
        note: The caller gets the number of the saved note.
        ledger:
          - {function: retention, target: see EPI-RTE-save}

Good:
    routes:
      - id: EPI-RTE-save
        endpoints: tool call, service, table
        ledger:
          - {function: retention, target: see EPI-RTE-save}

Remedy: none is needed; write the field of the record, and the deferral can be checked.
""",
    ),
    Rule(
        number=308,
        name="limit-prevents-nothing",
        severity=Severity.ERROR,
        page="""A limit, or something left out, does not name the conclusion that it prevents.

Why: a limit without its consequence leaves the reader to guess which findings it touches.

Bad:
    coverage:
      - entry: Chat turn
        files: [chat.py]
        read: {word: part, says: the first screen}
        limit: the rest was not read

Good:
    coverage:
      - entry: Chat turn
        files: [chat.py]
        read: {word: part, says: the first screen}
        limit: the rest was not read
        prevents: that no other path saves a note

Remedy: write `prevents`.
""",
    ),
    Rule(
        number=309,
        name="candidate-gaps",
        severity=Severity.INFO,
        page="""Candidates have gaps that only a person can fill; said once a member, with the count.

Why: a draft says what the code shows and leaves the judgement open. Taking the key `candidate` from a record
makes it a finding, and its gaps errors.

Bad:
    claims:
      - {id: EPI-CLM-kept, candidate: 0123456789abcdef}

Good:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        operation: a saved note is kept until it is deleted
        said_in: [{path: README.md, layer: doctrine/design}]

Remedy: judge the records one by one, and confirm them.
""",
    ),
    Rule(
        number=310,
        name="imported-gaps",
        severity=Severity.INFO,
        page="""Imported records lack fields or words that their report left to prose; said once a member.

Why: they keep their authors' habits. What is absent in a field may stand in the note.

Bad:
    claims:
      - {id: EPI-CLM-kept, imported: true, note: Claims that notes are kept.}

Good:
    claims:
      - id: EPI-CLM-kept
        imported: true
        label: Notes are kept
        operation: a saved note is kept until it is deleted
        said_in: [{path: README.md, layer: doctrine/design}]

Remedy: none is needed; move what matters from prose into its field.
""",
    ),
)
