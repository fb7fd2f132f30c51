"""The HTTP interface and the tools."""

from fastapi import APIRouter, FastAPI
from mcp.server.fastmcp import FastMCP

from smallpack.models import SearchRequest
from smallpack.store import MemoryStore

app = FastAPI()
router = APIRouter()
mcp = FastMCP("smallpack")
store = MemoryStore("memories.db")


@app.get("/memories")
async def list_memories(limit: int = 20) -> list[str]:
    return [each.text for each in store.search("", top_k=limit)]


@router.post(
    "/memories/search",
    tags=["memory"],
)
def search_memories(request: SearchRequest) -> list[str]:
    return [each.text for each in store.search(request.query)]


@mcp.tool()
def remember(text: str) -> bool:
    """Remember a text."""
    return store.add(text)


@cache.get("not an address", ttl=99)
def undecorated() -> None: ...
