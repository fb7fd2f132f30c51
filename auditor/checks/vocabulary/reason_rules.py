"""The pages of rules 240 to 245: what must stand beside a word."""

from __future__ import annotations

from auditor.findings import Rule, Severity

REASON_RULES = (
    Rule(
        number=240,
        name="status-without-reason",
        severity=Severity.ERROR,
        page="""A status that demands a reason has none.

Why: `inapplicable` says that a question does not arise, and `uninspected` that nobody looked; neither can be
weighed without the reason. For `uninspected` the record's evidence limits are reason enough.

Bad:
    routes:
      - id: EPI-RTE-save
        status: {operation: inapplicable}

Good:
    routes:
      - id: EPI-RTE-save
        status: {operation: {is: inapplicable, because: nothing is kept}}

Remedy: write `{is: …, because: …}`.
""",
    ),
    Rule(
        number=241,
        name="relation-without-companion",
        severity=Severity.ERROR,
        page="""A content/update relation lacks what its kind needs beside it.

Why: acquisition needs the source's warrant, a derivation its premises and domain, a conjecture the evidence
that it does not follow, an indeterminate relation what would decide it, a policy update its description.

Bad:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: retention, relation: indeterminate}

Good:
    routes:
      - id: EPI-RTE-save
        ledger:
          - function: retention
            relation: {kind: indeterminate, would_decide: an output beside its input}

Remedy: add the key that the message names.
""",
    ),
    Rule(
        number=242,
        name="other-without-description",
        severity=Severity.ERROR,
        page="""The route function `other` does not say which.

Why: a function beyond the list is known only by its description.

Bad:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: other —}

Good:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: other — measures its own latency}

Remedy: write `other — ` and what the route does.
""",
    ),
    Rule(
        number=243,
        name="unstated-without-sentence",
        severity=Severity.ERROR,
        page="""A force or form is `unstated` and no sentence stands beside it.

Why: the word says that the evidence does not tell; the sentence says what it does tell.

Bad:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: retention, force: unstated}

Good:
    routes:
      - id: EPI-RTE-save
        ledger:
          - {function: retention, force: {word: unstated, says: the caller may ignore it}}

Remedy: write `{word: unstated, says: …}`.
""",
    ),
    Rule(
        number=244,
        name="profile-contradiction",
        severity=Severity.ERROR,
        page="""An axis of the memory profile contradicts itself.

Why: `known` and `partial` need values and other assessments have none; each value has one evidence entry;
`absent` cites an evidenced absence; trace learning has one value, and a partial assessment cannot say no.

Bad:
    profile:
      scope: all
      axes:
        lineage: {assessment: known}

Good:
    profile:
      scope: all
      axes:
        lineage:
          assessment: known
          values: [authored]
          evidence: [{value: authored, basis: wired}]

Remedy: bring assessment, values, evidence and records into agreement.
""",
    ),
)
