"""The mock task's server beside the door to real attempts: a client can't tell them apart."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, Tool

from tests.webapp.builders import opened
from tests.webapp.doctor import agent_clients as agents
from tests.webapp.live import LiveSite
from webapp.attempts.opening import token_of

pytestmark = pytest.mark.django_db(transaction=True)

OWN = {"instruction", "call_budget", "calls_left", "seconds_left"}


def neutral(text: str, instruction: str) -> str:
    """A text without what differs from attempt to attempt."""
    return re.sub(r"At most \d+ calls", "At most N calls", text.replace(instruction, "TASK"))


def told(result: CallToolResult) -> tuple[Any, ...]:
    """An answer, in all but its words."""
    (content,) = result.content
    answer = json.loads(content.text)  # type: ignore[union-attr]
    return result.is_error, result.meta, result.structured_content, list(answer), answer["status"]


def look(tool: Tool) -> set[str]:
    """What a listed tool consists of."""
    return set(tool.model_dump(by_alias=True, exclude_none=True))


async def refused(client: Client, name: str, **arguments: Any) -> tuple[int, str, Any]:
    with pytest.raises(MCPError) as caught:
        await client.call_tool(name, arguments)
    return caught.value.error.code, caught.value.error.message, caught.value.error.data


async def everything(client: Client, read: str, instruction: str) -> dict[str, Any]:
    """All that a client may come to see, without what a task and its tools are about.

    Args:
        client: Connected.
        read: Name of a tool that reads and takes no arguments.
        instruction: The task's.
    """
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    resource = await client.read_resource("touchstone://task")
    task = await agents.ask(client, "get_task")
    seen: dict[str, Any] = {
        "server": client.server_info,
        "capabilities": client.server_capabilities,
        "instructions": neutral(client.instructions or "", instruction),
        "order": list(tools)[-2:],
        "get_task": tools["get_task"],
        "finish_task": look(tools["finish_task"]),
        "description": neutral(tools["finish_task"].description or "", instruction),
        "ends with": tools["finish_task"].input_schema,
        "tool": look(tools[read]),
        "schema": {k: v for k, v in tools[read].input_schema.items() if k != "required"},
        "annotations": tools[read].annotations,
        "resources": await client.list_resources(),
        "resource": neutral(resource.contents[0].text, instruction),  # type: ignore[union-attr]
        "type": resource.contents[0].mime_type,
        "task": {key: value for key, value in task.items() if key not in OWN},
        "task's values": [(key, type(value)) for key, value in task.items()],
    }
    for label, name, arguments in (
        ("answer", read, {}),
        ("surplus", read, {"surplus": 1}),
        ("unknown", "no_such_tool", {}),
        ("wrong end", "finish_task", {"outcome": "finished"}),
        ("wrong key", "finish_task", {"result": "done"}),
    ):
        seen[label] = told(await client.call_tool(name, arguments))
    seen["end"] = await client.call_tool("finish_task", {"outcome": "done"})
    seen["after the end"] = await refused(client, read)
    seen["twice"] = await refused(client, "finish_task", outcome="done")
    seen["task at the end"] = (await agents.ask(client, "get_task"))["status"]
    return seen


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_sees_the_same_as_at_the_door(live_site: LiveSite, mode: str) -> None:
    attempt = opened()
    found: list[dict[str, Any]] = []

    async def at_the_door(client: Client) -> None:
        found.append(await everything(client, "get_my_name", attempt.instance.instruction))

    async def at_the_doctor(client: Client) -> None:
        instruction = (client.instructions or "").partition("\n\n")[0]
        found.append(await everything(client, "list_lockers", instruction))

    agents.run(live_site.mcp_url(token_of(attempt)), at_the_door, mode)
    agents.examined_acting(at_the_doctor, mode)

    real, mock = found
    assert mock == real


def test_requests_are_answered_to_the_byte_as_at_the_door(live_site: LiveSite) -> None:
    attempt = opened()
    found: list[list[httpx2.Response]] = []

    def post(address: str) -> None:
        elsewhere = f"{address.rpartition('/')[0]}/unknown"
        found.append(
            [
                agents.post_call(elsewhere, "list_lockers", {}),
                agents.post_call(address, "finish_task", {"outcome": "finished"}),
                agents.post_call(address, "finish_task", [1]),
                httpx2.post(address, content=b"{", headers=accepted),
                httpx2.get(address),
                agents.post_call(address, "finish_task", {"outcome": "done"}),
            ]
        )

    accepted = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    post(live_site.mcp_url(token_of(attempt)))
    agents.examined(post)

    real, mock = ([(a.status_code, _kept(a), a.content) for a in answers] for answers in found)
    assert mock == real
    assert [status for status, _, _ in real] == [404, 200, 200, 400, 400, 200]


def _kept(answer: httpx2.Response) -> dict[str, str]:
    """The headers, but for what differs from answer to answer."""
    kept = {name: value for name, value in answer.headers.items() if name != "date"}
    return kept | ({"mcp-session-id": "..."} if "mcp-session-id" in kept else {})
