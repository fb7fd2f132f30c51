"""Registers written for a test: text to a folder, a folder to findings."""

from __future__ import annotations

from pathlib import Path

from auditor.assembly import case_of
from auditor.case import Audit, Case
from auditor.checks import audit_of
from auditor.findings import Finding
from auditor.sets import load
from auditor.settings import Settings


def write_register(folder: Path, text: str, **beside: str) -> Path:
    """A register whose `register.yaml` is `text`; `beside` are further files by their stems."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "register.yaml").write_text(text, encoding="utf-8")
    for stem, content in beside.items():
        (folder / f"{stem}.yaml").write_text(content, encoding="utf-8")
    return folder


def case(folder: Path, text: str) -> Case:
    """The case of a register of one file."""
    return case_of(load(write_register(folder, text)))


def audit(folder: Path, text: str) -> Audit:
    """The audit of a register of one file, with the default settings."""
    return audit_of(case(folder, text), Settings())


def findings(folder: Path, text: str) -> tuple[Finding, ...]:
    """The findings of a register of one file."""
    return audit(folder, text).findings


def names(folder: Path, text: str) -> list[str]:
    """The names of the rules that a register of one file breaks, once each, sorted."""
    return sorted({each.name for each in findings(folder, text)})
