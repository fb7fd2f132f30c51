"""Settings: `audit.yaml`, or `[tool.audit]` of `pyproject.toml`, the nearest upwards from a register.

A nearer file wins whole; what the command line says wins over all. An unknown key is an error.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatch
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from auditor.errors import SettingsError
from auditor.findings import SEVERITY_BY_WORD, Severity
from auditor.nearest import nearest

SETTINGS_FILE = "audit.yaml"
PROJECT_FILE = "pyproject.toml"
MAX_BYTES = 256 * 1024
MAX_DEPTH = 16
MAX_DOTS = 200
"""Dots in one line of a project file: a key that nests deeper is nobody's."""
MAX_NAME = 60
"""How much of a key is looked at and shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a run goes by. A selector is a rule's number, its name, or a hundred for a whole family."""

    fail_on: Severity = Severity.ERROR
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_path_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    catalogue: tuple[Path, ...] = ()
    templates: Path | None = None
    ledger: str = "auto"
    """The layout of the ledger: `table`, `records`, or `auto` for records over twelve rows."""
    review_days: int = 90
    require_evidence: bool = False
    """Whether what cannot be compared with its source is an error; only the command line says so."""
    root: Path = Path()
    """The folder to which paths in the settings are relative."""
    path: str = ""
    """The file that the settings were read from; empty where none was found."""

    def keeps(self, number: int, name: str, path: str) -> bool:
        """Whether a finding of a rule at a path is shown."""
        if self.select and not any(_covers(each, number, name) for each in self.select):
            return False
        if any(_covers(each, number, name) for each in self.ignore):
            return False
        if not self.per_path_ignores:
            return True
        inside = _inside(path, self.root)
        return not any(
            fnmatch(inside, pattern) and any(_covers(each, number, name) for each in selectors)
            for pattern, selectors in self.per_path_ignores.items()
        )

    @property
    def selectors(self) -> tuple[str, ...]:
        """Every selector that the settings name."""
        listed = (each for selectors in self.per_path_ignores.values() for each in selectors)
        return (*self.select, *self.ignore, *listed)


def find_settings(folder: Path) -> Settings:
    """The settings that hold for a folder: those of the nearest file upwards, or the defaults.

    Raises SettingsError where the file cannot be read or says what it may not say.
    """
    start = folder.resolve()
    for place in (start, *start.parents):
        own = place / SETTINGS_FILE
        if own.is_file():
            return _from_yaml(own)
        project = place / PROJECT_FILE
        if project.is_file():
            found = _from_project(project)
            if found is not None:
                return found
    return Settings()


def own_templates(settings: Settings, here: Path) -> Settings:
    """The settings, where the templates that they name are those of the project in the folder `here`.

    Settings in that folder or above it belong to whoever runs the command. Others came with the register,
    which may be anybody's, and templates decide what a report says and which files it shows: those are
    obeyed only when they are named on the command line. Raises SettingsError.
    """
    if settings.templates is None or here.resolve().is_relative_to(settings.root):
        return settings
    raise SettingsError(
        settings.path,
        None,
        "names templates, and lies outside of the current folder and those above it; "
        f"if you trust them give `--templates {settings.templates.as_posix()}`",
    )


def overridden(settings: Settings, **given: Any) -> Settings:
    """The settings with what the command line gave; None stands for what it did not."""
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def is_number(selector: str) -> bool:
    """Whether a selector is a rule's number or a family's hundred, and no name."""
    return selector.isascii() and selector.isdigit() and len(selector) < 10


def _covers(selector: str, number: int, name: str) -> bool:
    if is_number(selector):
        value = int(selector)
        return value == number or (value % 100 == 0 and value == number // 100 * 100)
    return selector == name


def _inside(path: str, root: Path) -> str:
    resolved = Path(path).resolve()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else resolved.as_posix()


def _from_yaml(path: Path) -> Settings:
    text = _text(path)
    try:
        _refuse_knots(text, path)
        written = yaml.load(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SettingsError(path.as_posix(), None, f"cannot be read ({_first_line(error)})") from error
    if written is None:
        written = {}
    if not isinstance(written, dict):
        raise SettingsError(path.as_posix(), 1, "holds no keys with their values")
    return _checked(written, path, text)


def _refuse_knots(text: str, path: Path) -> None:
    """Raise SettingsError on what a few lines of YAML can grow from without end: aliases, and depth."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise SettingsError(path.as_posix(), _line(event), "settings hold no aliases")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise SettingsError(
                path.as_posix(), _line(event), f"cannot be read (over {MAX_DEPTH} levels deep)"
            )


def _line(event: yaml.Event) -> int | None:
    return event.start_mark.line + 1 if event.start_mark else None


def _from_project(path: Path) -> Settings | None:
    text = _text(path)
    if "audit" not in text:  # it is a project of somebody else's tools, and none of ours
        return None
    try:
        _refuse_long_keys(text, path)
        written = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(path.as_posix(), None, f"cannot be read ({_first_line(error)})") from error
    tool = written.get("tool", {})
    table = tool.get("audit") if isinstance(tool, dict) else None
    return _checked(table, path, text) if isinstance(table, dict) else None


def _refuse_long_keys(text: str, path: Path) -> None:
    """Raise SettingsError on a dotted key so long that to parse it takes the square of its length."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MAX_DOTS:
            raise SettingsError(path.as_posix(), number, f"cannot be read (over {MAX_DOTS} dots in one line)")


def _text(path: Path) -> str:
    """The text of a settings file. Raises SettingsError where it is none, or larger than any is."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data[:MAX_BYTES].decode("utf-8")
    except (OSError, ValueError) as error:
        raise SettingsError(path.as_posix(), None, f"cannot be read ({_first_line(error)})") from error
    if len(data) > MAX_BYTES:
        raise SettingsError(path.as_posix(), None, f"is over the limit of {MAX_BYTES:,} bytes for settings")
    return text


def _checked(written: Mapping[Any, Any], path: Path, text: str) -> Settings:
    known = sorted({each.name for each in fields(Settings)} - {"root", "path", "require_evidence"})
    values: dict[str, Any] = {"root": path.parent.resolve(), "path": path.as_posix()}
    for raw, value in written.items():
        key = str(raw)[:MAX_NAME]
        name = key.replace("-", "_")
        line = _line_of(text, key)
        if name not in known:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else f"the keys are {', '.join(known)}"
            raise SettingsError(path.as_posix(), line, f"the settings have no key `{key}`; {hint}")
        values[name] = _value(name, value, path, line)
    return Settings(**values)


def _value(name: str, value: Any, path: Path, line: int | None) -> Any:
    if name == "fail_on":
        if isinstance(value, str) and value in SEVERITY_BY_WORD:
            return SEVERITY_BY_WORD[value]
        problem = f"`fail_on` is {', '.join(f'`{word}`' for word in SEVERITY_BY_WORD)}"
    elif name in ("select", "ignore"):
        if _is_list(value):
            return tuple(str(each) for each in value)
        problem = f"`{name}` is a list of rules: numbers, names, or a hundred for a family"
    elif name == "per_path_ignores":
        if isinstance(value, dict) and all(_is_list(each) for each in value.values()):
            listed_by_pattern = {
                str(pattern): tuple(str(each) for each in listed) for pattern, listed in value.items()
            }
            return MappingProxyType(listed_by_pattern)
        problem = "`per_path_ignores` gives a list of rules for each pattern of paths"
    elif name == "catalogue":
        listed = [value] if isinstance(value, str) else value
        if _is_list(listed):
            return tuple(path.parent / str(each) for each in listed)
        problem = "`catalogue` is a list of files"
    elif name == "ledger":
        if value in ("auto", "table", "records"):
            return value
        problem = "`ledger` is `auto`, `table` or `records`"
    elif name == "templates":
        if isinstance(value, str):
            return path.parent / value
        problem = "`templates` is a folder"
    else:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        problem = "`review_days` is a number of days; 0 turns reviews off"
    raise SettingsError(path.as_posix(), line, problem)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str | int) for each in value)


def _line_of(text: str, key: str) -> int | None:
    lines = text.splitlines()
    table = next((n for n, line in enumerate(lines) if line.strip().startswith("[tool.audit")), 0)
    named = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=:]")
    return next((n for n, line in enumerate(lines, start=1) if n > table and named.match(line)), None)


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
