"""The local stand-in for a language model: plain rules, the same answer every time, no network."""

import json
import re
from collections.abc import Callable
from typing import Any

from almanac.models import ModelReply, ModelRequest, ToolCall
from almanac.text import clauses, one_line, tokens

Payload = dict[str, Any]

_COMMANDS = (
    (r"(?:please )?remember (?:that )?(?P<content>.+)", "remember"),
    (r"correct memory (?P<id>\d+): (?P<content>.+)", "update_memory"),
    (r"forget memory (?P<id>\d+)", "forget_memory"),
    (r"note (?P<title>[^:]+): (?P<content>.+)", "create_note"),
    (r"read note (?P<id>\d+)", "read_note"),
    (r"delete note (?P<id>\d+)", "delete_note"),
)
_THIRD_PERSON = (
    (r"\b(?:I am|I'm)\b", "Owner is"),
    (r"\bI (live|work|eat|prefer|like|own)\b", r"Owner \1s"),
    (r"\bI\b", "Owner"),
    (r"\b[Mm]y\b", "Owner's"),
)
_CHANGE = re.compile(r"\b(now|no longer|moved|switched|changed|stopped|instead)\b", re.IGNORECASE)


class StandInModel:
    """Understands a handful of commands and otherwise quotes the best matching line of its instructions."""

    name = "local-stand-in"

    def complete(self, request: ModelRequest) -> ModelReply:
        said = request.messages[-1]
        if request.answer == "summary":
            return ModelReply(one_line(said.content))
        if request.answer:
            return ModelReply(json.dumps(_ANSWERS[request.answer](json.loads(said.content))))
        if said.role == "tool":
            return ModelReply(f"Done. {said.content}")
        offered = {tool.name for tool in request.tools}
        for pattern, tool in _COMMANDS:
            match = re.fullmatch(pattern, said.content.strip(), re.IGNORECASE | re.DOTALL)
            if match and tool in offered:
                arguments = {name: _third_person(text) for name, text in match.groupdict().items()}
                return ModelReply(calls=(ToolCall(tool, arguments),))
        return ModelReply(_quote(request.system, said.content))


def _quote(system: str, question: str) -> str:
    lines = [line.removeprefix("- ") for line in system.splitlines() if line.startswith("- ")]
    wanted = tokens(question)
    best = max(lines, key=lambda line: len(wanted & tokens(line)), default="")
    return f"You told me: {best}" if wanted & tokens(best) else "I have nothing saved about that."


def _third_person(text: str) -> str:
    for pattern, replacement in _THIRD_PERSON:
        text = re.sub(pattern, replacement, text)
    return text


def _pair_check(given: Payload) -> Payload:
    return {"answers": {key: _pair_answer(given["newer"], older) for key, older in given["older"].items()}}


def _pair_answer(newer: str, older: str) -> Payload:
    if len(tokens(newer) & tokens(older)) < 2:
        return {"choice": "unrelated", "probabilities": {"unrelated": 0.6}}
    choice = "supersedes" if _CHANGE.search(newer) else "compatible"
    return {"choice": choice, "probabilities": {choice: 0.85}}


def _relation(given: Payload) -> Payload:
    touched = _rewrite(given)["retired_values"]
    everything = touched == clauses(given["older"])
    return {
        "supersedes": touched != [],
        "retires_anything": touched != [],
        "supersedes_everything": everything,
    }


def _rewrite(given: Payload) -> Payload:
    """Retire the clauses the newer text shares two words with."""
    told = clauses(given["older"])
    retired = [clause for clause in told if len(tokens(clause) & tokens(given["newer"])) >= 2]
    return {"proposed_current": "\n".join(c for c in told if c not in retired), "retired_values": retired}


def _verification(given: Payload) -> Payload:
    source, kept, retired = (
        clauses(given["source"]),
        clauses(given["proposed_current"]),
        given["retired_values"],
    )
    accounted = all(clause in kept or clause in retired for clause in source)
    absent = not any(clause in retired for clause in kept)
    return {"faithful": set(kept) <= set(source), "retired_absent": absent, "all_facts_accounted": accounted}


def _clause_carry(given: Payload) -> Payload:
    current = [tokens(clause) for clause in clauses(given["survivor"])]
    return {"already_current": [tokens(clause) in current for clause in given["clauses"]]}


_ANSWERS: dict[str, Callable[[Payload], Payload]] = {
    "pair_check": _pair_check,
    "relation": _relation,
    "rewrite": _rewrite,
    "verification": _verification,
    "clause_carry": _clause_carry,
}
