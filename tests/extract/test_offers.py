"""What a target offers is what its packages bring up and its documents show."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.extract import extract
from auditor.extract.classes import is_example
from auditor.extract.documents import is_document, shown_in
from auditor.snapshot import open_snapshot
from auditor.terms import FactKind

FILES = {
    "README.md": "Call `make_larder()`, then:\n\n```python\nlarder.keep('rice')\n```\n\nIt never spoils.\n",
    "larder/__init__.py": "from larder.core import make_larder, Shelf\n",
    "larder/core.py": (
        "class Larder:\n"
        "    def keep(self, thing):\n        return thing\n"
        "    def sweep(self):\n        return None\n"
        "    def invoke(self, thing):\n        return thing\n\n\n"
        "class Shelf:\n"
        "    '''A shelf.'''\n"
        "    def lift(self):\n        return None\n\n\n"
        "def make_larder():\n    '''A larder.'''\n    return Larder()\n\n\n"
        "def spoils():\n    '''Whether it spoils.'''\n    return False\n"
    ),
}


def offered(folder: Path, files: dict[str, str]) -> set[str]:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    facts = extract(open_snapshot(folder)).facts
    return {each.name for each in facts if each.kind is FactKind.ENTRY_POINT}


def test_a_function_is_offered_and_so_is_the_class_that_it_gives(tmp_path: Path) -> None:
    assert offered(tmp_path, FILES) == {"make_larder", "keep", "sweep", "invoke"}


def test_where_no_document_is_what_the_package_brings_up_is_offered(tmp_path: Path) -> None:
    files = {path: text for path, text in FILES.items() if path != "README.md"}
    assert offered(tmp_path, files) == {"make_larder", "keep", "sweep", "invoke", "lift"}


def test_where_nothing_is_brought_up_the_documents_decide(tmp_path: Path) -> None:
    files = {**FILES, "larder/__init__.py": ""}
    assert offered(tmp_path, files) == {"make_larder", "keep", "sweep", "invoke"}


@pytest.mark.parametrize(
    ("path", "document"),
    [("README.md", True), ("docs/use.rst", True), ("larder-1.0.dist-info/METADATA", True), ("a.ipynb", True),
     ("larder/core.py", False), ("notes.csv", False)],
)  # fmt: skip
def test_a_document_is_told_by_its_name(path: str, document: bool) -> None:
    assert is_document(path) is document


def test_only_names_in_code_are_shown() -> None:
    text = "Use `keep()` or:\n\n```\nlarder.sweep(rice)\n```\n\n    larder.lift()\n\nspoils is none.\n"
    shown = shown_in([text])
    assert shown.names == {"keep", "larder", "sweep", "rice", "lift"}
    assert shown.methods == {"sweep", "lift"}
    assert shown.parts == {"larder"}


def test_of_an_example_only_imports_and_called_methods_are_shown() -> None:
    shown = shown_in(
        [],
        ["from larder import make_larder as made\n\ndef mine():\n    made().keep(1)\n    self.box.lift()\n"],
    )
    assert shown.names == {"from", "larder", "import", "make_larder", "made"}
    assert shown.methods == {"keep", "lift"}


@pytest.mark.parametrize(
    ("path", "example"),
    [
        ("examples/use.py", True),
        ("docs/snippets/a.py", True),
        ("larder/core.py", False),
        ("examples/a.md", False),
    ],
)
def test_an_example_is_told_by_its_folder(path: str, example: bool) -> None:
    assert is_example(path) is example


def test_an_endless_fence_costs_no_more_than_its_length() -> None:
    assert shown_in(["```\n" + "`" * 100_000 + "\n" + "~~~\n" * 20_000]).names == frozenset()
    assert shown_in(["~~~\nkeep\n" * 20_000, "`keep" * 100_000]).names == {"keep"}
    assert shown_in(["```\n" + "a" * 100_000 + "." * 100_000 + "a." * 100_000]).methods == frozenset()
