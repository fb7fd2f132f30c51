"""What holds for every test: nothing is kept outside of the test's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.cache import FOLDER_VARIABLE


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
