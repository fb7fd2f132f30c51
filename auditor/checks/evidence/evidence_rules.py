"""The pages of rules 401 to 416."""

from __future__ import annotations

from auditor.findings import Rule, Severity

RULES = (
    Rule(
        number=401,
        name="passage-missing",
        severity=Severity.ERROR,
        page="""A passage does not occur in the frozen bytes of its source, or not in the lines that it names.

Why: a finding is worth what its evidence is worth, and this evidence is not in the source. White space does
not count; everything else does. Where a text nearby is like it, the message shows the words that differ,
`[-of the passage-]{+of the source+}`.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - path: shelf.py
            quote: |-
              LIMIT = 9

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - path: shelf.py
            quote: |-
              LIMIT = 8

Remedy: quote the source verbatim (`audit quote` prints an entry), and judge again what rests on it.
""",
    ),
    Rule(
        number=402,
        name="passage-ambiguous",
        severity=Severity.ERROR,
        page="""A passage occurs more than once in its file, or in the lines that it names.

Why: a reader cannot tell which place is meant, and a change of that place would go unnoticed.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: return found}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, lines: "5", quote: return found}

Remedy: lengthen the passage until it occurs once, or give the lines that are meant.
""",
    ),
    Rule(
        number=403,
        name="no-such-path",
        severity=Severity.ERROR,
        page="""A path is cited that the frozen source does not have.

Why: nothing can be verified there. Paths are written from the source's root, with `/`, as the revision has
them; a path that leads out of the source is never followed. A file that was renamed is found by the passage;
where that changed as well, the message names the file that holds what is most like it.

Bad:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        said_in: [{path: docs/README.md, layer: doctrine/design}]

Good:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        said_in: [{path: README.md, layer: doctrine/design}]

Remedy: correct the path.
""",
    ),
    Rule(
        number=404,
        name="evidence-unverified",
        severity=Severity.INFO,
        page="""Passages, places and thresholds could not be compared, because the frozen bytes are not here.

Why: unverified is not wrong, and a register may be read far from its sources; but a reader should know, and
a run that must verify everything (`--require-evidence`) fails. One finding a source gives the number.

Bad:
    sources:
      - id: SRC-1
        kind: git
        location: https://example.org/shelf.git
        revision: 0123456789abcdef0123456789abcdef01234567
        layers: implementation
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Remedy: give the path of the bytes with `--source SRC-1=PATH`.
""",
    ),
    Rule(
        number=405,
        name="without-evidence",
        severity=Severity.ERROR,
        page="""A route, a claim or an absence rests on no evidence entry at all.

Why: what nothing shows is an opinion, and no reader can check it.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Remedy: quote what shows it under `evidence`, name the record that does (`record: ID`), or take it out.
""",
    ),
    Rule(
        number=406,
        name="anchor-alone",
        severity=Severity.INFO,
        page="""The evidence of a route, a claim or an absence names places and quotes nothing.

Why: a place without a passage still exists when the code behind it has changed. Records that were imported
are counted together, one finding a member.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, lines: "1"}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Remedy: add a `quote`.
""",
    ),
    Rule(
        number=407,
        name="source-unnamed",
        severity=Severity.ERROR,
        page="""An entry cites a path and names no source, and not exactly one source is registered.

Why: `source` may be left out only where it is plain which one is meant. A source that is named and not
registered is a dangling reference.

Bad:
    sources:
      - id: SRC-1
        kind: capture
        location: shelf
        revision: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        layers: implementation
      - id: SRC-2
        kind: capture
        location: shelf
        revision: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        layers: implementation
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        evidence:
          - {path: shelf.py, quote: LIMIT = 8}

Remedy: name the source, or register it under `sources`.
""",
    ),
    Rule(
        number=408,
        name="outside-layers",
        severity=Severity.WARNING,
        page="""A path is cited that no layer of its source covers, or that another layer covers than is said.

Why: what a passage can support depends on its layer: code shows what is wired, a document what is claimed.

Bad:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        said_in: [{source: SRC-2, path: README.md, layer: doctrine/design}]
    sources:
      - id: SRC-2
        kind: capture
        location: shelf
        revision: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        layers: {implementation: ["*.py"]}

Good:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        said_in: [{source: SRC-2, path: README.md, layer: doctrine/design}]
    sources:
      - id: SRC-2
        kind: capture
        location: shelf
        revision: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        layers: {implementation: ["*.py"], doctrine/design: ["*.md"]}

Remedy: correct the path or the layer, here or under `sources`.
""",
    ),
    Rule(
        number=409,
        name="threshold-differs",
        severity=Severity.ERROR,
        page="""A threshold has another value in the frozen source than in the register.

Why: what a route passes and stops turns on it. Numbers are compared by value: `0.80` is `8e-1`, `2 * 60` is
`120`, and `timedelta(days=7)` is 7 where the unit is days.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        thresholds:
          - {name: LIMIT, value: 9, path: shelf.py, gates: how many notes come back}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        thresholds:
          - {name: LIMIT, value: 8, path: shelf.py, gates: how many notes come back}

Remedy: correct the value, and judge again what rests on it.
""",
    ),
    Rule(
        number=410,
        name="threshold-not-found",
        severity=Severity.ERROR,
        page="""No number is where a threshold of the register should stand in the frozen source.

Why: a threshold that cannot be found cannot be compared, and its next change would go unnoticed. It is found
by the name of a constant, a parameter, a key or a setting, or by its lines or passage.

Bad:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        thresholds:
          - {name: MOST, value: 8, path: shelf.py, gates: how many notes come back}

Good:
    routes:
      - id: EPI-RTE-recall
        label: Recall
        thresholds:
          - {name: LIMIT, value: 8, path: shelf.py, gates: how many notes come back}

Remedy: name it as the source does; where several have the name, or it has none, give `lines` or `quote`.
""",
    ),
    Rule(
        number=411,
        name="revision-absent",
        severity=Severity.ERROR,
        page="""A repository is at hand, and it has no commit of the revision that the register names.

Why: nothing can be verified. A shallow clone holds the latest commits only.

Bad:
    sources:
      - id: SRC-1
        kind: git
        location: repository
        revision: 0123456789abcdef0123456789abcdef01234567
        layers: implementation

Good:
    sources:
      - id: SRC-1
        kind: git
        location: repository
        revision: <its first commit>
        layers: implementation

Remedy: fetch the commit into the clone, or correct the revision.
""",
    ),
    Rule(
        number=412,
        name="source-moved-on",
        severity=Severity.INFO,
        page="""The target's head is beyond the revision that was audited.

Why: the register stays true of its revision, and says nothing of what came after.

Bad:
    sources:
      - id: SRC-1
        kind: git
        location: repository
        revision: <its first commit>
        layers: implementation

Good:
    sources:
      - id: SRC-1
        kind: git
        location: repository
        revision: <its last commit>
        layers: implementation

Remedy: `audit compare REGISTER --to HEAD` tells what must be read again.
""",
    ),
    Rule(
        number=413,
        name="uncommitted-changes",
        severity=Severity.INFO,
        page="""The target's work tree holds changes that no commit has, and no audit covers.

Why: whoever runs that work tree runs something else than what was audited. Where the head is already beyond
the revision, that is told instead.

Bad:
    sources:
      - id: SRC-1
        kind: git
        location: changed
        revision: <its last commit>
        layers: implementation

Good:
    sources:
      - id: SRC-1
        kind: git
        location: repository
        revision: <its last commit>
        layers: implementation

Remedy: commit them, and audit that commit.
""",
    ),
    Rule(
        number=414,
        name="capture-differs",
        severity=Severity.ERROR,
        page="""A capture is at hand, and its digest is not the one in the register.

Why: these are not the bytes that were audited. Passages and thresholds are compared with them all the same,
one by one. Which files differ is told where a list of their digests (`SRC-1.sha256`) lies in the report.

Bad:
    sources:
      - id: SRC-1
        kind: capture
        location: shelf
        revision: "sha256:0000000000000000000000000000000000000000000000000000000000000000"
        layers: implementation

Good:
    sources:
      - id: SRC-1
        kind: capture
        location: shelf
        revision: "sha256:<its digest>"
        layers: implementation

Remedy: bring the captured bytes back, or judge again what rests on them and write the new digest.
""",
    ),
    Rule(
        number=415,
        name="source-unreadable",
        severity=Severity.ERROR,
        page="""Something is at a source's location and cannot be read as that source.

Why: nothing can be verified: a damaged repository, a folder that is no repository, a file that the system
refuses.

Bad:
    sources:
      - id: SRC-1
        kind: git
        location: shelf
        revision: 0123456789abcdef0123456789abcdef01234567
        layers: implementation

Good:
    sources:
      - id: SRC-1
        kind: capture
        location: shelf
        revision: "sha256:<its digest>"
        layers: implementation

Remedy: correct the kind or the location, or give the path of the bytes with `--source SRC-1=PATH`.
""",
    ),
    Rule(
        number=416,
        name="typography-folded",
        severity=Severity.INFO,
        page="""A passage of prose matches only when quotation marks, dashes and ellipses are made plain.

Why: the words are there; somebody's editor has typeset them. In code nothing is ever folded.

Bad:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        evidence:
          - {path: README.md, quote: Every note is 'kept'.}

Good:
    claims:
      - id: EPI-CLM-kept
        label: Notes are kept
        evidence:
          - {path: README.md, quote: Every note is ‘kept’.}

Remedy: copy the passage from the source.
""",
    ),
)
