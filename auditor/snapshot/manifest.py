"""The files of a capture with their digests, as `sha256sum` writes them, so that a later capture can be told
file by file what differs, and a register's revision can be checked without the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from auditor.errors import BadManifest
from auditor.snapshot.capture import Capture, folder_digest

_LINE = re.compile(r"(?P<escaped>\\?)(?P<digest>[0-9a-f]{64}) [ *](?P<path>.+)", re.DOTALL)
_ESCAPE = re.compile(r"\\[\\nr]")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_PLAIN = {escape: character for character, escape in _ESCAPES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """What a capture has that its manifest does not tell so, by path in byte order."""

    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.new or self.gone)


def manifest_text(capture: Capture) -> str:
    """One line a file: its SHA-256, two spaces, its path; in byte order of path.

    A path with a backslash or a line end is escaped, and its line begins with a backslash. Bytes of a
    name that are not UTF-8 are surrogates: write the text with `errors="surrogateescape"`.
    """
    return "".join(_line(_text(raw), digest) for raw, digest in capture.digests.items())


def read_manifest(text: str) -> dict[str, str]:
    """The digests by path of a manifest; raises BadManifest for the first line that is none."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip("\r"):
            continue
        matched = _LINE.fullmatch(line.removesuffix("\r"))
        if matched is None:
            raise BadManifest(number, "it is not a SHA-256, two spaces and a path")
        path = _unescaped(matched["path"], number) if matched["escaped"] else matched["path"]
        if path in found:
            raise BadManifest(number, f"{ascii(path)[1:-1]} stands there twice")
        found[path] = matched["digest"]
    return found


def manifest_digest(manifest: Mapping[str, str]) -> str:
    """The digest of the folder that a manifest tells of, without its files."""
    return folder_digest({_raw(path): digest for path, digest in manifest.items()})


def proves(manifest: Mapping[str, str], revision: str) -> bool:
    """Whether a manifest is of the capture that a revision (`sha256:` and the digest) names.

    A capture of one file has the digest of the file; one of a folder the digest over its manifest.
    """
    digest = revision.removeprefix("sha256:")
    return digest == manifest_digest(manifest) or [digest] == list(manifest.values())


def differences(manifest: Mapping[str, str], capture: Capture) -> Differences:
    """The files of a capture that are changed, new or gone since its manifest was written."""
    now = {_text(raw): digest for raw, digest in capture.digests.items()}
    return Differences(
        changed=_ordered(path for path in manifest.keys() & now.keys() if manifest[path] != now[path]),
        new=_ordered(now.keys() - manifest.keys()),
        gone=_ordered(manifest.keys() - now.keys()),
    )


def _line(path: str, digest: str) -> str:
    escaped = "".join(_ESCAPES.get(each, each) for each in path)
    return f"{'' if escaped == path else chr(92)}{digest}  {escaped}\n"


def _unescaped(path: str, number: int) -> str:
    if "\\" in _ESCAPE.sub("", path):
        raise BadManifest(number, "a backslash stands before something else than a backslash, n or r")
    return _ESCAPE.sub(lambda found: _PLAIN[found[0]], path)


def _ordered(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=_raw))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _raw(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")
