"""The gaps of one record are told as one, for a person; every other form has each finding by itself."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from auditor.findings import Finding, Severity
from auditor.places import Place
from auditor.render import findings_github, findings_json, findings_text
from auditor.render.gathered import LEAST, gathered

GAP = Finding(
    number=303,
    name="placeholder",
    severity=Severity.ERROR,
    place=Place("r/register.yaml", 7, 5, 4),
    message="`gap` is not yet judged",
    remedy="answer it",
    record="EPI-RTE-save",
    field="gap",
)


def gaps(count: int, **more: object) -> list[Finding]:
    """So many gaps, one a line and field."""
    return [
        replace(GAP, place=GAP.place._replace(line=7 + at), field=f"field_{at}", **more)  # type: ignore[arg-type]
        for at in range(count)
    ]


def test_the_gaps_of_a_record_are_one_line_that_names_and_counts_the_fields() -> None:
    lines = {"r/register.yaml": ["x"] * 6 + ["    todo"] * 9}
    assert findings_text(gaps(4), lines) == (
        "r/register.yaml:7:5: error[303] placeholder: EPI-RTE-save: 4 fields in lines 7 to 10: "
        "`field_0`, `field_1`, `field_2`, `field_3`; for each: answer it\n"
        "  7 |     todo\n"
        "    |     ^^^^\n"
        "4 errors\n"
    )


def test_where_each_is_answered_otherwise_the_page_of_the_rule_is_named() -> None:
    found = [replace(each, remedy=f"write {each.field}") for each in gaps(3, number=301)]
    (one,) = gathered(found)
    assert one.remedy == "`audit explain 301` says what belongs there"


def test_two_are_told_one_by_one() -> None:
    assert gathered(gaps(LEAST - 1)) == gaps(LEAST - 1)


def test_what_does_not_belong_together_stays_apart() -> None:
    groups = [
        gaps(3),
        gaps(3, record="EPI-RTE-other"),
        gaps(3, number=302, name="empty-field"),
        gaps(3, severity=Severity.INFO),
        [replace(each, place=each.place._replace(path="r/more.yaml")) for each in gaps(3)],
    ]
    made = gathered([each for group in groups for each in group])
    assert [each.message.partition(" in ")[0] for each in made] == ["3 fields"] * 5
    assert [each.record for each in made][1] == "EPI-RTE-other"


def test_other_rules_and_gaps_of_no_record_are_never_gathered() -> None:
    for alone in (gaps(5, number=305), gaps(5, number=401), gaps(5, record="")):
        assert gathered(alone) == alone


def test_every_finding_is_by_itself_in_json_and_for_a_workflow() -> None:
    assert len(json.loads(findings_json(gaps(5), {}))["findings"]) == 5
    assert findings_github(gaps(5)).count("::error") == 5


_FINDINGS = st.builds(
    lambda number, record, field, line: replace(
        GAP, number=number, record=record, field=field, place=GAP.place._replace(line=line)
    ),
    st.sampled_from([301, 303, 305]),
    st.sampled_from(["", "EPI-RTE-a", "EPI-RTE-b"]),
    st.sampled_from(["", "gap", "limit"]),
    st.integers(1, 9),
)


@given(st.lists(_FINDINGS, max_size=20))
def test_no_finding_is_lost_and_the_order_stays(findings: list[Finding]) -> None:
    made = gathered(findings)
    counted = [int(each.message.split()[0]) if each.message[0].isdigit() else 1 for each in made]
    assert sum(counted) == len(findings)
    firsts = [each for each in findings if each in made]
    assert [each for each in made if each in findings] == firsts
