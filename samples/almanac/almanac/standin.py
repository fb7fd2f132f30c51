"""The local stand-in for a language model: plain rules, the same answer every time, no network."""

import json
import re
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
            return ModelReply(json.dumps(getattr(self, f"_{request.answer}")(json.loads(said.content))))
        if said.role == "tool":
            return ModelReply(f"Done. {said.content}")
        offered = {tool.name for tool in request.tools}
        for pattern, tool in _COMMANDS:
            match = re.fullmatch(pattern, said.content.strip(), re.IGNORECASE | re.DOTALL)
            if match and tool in offered:
                arguments = {name: _third_person(text) for name, text in match.groupdict().items()}
                return ModelReply(calls=(ToolCall(tool, arguments),))
        return ModelReply(_quote(request.system, said.content))

    def _pair_check(self, given: Payload) -> Payload:
        answers = {}
        for key, older in given["older"].items():
            related = len(tokens(given["newer"]) & tokens(older)) >= 2
            changed = "supersedes" if _CHANGE.search(given["newer"]) else "compatible"
            choice = changed if related else "unrelated"
            answers[key] = {"choice": choice, "probabilities": {choice: 0.85 if related else 0.6}}
        return {"answers": answers}

    def _relation(self, given: Payload) -> Payload:
        touched = self._rewrite(given)["retired_values"]
        flags = dict.fromkeys(("supersedes", "retires_anything"), bool(touched))
        return {**flags, "supersedes_everything": touched == clauses(given["older"])}

    def _rewrite(self, given: Payload) -> Payload:
        """Retire the clauses the newer text shares two words with."""
        told = clauses(given["older"])
        retired = [clause for clause in told if len(tokens(clause) & tokens(given["newer"])) >= 2]
        return {"proposed_current": "\n".join(c for c in told if c not in retired), "retired_values": retired}

    def _verification(self, given: Payload) -> Payload:
        source, kept = set(clauses(given["source"])), set(clauses(given["proposed_current"]))
        retired = set(given["retired_values"])
        flags = {"faithful": kept <= source, "retired_absent": not kept & retired}
        return {**flags, "all_facts_accounted": source <= kept | retired}

    def _clause_carry(self, given: Payload) -> Payload:
        current = [tokens(clause) for clause in clauses(given["survivor"])]
        return {"already_current": [tokens(clause) in current for clause in given["clauses"]]}


def _quote(system: str, question: str) -> str:
    lines = [line.removeprefix("- ") for line in system.splitlines() if line.startswith("- ")]
    wanted = tokens(question)
    best = max(lines, key=lambda line: len(wanted & tokens(line)), default="")
    return f"You told me: {best}" if wanted & tokens(best) else "I have nothing saved about that."


def _third_person(text: str) -> str:
    for pattern, replacement in _THIRD_PERSON:
        text = re.sub(pattern, replacement, text)
    return text
