"""Digests: many facts told in few words by a model, and kept as a fact themselves."""

from __future__ import annotations

import json
import os
import urllib.request
from datetime import date
from typing import Protocol

from jotter.store import Jot, Notebook

DIGEST_JOTS = 20
DIGEST_CHARS = 400
TIMEOUT_SECONDS = 20
TEMPERATURE = 0.2

PROMPT = """Summarise what is known about the owner in at most three sentences.
Use only the notes below and invent nothing.

{notes}
"""


class ModelClient(Protocol):
    """Whatever can answer a prompt."""

    def complete(self, prompt: str) -> str: ...


class HttpClient:
    """A chat endpoint that takes the usual JSON."""

    def __init__(self, url: str, model: str) -> None:
        self.url = url
        self.model = model

    def complete(self, prompt: str) -> str:
        body = {
            "model": self.model,
            "temperature": TEMPERATURE,
            "messages": [{"role": "user", "content": prompt}],
        }
        request = urllib.request.Request(
            self.url, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return str(json.load(answer)["choices"][0]["message"]["content"])


class OfflineClient:
    """Stands in where no endpoint is set: the first sentence of every note, in order."""

    def complete(self, prompt: str) -> str:
        notes = [line[2:] for line in prompt.splitlines() if line.startswith("- ")]
        return " ".join(note.split(". ")[0].rstrip(".") + "." for note in notes)


def client_from_environment() -> ModelClient:
    """The client that JOTTER_URL and JOTTER_MODEL name, or the offline stand-in."""
    url = os.environ.get("JOTTER_URL")
    return HttpClient(url, os.environ.get("JOTTER_MODEL", "default")) if url else OfflineClient()


def make_digest(notebook: Notebook, client: ModelClient, today: date) -> tuple[Jot, bool] | None:
    """Summarise the latest facts and keep the summary; None where there is nothing to summarise."""
    latest = notebook.live(today)[-DIGEST_JOTS:]
    if not latest:
        return None
    notes = "\n".join(f"- {jot.text}" for jot in latest)
    summary = client.complete(PROMPT.format(notes=notes)).strip()[:DIGEST_CHARS]
    return notebook.add(summary, today=today, source="digest")
