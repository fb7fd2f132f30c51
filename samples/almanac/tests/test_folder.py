"""The memory folder: gate, sweep, upkeep and amendments."""

import json
from datetime import date

import pytest

from almanac.errors import ModelError, NotFound, Refused
from almanac.folder.amend import amend
from almanac.folder.files import MemoryFile
from almanac.folder.gate import Candidate, confirm, objections, save
from almanac.folder.upkeep import sweep, upkeep

TODAY = date(2026, 3, 2)
LEASE = Candidate(
    name="lease",
    description="The flat's lease",
    body="Rent is 900 a month. The landlord is Ms Adeyemi.",
    evidence="the signed lease",
    tier="short",
    confirmed=True,
    expires="2026-03-31",
)


@pytest.mark.parametrize(
    "flaw",
    [{"evidence": " "}, {"tier": "medium"}, {"confirmed": False}, {"expires": None}, {"salience": 9}],
)
def test_the_gate(app, flaw):
    assert objections(LEASE) == [] and len(objections(LEASE._replace(**flaw))) == 1
    with pytest.raises(Refused):
        save(app.folder, LEASE._replace(**flaw), TODAY)
    assert app.folder.names() == []


def test_the_last_day_still_counts(app):
    save(app.folder, LEASE, TODAY)
    save(app.folder, LEASE._replace(name="later", expires=None, expires_when="the move"), TODAY)
    app.folder.write(
        MemoryFile(name="old", description="No tier", metadata={"expires": "2020-01-01"}, body="x")
    )
    assert sweep(app.folder, date(2026, 3, 31)) == []
    assert sweep(app.folder, date(2026, 4, 1)) == ["lease"]
    assert LEASE.body in (app.folder.path / "archived" / "lease.md").read_text() and app.folder.names() == [
        "later",
        "old",
    ]
    assert not any("lease.md" in line for line in app.folder.index_lines())
    with pytest.raises(NotFound):
        app.folder.read("lease")


def test_upkeep_reports_and_writes_nothing(app):
    save(app.folder, LEASE, TODAY)
    assert upkeep(app.folder, date(2026, 5, 31)) == []
    assert "not reviewed" in upkeep(app.folder, date(2026, 6, 1))[0]
    confirm(app.folder, "lease", date(2026, 6, 1))
    assert upkeep(app.folder, date(2026, 6, 1)) == []
    path = app.folder.path / "MEMORY.md"
    path.write_text("- [lease](lease.md): Something else\n- [gone](gone.md): Gone\n")
    found = " ".join(upkeep(app.folder, TODAY))
    assert "differ" in found and "gone: the index points at a missing file" in found


RELATION = json.dumps({"supersedes": True, "retires_anything": True, "supersedes_everything": False})
REWRITE = json.dumps({"proposed_current": "The landlord is Ms Adeyemi.", "retired_values": ["900"]})
VERIFIED = {"faithful": True, "retired_absent": True, "all_facts_accounted": True}


def test_amending(scripted):
    app = scripted(RELATION, REWRITE, json.dumps(VERIFIED), json.dumps({"already_current": [False]}))
    save(app.folder, LEASE, TODAY)
    file, retired = amend(app.folder, app.model, "lease", "Rent is 950 a month.", date(2026, 3, 9))
    assert file.body == "The landlord is Ms Adeyemi.\nRent is 950 a month." and retired == ["900"]
    assert app.folder.read("lease").metadata["modified"] == "2026-03-09"


def test_the_stand_in_does_not_judge(app):
    save(app.folder, LEASE, TODAY)
    with pytest.raises(ModelError, match="does not judge"):
        amend(app.folder, app.model, "lease", "Rent is 950 a month.", TODAY)


@pytest.mark.parametrize(
    ("replies", "error"),
    [
        (["nonsense"], ModelError),
        ([json.dumps({"supersedes": True})], ModelError),
        ([RELATION.replace("true", '"yes"')], ModelError),
        ([RELATION, REWRITE.replace("900", "850")], ModelError),
        ([RELATION, REWRITE, json.dumps({**VERIFIED, "faithful": False})], Refused),
        ([RELATION, REWRITE, json.dumps(VERIFIED), json.dumps({"already_current": []})], ModelError),
    ],
)
def test_doubtful_judgements_leave_the_file(scripted, replies, error):
    app = scripted(*replies)
    save(app.folder, LEASE, TODAY)
    with pytest.raises(error):
        amend(app.folder, app.model, "lease", "Rent is 950 a month.", TODAY)
    assert app.folder.read("lease").body == LEASE.body
