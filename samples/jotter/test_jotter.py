"""One walk through the commands, with the offline stand-in."""

from pathlib import Path

import pytest

from jotter.cli import main


def test_a_fact_is_kept_recalled_digested_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("JOTTER_URL", raising=False)
    notebook = ["--file", str(tmp_path / "notes.jsonl")]

    assert main([*notebook, "add", "The spare key is with Mrs Okafor"]) == 0
    noted, jot_id = capsys.readouterr().out.split()
    assert noted == "noted"

    main([*notebook, "add", "the spare key is with Mrs Okafor!"])
    assert capsys.readouterr().out == f"already known {jot_id}\n"

    main([*notebook, "recall", "who has the spare key?"])
    assert "- The spare key is with Mrs Okafor (noted " in capsys.readouterr().out

    main([*notebook, "add", "The bins go out on Tuesday. Not in August."])
    capsys.readouterr()
    main([*notebook, "digest"])
    assert capsys.readouterr().out == "The spare key is with Mrs Okafor. The bins go out on Tuesday.\n"

    assert main([*notebook, "forget", jot_id]) == 0
    assert main([*notebook, "forget", jot_id]) == 1
