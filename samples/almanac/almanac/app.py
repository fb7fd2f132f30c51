"""Wiring: one object with every part of Almanac."""

import os
from pathlib import Path

from almanac.agent.conversation import Conversation
from almanac.agent.routines import Routines
from almanac.agent.tools import Toolbox
from almanac.agent.turn import Assistant
from almanac.database import Clock, open_store
from almanac.embedding import HashingEmbedder, VectorIndex
from almanac.folder.files import MemoryFolder
from almanac.memory.lifecycle import Lifecycle
from almanac.memory.repository import MemoryRepository
from almanac.memory.service import MemoryService
from almanac.models import ModelClient, RemoteModel
from almanac.recall.items import Items
from almanac.standin import StandInModel


class Almanac:
    """The assistant with its store, folder, tools and routines, all under one home folder."""

    def __init__(
        self, home: Path, clock: Clock, model: ModelClient | None = None, *, model_check=False, semantic=True
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.model = model or _model_from_environment()
        self.store = open_store(home / "almanac.db", clock)
        self.index = VectorIndex(self.store, HashingEmbedder())
        self.memories = MemoryRepository(self.store)
        self.lifecycle = Lifecycle(self.memories, self.index)
        checker = self.model if model_check else None
        self.memory = MemoryService(self.memories, self.lifecycle, self.index, checker)
        self.items = Items(self.store, self.index)
        self.folder = MemoryFolder(home / "memory")
        self.tools = Toolbox(self.memory, self.items, self.folder)
        recalled = (self.memories, self.items, self.index if semantic else None, self.folder)
        self.assistant = Assistant(self.model, *recalled, self.tools, Conversation(self.store))
        self.routines = Routines(self.items, self.assistant)


def _model_from_environment() -> ModelClient:
    """The remote model ALMANAC_MODEL_URL names, or the local stand-in."""
    url, name = os.environ.get("ALMANAC_MODEL_URL"), os.environ.get("ALMANAC_MODEL", "default")
    return RemoteModel(url, name, os.environ.get("ALMANAC_MODEL_KEY", "")) if url else StandInModel()
