"""The rows of coverage say which files were read: what became of each is told, and one that was renamed is
re-anchored."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pygit2
import pytest

from auditor.cli import main
from auditor.compare import compare_revisions, reanchor
from auditor.sets import load
from tests.compare.conftest import README, RECALL, STORE, Notes

BEFORE = {"src/store.py": STORE, "src/recall.py": RECALL, "docs/README.md": README, "lone.py": "ALONE = 1\n"}


def _commit(notes: Notes, files: Mapping[str, str], *parents: str) -> str:
    """A commit of files in folders."""
    made = pygit2.Repository(str(notes.system))
    index = pygit2.Index()
    for name, text in files.items():
        index.add(pygit2.IndexEntry(name, made.create_blob(text.encode()), pygit2.enums.FileMode.BLOB))
    who = pygit2.Signature("A Person", "person@example.org", 1_700_000_001, 0)
    return str(made.create_commit(None, who, who, "files", index.write_tree(made), list(parents)))


def _register(notes: Notes, revision: str, *files: str) -> None:
    listed = "".join(f"      - {each}  # as it was\n" for each in files)
    source = f"{{id: SRC-1, kind: git, location: ../system, revision: {revision}, layers: implementation}}"
    notes.file.write_text(
        "format: audit-register/1\nsystem: Notes\nmember: epistemic\n"
        f"sources:\n  - {source}\n"
        f"coverage:\n  - entry: Saving\n    files:\n{listed}"
    )


_REST = {name: text for name, text in BEFORE.items() if name != "src/store.py"}
_CHANGED = STORE.replace("30", "31")
_IN_LIB = {"lib/store.py": STORE, "lib/recall.py": RECALL}

BECAME = {
    "as it was": ("src/store.py", {**BEFORE, "more.py": ""}, "unchanged", ""),
    "white space": ("src/store.py", {**_REST, "src/store.py": STORE.replace("\n", "\r\n")}, "unchanged", ""),
    "renamed": ("src/store.py", {**_REST, "src/storage.py": STORE}, "moved", "src/storage.py"),
    "renamed and changed": ("src/store.py", {**_REST, "storage.py": _CHANGED}, "changed", "storage.py"),
    "changed": ("src/store.py", {**_REST, "src/store.py": _CHANGED}, "changed", ""),
    "gone": ("src/store.py", _REST, "gone", ""),
    "folder as it was": ("src/", {**BEFORE, "more.py": ""}, "unchanged", ""),
    "folder in which a file changed": ("src", {**_REST, "src/store.py": _CHANGED}, "changed", ""),
    "folder with one file more": ("src", {**BEFORE, "src/more.py": ""}, "changed", ""),
    "folder renamed": ("src", _IN_LIB, "moved", "lib"),
    "folder renamed, with its slash": ("src/", _IN_LIB, "moved", "lib/"),
    "folder renamed and changed": ("src", {**_IN_LIB, "lib/store.py": _CHANGED}, "changed", "lib"),
    "folder of which a part went": ("src", {"lib/store.py": STORE}, "changed", "lib"),
    "folder that was split": ("src", {"lib/store.py": STORE, "other/recall.py": RECALL}, "gone", ""),
    "folder gone": ("docs", {"src/store.py": STORE}, "gone", ""),
    "pattern as it was": ("'src/*.py'", {**BEFORE, "more.py": ""}, "unchanged", ""),
    "pattern of which a file changed": ("'src/*.py'", {**_REST, "src/store.py": _CHANGED}, "changed", ""),
    "pattern that nothing matches any more": ("'src/*.py'", _IN_LIB, "gone", ""),
    "words": ("whatever there is", _REST, "unverified", ""),
    "a path that leads out": ("../system/HEAD", _REST, "unverified", ""),
}


@pytest.mark.parametrize("kind", BECAME)
def test_what_became_of_a_path(notes: Notes, kind: str) -> None:
    path, files, fate, now = BECAME[kind]
    earlier = _commit(notes, BEFORE)
    _register(notes, earlier, path)
    made = compare_revisions(load(notes.register), to={"SRC-1": _commit(notes, files, earlier)}, at={})
    (change,) = made.coverage
    assert (str(change.fate), change.now, change.entry) == (fate, now, "Saving")
    assert (change.place.line, change.field) == (9, "coverage[0].files[0]")
    assert not made.has_lost_evidence
    before = notes.file.read_text()
    written = reanchor(load(notes.register), made)
    meant = before.replace(earlier, made.sources[0].newer)
    assert notes.file.read_text() == (meant.replace(f"- {path}  #", f"- {now}  #") if now else meant)
    assert written.entries == bool(now)


def test_the_page_and_the_saved_form_tell_it(notes: Notes, capsys: pytest.CaptureFixture[str]) -> None:
    earlier = _commit(notes, BEFORE)
    _register(notes, earlier, "src/store.py", "src/recall.py", "docs/README.md", "lone.py", "words or so")
    later = _commit(
        notes, {"src/storage.py": STORE, "src/recall.py": RECALL + "\n# more\n", "lone.py": "ALONE = 1\n"}
    )
    assert main(["compare", str(notes.register), "--to", later]) == 0
    page = capsys.readouterr().out
    assert "Paths of coverage: 1 unchanged, 1 moved, 1 changed, 1 gone, 1 unverified." in page
    told = page.partition("## Coverage\n")[2].partition("\n## ")[0]
    assert told == (
        "\n- Saving: moved, `src/store.py` → `src/storage.py` (`register.yaml:9`)\n"
        "- Saving: changed, `src/recall.py`; the file changed (`register.yaml:10`)\n"
        "- Saving: gone, `docs/README.md` (`register.yaml:11`)\n"
    )
    assert "1 citation: the earlier revision has no file of that path" in page
    assert main(["compare", str(notes.register), "--to", later, "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert [each["fate"] for each in made["coverage"]] == [
        "moved",
        "changed",
        "gone",
        "unchanged",
        "unverified",
    ]


def test_coverage_without_the_earlier_bytes_is_unverified(notes: Notes, first: str) -> None:
    _register(notes, "0" * 40, "store.py", "nowhere.py")
    made = compare_revisions(load(notes.register), to={"SRC-1": first}, at={})
    assert [str(each.fate) for each in made.coverage] == ["unverified", "gone"]


def test_coverage_of_a_set_is_told_once(notes: Notes, first: str) -> None:
    _register(notes, first, "store.py")
    whole = notes.register.parent / "whole"
    for member in ("one", "two"):
        (whole / member).mkdir(parents=True)
        (whole / member / "register.yaml").write_text("format: audit-register/1\nmember: epistemic\n")
    (whole / "set.yaml").write_text(
        notes.file.read_text()
        .replace("audit-register", "audit-set")
        .replace("member: epistemic", "members: [one, two]")
    )
    made = compare_revisions(load(whole), to={"SRC-1": first}, at={})
    assert [str(each.fate) for each in made.coverage] == ["unchanged"]
