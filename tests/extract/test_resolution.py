"""What a call may reach: names followed through imports, attributes, factories, overrides, and texts that are
made to follow them without end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.extract import extract
from auditor.facts import Fact
from auditor.snapshot import open_snapshot
from auditor.terms import FactKind

CLIENT = """
from openai import OpenAI

class Speaker:
    def __init__(self):
        self.client = OpenAI()

    def respond(self, text):
        return self.client.chat.completions.create(model="m", messages=[])
"""


def facts_of(folder: Path, files: dict[str, str]) -> tuple[Fact, ...]:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return extract(open_snapshot(folder)).facts


def model_calls(folder: Path, files: dict[str, str], path: str) -> list[int]:
    found = facts_of(folder, {"own/__init__.py": "", "own/client.py": CLIENT, **files})
    return [each.line_start for each in found if each.kind is FactKind.LLM_CALL and each.path == path]


CALLERS = {
    "an attribute of an attribute": """
from own.client import Speaker
class Holder:
    def __init__(self):
        self.inner = Speaker()
class Owner:
    def __init__(self):
        self.holder = Holder()
    def run(self, text):
        return self.holder.inner.respond(text)
""",
    "an annotated parameter": """
from __future__ import annotations
from own.client import Speaker
def run(speaker: Speaker | None, text):
    return speaker.respond(text)
""",
    "a factory without an annotation": """
from own.client import Speaker
def made(kind):
    return Speaker()
def run(text):
    return made("x").respond(text)
""",
    "a table of dotted class names": """
import importlib
class Makers:
    known = {"plain": "own.client.Speaker"}
    @classmethod
    def create(cls, kind):
        module, _, name = cls.known[kind].rpartition(".")
        return getattr(importlib.import_module(module), name)()
def run(text):
    return Makers.create("plain").respond(text)
""",
    "a method handed over": """
import asyncio
from own.client import Speaker
async def run(text):
    speaker = Speaker()
    return await asyncio.to_thread(speaker.respond, text)
""",
    "an interface whose heir reaches a model": """
from abc import ABC, abstractmethod
from own.client import Speaker
class Voice(ABC):
    @abstractmethod
    def respond(self, text): ...
class Loud(Voice, Speaker):
    def respond(self, text):
        return self.client.responses.create(input=text)
def run(voice: Voice, text):
    return voice.respond(text)
""",
}


@pytest.mark.parametrize("shape", list(CALLERS))
def test_a_call_is_followed_through(shape: str, tmp_path: Path) -> None:
    text = CALLERS[shape]
    last = next(
        at
        for at, line in enumerate(text.split("\n"), 1)
        if "return" in line and at > len(text.split("\n")) - 3
    )
    assert last in model_calls(tmp_path, {"own/user.py": text}, "own/user.py")


def test_a_re_export_under_another_name_is_followed(tmp_path: Path) -> None:
    files = {
        "own/__init__.py": "from .client import Speaker as Voice\n",
        "other.py": "from own import Voice\nVoice().respond('x')\n",
    }
    assert model_calls(tmp_path, files, "other.py") == [2]


@pytest.mark.parametrize("call", ["client.create(text)", "client.messages.create(text)", "client(text)"])
def test_a_name_alone_gives_nothing(call: str, tmp_path: Path) -> None:
    text = f"def run(client, text):\n    return {call}\n"
    assert model_calls(tmp_path, {"own/user.py": text}, "own/user.py") == []


def test_a_path_that_only_clients_of_models_have_gives_a_candidate(tmp_path: Path) -> None:
    text = "def run(client):\n    return client.chat.completions.create(model='m', messages=[])\n"
    (tmp_path / "user.py").write_text(text, encoding="utf-8")
    (fact,) = (each for each in extract(open_snapshot(tmp_path)).facts if each.kind is FactKind.LLM_CALL)
    assert fact.details["resolution"] == "candidates"


WITHOUT_END: dict[str, Callable[[], str]] = {
    "definitions": lambda: "\n".join(
        f"A_{i} = {i}\ndef f_{i}(a):\n    return c_{i % 7}.g(a)" for i in range(8_000)
    ),
    "results of results": lambda: "\n".join(
        f"a{i} = a{i - 1}.x() if c else a{i - 2}" for i in range(2, 1_500)
    ),
    "one name again and again": lambda: "x = A()\n" + "x = x.y(x)\n" * 2_000 + "x.run()\n",
    "heirs of heirs": lambda: "\n".join(
        f"class C{i}(C{i - 1}):\n    def m(self):\n        return self.m().m()\n" for i in range(1, 400)
    ),
    "a circle of imports": lambda: "from a import x as y, y as x\nx.run(); y.run()\n",
    "a circle of classes": lambda: "class A(B): ...\nclass B(A): ...\nA().run(B())\n",
}


@pytest.mark.parametrize("sort", list(WITHOUT_END))
def test_what_can_be_followed_without_end_is_left(sort: str, tmp_path: Path) -> None:
    found = facts_of(tmp_path, {"a.py": WITHOUT_END[sort]()})
    assert not [each for each in found if each.kind is FactKind.LLM_CALL]
