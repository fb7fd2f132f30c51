"""One copy of the everything-set for all the tests that spoil it."""

from __future__ import annotations

import pytest

from auditor import sets
from tests.mutations.bench import Bench


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("everything") / "set")


@pytest.fixture
def bench(copied: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The copy; a member of which no file has changed is not read again."""
    monkeypatch.setattr(sets, "load_member", copied.load_member)
    return copied
