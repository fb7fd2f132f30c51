"""What ends a run: one root, errors that carry fields and make their own sentence.

A fault in a register is not an error but a finding; an error means that the run itself could not be done.
"""

from __future__ import annotations

from collections.abc import Sequence


class AuditError(Exception):
    """The root: the run failed. `str()` gives one sentence, fit to be shown to the person who ran it."""


class Misuse(AuditError):
    """Arguments of the command line that do not go together; the sentence says which."""


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


class InTheWay(AuditError):
    """Something stands where a file is to be written that is not written over: a link, a pipe, a folder."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(
            f"{path}: {what} stands where the output goes, and is left as it is; "
            "take it away, or give another place"
        )
        self.path = path
        self.what = what


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
        hint = f"; did you mean `{nearest}`?" if nearest else "; `audit rules` lists them"
        super().__init__(f"no rule is called {name}{hint}")
        self.name = name


class UnknownSource(AuditError):
    """A path was given for a source that the register does not declare."""

    def __init__(self, name: str, known: Sequence[str], *, option: str = "--source") -> None:
        there = ", ".join(known) or "none"
        super().__init__(f"{option} {name}: the register declares no source of that name ({there})")
        self.name = name


class NotInSource(AuditError):
    """A file was to be quoted that no source at hand holds."""

    def __init__(self, path: str, looked_in: Sequence[str], unread: Sequence[str]) -> None:
        where = ", ".join(looked_in) or "any source"
        rest = f" ({'; '.join(unread)})" if unread else ""
        super().__init__(
            f"{path}: no such file in {where}{rest}; is it committed, and written from the root?"
        )
        self.path = path


class NothingToQuote(AuditError):
    """A file holds no passage that an evidence entry could quote as asked."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path


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


class NotARepository(TargetError):
    """A revision was named, and the target is not a git repository."""

    def __init__(self, path: str, revision: str) -> None:
        super().__init__(
            f"{path}: not a git repository, so it has no revision {revision!r}; "
            "leave the revision out to read the files as a capture, or give the repository's folder"
        )
        self.path = path
        self.revision = revision


class BadRevision(TargetError):
    """What was named as a revision cannot be one."""

    def __init__(self, revision: str, why: str) -> None:
        super().__init__(f"{revision!r} cannot be a revision ({why}); give a commit, a tag or a branch")
        self.revision = revision


class UnknownRevision(TargetError):
    """A revision that the repository does not hold; `borrows` where it takes objects from another one."""

    def __init__(self, path: str, revision: str, *, shallow: bool, borrows: bool = False) -> None:
        if borrows:
            remedy = _BORROWED
        elif shallow:
            remedy = f"this is a shallow clone: {_deeper(revision)}, then try again"
        else:
            remedy = "get it with `git fetch`, or see what is there with `git log --all --oneline`"
        super().__init__(f"{path}: the repository holds no revision {revision!r}; {remedy}")
        self.path = path
        self.revision = revision
        self.shallow = shallow


class LackingObject(TargetError):
    """A commit, or the folder that an audit begins with, that is absent from the object store or damaged."""

    def __init__(self, path: str, what: str, *, shallow: bool, borrows: bool = False) -> None:
        remedy = (
            "get it with `git fetch --refetch`, or clone the repository anew; `git fsck` says what is damaged"
        )
        if borrows:
            remedy = _BORROWED
        elif shallow:
            remedy = "this is a shallow clone: get the rest with `git fetch --unshallow`, then try again"
        super().__init__(f"{path}: {what}; {remedy}")
        self.path = path
        self.what = what


_BORROWED = (
    "it borrows objects from another repository (objects/info/alternates), which is not followed: "
    "make it whole with `git repack -a -d`, then try again"
)


def _deeper(revision: str) -> str:
    if len(revision) == 40 and all(each in "0123456789abcdef" for each in revision):
        return (
            f"get it with `git fetch --depth 1 origin {revision}`, or everything with `git fetch --unshallow`"
        )
    return "get the rest with `git fetch --unshallow`"


class NotACommit(TargetError):
    """A revision that names something else than a commit."""

    def __init__(self, revision: str, found: str) -> None:
        super().__init__(f"{revision!r} names a {found}, not a commit; give a commit, a tag or a branch")
        self.revision = revision
        self.found = found


class DamagedRepository(TargetError):
    """A repository that cannot be opened, or lacks the objects that the audit begins with."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: the repository cannot be read ({reason}); `git fsck` says what is damaged")
        self.path = path
        self.reason = reason


class NothingThere(TargetError):
    """A part of a repository that does not exist at the revision."""

    def __init__(self, part: str, revision: str) -> None:
        super().__init__(f"{part}: no such folder at revision {revision}; give a revision that holds it")
        self.part = part
        self.revision = revision


class TooManyFiles(TargetError):
    """A target with more files than an audit can be meant for."""

    def __init__(self, path: str, limit: int) -> None:
        super().__init__(f"{path}: holds more than {limit:,} files; give one of its folders")
        self.path = path
        self.limit = limit


class NotAFile(TargetError):
    """A target that is neither a file nor a folder: a pipe, a device, a socket."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: neither a file nor a folder; give the root of a system")
        self.path = path


class InsideTarget(AuditError):
    """A report on a system would be written into the system."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: nothing is written into an audited system; give a folder outside of it")
        self.path = path


class StrayGitFile(TargetError):
    """A `.git` that leads to a repository which knows nothing of the folder."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path} is not followed ({why}); give the repository's own folder")
        self.path = path
        self.why = why


class BadManifest(AuditError):
    """A list of files and digests that cannot be read."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line} of the manifest: {why}; write it anew from the capture")
        self.line = line
        self.why = why


class NothingToCompare(AuditError):
    """The later bytes of a source, with which a register is to be compared, are not at hand."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(
            f"{source}: {reason}; give the path of its repository or capture with --source {source}=PATH"
        )
        self.source = source
        self.reason = reason


class CannotReanchor(AuditError):
    """A register cannot be re-anchored by an edit, and is left as it is."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: nothing is re-anchored, and no file was changed ({reason})")
        self.path = path
        self.reason = reason


class NotAnAudit(AuditError):
    """A file was to be read as a saved audit and is none."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path}: not a saved audit ({why}); give the folder of a register, or the `audit.json` that "
            "`audit build` writes"
        )
        self.path = path
        self.why = why


class NotAnArchive(TargetError):
    """A file that is named as an archive and cannot be read as one."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: cannot be read as an archive ({why}); unpack it and give its folder")
        self.path = path
        self.why = why


class BadCatalogue(AuditError):
    """A file of the catalogue has another form than it should."""

    def __init__(self, file: str, entry: str, fault: str) -> None:
        where = f"{file}: entry {entry}" if entry else file
        super().__init__(f"{where} {fault}; `auditor/extract/catalogue/loading.py` describes the form")
        self.file = file
        self.entry = entry
