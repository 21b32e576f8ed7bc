"""Which tools an attempt lists, in the fields of MCP: the same texts for everybody."""

from __future__ import annotations

import functools
from typing import Any

from sandboxes import CatalogueError, Tool, tools
from sandboxes.workflows import SUBMIT_PLAN
from webapp.attempts import errors


def offered_tools(
    offered: tuple[str, ...] | None, server: str | None = None
) -> tuple[dict[str, Any], ...]:
    """The listed tools; treat them as frozen.

    Args:
        offered: Names of the tools on offer, in their order; None: all, as the catalogue has them.
        server: Only those of this server.

    Returns:
        For each tool ``{"name", "description", "inputSchema", "server", "mutates"}``.

    Raises:
        NotOffered: there is no such server.
    """
    listed = _tools_of(server)
    if offered is None:
        return listed
    by_name = {tool["name"]: tool for tool in (*listed, *(_of_suites() if not server else ()))}
    return tuple(by_name[name] for name in offered if name in by_name)


@functools.cache
def _all_tools() -> tuple[dict[str, Any], ...]:
    return tuple(map(_listed, tools()))


@functools.cache
def _of_suites() -> tuple[dict[str, Any], ...]:
    """Tools that stand in no catalogue: a suite has them for itself."""
    return (_listed(SUBMIT_PLAN),)


def _listed(tool: Tool) -> dict[str, Any]:
    found = tool.documentation()
    return {
        "name": found["name"],
        "description": found["description"],
        "inputSchema": found["input_schema"],
        "server": found["server"],
        "mutates": found["mutates"],
    }


def _tools_of(server: str | None) -> tuple[dict[str, Any], ...]:
    try:
        names = {tool.name for tool in tools(server)}
    except CatalogueError as error:
        raise errors.NotOffered(str(error)) from error
    return tuple(tool for tool in _all_tools() if tool["name"] in names)
