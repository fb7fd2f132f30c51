"""What one file may take: so many parts, and so much time where the caller has a clock.

Without a clock only parts are counted, and the same file is always read alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class Exhausted(Exception):
    """A file took all that it may; the text says what of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of each file: the parts of its syntax tree, and seconds by `clock`."""

    parts: int = 1_500_000
    seconds: float = 30.0
    clock: Callable[[], float] | None = None

    def begin(self) -> Allowance:
        """What a file may take from now on."""
        return Allowance(self)


class Allowance:
    """What is left to one file."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._begun = limits.clock() if limits.clock is not None else 0.0

    @property
    def is_late(self) -> bool:
        """Whether the time of the file is over."""
        clock = self._limits.clock
        return clock is not None and clock() - self._begun > self._limits.seconds

    def go_on(self) -> None:
        """Raises Exhausted where the time of the file is over."""
        if self.is_late:
            raise Exhausted(f"it took longer than {self._limits.seconds:g} seconds")

    def hold(self, parts: int) -> None:
        """Raises Exhausted where a file has more parts than it may."""
        if parts > self._limits.parts:
            raise Exhausted(f"it has {parts:,} parts; files of more than {self._limits.parts:,} are not read")
