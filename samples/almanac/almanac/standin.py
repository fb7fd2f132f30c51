"""The local stand-in for a language model: plain rules, the same answer every time, no network."""

import re

from almanac.errors import ModelError
from almanac.models import ModelReply, ModelRequest, ToolCall
from almanac.text import one_line, tokens

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


class StandInModel:
    """Understands a handful of commands and otherwise quotes the best matching line of its instructions."""

    name = "local-stand-in"

    def complete(self, request: ModelRequest) -> ModelReply:
        said = request.messages[-1]
        if request.answer == "summary":
            return ModelReply(one_line(said.content))
        if request.answer:
            raise ModelError(f"{self.name} does not judge; name a model in ALMANAC_MODEL_URL")
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
