"""What reaches the streams: the only module that prints.

Nothing that a terminal would obey is printed of text that was read. A stream that is closed takes nothing; a
character that a stream cannot encode is written as its escape.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from auditor.errors import Unreadable


def write(text: str) -> None:
    """Put out a text of several lines, as it is."""
    _put(sys.stdout, text)


def write_json(text: str) -> None:
    """Put out a JSON text, which stays one on a stream that knows ASCII only."""
    if sys.stdout is not None and not _can_encode(sys.stdout, text):
        text = _NOT_ASCII.sub(lambda match: _json_escape(match[0]), text)
    write(text)


def say(line: str) -> None:
    """Put out one line, of text that may come from anywhere."""
    _put(sys.stdout, harmless(line) + "\n")


def complain(sentence: str) -> None:
    """Tell on the error stream why a run failed."""
    with suppress(OSError):  # there is no further place to say that even this could not be said
        _put(sys.stderr, f"audit: {harmless(sentence)}\n")


def finish() -> None:
    """See that all that was put out is out, as far as anybody still reads it.

    Raises Unreadable where it cannot be written.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon(sys.stdout)
    except OSError as error:
        _abandon(sys.stdout)
        raise Unreadable("standard output", error.strerror or str(error)) from error


def has_colours() -> bool:
    """Whether the output goes to a terminal whose owner does not refuse colours."""
    return sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def shown(path: Path | None) -> str:
    """A path as it is printed."""
    return path.as_posix() if path is not None else ""


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def harmless(text: str) -> str:
    """Text without characters that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def harmless_lines(text: str) -> str:
    """Text of several lines without characters that a terminal would obey."""
    return "\n".join(harmless(line) for line in text.split("\n"))


class Progress:
    """A line on the terminal that says which file is being read; silent where there is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, total: int, path: str) -> None:
        if self.shown:
            end = "\r\x1b[K" if done + 1 >= total else ""
            _put(sys.stderr, f"\r\x1b[Kreading {done + 1} of {total}: {harmless(path)[-60:]}{end}")
            sys.stderr.flush()


_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def _json_escape(character: str) -> str:
    pairs = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[at : at + 4]}" for at in range(0, len(pairs), 4))


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(_encoding(stream))
    except UnicodeEncodeError:
        return False
    return True


def _encoding(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _put(stream: TextIO | None, text: str) -> None:
    if stream is None:  # Python gives None where the process was started with the stream closed
        return
    encoding = _encoding(stream)
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    except BrokenPipeError:  # whoever read has seen enough; the run goes on to its own exit code
        _abandon(stream)
    except OSError as error:
        _abandon(stream)
        raise Unreadable("standard output", error.strerror or str(error)) from error


def _abandon(stream: TextIO) -> None:
    """Let go of what a stream still holds, so that it cannot fail once more, here or when Python ends."""
    with suppress(OSError, ValueError, AttributeError):  # a stream without a descriptor holds nothing back
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
