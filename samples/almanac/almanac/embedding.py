"""Turning texts into vectors, and the index of the vectors of what is saved."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from almanac.database import Store
from almanac.text import content_hash, token_list

DIMENSIONS = 512


class HashingEmbedder:
    """A bag of words, each word hashed to one dimension. Needs no network."""

    name = f"local-hashing-{DIMENSIONS}"

    def embed(self, text: str) -> list[float]:
        vector = [0.0] * DIMENSIONS
        for token in token_list(text):
            digest = hashlib.blake2b(token.encode(), digest_size=8).digest()
            vector[int.from_bytes(digest, "big") % DIMENSIONS] += 1.0
        return vector


def cosine(left: Sequence[float], right: Sequence[float]) -> float:
    """Cosine of two vectors; 0.0 when either is empty of content."""
    norms = math.sqrt(sum(x * x for x in left)) * math.sqrt(sum(y * y for y in right))
    return sum(x * y for x, y in zip(left, right, strict=True)) / norms if norms else 0.0


@dataclass(frozen=True)
class VectorIndex:
    """Vectors of saved records by kind (memory, note, task, routine) and id."""

    store: Store
    embedder: HashingEmbedder

    def put(self, kind: str, item_id: int, text: str) -> None:
        """Store or replace one vector, with the fingerprint of the text it stands for."""
        made = {"content_hash": content_hash(text), "vector": json.dumps(self.embedder.embed(text))}
        self.store.insert("vectors", kind=kind, item_id=item_id, **made)

    def drop(self, kind: str, item_id: int) -> None:
        self.store.delete("vectors", "kind = ? AND item_id = ?", kind, item_id)

    def is_fresh(self, kind: str, item_id: int, text: str) -> bool:
        """Whether the stored vector was made from this very text."""
        found = self.store.rows("vectors", "kind = ? AND item_id = ?", kind, item_id)
        return any(row["content_hash"] == content_hash(text) for row in found)

    def nearest(self, text: str, kinds: Sequence[str], floor: float) -> list[tuple[float, str, int]]:
        """(cosine, kind, id) of every stored vector at or above the floor, best first."""
        query = self.embedder.embed(text)
        rows = self.store.rows("vectors", f"kind IN ({', '.join('?' for _ in kinds)})", *kinds)
        scored = [(cosine(query, json.loads(row["vector"])), row["kind"], row["item_id"]) for row in rows]
        return sorted((hit for hit in scored if hit[0] >= floor), key=lambda hit: (-hit[0], *hit[1:]))
