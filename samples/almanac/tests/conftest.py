"""A throwaway Almanac with a clock that tests can move."""

from datetime import datetime, timedelta

import pytest

from almanac.app import Almanac
from almanac.errors import ModelError
from almanac.models import ModelReply


class Clock:
    def __init__(self):
        self.now = datetime(2026, 3, 2, 9, 0)

    def __call__(self):
        return self.now

    def advance(self, **by):
        self.now += timedelta(**by)


class ScriptedModel:
    """Replies in order; an exception among the replies is raised."""

    name = "scripted"

    def __init__(self, *replies):
        self.replies = list(replies)
        self.requests = []

    def complete(self, request):
        self.requests.append(request)
        reply = self.replies.pop(0) if self.replies else ModelError("nothing left to say")
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, ModelReply) else ModelReply(reply)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def app(tmp_path, clock):
    return Almanac(tmp_path, clock)


@pytest.fixture
def scripted(tmp_path, clock):
    """Build an Almanac around scripted replies, with the model check on."""
    return lambda *replies: Almanac(tmp_path, clock, ScriptedModel(*replies), model_check=True)
