"""What one citation costs does not grow with its source: what can be worked out once for a file or a source
is worked out once, and what has no bound of its own is given one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from weakref import WeakSet

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.cited import Citation
from auditor.evidence import Cited, PassageCheck, SourceCheck
from auditor.facts import Skipped
from auditor.places import NOWHERE, Text
from auditor.quotations import comparing, elsewhere, matching, outcomes
from auditor.quotations.at_hand import Opened
from auditor.quotations.folders import Folders, naming
from auditor.quotations.joined import JoinedTexts
from auditor.quotations.matching import Page
from auditor.quotations.named_numbers import NamedNumbers
from auditor.quotations.nearest import NearestTexts
from auditor.quotations.normal import NormalText
from auditor.quotations.thresholds import MOST_NUMBERS, ThresholdsOfPage
from auditor.records import Evidence, Threshold
from auditor.snapshot import Snapshot, SourceFile
from auditor.terms import PassageResult, SourceState, ThresholdResult


class Files(Snapshot):
    """Files in memory, which count how often each is read and how often they are listed."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._held = dict(sorted(files.items()))
        self.reads: Counter[str] = Counter()
        self.listed = 0

    @property
    def count(self) -> int:
        return len(self._held)

    def files(self) -> Iterator[SourceFile | Skipped]:
        return (file for path in self._held if (file := self.read(path)))

    def read(self, path: str) -> SourceFile | None:
        self.reads[path] += path in self._held
        return SourceFile(path=path, text=self._held[path]) if path in self._held else None

    def paths(self) -> Iterator[str]:
        self.listed += 1
        return iter(self._held)

    def exists(self, path: str) -> bool:
        return path in self._held

    def identities(self) -> Mapping[str, str]:
        return MappingProxyType(self._held)


def asked(files: Files, *entries: tuple[str, str]) -> list[PassageCheck]:
    """The outcomes of passages, each given with its path."""
    check = SourceCheck(id="SRC-1", place=NOWHERE, location="", state=SourceState.AT_HAND)
    cited = [
        Citation(
            cited=Cited(
                record="EPI-RTE-a", field=f"evidence[{index}]", place=NOWHERE, source="SRC-1",
                path=path, path_place=NOWHERE, quote=quote,
            ),
            entry=Evidence(),
        )
        for index, (path, quote) in enumerate(entries)
    ]  # fmt: skip
    found = outcomes(Opened(check=check, snapshot=files), cited)
    made = [each for each in found if isinstance(each, PassageCheck)]
    return sorted(made, key=lambda each: int(each.cited.field[9:-1]))


_PATHS = st.text(alphabet="ab./", min_size=1, max_size=8)
_PATTERNS = st.text(alphabet="ab./*?[]!-", min_size=1, max_size=8)


@given(st.lists(_PATHS, min_size=1, max_size=12), st.lists(_PATTERNS, min_size=1, max_size=4))
def test_a_pattern_names_what_it_matches_however_it_is_looked_for(
    paths: list[str], patterns: list[str]
) -> None:
    folders = Folders(Files(dict.fromkeys(paths, "")))
    for pattern in patterns:
        is_pattern = any(mark in pattern for mark in "*?[")
        named = [
            path
            for path in paths
            if pattern in (".", "./")
            or path.startswith(pattern.rstrip("/") + "/")
            or (is_pattern and fnmatchcase(path, pattern))
        ]
        assert folders.holds(pattern) is bool(named)
        assert [path for path in paths if naming(pattern)(path)] == named


def test_the_paths_of_a_source_are_listed_once_for_all_patterns() -> None:
    files = Files({f"src/module_{number}.py": "" for number in range(50)})
    folders = Folders(files)
    assert [folders.holds(f"src/*_{number}.py") for number in (3, 60, 3)] == [True, False, True]
    assert not any(folders.holds(f"*_{number}.nowhere") for number in range(100))
    assert files.listed == 1


_CELLS = st.lists(st.text(alphabet="ab \n", max_size=12), min_size=1, max_size=6)


@given(_CELLS, st.text(alphabet="ab ", min_size=1, max_size=4).map(str.strip).filter(bool))
def test_joined_texts_hold_what_each_of_them_holds(texts: list[str], passage: str) -> None:
    parts = [NormalText(text) for text in texts]
    each = [
        (index, *lines) for index, part in enumerate(parts) for lines in part.occurrences(passage, most=99)
    ]
    joined = JoinedTexts(parts)
    assert list(joined.occurrences(passage, most=99)) == each
    assert list(joined.occurrences(passage, most=2)) == each[:2]
    within = [(index, *lines) for index, *lines in each if lines[0] >= 2 and lines[1] <= 3]
    assert list(joined.occurrences(passage, most=99, lines=(2, 3))) == within
    assert joined.holds_once(passage) is (len(each) == 1)


def test_the_cells_of_a_notebook_are_looked_through_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Counted(NormalText):
        def occurrences(
            self, passage: str, *, most: int, lines: tuple[int, int] | None = None
        ) -> list[tuple[int, int]]:
            looked.append(passage)
            return super().occurrences(passage, most=most, lines=lines)

    monkeypatch.setattr(matching, "NormalText", Counted)
    cells = [{"cell_type": "code", "source": f"value_{number} = {number}"} for number in range(300)]
    page = Page("a.ipynb", json.dumps({"cells": cells}))
    for number in range(300, 400):
        assert page.match(f"value_{number} = {number}").result is PassageResult.MISSING
    assert [(each.cell, each.lines) for each in page.match("value_250 = 250").found] == [(251, "1")]
    assert looked == []
    assert [each.cell for each in page.match("value_7 = 7", cell="8").found] == [8]
    assert looked == ["value_7 = 7"]


class _Looked(str):
    """A text that counts how often it is looked through."""

    __slots__ = ("times",)

    def find(self, *given: object) -> int:
        self.times = getattr(self, "times", 0) + 1
        return super().find(*given)  # type: ignore[arg-type]


def test_a_text_is_not_looked_through_for_each_name_that_it_lacks() -> None:
    text = _Looked("a: 1\nlimit = 8\nother.limit: 9\n")
    numbers = NamedNumbers("settings.toml", text)
    assert not any(numbers.called(f"absent_{number}") for number in range(500))
    assert text.times <= 10
    assert [each.written for each in numbers.called("limit")] == ["8", "9"]
    assert [each.first for each in numbers.called("limit")] == [2, 3]


@given(st.lists(st.sampled_from(["a", "b-c", "c", "d.a", "x::c", "$e", "a b", "", "\n", "a\n"]), max_size=12))
def test_a_name_has_the_same_numbers_however_many_were_asked_for_before(names: list[str]) -> None:
    text = "a = 1\nb-c: 2\nc => 3\n# a = 4\n$e = 5\n'a': 6, c: 7\na b = 8\n"
    shared = NamedNumbers("settings.ini", text)
    for name in names:
        alone = NamedNumbers("settings.ini", text)
        assert shared.called(name) == alone.called(name)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ({"lines": "1-99999"}, "x 1 2 3\n" * MOST_NUMBERS),
        ({"lines": "1"}, "7 " * MOST_NUMBERS * 4),
        ({"quote": "1 " * MOST_NUMBERS * 2}, "1 " * MOST_NUMBERS * 2),
        ({"name": "limit"}, "limit = 1\n" * (MOST_NUMBERS + 1)),
    ],
    ids=["wide range", "long line", "long passage", "a name with very many numbers"],
)
def test_of_very_many_numbers_none_is_taken_for_the_threshold(entry: dict[str, str], text: str) -> None:
    made = {key: Text(value) for key, value in entry.items()}
    threshold = Threshold(value=Text("5"), **made)  # type: ignore[arg-type]
    cited = Cited(
        record="EPI-RTE-a", field="", place=NOWHERE, source="SRC-1", path="a.toml", path_place=NOWHERE,
        lines=entry.get("lines", ""), quote=entry.get("quote", ""),
    )  # fmt: skip
    check = ThresholdsOfPage(Page("a.toml", text)).check(threshold, cited)
    assert check.result is ThresholdResult.NOT_FOUND
    assert check.reason.startswith(("too much stands there", f"the file gives more than {MOST_NUMBERS:,}"))


def test_empty_cells_count_towards_the_bound_of_a_search_for_nearest_texts() -> None:
    cells = [{"cell_type": "code", "source": ""} for _ in range(1_000)]
    cells.append({"cell_type": "code", "source": "found = kept(notes)"})
    page = Page("a.ipynb", json.dumps({"cells": cells}))
    assert NearestTexts().of("found = kept(note)", page) is not None
    assert NearestTexts(most_steps=10_000).of("found = kept(note)", page) is None


def test_each_file_is_read_once_for_its_citations_and_once_for_all_that_are_lost() -> None:
    files = Files({f"{name}.py": f"kept = '{name} and so on'\n" for name in "abcdef"})
    lost = [("a.py", f"nothing = here {number} is like it") for number in range(50)]
    found = asked(files, *lost, ("b.py", "kept = 'b and so on'"), ("a.py", "kept = 'c and so on'"))
    assert [str(span) for span in found[-1].found] == ["c.py:1"]
    assert files.reads == {"a.py": 2, "b.py": 2, "c.py": 1, "d.py": 1, "e.py": 1, "f.py": 1}


def test_what_is_looked_through_is_bounded_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "MOST_READ", 100)
    files = Files({f"{name}.py": f"kept = '{name}'\n" + "#" * 40 + "\n" for name in "abcdef"})
    near, far, whole = asked(
        files,
        ("gone.py", "kept = 'a' #########"),
        ("gone.py", "kept = 'f' #########"),
        ("a.py", "kept = 'a'"),
    )
    assert [str(each) for each in near.found] == ["a.py:1-2"]
    assert (near.note, far.note) == ("", "it was looked for in the first 1 of 6 files")
    assert whole.result is PassageResult.MATCH


@pytest.mark.parametrize("passages", [20, 200])
def test_no_more_pages_are_alive_where_there_are_more_passages(
    passages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: WeakSet[Page] = WeakSet()
    most = 0

    class Counted(Page):
        def __init__(self, path: str, text: str) -> None:
            nonlocal most
            super().__init__(path, text)
            alive.add(self)
            most = max(most, len(alive))

    monkeypatch.setattr(comparing, "Page", Counted)
    monkeypatch.setattr(elsewhere, "Page", Counted)
    files = Files({f"{number}.py": f"value = kept_{number}(notes)\n" for number in range(passages)})
    entries = [(f"{number}.py", f"value = kept_{number + number % 2}(notes)") for number in range(passages)]
    found = asked(files, *entries)
    assert sum(each.result is PassageResult.MATCH for each in found) == passages // 2
    assert most <= 3
