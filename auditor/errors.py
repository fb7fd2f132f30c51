"""What ends a run: one root, errors that carry fields and make their own sentence.

A fault in a register is not an error but a finding; an error means that the run itself could not be done.
"""

from __future__ import annotations


class AuditError(Exception):
    """The root: the run failed. `str()` gives one sentence, fit to be shown to the person who ran it."""


class NoSuchPath(AuditError):
    """A path that was named on the command line does not exist."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: no such file or folder; give the path of a register or of a system")
        self.path = path


class NotARegister(AuditError):
    """A folder was to be read as a register and holds neither `register.yaml` nor `set.yaml`."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}: neither register.yaml nor set.yaml is in this folder; "
            "give a register, or build one from a system with `audit build TARGET --as system`"
        )
        self.path = path


class Unreadable(AuditError):
    """The operating system refused a file or folder."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: cannot be read or written ({reason})")
        self.path = path
        self.reason = reason


class SettingsError(AuditError):
    """The settings file says something that it may not say."""

    def __init__(self, path: str, line: int | None, problem: str) -> None:
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {problem}")
        self.path = path
        self.line = line


class UnknownRule(AuditError):
    """A rule was named that does not exist."""

    def __init__(self, name: str, nearest: str | None) -> None:
        hint = f"; did you mean {nearest}?" if nearest else "; `audit rules` lists them"
        super().__init__(f"no rule is called {name}{hint}")
        self.name = name


class TargetError(AuditError):
    """A system could not be read as a snapshot."""


class TemplateError(AuditError):
    """A report template is missing or broken."""


class DraftInTheWay(AuditError):
    """A draft would be written over a register that a person has touched."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path}: this register was changed since it was drafted, and is left as it is; "
            "build the report from it with `audit build` on its folder, or give another folder with --out"
        )
        self.path = path
