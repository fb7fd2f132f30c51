"""The command line: it parses, calls, prints and returns an exit code. No other package prints or reads the
clock.

Exit codes: 0 done and nothing at or above `--fail-on`; 1 findings; 2 the run itself failed. A group of
commands is a module that states them as data, in a tuple `COMMANDS`; `parser` lists the groups. What a
command needs is imported when it runs.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from auditor.cli import output
from auditor.cli.command import Exit, Runner
from auditor.cli.parser import parser
from auditor.errors import AuditError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is what the process should end with."""
    try:
        given = parser().parse_args(arguments)
        run: Runner = given.run
        code = run(given)
        output.finish()
        return code
    except AuditError as error:
        return _failed(str(error))
    except OSError as error:  # what the system refused of a path within those that were named
        named = f"{error.filename}: " if error.filename else ""
        return _failed(f"{named}cannot be read or written ({error.strerror or error})")
    except KeyboardInterrupt:
        return _failed("interrupted")


def entry() -> NoReturn:
    """The installed command."""
    _collect_seldom()
    sys.exit(main())


def _collect_seldom() -> None:
    """Let the collector of cycles run at every half million new objects: a register is a tree of values that
    live to the end, and looking for cycles among them at every 700 takes longer than reading them."""
    gc.set_threshold(500_000, 20, 20)


def _failed(sentence: str) -> Exit:
    with suppress(AuditError, OSError):  # a second failure has nothing to add to the first
        output.finish()
    output.complain(sentence)
    return Exit.FAILED
