"""What doors do rarely, or not yet: look for tools, be too busy, say what can't be understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from agents.react import EndingKind, ReactAgent
from agents.sessions import SessionError
from sandboxes import Outcome, canonical_json
from tests.agents.react.scripted import NATIVE, ScriptedModel, calls, finishes, listed
from tests.agents.sessions.doors import DOORS, Door, never
from tests.agents.sessions.fakes import fake_mcp, fake_websocket

TASK = {"instruction": "Do it.", "finishing": "Finish.", "call_budget": 9, "status": "open"}
CONTROLS = ["get_task", "finish_task", "retrieve_tools"]


class Attempt:
    """An attempt in which tools are looked for.

    Attributes:
        asked: What was called or looked for, with the key.
        refuses: Reasons for which the next calls are refused.
        garbled: What every call is answered instead of JSON.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any, Any]] = []
        self.refuses: list[str] = []
        self.garbled: str | None = None
        self._found: list[str] = []

    def listed(self) -> list[dict[str, Any]]:
        tools = [listed(name) for name in (*self._found, *CONTROLS)]
        return [{**tool, "inputSchema": tool.pop("input_schema")} for tool in tools]

    def called(self, name: str, arguments: Any, key: Any) -> dict[str, Any]:
        """A text, or an error."""
        if name == "get_task":
            return {"text": canonical_json(TASK)}
        if self.refuses:
            reason = self.refuses.pop(0)
            error = {"code": 1, "message": "not now", "data": {"reason": reason}}
            return {"error": error}
        self.asked.append((name, arguments, key))
        if self.garbled is not None:
            return {"text": self.garbled}
        output: Any = name
        if name == "retrieve_tools":
            self._found.append(arguments["query"])
            output = [listed(arguments["query"])]
        return {"text": Outcome("ok", output).canonical()}

    def over_mcp(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "tools/list":
            return {"result": {"tools": self.listed()}}
        key = params.get("_meta", {}).get("idempotencyKey")
        told = self.called(params["name"], params["arguments"], key)
        content = [{"type": "text", "text": told.get("text")}]
        return told if "error" in told else {"result": {"content": content}}

    def over_websocket(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "tools/list":
            tools = [tool for tool in self.listed() if tool["name"] not in CONTROLS]
            return {"result": {"tools": tools, "retrieves": True}}
        if method == "task/get":
            return {"result": {"task": TASK}}
        key = params.pop("idempotencyKey", None)
        name = {"tools/retrieve": "retrieve_tools", "task/finish": "finish_task"}.get(method)
        told = self.called(name or params["name"], params if name else params["arguments"], key)
        return told if "error" in told else {"result": told}


@contextmanager
def behind(door: Callable[..., Door], attempt: Attempt, **options: Any) -> Iterator[Door]:
    """A session at a made-up attempt."""
    served = (
        fake_mcp(attempt.over_mcp)
        if door is DOORS["mcp"]
        else fake_websocket(attempt.over_websocket)
    )
    with served as port, door(port, "token", **options) as session:
        yield session


def test_tools_are_looked_for_where_that_is_on_offer(door: Callable[..., Door]) -> None:
    attempt = Attempt()
    with behind(door, attempt, sleep=never) as session:
        assert session.retrieves is True
        assert session.tools() == []
        assert session.retrieve_tools("sell", 3) == Outcome("ok", [listed("sell")])
        assert session.tools() == [listed("sell")]
    assert attempt.asked == [("retrieve_tools", {"query": "sell", "k": 3}, "retrieve 1")]


def test_an_agent_looks_for_tools_over_any_door(door: Callable[..., Door]) -> None:
    attempt = Attempt()
    script = calls(NATIVE, ("retrieve_tools", {"query": "sell", "k": 3}), ("sell", {"what": 1}))
    model = ScriptedModel([*script, finishes(NATIVE)])
    with behind(door, attempt, sleep=never) as session:
        assert ReactAgent(model, NATIVE).act(session).kind is EndingKind.FINISHED
    assert [name for name, *_ in attempt.asked] == ["retrieve_tools", "sell", "finish_task"]
    offered = [[f["function"]["name"] for f in functions] for _, functions in model.asked]
    assert offered == [CONTROLS[1:], ["sell", *CONTROLS[1:]], ["sell", *CONTROLS[1:]]]


def test_what_passes_is_waited_for(door: Callable[..., Door]) -> None:
    attempt, waits = Attempt(), list[float]()
    attempt.refuses = ["busy", "not_saved", "internal_error"]
    with behind(door, attempt, sleep=waits.append) as session:
        assert session.call("look", {}).ok
        assert session.call("look", {}).ok
    assert waits == [0.1, 0.5, 2.0]
    assert [key for *_, key in attempt.asked] == ["call 1", "call 2"]


def test_what_does_not_pass_is_not_waited_for(door: Callable[..., Door]) -> None:
    attempt, waits = Attempt(), list[float]()
    attempt.refuses = ["busy"] * 7 + ["outdated"]
    with behind(door, attempt, sleep=waits.append) as session:
        with pytest.raises(SessionError, match="busy: not now") as busy:
            session.call("look", {})
        with pytest.raises(SessionError, match="outdated: not now") as outdated:
            session.call("look", {})
    assert (busy.value.is_passing, outdated.value.is_passing) == (True, False)
    assert len(waits) == 6
    assert attempt.asked == []


@pytest.mark.parametrize("text", ["half of it {", "[]", '{"status": "ok"}', ""])
def test_what_can_not_be_understood_is_ours(text: str, door: Callable[..., Door]) -> None:
    attempt = Attempt()
    attempt.garbled = text
    with (
        behind(door, attempt, sleep=never) as session,
        pytest.raises(SessionError, match="garbled: an answer can't be understood"),
    ):
        session.call("look", {})
