"""An agent over MCP, with the official client: python mcp_agent.py http://HOST/mcp/TOKEN."""

import asyncio
import json
import sys

from mcp.client.client import Client


async def act(address: str) -> None:
    """Read the task, make one call, and finish."""
    async with Client(address) as client:
        print(client.instructions)
        print(len((await client.list_tools()).tools), "tools")
        key = {"idempotencyKey": "call-1"}
        result = await client.call_tool("get_my_name", {}, meta=key)
        print(json.loads(result.content[0].text))
        ending = {"outcome": "cannot_be_done", "answer": "I am but an example."}
        print((await client.call_tool("finish_task", ending)).content[0].text)


asyncio.run(act(sys.argv[1]))
