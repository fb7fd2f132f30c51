"""What `check` tells of a register that `compare --write` re-anchored: the earlier path of what changed in a
renamed file is not there any more, and the finding says where the file is likely to be, and what is there."""

from __future__ import annotations

import pytest

from auditor.build import check_register
from auditor.cli import main
from auditor.findings import Finding
from auditor.settings import Settings
from tests.compare.conftest import FILES, RECALL, STORE, Notes

OTHERS = {name: text for name, text in FILES.items() if name != "store.py"}
CHANGED = STORE.replace("as it was typed", "as it was said").replace("KEEP_DAYS = 30", "KEEP_DAYS = 7")


def _after(notes: Notes, first: str, files: dict[str, str]) -> dict[str, Finding]:
    """The errors of a check after re-anchoring at a commit of these files, by record and field."""
    commit = notes.commit(files, parents=(first,))
    notes.point(commit)
    main(["compare", str(notes.register), "--to", commit, "--write"])
    audit = check_register(notes.register, Settings(select=("400",), ignore=("anchor-alone",)))
    return {f"{each.record}.{each.field}": each for each in audit.findings}


def test_a_changed_passage_of_a_renamed_file_is_told_with_its_path_and_nearest_text(
    notes: Notes, first: str
) -> None:
    found = _after(notes, first, {**OTHERS, "storage.py": CHANGED})
    comment = found.pop("EPI-RTE-save.evidence[2]")
    assert comment.name == "no-such-path"
    assert comment.message == (
        "SRC-1 has no file store.py; it is likely storage.py, where the nearest is storage.py:7 (89% alike): "
        "# every note is kept as it was [-typed-]{+said+}"
    )
    assert comment.remedy.startswith("write `path: storage.py` and quote what stands there")
    keep = found.pop("EPI-RTE-save.thresholds[0]")
    assert keep.name == "threshold-not-found"
    assert keep.message.endswith(
        "the source has no such file; the file is likely storage.py; it reads 7 in storage.py:3"
    )
    assert found == {}


def test_the_file_is_told_from_what_else_was_cited_of_it(notes: Notes, first: str) -> None:
    """A passage that is like nothing any more, and a place without one, lie where the others went."""
    text = notes.file.read_text().replace("- path: README.md\n", "- path: store.py\n")
    commit = notes.commit({**OTHERS, "kept.py": STORE.replace("# every note is kept as it was typed", "#")})
    notes.point(commit)
    notes.file.write_text(text.replace(first, commit))
    audit = check_register(notes.register, Settings(select=("403",)))
    found = {f"{each.record}.{each.field}": each for each in audit.findings}
    assert found["EPI-CLM-kept.evidence[0]"].message == "SRC-1 has no file store.py; it is likely kept.py"
    assert found["EPI-CLM-kept.evidence[0]"].remedy.startswith("write `path: kept.py`, after reading")
    assert found["EPI-RTE-save.evidence[2]"].message == "SRC-1 has no file store.py; it is likely kept.py"
    assert "the passage stands in kept.py:8" in found["EPI-RTE-save.evidence[0]"].message


@pytest.mark.parametrize(
    "files",
    [
        {**OTHERS, "one.py": CHANGED, "two.py": CHANGED},
        OTHERS,
        {**OTHERS, "other.py": RECALL.replace("notes", "pages")},
        {**OTHERS, "store.bin": "\0" + CHANGED},
    ],
    ids=["two files as likely", "no file", "a file that is like nothing", "a file that is no text"],
)
def test_no_path_is_told_where_none_is_likely(notes: Notes, first: str, files: dict[str, str]) -> None:
    found = _after(notes, first, files)
    comment = found["EPI-RTE-save.evidence[2]"]
    assert comment.message == "SRC-1 has no file store.py"
    assert "likely" not in found["EPI-RTE-save.thresholds[0]"].message


def test_a_file_is_told_by_its_name_where_only_one_has_it(notes: Notes, first: str) -> None:
    notes.file.write_text(notes.file.read_text().replace("path: README.md", "path: docs/README.md"))
    audit = check_register(notes.register, Settings(select=("403",)))
    assert {each.message for each in audit.findings} == {
        "SRC-1 has no file docs/README.md; it is likely README.md"
    }
