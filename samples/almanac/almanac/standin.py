"""The local stand-in for a language model: plain rules, the same answer every time, no network."""

import json
import re
from collections.abc import Callable
from typing import Any

from almanac.models import ModelReply, ModelRequest, ToolCall
from almanac.text import clauses, one_line, tokens

_COMMANDS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (r"(?:please )?remember (?:that )?(.+)", "remember", ("content",)),
    (r"note ([^:]+): (.+)", "create_note", ("title", "content")),
    (r"read note (\d+)", "read_note", ("id",)),
    (r"delete note (\d+)", "delete_note", ("id",)),
    (r"forget memory (\d+)", "forget_memory", ("id",)),
    (r"correct memory (\d+): (.+)", "update_memory", ("id", "content")),
    (r"search (?:for )?(.+)", "search_memories", ("query",)),
)
_THIRD_PERSON = (
    (r"\bI am\b|\bI'm\b", "Owner is"),
    (r"\bI (live|work|eat|prefer|like|own)\b", r"Owner \1s"),
    (r"\bI\b", "Owner"),
    (r"\bmy\b|\bMy\b", "Owner's"),
)
_CHANGE = re.compile(r"\b(now|no longer|moved|switched|changed|stopped|instead)\b", re.IGNORECASE)


class StandInModel:
    """Understands a handful of commands and otherwise quotes the best matching line of its instructions."""

    name = "local-stand-in"

    def complete(self, request: ModelRequest) -> ModelReply:
        said = request.messages[-1]
        if request.answer == "summary":
            return ModelReply(text=one_line(said.content))
        if request.answer:
            return ModelReply(text=json.dumps(_ANSWERS[request.answer](json.loads(said.content))))
        if said.role == "tool":
            return ModelReply(text=f"Done. {said.content}")
        offered = {tool.name for tool in request.tools}
        for pattern, tool, names in _COMMANDS:
            match = re.fullmatch(pattern, said.content.strip(), re.IGNORECASE | re.DOTALL)
            if match and tool in offered:
                arguments = dict(zip(names, map(_third_person, match.groups()), strict=True))
                return ModelReply(calls=(ToolCall(tool, arguments),))
        return ModelReply(text=_quote(request.system, said.content))


def _quote(system: str, question: str) -> str:
    lines = [line.removeprefix("- ") for line in system.splitlines() if line.startswith("- ")]
    wanted = tokens(question)
    best = max(lines, key=lambda line: len(wanted & tokens(line)), default="")
    return f"You told me: {best}" if wanted & tokens(best) else "I have nothing saved about that."


def _third_person(text: str) -> str:
    for pattern, replacement in _THIRD_PERSON:
        text = re.sub(pattern, replacement, text)
    return text


def _pair_check(payload: dict[str, Any]) -> dict[str, Any]:
    newer, answers = payload["newer"], {}
    for key, older in payload["older"].items():
        related = len(tokens(newer) & tokens(older)) >= 2
        choice = (
            "supersedes" if related and _CHANGE.search(newer) else "compatible" if related else "unrelated"
        )
        answers[key] = {"choice": choice, "probabilities": {choice: 0.85 if related else 0.6}}
    return {"answers": answers}


def _touched(older: str, newer: str) -> list[str]:
    """Clauses of the older text that the newer one speaks to."""
    return [clause for clause in clauses(older) if len(tokens(clause) & tokens(newer)) >= 2]


def _relation(payload: dict[str, Any]) -> dict[str, Any]:
    touched = _touched(payload["older"], payload["newer"])
    everything = touched == clauses(payload["older"])
    flags = {"supersedes": bool(touched), "retires_anything": bool(touched)}
    return {**flags, "supersedes_everything": bool(touched) and everything}


def _rewrite(payload: dict[str, Any]) -> dict[str, Any]:
    retired = _touched(payload["older"], payload["newer"])
    kept = [clause for clause in clauses(payload["older"]) if clause not in retired]
    return {"proposed_current": "\n".join(kept), "retired_values": retired}


def _verification(payload: dict[str, Any]) -> dict[str, Any]:
    source, kept = clauses(payload["source"]), clauses(payload["proposed_current"])
    retired = payload["retired_values"]
    return {
        "faithful": all(clause in source for clause in kept),
        "retired_absent": not any(value in clause for value in retired for clause in kept),
        "all_facts_accounted": all(clause in kept or clause in retired for clause in source),
    }


def _clause_carry(payload: dict[str, Any]) -> dict[str, Any]:
    survivor = [tokens(clause) for clause in clauses(payload["survivor"])]
    return {"already_current": [tokens(clause) in survivor for clause in payload["clauses"]]}


_ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "pair_check": _pair_check,
    "relation": _relation,
    "rewrite": _rewrite,
    "verification": _verification,
    "clause_carry": _clause_carry,
}
