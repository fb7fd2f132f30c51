"""Whatever cites a file is compared, wherever in a register it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.build import check_register
from auditor.checks.evidence.evidence_rules import RULES
from auditor.cited import citations
from auditor.forms import entries_in
from auditor.records import Evidence, SaidIn, Threshold
from auditor.sets import load
from auditor.settings import Settings
from tests.checks import shelf

EVERYTHING = Path(__file__).parents[1] / "data" / "everything"


def test_no_entry_with_a_path_is_left_out() -> None:
    shared = [each.shared for each in load(EVERYTHING).members]
    found = {id(each.entry) for each in citations(shared)}
    for one in shared:
        for entry, path in entries_in(one):
            if isinstance(entry, Evidence | Threshold | SaidIn) and entry.path:
                assert id(entry) in found, path


def test_a_citation_names_its_record_and_its_field() -> None:
    found = list(citations([each.shared for each in load(EVERYTHING).members]))
    assert found
    assert any(each.cited.field.startswith("ledger[") and each.cited.record for each in found)
    assert all(each.cited.place.line > 0 and each.cited.path_place.line > 0 for each in found)


def test_a_source_may_be_left_out_where_one_is_in_reach_only() -> None:
    (member,) = [each for each in load(EVERYTHING).members if each.member.claims][:1]
    one = replace(member.member, sources=member.member.sources[:1])
    two = replace(member.member, sources=(*one.sources, replace(one.sources[0], id=one.sources[0].id)))
    unnamed = [each for each in citations([one]) if not each.entry.source]
    assert all(each.cited.source == str(one.sources[0].id) for each in unnamed)
    assert all(not each.cited.source for each in citations([two]) if not each.entry.source)


_TOP = """\
format: audit-register/1
system: Shelf
member: epistemic
question: What is kept?
sources:
  - {id: SRC-1, kind: capture, location: shelf, revision: 'sha256:<its digest>', layers: implementation}
"""


@pytest.mark.parametrize(
    ("entry", "rule", "words"),
    [
        ("{path: shelf.py, quote: LIMIT = 9}", "passage-missing", "LIMIT = [-9-]{+8+}"),
        ("{path: shelf.py, quote: LIMIT = 8, lines: '3'}", "passage-missing", "stands in shelf.py:1"),
        ("{path: shelf.py, lines: 40-50}", "passage-missing", "the file ends on line 9"),
        ("{path: shelf.py, quote: return found}", "passage-ambiguous", "shelf.py:5, shelf.py:9"),
        ("{path: old.py, quote: 'def recall(notes):'}", "no-such-path", "stands in shelf.py:4"),
        ("{path: old.py}", "no-such-path", "SRC-1 has no file old.py"),
        ("{path: ../shelf/shelf.py, quote: LIMIT = 8}", "no-such-path", "no file ../shelf/shelf.py"),
        ("{path: /etc/passwd, quote: root}", "no-such-path", "no file /etc/passwd"),
        ("{path: .git/config, quote: bare}", "no-such-path", "no file .git/config"),
        ('{path: "shelf.py\\0", quote: LIMIT = 8}', "no-such-path", "no file"),
        ("{path: 'x\\shelf.py', quote: LIMIT = 8}", "no-such-path", "no file"),
        ("{path: shelf.py, quote: '^LIMIT = .*$'}", "passage-missing", "SRC-1"),
        ("{path: shelf.py, quote: '   '}", "passage-missing", "white space only"),
    ],
)
def test_evidence_that_does_not_hold_is_told_with_what_is_there(
    tmp_path: Path, entry: str, rule: str, words: str
) -> None:
    digest = shelf.beside(tmp_path)["<its digest>"]
    text = _TOP.replace("<its digest>", digest)
    text += f"routes:\n  - id: EPI-RTE-recall\n    label: Recall\n    evidence:\n      - {entry}\n"
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    found = [
        each
        for each in check_register(tmp_path, Settings()).findings
        if 400 <= each.number < 500 and each.name != "anchor-alone"
    ]
    assert [each.name for each in found] == [rule]
    assert words in found[0].message
    assert (found[0].record, found[0].field) == ("EPI-RTE-recall", "evidence[0]")


@pytest.mark.parametrize("path", ["shelf", "shelf/", ".", "*.py", "shelf.py"])
def test_a_place_without_a_passage_may_be_a_folder_or_a_pattern(tmp_path: Path, path: str) -> None:
    shelf.beside(tmp_path)
    digest_of = tmp_path / "around"
    digest_of.mkdir()
    (tmp_path / "shelf").rename(digest_of / "shelf")
    (digest_of / "shelf.py").write_text("LIMIT = 8\n", encoding="utf-8")
    text = _TOP.replace("location: shelf", "location: around")
    text += f"routes:\n  - id: EPI-RTE-recall\n    label: Recall\n    evidence: [{{path: '{path}'}}]\n"
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    names = {each.name for each in check_register(tmp_path, Settings()).findings}
    assert "no-such-path" not in names


def test_the_numbers_of_the_family_are_those_of_its_rules() -> None:
    assert [rule.number for rule in RULES] == list(range(401, 401 + len(RULES)))


def test_thousands_of_places_in_one_large_file_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each entry names another wide range of the same file, whose white space is normalised once, not once
    an entry."""
    (tmp_path / "shelf").mkdir()
    lines = [f"keep_{number} = {number}" for number in range(3000)]
    (tmp_path / "shelf" / "shelf.py").write_text("\n".join(lines), encoding="utf-8")
    entries = "".join(
        f"      - {{path: shelf.py, lines: '{n // 2 + 1}-9999999', quote: {line} keep}}\n"
        for n, line in enumerate(lines[:-1])
    )
    text = _TOP.replace("<its digest>", "0" * 64)
    text += f"routes:\n  - id: EPI-RTE-recall\n    label: Recall\n    evidence:\n{entries}"
    (tmp_path / "register.yaml").write_text(text, encoding="utf-8")
    normalised: list[int] = []

    def counted(text: str) -> str:
        normalised.append(len(text))
        return " ".join(text.split())

    monkeypatch.setattr("auditor.quotations.normal.normal", counted)
    results = check_register(tmp_path, Settings()).case.evidence.passages
    assert {str(each.result) for each in results} == {"match"}
    assert sum(normalised) < 10 * len("\n".join(lines))
