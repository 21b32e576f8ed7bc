"""The documentation of the tools, as pages show it: the words that subjects get, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sandboxes import Server, Tool, catalogue, dependencies, servers, tools
from webapp.console.palette import found_tools
from webapp.console.rules import rules_of

_RETURNS = "Returns: "


@dataclass(frozen=True)
class Argument:
    """An argument of a tool.

    Args:
        name: Its name.
        type: What it is, in words.
        rules: What else holds for it; may be empty.
        choices: What may be sent, if that is a fixed set.
        description: What it means.
        default: What is taken if it is left out, as JSON; None if it can't be left out.
    """

    name: str
    type: str
    rules: str
    choices: tuple[str, ...]
    description: str
    default: str | None


@dataclass(frozen=True)
class Tie:
    """What a tool needs or gives, with the tools at the other end.

    Args:
        name: What it is.
        tools: Names of the tools that give or need it.
    """

    name: str
    tools: tuple[str, ...]


@dataclass(frozen=True)
class Manual:
    """The page of one tool.

    Args:
        tool: The tool.
        summary: The first paragraph of its description.
        told: The further ones but the last.
        returns: What it answers.
        arguments: Its arguments in order.
        needs: What a call needs to succeed, and what gives it.
        gives: What a success makes or tells, and what needs it.
        schema: Its input schema as JSON.
    """

    tool: Tool
    summary: str
    told: tuple[str, ...]
    returns: str
    arguments: tuple[Argument, ...]
    needs: tuple[Tie, ...]
    gives: tuple[Tie, ...]
    schema: str

    @property
    def is_stateless(self) -> bool:
        """Whether it has nothing to do with the world's state."""
        return self.tool.state is None


@dataclass(frozen=True)
class Shelf:
    """The tools of one server that are shown.

    Args:
        server: The server.
        manuals: Names and summaries of its tools.
        total: How many it has in all.
    """

    server: Server
    manuals: list[tuple[str, str]]
    total: int

    @property
    def is_stateless(self) -> bool:
        """Whether the server has no state."""
        return self.server.state is None


def shelves(query: str = "", server: str = "") -> list[Shelf]:
    """The servers with the tools that are looked for, in catalogue order.

    Args:
        query: Words to search for, as in the console; empty for all.
        server: Only this server; empty for all.
    """
    found = {entry.name: entry.summary for entry in found_tools(None, query)}
    shown = []
    for known in servers():
        own = tools(known.name)
        listed = [(tool.name, found[tool.name]) for tool in own if tool.name in found]
        if listed and server in ("", known.name):
            shown.append(Shelf(known, listed, len(own)))
    return shown


def manual_of(name: str) -> Manual | None:
    """The documentation of a tool; None if there is no such tool."""
    tool = catalogue().get(name)
    if tool is None:
        return None
    summary, *told, returns = tool.description.split("\n\n")
    return Manual(
        tool,
        summary,
        tuple(told),
        returns.removeprefix(_RETURNS),
        tuple(_arguments(tool.input_schema)),
        tuple(_needs(tool)),
        tuple(_gives(tool)),
        json.dumps(tool.input_schema, indent=2, ensure_ascii=False),
    )


def _arguments(schema: dict[str, Any]) -> Iterable[Argument]:
    required = schema.get("required", ())
    for name, part in schema["properties"].items():
        rules = rules_of(part)
        yield Argument(
            name,
            rules.type,
            rules.rules,
            tuple(map(str, part.get("enum", ()))),
            part["description"],
            None if name in required else json.dumps(part.get("default"), ensure_ascii=False),
        )


def _needs(tool: Tool) -> Iterable[Tie]:
    for tie in dependencies():
        if tie.name in tool.requires:
            yield Tie(tie.name, tie.providers)


def _gives(tool: Tool) -> Iterable[Tie]:
    for tie in dependencies():
        if tie.name in tool.provides:
            yield Tie(tie.name, tie.requirers)
