"""A small system in a repository, and a register on it: what the tests of comparing share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pygit2
import pytest

STORE = '''\
"""The store."""

KEEP_DAYS = 30


def save(notes, text):
    # every note is kept as it was typed
    notes.append(text)
    return len(notes)


def forget(notes, text):
    notes.remove(text)
    return len(notes)
'''
RECALL = '''\
"""Recall."""

LIMIT = 8


def recall(notes, words):
    found = [each for each in notes if words in each]
    return found[:LIMIT]
'''
README = "# Notes\n\nEvery note is kept until it is forgotten.\n"
FILES = {"store.py": STORE, "recall.py": RECALL, "README.md": README}

REGISTER = """\
# What was found, by hand.
format: audit-register/1
system: Notes
member: epistemic
sources:
  - {id: SRC-1, kind: git, location: ../system, revision: REVISION, layers: implementation}
routes:
  - id: EPI-RTE-save
    label: Saving a note
    thresholds:
      - {name: KEEP_DAYS, value: 30, path: store.py}  # by name alone
    evidence:
      - path: store.py
        quote: |-
          notes.append(text)
      - path: store.py
        lines: "9"   # there are two of these
        quote: return len(notes)
      - path: store.py
        quote: "# every note is kept as it was typed"
  - id: EPI-RTE-recall
    label: Recall
    thresholds:
      - {name: LIMIT, value: 8, path: recall.py, lines: '3', gates: how many come back}
    evidence:
      - path: 'recall.py'
        quote: found = [each for each in notes if words in each]
      - {path: recall.py, lines: 8, shows: the cut}
claims:
  - id: EPI-CLM-kept
    label: Notes are kept
    said_in:
      - {path: README.md, lines: "3", layer: doctrine/design}
    comparison:
      routes: [EPI-RTE-save]
    evidence:
      - path: README.md
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The system's repository and the register beside it."""

    system: Path
    register: Path

    @property
    def file(self) -> Path:
        """The register's only file."""
        return self.register / "register.yaml"

    def commit(self, files: Mapping[str, str], *, parents: tuple[str, ...] = (), branch: str = "main") -> str:
        """Commit these files and no others; the commit's name."""
        made = pygit2.Repository(str(self.system))
        tree = made.TreeBuilder()
        for name, text in files.items():
            tree.insert(name, made.create_blob(text.encode()), pygit2.enums.FileMode.BLOB)
        who = pygit2.Signature("A Person", "person@example.org", 1_700_000_000, 0)
        return str(made.create_commit(None, who, who, branch, tree.write(), list(parents)))

    def point(self, commit: str) -> None:
        """Let the branch and so the head be at a commit."""
        made = pygit2.Repository(str(self.system))
        made.references.create("refs/heads/main", pygit2.Oid(hex=commit), force=True)
        made.set_head("refs/heads/main")

    def pin(self, revision: str) -> None:
        """Write the register anew, at a revision."""
        self.file.write_bytes(REGISTER.replace("REVISION", revision).encode())


@pytest.fixture
def first(notes: Notes) -> str:
    """The commit that the register was made from."""
    return str(pygit2.Repository(str(notes.system)).head.target)


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    """The system at its first commit, and a register of it."""
    made = Notes(system=tmp_path / "system", register=tmp_path / "register")
    pygit2.init_repository(str(made.system), bare=True)
    made.register.mkdir()
    commit = made.commit(FILES)
    made.point(commit)
    made.pin(commit)
    return made
