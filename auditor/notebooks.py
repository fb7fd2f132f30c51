"""The text of a notebook's cells: published reports quote what a reader sees, not the JSON that holds it."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell's text; `number` counts code cells from 1, and is 0 for a cell of another kind."""

    number: int
    text: str


def cells_of(text: str) -> tuple[Cell, ...] | None:
    """The cells of a notebook, those of code and those of prose; None where the text is no notebook."""
    try:
        top = json.loads(text)
    except (ValueError, RecursionError):
        return None
    listed = _cells(top)
    if listed is None:
        return None
    made: list[Cell] = []
    codes = 0
    for each in listed:
        if not isinstance(each, dict):
            continue
        source = each.get("source", each.get("input"))
        joined = source if isinstance(source, str) else _joined(source)
        if joined is None:
            continue
        is_code = each.get("cell_type") == "code"
        codes += is_code
        made.append(Cell(number=codes if is_code else 0, text=joined))
    return tuple(made)


def _cells(top: object) -> list[object] | None:
    """The list of cells, of the present form and of the older one with worksheets."""
    if not isinstance(top, dict):
        return None
    if isinstance(top.get("cells"), list):
        return list(top["cells"])
    sheets = top.get("worksheets")
    if isinstance(sheets, list):
        return [
            each
            for sheet in sheets
            if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)
            for each in sheet["cells"]
        ]
    return None


def _joined(source: object) -> str | None:
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return None
