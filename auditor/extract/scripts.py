"""The commands that a target's own files install, and the functions of a file that run as its script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from auditor.extract.index import Index
from auditor.extract.neutral import Branch, Call, Comparison, Name, Text
from auditor.extract.unit import Definition, Unit

_FILES = frozenset({"pyproject.toml", "setup.cfg", "entry_points.txt"})
_SECTION = re.compile(r"\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_COMMAND = re.compile(r"""\s*["']?[\w.-]+["']?\s*=\s*["']?([A-Za-z_][\w.]*)\s*:\s*([A-Za-z_][\w.]*)""")
_SCRIPT_SECTIONS = re.compile(
    r"(?:project|tool\.poetry|tool\.pdm|tool\.flit)\.(?:gui-)?scripts|(?:console|gui)_scripts|"
    r"options\.entry_points|tool\.poetry\.plugins\..*|project\.entry-points\..*"
)
_LONGEST = 500


def lists_scripts(path: str) -> bool:
    """Whether a file may list the commands of a project, by its name."""
    return PurePosixPath(path).name in _FILES


def scripts_in(texts: Iterable[str]) -> frozenset[str]:
    """The dotted names of what the commands in such files call."""
    return frozenset(name for text in texts for name in _listed(text))


def _listed(text: str) -> Iterator[str]:
    within = False
    for line in text.split("\n"):
        if len(line) > _LONGEST:
            continue
        if (section := _SECTION.match(line)) is not None:
            within = _SCRIPT_SECTIONS.fullmatch(section[1].replace('"', "").replace("'", "")) is not None
        elif within and (command := _COMMAND.match(line)) is not None:
            yield f"{command[1]}.{command[2]}"


class Scripts:
    """What runs when a target's commands and files are started. `installed` are dotted names."""

    def __init__(self, index: Index, installed: frozenset[str]) -> None:
        self._index = index
        self._installed = frozenset(index.canonical(each) for each in installed | self._of_setup())

    def installs(self, function: Definition) -> bool:
        """Whether a command of the project calls a function."""
        return function.name in self._installed

    def starts(self, function: Definition) -> bool:
        """Whether a file that is run as a script calls a function of its own."""
        unit = function.unit
        return any(
            unit.definition(name) is None and any(_is_guard(each, unit) for each in unit.ancestors(name))
            for name in unit.mentions(function.node.name)
            if _is_called(name, unit)
        )

    def _of_setup(self) -> frozenset[str]:
        """The commands that a `setup.py` lists in texts."""
        found: set[str] = set()
        for unit in self._index.units:
            if PurePosixPath(unit.path).name == "setup.py":
                for text in unit.nodes(Text):
                    command = _COMMAND.match(text.value[:_LONGEST])
                    if command is not None:
                        found.add(f"{command[1]}.{command[2]}")
        return frozenset(found)


def _is_called(name: Name, unit: Unit) -> bool:
    around = unit.parent(name)
    return isinstance(around, Call) and around.function is name


def _is_guard(node: object, unit: Unit) -> bool:
    """Whether a branch is taken only where the file is what was started."""
    if not isinstance(node, Branch) or not isinstance(node.test, Comparison):
        return False
    return any(isinstance(each, Name) and each.name == "__name__" for each in node.test.operands)
