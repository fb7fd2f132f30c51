"""The pages of rules 120 to 155: identifiers, references, and the graph of records."""

from __future__ import annotations

from auditor.findings import Rule, Severity

GRAPH_RULES = (
    Rule(
        number=120,
        name="malformed-identifier",
        severity=Severity.ERROR,
        page="""An identifier does not have the form of one.

Why: an identifier says who declares the record, its kind, and a name of one to three lower-case words, each
beginning with a letter; a source is `SRC-` and a number. Whatever looks otherwise is not found as a
reference in text.

Bad:
    objects:
      - id: EPI-OBJ-Saved_Note

Good:
    objects:
      - id: EPI-OBJ-saved-note

Remedy: write prefix, kind and name joined by hyphens.
""",
    ),
    Rule(
        number=121,
        name="numbered-identifier",
        severity=Severity.INFO,
        page="""Imported records have numbers for names; said once a member, with the count.

Why: a number says nothing to a reader. Older published sets have them, and they stay as they are, since an
identifier never changes what it refers to.

Bad:
    objects:
      - id: EPI-OBJ-3
        imported: true

Good:
    objects:
      - id: EPI-OBJ-saved-note
        imported: true

Remedy: none is needed; give new records names.
""",
    ),
    Rule(
        number=122,
        name="foreign-prefix",
        severity=Severity.ERROR,
        page="""A member declares a record under another member's prefix.

Why: the prefix names the member that declares the record. To say something about another member's record,
annotate it.

Bad:
    objects:
      - id: RT-OBJ-note

Good:
    objects:
      - id: EPI-OBJ-note

Remedy: use this member's prefix, or move the entry to `annotations` with `on:`.
""",
    ),
    Rule(
        number=123,
        name="duplicate-identifier",
        severity=Severity.ERROR,
        page="""An identifier is declared twice, here or in another member of the set.

Why: a reference to it would mean two things. Two branches that each add the record merge without a conflict.

Bad:
    objects:
      - id: EPI-OBJ-note
      - id: EPI-OBJ-note

Good:
    objects:
      - id: EPI-OBJ-note
      - id: EPI-OBJ-title

Remedy: rename one of the two, or join them; the other place is shown.
""",
    ),
    Rule(
        number=124,
        name="extended-identifier",
        severity=Severity.ERROR,
        page="""A declared identifier is another declared one with a hyphen and more.

Why: whoever searches for the shorter finds both, and a cut-off reference still resolves. Names that a draft
gave are left alone.

Bad:
    objects:
      - id: EPI-OBJ-note
      - id: EPI-OBJ-note-title

Good:
    objects:
      - id: EPI-OBJ-note
      - id: EPI-OBJ-title

Remedy: rename one of the two.
""",
    ),
    Rule(
        number=130,
        name="dangling-reference",
        severity=Severity.ERROR,
        page="""A reference leads to no declared or supplied record.

Why: what the sentence rests on is not there. Identifiers in text are references too; those in quotations and
code fences are not.

Bad:
    routes:
      - id: EPI-RTE-recall
        note: Reads what EPI-OBJ-nota holds.

Good:
    routes:
      - id: EPI-RTE-recall
        note: Reads what EPI-OBJ-note holds.
    objects:
      - id: EPI-OBJ-note

Remedy: correct the identifier (the nearest declared one is named), declare the record, or list it under
`supplied` where a member that is not at hand declares it.
""",
    ),
    Rule(
        number=131,
        name="wrong-kind",
        severity=Severity.ERROR,
        page="""A reference leads to a record of a kind that does not belong in the field.

Why: a claim is compared with routes, a path carries routes or objects; anything else is a slip.

Bad:
    claims:
      - id: EPI-CLM-kept
        comparison: {routes: [EPI-OBJ-note]}
    objects:
      - id: EPI-OBJ-note

Good:
    claims:
      - id: EPI-CLM-kept
        comparison: {routes: [EPI-RTE-save]}
    routes:
      - id: EPI-RTE-save

Remedy: cite a record of the kind that the message names, or declare the record in the list of its kind.
""",
    ),
    Rule(
        number=132,
        name="range-reference",
        severity=Severity.ERROR,
        page="""A range of identifiers is written where references belong.

Why: a range is no reference: what lies between its ends changes as records come and go.

Bad:
    conclusion:
      - The sources SRC-1 to SRC-4 agree.

Good:
    conclusion:
      - The sources SRC-1, SRC-2 and SRC-4 agree.

Remedy: write every identifier out.
""",
    ),
    Rule(
        number=133,
        name="unsaid-supersession",
        severity=Severity.WARNING,
        page="""A superseded record is cited without a word that it is superseded.

Why: the reader is sent to a record that no longer stands.

Bad:
    objects:
      - {id: EPI-OBJ-note, superseded_by: EPI-OBJ-entry}
      - id: EPI-OBJ-entry
    routes:
      - id: EPI-RTE-save
        note: Writes EPI-OBJ-note.

Good:
    objects:
      - {id: EPI-OBJ-note, superseded_by: EPI-OBJ-entry}
      - id: EPI-OBJ-entry
    routes:
      - id: EPI-RTE-save
        note: Writes EPI-OBJ-note, superseded by EPI-OBJ-entry.

Remedy: cite the record that took its place, beside it or in its stead.
""",
    ),
    Rule(
        number=140,
        name="part-of-cycle",
        severity=Severity.ERROR,
        page="""Records are part of one another in a circle.

Why: a whole cannot lie inside its own part; the circle is shown as a path.

Bad:
    routes:
      - {id: EPI-RTE-save, part_of: EPI-RTE-chat}
      - {id: EPI-RTE-chat, part_of: EPI-RTE-save}

Good:
    routes:
      - {id: EPI-RTE-save, part_of: EPI-RTE-chat}
      - id: EPI-RTE-chat

Remedy: take `part_of` from one record of the circle.
""",
    ),
    Rule(
        number=141,
        name="part-of-itself",
        severity=Severity.ERROR,
        page="""A record is part of itself.

Why: it says nothing, and was meant to name another record.

Bad:
    routes:
      - {id: EPI-RTE-save, part_of: EPI-RTE-save}

Good:
    routes:
      - id: EPI-RTE-save

Remedy: name the whole, or take `part_of` away.
""",
    ),
    Rule(
        number=142,
        name="several-wholes",
        severity=Severity.ERROR,
        page="""A record is part of more than one record.

Why: a record has one place in the account; what belongs to several wholes is a record that they cite.

Bad:
    routes:
      - {id: EPI-RTE-save, part_of: [EPI-RTE-chat, EPI-RTE-sync]}
      - id: EPI-RTE-chat
      - id: EPI-RTE-sync

Good:
    routes:
      - {id: EPI-RTE-save, part_of: EPI-RTE-chat}
      - id: EPI-RTE-chat
      - id: EPI-RTE-sync

Remedy: keep one whole; cite the record from the others.
""",
    ),
    Rule(
        number=143,
        name="unexplained-whole",
        severity=Severity.WARNING,
        page="""A record is part of a record of another kind, and no note says how.

Why: an object that is part of a route is one of its outputs or inputs; the reader should learn which.

Bad:
    objects:
      - {id: EPI-OBJ-note, part_of: EPI-RTE-save}
    routes:
      - id: EPI-RTE-save

Good:
    objects:
      - id: EPI-OBJ-note
        part_of: EPI-RTE-save
        note: What the route writes, apart from how it is written.
    routes:
      - id: EPI-RTE-save

Remedy: say it in `note`.
""",
    ),
    Rule(
        number=144,
        name="supersession-cycle",
        severity=Severity.ERROR,
        page="""Records are superseded by one another in a circle.

Why: none of them would stand; the circle is shown as a path.

Bad:
    objects:
      - {id: EPI-OBJ-note, superseded_by: EPI-OBJ-entry}
      - {id: EPI-OBJ-entry, superseded_by: EPI-OBJ-note}

Good:
    objects:
      - {id: EPI-OBJ-note, superseded_by: EPI-OBJ-entry}
      - id: EPI-OBJ-entry

Remedy: take `superseded_by` from the record that stands.
""",
    ),
    Rule(
        number=145,
        name="undeclared-successor",
        severity=Severity.ERROR,
        page="""A supersession names a record that is not declared.

Why: a supersession is a judgement of identity between two declared records; a supplied one cannot be read.

Bad:
    supplied: [RT-OBJ-entry]
    objects:
      - {id: EPI-OBJ-note, superseded_by: RT-OBJ-entry}

Good:
    objects:
      - {id: EPI-OBJ-note, superseded_by: EPI-OBJ-entry}
      - id: EPI-OBJ-entry

Remedy: declare the record that takes the place, or correct its identifier.
""",
    ),
    Rule(
        number=146,
        name="orphan-record",
        severity=Severity.WARNING,
        page="""Nothing cites the record, and it cites no other record.

Why: the account holds together without it, so either a reference is missing or the record is.

Bad:
    components:
      - id: EPI-CMP-clock

Good:
    components:
      - id: EPI-CMP-clock
    routes:
      - id: EPI-RTE-expiry
        owner: EPI-CMP-clock decides the day.

Remedy: cite it where it matters, or remove it.
""",
    ),
    Rule(
        number=147,
        name="route-without-row",
        severity=Severity.ERROR,
        page="""A route has no row in the authority-route ledger.

Why: the ledger says what a route does to reliance; a route without a row is described and not assessed. A
superseded route needs none.

Bad:
    routes:
      - id: EPI-RTE-save

Good:
    routes:
      - id: EPI-RTE-save
        ledger:
          - function: retention

Remedy: write a row under the route, or in `ledger` with the route in `routes`.
""",
    ),
    Rule(
        number=148,
        name="object-without-inventory",
        severity=Severity.ERROR,
        page="""An object has no row in the epistemic-object inventory, and none of its parts has one.

Why: the inventory says what in the object can be true or false, and what is not known of it.

Bad:
    objects:
      - id: EPI-OBJ-note

Good:
    objects:
      - id: EPI-OBJ-note
        inventory: {content: personal statements, role: recalled later, gap: no link to the utterance}

Remedy: write `inventory` under the object, or a row in the member's `inventory`.
""",
    ),
    Rule(
        number=149,
        name="claim-without-comparison",
        severity=Severity.ERROR,
        page="""A claim is not compared with the routes.

Why: a claim that is only listed is neither supported nor denied.

Bad:
    claims:
      - id: EPI-CLM-kept

Good:
    claims:
      - id: EPI-CLM-kept
        comparison: {conclusion: Supported for the inspected code.}

Remedy: write `comparison` under the claim, or a row in the member's `comparisons`.
""",
    ),
    Rule(
        number=150,
        name="object-without-route",
        severity=Severity.WARNING,
        page="""No route acts on the object: no ledger row has it, no authority path carries it.

Why: content that no route touches has no effect to be assessed, or the row that names it is missing.

Bad:
    objects:
      - id: EPI-OBJ-note

Good:
    objects:
      - id: EPI-OBJ-note
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: retention, object: [EPI-OBJ-note]}

Remedy: name it in `object` of the row of the route that acts on it.
""",
    ),
    Rule(
        number=151,
        name="repeated-row",
        severity=Severity.ERROR,
        page="""A claim has two comparison rows, or an object two inventory rows.

Why: one claim has one row; two could disagree.

Bad:
    claims:
      - id: EPI-CLM-kept
        comparison: {conclusion: Supported.}
    comparisons:
      - {claim: EPI-CLM-kept, conclusion: Not supported.}

Good:
    claims:
      - id: EPI-CLM-kept
        comparison: {conclusion: Supported.}

Remedy: join the two; the other place is shown.
""",
    ),
    Rule(
        number=152,
        name="repeated-annotation",
        severity=Severity.ERROR,
        page="""A member annotates the same record twice.

Why: one annotation a member and record; two could disagree.

Bad:
    supplied: [RT-OBJ-note]
    annotations:
      - {on: RT-OBJ-note, note: Read by the selector.}
      - {on: RT-OBJ-note, note: Kept for a year.}

Good:
    supplied: [RT-OBJ-note]
    annotations:
      - {on: RT-OBJ-note, note: Read by the selector and kept for a year.}

Remedy: join the two; the other place is shown.
""",
    ),
    Rule(
        number=153,
        name="annotation-of-own-record",
        severity=Severity.ERROR,
        page="""A member annotates a record that it declares itself.

Why: an annotation adds what another member knows; what the declaring member knows belongs in the record.

Bad:
    objects:
      - id: EPI-OBJ-note
    annotations:
      - {on: EPI-OBJ-note, note: Kept for a year.}

Good:
    objects:
      - {id: EPI-OBJ-note, note: Kept for a year.}

Remedy: move the fields into the record.
""",
    ),
    Rule(
        number=154,
        name="supplied-and-declared",
        severity=Severity.WARNING,
        page="""A record is listed as supplied and declared at hand.

Why: a supplied record is one whose declaration is not here; the entry is left over, or hides a duplicate.

Bad:
    supplied: [EPI-OBJ-note]
    objects:
      - id: EPI-OBJ-note

Good:
    objects:
      - id: EPI-OBJ-note

Remedy: take the entry out of `supplied`.
""",
    ),
    Rule(
        number=155,
        name="unapplied-correction",
        severity=Severity.ERROR,
        page="""A correction names no text field of the record, or quotes another text than stands there.

Why: checks and reports use what a correction says now; one that fits nothing would be passed over.

Bad:
    objects:
      - {id: EPI-OBJ-note, substrate: SQLite}
    amendments:
      - kind: correction
        record: EPI-OBJ-note
        field: substrate
        was: a file
        now: a table of SQLite
        because: read again

Good:
    objects:
      - {id: EPI-OBJ-note, substrate: SQLite}
    amendments:
      - kind: correction
        record: EPI-OBJ-note
        field: substrate
        was: SQLite
        now: a table of SQLite
        because: read again

Remedy: name a text field, and quote in `was` what the record says.
""",
    ),
)
