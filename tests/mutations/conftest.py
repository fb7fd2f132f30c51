"""One copy of the everything-set for all the tests that spoil it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor import sets
from tests.mutations.bench import Bench


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder: Path = tmp_path_factory.mktemp("everything") / "set"
    made = Bench(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sets, "load_member", made.load_member)
        yield made
