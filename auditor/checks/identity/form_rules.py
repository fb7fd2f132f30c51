"""The pages of rules 101 to 116: faults of the form that loading meets."""

from __future__ import annotations

from auditor.findings import Rule, Severity

FORM_RULES = (
    Rule(
        number=101,
        name="unreadable-file",
        severity=Severity.ERROR,
        page="""A file of the register cannot be read as the form demands.

Why: what cannot be read is not checked, and whoever relies on the check would not know. The file is empty,
not UTF-8, over 64 MiB, nested over 16 levels deep, holds a character that no text holds, more than one YAML
document, or something other than keys with values at its top.

Bad:
    - id: EPI-OBJ-note
      label: A list at the top

Good:
    objects:
      - id: EPI-OBJ-note
        label: A key at the top

Remedy: save the file as UTF-8, begin it with a key of the register, and split what is too large.
""",
    ),
    Rule(
        number=102,
        name="invalid-yaml",
        severity=Severity.ERROR,
        page="""The text is not YAML where it stands.

Why: YAML stumbles over `: ` inside plain text, over text that begins with a character it reserves, over tabs
in the indentation and over open quotes. The entry that holds the fault is left out; what follows is read.

Bad:
    objects:
      - id: EPI-OBJ-note
        identity: the table: notes

Good:
    objects:
      - id: EPI-OBJ-note
        identity: "the table: notes"

Remedy: put the text in quotes, or write it as a block scalar (`|-`).
""",
    ),
    Rule(
        number=103,
        name="unknown-key",
        severity=Severity.ERROR,
        page="""The form has no such key in this place.

Why: a misspelt key would drop what the analyst wrote without a word.

Bad:
    objects:
      - id: EPI-OBJ-note
        substrat: SQLite

Good:
    objects:
      - id: EPI-OBJ-note
        substrate: SQLite

Remedy: use the nearest key of the form, which the message names.
""",
    ),
    Rule(
        number=104,
        name="duplicate-key",
        severity=Severity.ERROR,
        page="""A key stands twice in one mapping.

Why: YAML would keep the last and drop the first in silence.

Bad:
    objects:
      - id: EPI-OBJ-note
        substrate: SQLite
        substrate: a file

Good:
    objects:
      - id: EPI-OBJ-note
        substrate: SQLite

Remedy: keep one of the two; the other place is shown.
""",
    ),
    Rule(
        number=105,
        name="yaml-feature",
        severity=Severity.ERROR,
        page="""A tag, an anchor, an alias or a merge key stands in the register.

Why: with them a file no longer says what it shows, and a few lines can stand for millions.

Bad:
    objects:
      - id: EPI-OBJ-note
        substrate: &store SQLite

Good:
    objects:
      - id: EPI-OBJ-note
        substrate: SQLite

Remedy: write the value out; put text that begins with `*`, `&` or `!` in quotes.
""",
    ),
    Rule(
        number=106,
        name="wrong-shape",
        severity=Severity.ERROR,
        page="""A key holds a list, a mapping or text where the form has another of the three.

Why: what has the wrong shape cannot be read as what it was meant to be.

Bad:
    objects:
      - id: EPI-OBJ-note
        substrate: [SQLite]

Good:
    objects:
      - id: EPI-OBJ-note
        substrate: SQLite

Remedy: write the shape that the message names.
""",
    ),
    Rule(
        number=107,
        name="passage-cut-by-comment",
        severity=Severity.ERROR,
        page="""YAML drops the end of a passage because it reads ` #` as the beginning of a comment.

Why: the passage would no longer be what the source says, and could still be found in it.

Bad:
    objects:
      - id: EPI-OBJ-note
        evidence:
          - {path: notes.py, quote: limit = 5 # items}
          - path: notes.py
            quote: limit = 5 # items

Good:
    objects:
      - id: EPI-OBJ-note
        evidence:
          - path: notes.py
            quote: |-
              limit = 5 # items

Remedy: write the passage as a block scalar.
""",
    ),
    Rule(
        number=108,
        name="text-cut-by-comment",
        severity=Severity.WARNING,
        page="""A comment follows plain text on its line.

Why: the comment may have been meant as part of the text. It is a warning, since it may be a comment.

Bad:
    objects:
      - id: EPI-OBJ-note
        substrate: ticket # 12

Good:
    objects:
      - id: EPI-OBJ-note
        substrate: "ticket # 12"

Remedy: put the text in quotes, or the comment on a line of its own.
""",
    ),
    Rule(
        number=109,
        name="comma-in-plain-text",
        severity=Severity.ERROR,
        page="""A comma cuts plain text in braces in two.

Why: YAML makes a key without a value of the second half, and the sentence ends at the comma.

Bad:
    objects:
      - id: EPI-OBJ-note
        inventory: {content: names, dates and places, role: recalled, gap: unknown}

Good:
    objects:
      - id: EPI-OBJ-note
        inventory: {content: "names, dates and places", role: recalled, gap: unknown}

Remedy: put the text in quotes.
""",
    ),
    Rule(
        number=110,
        name="malformed-number",
        severity=Severity.ERROR,
        page="""A field that holds a number holds something else.

Why: thresholds are compared with the source by their value.

Bad:
    routes:
      - id: EPI-RTE-recall
        thresholds:
          - {name: TOP_K, value: five, path: recall.py}

Good:
    routes:
      - id: EPI-RTE-recall
        thresholds:
          - {name: TOP_K, value: 5, path: recall.py}

Remedy: write the number as the source has it; unit and meaning have keys of their own.
""",
    ),
    Rule(
        number=111,
        name="malformed-date",
        severity=Severity.ERROR,
        page="""A field that holds a date holds no day of the calendar.

Why: what expires, and how old a finding is, is reckoned from these dates.

Bad:
    objects:
      - id: EPI-OBJ-note
        reviewed: 2026-02-30

Good:
    objects:
      - id: EPI-OBJ-note
        reviewed: 2026-02-28

Remedy: write the day as YYYY-MM-DD.
""",
    ),
    Rule(
        number=112,
        name="missing-member",
        severity=Severity.ERROR,
        page="""A set names a member whose register is not in the sub-folder of that name.

Why: every reference to the records of that member would dangle, or pass unseen.

Bad (in `set.yaml`):
    members: [runtme]

Good (in `set.yaml`):
    members: []

Remedy: correct the name, or take it out of `members`.
""",
    ),
    Rule(
        number=113,
        name="unknown-format",
        severity=Severity.ERROR,
        page="""The register names a form that this version does not know.

Why: a key may mean something else in another version of the form.

Bad:
    format: audit-register/9

Good:
    format: audit-register/1

Remedy: write `audit-register/1` (`audit-set/1` in a set), or use a version that knows the form.
""",
    ),
    Rule(
        number=114,
        name="malformed-lines",
        severity=Severity.ERROR,
        page="""A range of lines is not one.

Why: a reader, and later a program, looks for the passage at these lines.

Bad:
    objects:
      - id: EPI-OBJ-note
        evidence:
          - {path: notes.py, lines: 15 to 16}

Good:
    objects:
      - id: EPI-OBJ-note
        evidence:
          - {path: notes.py, lines: 15-16}

Remedy: write `15` or `15-16`, counted from 1, the first not after the last.
""",
    ),
    Rule(
        number=115,
        name="malformed-revision",
        severity=Severity.ERROR,
        page="""A source's revision names no frozen bytes.

Why: a branch or `HEAD` means something else tomorrow. A full commit, or the digest of a capture, does not.

Bad:
    sources:
      - {id: SRC-1, kind: git, location: ../notes, revision: HEAD, layers: implementation}

Good:
    sources:
      - id: SRC-1
        kind: git
        location: ../notes
        revision: 0123456789abcdef0123456789abcdef01234567
        layers: implementation

Remedy: write the full commit, or `sha256:` and the digest of the folder, which `audit build` prints.
""",
    ),
    Rule(
        number=116,
        name="repeated-member",
        severity=Severity.ERROR,
        page="""A set names a member twice.

Why: a member is read once; whoever meant another one would miss it without a word.

Bad (in `set.yaml`):
    members: [runtime, runtime]

Good (in `set.yaml`):
    members: []

Remedy: take it out of `members` once.
""",
    ),
)
