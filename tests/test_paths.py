"""Paths in messages lead straight to what they name; behind a link they stay as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.cli.command import path
from auditor.paths import plain_path


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("register/../system", "system"),
        ("./register/./../system/", "system"),
        ("system", "system"),
        ("../here/system", "../here/system"),
        ("register/../nowhere", "register/../nowhere"),
        ("nowhere/../system", "nowhere/../system"),
        ("link/../system", "link/../system"),
        ("link/../other", "link/../other"),
        (".", "."),
    ],
)
def test_a_detour_is_left_out_where_the_same_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, plain: str
) -> None:
    for folder in ("here/system", "here/register", "elsewhere/deep", "elsewhere/other"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "here" / "link").symlink_to(tmp_path / "elsewhere" / "deep")
    monkeypatch.chdir(tmp_path / "here")
    for made in (plain_path(Path(written)), path(written)):
        assert made == Path(plain)


def test_what_the_system_takes_for_no_path_is_left_as_it_is() -> None:
    assert plain_path(Path("a\0b/../c")) == Path("a\0b/../c")
