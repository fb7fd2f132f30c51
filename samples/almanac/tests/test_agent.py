"""Chat, tools, approvals, routines, summary and the two surfaces."""

import json
import threading
import urllib.request

import pytest

from almanac import cli
from almanac.errors import Refused
from almanac.http_api import dispatch, make_server
from almanac.models import ToolCall


def test_chat_remembers_and_answers(app):
    assert "Saved memory 1: Owner lives in Leeds" in app.assistant.chat("remember that I live in Leeds")
    assert "Leeds" in app.assistant.chat("where do I live?")
    assert app.assistant.chat("what about chess?") == "I have nothing saved about that."


def test_deleting_waits_for_approval(app, clock):
    app.assistant.chat("note Recipe: flour and water")
    app.assistant.chat("delete note 1")
    assert len(app.store.rows("notes")) == 1
    assert app.tools.approve(1) == "Note 1 is deleted."
    with pytest.raises(Refused, match="already used"):
        app.tools.approve(1)


def test_approvals_expire_and_notice_changes(app, clock):
    memory = app.memory.remember("Owner likes tea").memory
    app.tools.call(ToolCall("forget_memory", {"id": memory.id}))
    app.tools.call(ToolCall("forget_memory", {"id": memory.id}))
    app.memory.edit(memory.id, "Owner likes coffee")
    with pytest.raises(Refused, match="outdated"):
        app.tools.approve(1)
    clock.advance(minutes=15)
    with pytest.raises(Refused, match="expired"):
        app.tools.approve(2)


def test_long_notes_are_read_in_part(app):
    app.items.add("note", title="Long", content="x" * 9000)
    assert len(json.loads(app.tools.call(ToolCall("read_note", {"id": 1})))["content"]) == 8000


def test_routines_use_their_grants(app, clock):
    app.routines.add("tea", "remember that I like tea", every_minutes=60, grants="remember")
    app.routines.add("stranger", "remember that I like rum", every_minutes=60, grants="read_note")
    assert app.routines.run_due() == []
    clock.advance(hours=1)
    assert len(app.routines.run_due()) == 2 and app.routines.run_due() == []
    assert [m.content for m in app.memories.listed()] == ["Owner likes tea"]
    with pytest.raises(Refused):
        app.routines.add("bad", "x", every_minutes=5, grants="launch")
    assert "not available" in app.tools.call(ToolCall("remember", {"content": "x"}), frozenset())


def test_long_conversations_are_summarised(app):
    for _ in range(9):
        app.assistant.chat("tell me about chess " + "x" * 800)
    summary, upto = app.assistant.conversation.summary()
    assert 0 < len(summary) <= 2000 and upto > 0 and len(app.assistant.conversation.recent()) < 18


def test_http_routes(app):
    assert dispatch(app, "POST", "/memories", {"content": "Owner likes tea"})[0] == 200
    assert dispatch(app, "PATCH", "/memories/1", {"content": "Owner likes oolong"})[1]["id"] == 1
    assert dispatch(app, "POST", "/memories/1/correct", {"content": "Owner likes mate"})[1]["retired"] == [1]
    assert dispatch(app, "DELETE", "/memories/7", {})[0] == 400
    assert dispatch(app, "GET", "/nothing", {})[0] == 404
    row = {**dispatch(app, "GET", "/backup", {})[1]["memories"][1], "content": "x", "saved_at": "2027-01-01"}
    assert dispatch(app, "POST", "/backup", {"memories": [row]})[1] == {"merged": 1}
    assert app.memories.get(2).content == "x"


def test_http_server(app):
    server = make_server(app, 0)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/health", timeout=5) as response:
        assert json.load(response) == {"model": "local-stand-in"}
    thread.join()
    server.server_close()


def test_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("ALMANAC_HOME", raising=False)
    assert cli.main(["recall", "tea"]) == 2
    home = ["--home", str(tmp_path), "--now", "2026-03-02T09:00"]
    assert cli.main([*home, "remember", "Owner likes tea"]) == 0
    assert cli.main([*home, "recall", "tea"]) == 0
    assert cli.main([*home, "forget", "9"]) == 1
    assert capsys.readouterr().out.count("#1 active: Owner likes tea") == 2
