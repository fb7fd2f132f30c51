"""What a command of the command line is: a name, a sentence, its arguments, and the function that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from auditor.errors import Unreadable
from auditor.paths import plain_path


class Exit(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    """Done, and nothing at or above `--fail-on`."""
    FOUND = 1
    """Findings at or above `--fail-on`, or a stale report under `--check`."""
    FAILED = 2
    """The run itself failed: usage, unreadable input."""


Runner = Callable[[argparse.Namespace], Exit]


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a command: its names, and what argparse is told of it."""

    names: tuple[str, ...]
    options: Mapping[str, Any]


def argument(*names: str, **options: Any) -> Argument:
    """An argument, stated as `ArgumentParser.add_argument` takes it."""
    return Argument(names, MappingProxyType(options))


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command: `says` begins in lower case and has no full stop, `example` is a whole command line."""

    name: str
    says: str
    example: str
    run: Runner
    arguments: tuple[Argument, ...] = ()


def path(text: str) -> Path:
    """The path that an argument names, which may not exist yet.

    Raises Unreadable where the system takes it for no path at all: a circle of links, a name too long.
    """
    named = Path(text)
    try:
        named.exists()
        named.resolve()
    except OSError as error:
        raise Unreadable(text, error.strerror or str(error)) from error
    except RuntimeError as error:  # how Python before 3.13 tells of a circle
        raise Unreadable(text, "its links lead round in a circle") from error
    return plain_path(named)
