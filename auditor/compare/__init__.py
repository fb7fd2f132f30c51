"""What moved since: a register against a later revision of its sources, and one audit against another."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.compare.audits import compare_audits
    from auditor.compare.reanchoring import reanchor
    from auditor.compare.revisions import compare_revisions

_LOADED_LATER = {"compare_audits": "audits", "compare_revisions": "revisions", "reanchor": "reanchoring"}
"""Names whose modules are loaded when they are asked for: a run does one of these, and should not wait for
the others."""


def __getattr__(name: str) -> Any:
    if name not in _LOADED_LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LOADED_LATER[name]}"), name)


__all__ = ["compare_audits", "compare_revisions", "reanchor"]
