"""Whether each word that stands where a closed list rules is a word of that list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill

from auditor.case import Case, Spot
from auditor.findings import Fault, Rule, Severity
from auditor.forms import Holds
from auditor.places import Text
from auditor.records import AxisProfile, Judged
from auditor.registers.reading import nearest
from auditor.terms import (
    AXIS_VALUES,
    AmendmentKind,
    ArchitecturalStatus,
    Assessment,
    Axis,
    Basis,
    BoundaryKind,
    ConclusionStatus,
    ContentRelation,
    EvidenceLayer,
    Force,
    Form,
    Grounding,
    Guarantee,
    MemberKind,
    Negative,
    Reading,
    RouteFunction,
    Section,
    SourceKind,
    StatusLayer,
    Term,
    ThresholdRole,
    Tier,
    Warrant,
)

_OTHER_FUNCTION = re.compile(r"other\s+[—–-]\s*(?P<what>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """A closed list with the rule that holds a register to it. `fragment` is a piece of a register in which
    `{}` stands where a word of the list does."""

    number: int
    name: str
    noun: str
    vocabulary: type[Term]
    fragment: str
    why: str

    def rule(self) -> Rule:
        """The rule, its page made from the list itself."""
        words = "\n".join(f"    {word.value}: {word.meaning}" for word in self.vocabulary)
        good = next(iter(self.vocabulary)).value
        bad = good[:-1] + ("x" if good[-1] != "x" else "y")
        page = (
            f"A word is not in the closed list of {self.noun}.\n\n{fill('Why: ' + self.why, 108)}\n\n"
            f"The words:\n{words}\n\nBad:\n{_indented(self.fragment, bad)}\n\n"
            f"Good:\n{_indented(self.fragment, good)}\n\n"
            "Remedy: use the nearest word of the list, which the message names.\n"
        )
        return Rule(number=self.number, name=self.name, severity=Severity.ERROR, page=page)


def _indented(fragment: str, word: str) -> str:
    return "\n".join(f"    {line}" for line in fragment.replace("{}", word).splitlines())


_SAME = "the same word means the same thing in every audit, and a misspelt one means nothing."
_ROUTE = "routes:\n  - id: EPI-RTE-save\n"
_ROW = _ROUTE + "    ledger:\n      - "
_OBJECT = "objects:\n  - id: EPI-OBJ-note\n"

WORD_LISTS = (
    WordList(number=201, name="unknown-member", noun="members", vocabulary=MemberKind,
             fragment="member: {}", why="the member decides which prefix its records have."),
    WordList(number=202, name="unknown-boundary-kind", noun="boundary kinds", vocabulary=BoundaryKind,
             fragment="boundary: {kind: '{}'}", why="what may be concluded of the whole depends on it."),
    WordList(number=203, name="unknown-grounding", noun="groundings", vocabulary=Grounding,
             fragment="boundary: {grounding: '{}'}", why="what may be concluded of code depends on it."),
    WordList(number=204, name="unknown-source-kind", noun="source kinds", vocabulary=SourceKind,
             fragment="sources:\n  - {id: SRC-1, kind: '{}'}", why="how a source is read depends on it."),
    WordList(number=205, name="unknown-evidence-layer", noun="evidence layers", vocabulary=EvidenceLayer,
             fragment="sources:\n  - id: SRC-1\n    layers:\n      {}: [src/**]",
             why="what a passage can support depends on its layer."),
    WordList(number=206, name="unknown-status-layer", noun="status layers", vocabulary=StatusLayer,
             fragment=_ROUTE + "    status:\n      {}: claimed", why=_SAME),
    WordList(number=207, name="unknown-status", noun="conclusion statuses", vocabulary=ConclusionStatus,
             fragment=_ROUTE + "    status: {implementation: {is: '{}', because: no trace}}", why=_SAME),
    WordList(number=208, name="unknown-architectural-status", noun="architectural statuses",
             vocabulary=ArchitecturalStatus, fragment=_ROW + "architectural_status: '{}'", why=_SAME),
    WordList(number=209, name="unknown-function", noun="route functions", vocabulary=RouteFunction,
             fragment=_ROW + "function: '{}'",
             why="checking is never merged with disposition, nor retention with integration; a function "
                 "beyond these is written `other — …`."),
    WordList(number=210, name="unknown-relation", noun="content/update relations",
             vocabulary=ContentRelation, fragment=_ROW + "relation: {kind: '{}'}", why=_SAME),
    WordList(number=211, name="unknown-warrant", noun="source warrants", vocabulary=Warrant,
             fragment=_ROW + "relation: {kind: acquisition/import, warrant: '{}'}", why=_SAME),
    WordList(number=212, name="unknown-force", noun="forces", vocabulary=Force,
             fragment=_ROW + "force: {word: '{}', says: the prompt asks}", why=_SAME),
    WordList(number=213, name="unknown-form", noun="representational forms", vocabulary=Form,
             fragment=_OBJECT + "    form: {word: '{}', says: short sentences}", why=_SAME),
    WordList(number=214, name="unknown-guarantee", noun="guarantee strengths", vocabulary=Guarantee,
             fragment=_OBJECT + "    guarantee: {word: '{}', says: by the schema}", why=_SAME),
    WordList(number=215, name="unknown-reading", noun="coverage readings", vocabulary=Reading,
             fragment="coverage:\n  - entry: Chat turn\n    read: {word: '{}', says: by hand}",
             why="only `whole` is complete coverage."),
    WordList(number=216, name="unknown-threshold-role", noun="threshold roles", vocabulary=ThresholdRole,
             fragment=_ROUTE + "    thresholds:\n      - {name: TOP_K, value: 5, path: a.py, role: '{}'}",
             why=_SAME),
    WordList(number=217, name="unknown-amendment-kind", noun="amendment kinds", vocabulary=AmendmentKind,
             fragment="amendments:\n  - {kind: '{}', record: EPI-OBJ-note}", why=_SAME),
    WordList(number=218, name="unknown-section", noun="sections", vocabulary=Section,
             fragment="sections:\n  - {section: '{}', text: Prose.}",
             why="the section decides where the prose is printed."),
    WordList(number=219, name="unknown-negative", noun="reaches of a negative", vocabulary=Negative,
             fragment="conclusion:\n  - {text: No route does it., negative: '{}'}",
             why="a negative about the whole needs complete coverage."),
    WordList(number=220, name="unknown-tier", noun="tiers", vocabulary=Tier,
             fragment=_OBJECT + "    tier: '{}'", why="upkeep treats the tiers differently."),
    WordList(number=221, name="unknown-axis", noun="axes of the memory profile", vocabulary=Axis,
             fragment="profile:\n  scope: all\n  axes:\n    {}: {assessment: uninspected}", why=_SAME),
    WordList(number=222, name="unknown-assessment", noun="assessments", vocabulary=Assessment,
             fragment="profile:\n  scope: all\n  axes:\n    lineage: {assessment: '{}'}", why=_SAME),
    WordList(number=223, name="unknown-basis", noun="bases of a profile value", vocabulary=Basis,
             fragment="profile:\n  scope: all\n  axes:\n    lineage:\n      evidence:\n"
                      "        - {value: authored, basis: '{}'}", why=_SAME),
)  # fmt: skip

AXIS_VALUE_RULE = Rule(
    number=224,
    name="unknown-axis-value",
    severity=Severity.ERROR,
    page="A value is not in the closed list of its axis of the memory profile.\n\n"
    f"Why: {_SAME}\n\nThe words:\n"
    + "\n".join(
        fill(f"{axis.value}: {', '.join(values)}", 106, initial_indent="    ", subsequent_indent="      ")
        for axis, values in AXIS_VALUES.items()
    )
    + """

Bad:
    profile:
      scope: all
      axes:
        lineage: {assessment: known, values: [written]}

Good:
    profile:
      scope: all
      axes:
        lineage: {assessment: known, values: [authored]}

Remedy: use the nearest word of the list, which the message names.
""",
)

RULES = (*(each.rule() for each in WORD_LISTS), AXIS_VALUE_RULE)
_BY_VOCABULARY = {each.vocabulary: each for each in WORD_LISTS}


def check(case: Case) -> Iterator[Fault]:
    """Words outside their lists, each with the nearest member."""
    for spot in case.telling:
        leaf = spot.leaf
        if not leaf.value:
            continue
        vocabulary = leaf.key.vocabulary if leaf.key.holds is Holds.WORD else None
        if vocabulary is None and isinstance(leaf.owner, Judged) and leaf.key.name == "word":
            vocabulary = leaf.outer.vocabulary if leaf.outer else None
        if vocabulary is not None and not _known(vocabulary, leaf.value):
            word_list = _BY_VOCABULARY[vocabulary]
            yield _fault(spot, word_list.name, word_list.noun, [word.value for word in vocabulary])
    for member in case.members:
        for index, axis in enumerate(member.member.profile.axes if member.member.profile else ()):
            yield from _axis_values(axis, index)


def _known(vocabulary: type[Term], word: Text) -> bool:
    if vocabulary.of(word) is not None:
        return True
    return vocabulary is RouteFunction and _OTHER_FUNCTION.fullmatch(word) is not None


def _fault(spot: Spot, rule: str, noun: str, words: list[str]) -> Fault:
    return Fault(
        rule=rule,
        place=spot.leaf.value.place,
        record=spot.record,
        field=spot.leaf.field,
        message=f"`{spot.leaf.value[:60]}` is not in the list of {noun}",
        remedy=nearest(spot.leaf.value, words),
    )


def _axis_values(profile: AxisProfile, index: int) -> Iterator[Fault]:
    axis = Axis.of(profile.axis)
    if axis is None:
        return
    values = (*profile.values, *(each.value for each in profile.evidence if each.value))
    for value in values:
        if value not in AXIS_VALUES[axis]:
            yield Fault(
                rule="unknown-axis-value",
                place=value.place,
                field=f"profile.axes.{axis}",
                message=f"`{value}` is not in the list of values of the axis {axis}",
                remedy=nearest(value, AXIS_VALUES[axis]),
            )
