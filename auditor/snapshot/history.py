"""How far a later commit is ahead of an earlier one."""

from __future__ import annotations

import heapq

import pygit2

from auditor.snapshot.objects import ObjectStore

MAX_COMMITS = 100_000
"""A walk over more commits is given up."""

_LATER, _EARLIER = 1, 2


def commits_ahead(store: ObjectStore, *, earlier: pygit2.Commit, later: pygit2.Commit) -> int | None:
    """How many commits lead to `later` and not to `earlier`, where `later` descends from it.

    None where it does not, or where the history between them is too long, cut short (a shallow clone) or
    damaged. Commits are taken newest first; each is of the later, the earlier, or both.
    """
    if earlier.id == later.id:
        return 0
    sides = {later.id: _LATER, earlier.id: _EARLIER}
    waiting = [(-each.commit_time, each.id.raw, each) for each in (later, earlier)]
    heapq.heapify(waiting)
    undecided = {later.id}
    while waiting and undecided and len(sides) <= MAX_COMMITS:
        _, _, commit = heapq.heappop(waiting)
        undecided.discard(commit.id)
        side = sides[commit.id]
        for parent_id in commit.parent_ids:
            if sides.get(parent_id, 0) | side == sides.get(parent_id, 0):
                continue
            try:
                parent = store.get(parent_id)
            except (KeyError, ValueError, OSError):
                if side & _EARLIER:
                    continue
                return None
            if not isinstance(parent, pygit2.Commit):
                return None
            sides[parent_id] = sides.get(parent_id, 0) | side
            (undecided.add if sides[parent_id] == _LATER else undecided.discard)(parent_id)
            heapq.heappush(waiting, (-parent.commit_time, parent_id.raw, parent))
    if undecided or not sides[earlier.id] & _LATER:
        return None
    return sum(1 for side in sides.values() if side == _LATER)
