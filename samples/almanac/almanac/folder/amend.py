"""Amending a memory file: four judgements by the model decide what stays, what retires and what is added."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from almanac.errors import ModelError, Refused
from almanac.folder.files import MemoryFile, MemoryFolder
from almanac.models import Message, ModelClient, ModelRequest
from almanac.text import clauses

_RULES = Path(__file__).parent / "rules" / "amending.md"
_SHAPES: dict[str, dict[str, type]] = {
    "relation": {"supersedes": bool, "retires_anything": bool, "supersedes_everything": bool},
    "rewrite": {"proposed_current": str, "retired_values": list},
    "verification": {"faithful": bool, "retired_absent": bool, "all_facts_accounted": bool},
    "clause_carry": {"already_current": list},
}


def amend(
    folder: MemoryFolder, model: ModelClient, name: str, newer: str, today: date
) -> tuple[MemoryFile, list[str]]:
    """Work a newer statement into a file; returns file and retired values. A failure changes nothing."""
    file = folder.read(name)
    survivor, retired = _survivor(model, file.body, newer)
    body = "\n".join(filter(None, [survivor, *_to_carry(model, survivor, clauses(newer))]))
    amended = file._replace(body=body, metadata={**file.metadata, "modified": today.isoformat()})
    folder.write(amended)
    return amended, retired


def judge(model: ModelClient, judgement: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Ask for one judgement; a reply that is not exactly of its shape is an error."""
    rules = _RULES.read_text(encoding="utf-8").split(f"## {judgement}\n")[1].split("\n## ")[0].strip()
    message = Message("user", json.dumps(payload, ensure_ascii=False))
    reply = model.complete(ModelRequest(rules, (message,), answer=judgement))
    shape = _SHAPES[judgement]
    try:
        answer = json.loads(reply.text)
    except ValueError as error:
        raise ModelError(f"the {judgement} reply is not JSON") from error
    sound = isinstance(answer, dict) and answer.keys() == shape.keys()
    if not sound or not all(isinstance(answer[key], kind) for key, kind in shape.items()):
        wanted = ", ".join(f"{key} ({kind.__name__})" for key, kind in shape.items())
        raise ModelError(f"the {judgement} reply must give exactly {wanted}")
    return answer


def _survivor(model: ModelClient, older: str, newer: str) -> tuple[str, list[str]]:
    """What stays of the older text, and the values that retire from it."""
    relation = judge(model, "relation", {"older": older, "newer": newer})
    if not (relation["supersedes"] and relation["retires_anything"]):
        return older, []
    if relation["supersedes_everything"]:
        return "", clauses(older)
    rewrite = judge(model, "rewrite", {"older": older, "newer": newer})
    if not all(isinstance(value, str) and value in older for value in rewrite["retired_values"]):
        raise ModelError("the rewrite reply retires values the file does not hold")
    verdict = judge(model, "verification", {"source": older, "newer": newer, **rewrite})
    failed = [question for question, passed in verdict.items() if not passed]
    if failed:
        raise Refused(f"the rewrite did not pass verification: {', '.join(failed)}")
    return rewrite["proposed_current"].strip(), rewrite["retired_values"]


def _to_carry(model: ModelClient, survivor: str, wanted: list[str]) -> list[str]:
    """The clauses of the newer statement that the survivor does not already assert."""
    current = judge(model, "clause_carry", {"survivor": survivor, "clauses": wanted})["already_current"]
    if len(current) != len(wanted) or not all(isinstance(flag, bool) for flag in current):
        raise ModelError("the clause_carry reply must answer every clause with true or false")
    return [clause for clause, known in zip(wanted, current, strict=True) if not known]
