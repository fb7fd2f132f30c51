"""What is remembered."""

from dataclasses import dataclass
from enum import Enum
from typing import TypedDict

from pydantic import BaseModel, Field


class MemoryState(Enum):
    """Where a memory stands."""

    PENDING = "pending"
    ACTIVE = "active"
    RETIRED = "retired"


@dataclass(frozen=True)
class Memory:
    """One remembered sentence."""

    text: str
    score: float
    state: MemoryState = MemoryState.PENDING


class SearchRequest(BaseModel):
    query: str
    limit: int = Field(default=8, ge=1)


class Hit(TypedDict):
    text: str
    score: float


class NotRemembered(LookupError):
    """An exception is no object."""
