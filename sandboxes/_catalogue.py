"""Every server and tool, found by walking the folders: adding a server edits no list."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import ModuleType

import sandboxes.apps
import sandboxes.stateless
from sandboxes._app import AppState
from sandboxes._outcome import sorted_json
from sandboxes._tool import Tool


class CatalogueError(LookupError):
    """An app or a tool of ours is incomplete, doubled or unknown."""


@dataclass(frozen=True)
class Server:
    """One folder: an app, or a stateless server.

    Args:
        name: As subjects see it, such as "LightTalk".
        order: Its place in the catalogue.
        summary: One sentence about it.
        state: An app's state model; None for a stateless server.
    """

    name: str
    order: int
    summary: str
    state: type[AppState] | None = None


@functools.cache
def _packages() -> tuple[ModuleType, ...]:
    packages = [*_packages_in(sandboxes.apps), *_packages_in(sandboxes.stateless)]
    for package in packages:
        server = getattr(package, "SERVER", None)
        if not isinstance(server, Server) or server.name != _name_of_state(server):
            raise CatalogueError(f"{package.__name__} must define SERVER, named as its state is")
    return tuple(sorted(packages, key=lambda package: int(package.SERVER.order)))


def _packages_in(parent: ModuleType) -> list[ModuleType]:
    names = [found.name for found in pkgutil.iter_modules(parent.__path__) if found.ispkg]
    return [importlib.import_module(f"{parent.__name__}.{name}") for name in sorted(names)]


def _name_of_state(server: Server) -> str:
    return server.name if server.state is None else server.state.server


@functools.cache
def servers() -> tuple[Server, ...]:
    """All servers in catalogue order."""
    return tuple(package.SERVER for package in _packages())


@functools.cache
def app_states() -> tuple[type[AppState], ...]:
    """The state models of all apps in catalogue order."""
    return tuple(server.state for server in servers() if server.state is not None)


def _tools_of(package: ModuleType) -> Iterator[Tool]:
    prefix = f"{package.__name__}.tools"
    root = importlib.import_module(prefix)
    names = [prefix]
    names += [f"{prefix}.{m.name}" for m in pkgutil.iter_modules(getattr(root, "__path__", ()))]
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            declared = getattr(value, "tool", None)
            if isinstance(declared, Tool) and value.__module__ == name:
                yield declared


@functools.cache
def catalogue() -> dict[str, Tool]:
    """All tools by name, in catalogue order.

    Where two servers have a tool of one name, it is that of the first in catalogue order; the
    other's is called ``<Server>_<tool>``. Both documentations say so.

    Raises:
        CatalogueError: two tools have one name all the same.
    """
    tools: dict[str, Tool] = {}
    for package in _packages():
        for found in _tools_of(package):
            declared = replace(found, server=package.SERVER.name)
            if declared.name in tools:
                first = tools[declared.name]
                declared = replace(declared, name=f"{declared.server}_{declared.name}")
                tools[first.name] = _noted(
                    first, f"{declared.server} has a tool of the same name, {declared.name}."
                )
                declared = _noted(
                    declared,
                    f"It is called {declared.name} because {first.name} is a tool of "
                    f"{first.server}.",
                )
            if declared.name in tools:
                raise CatalogueError(f"two tools are called {declared.name}")
            tools[declared.name] = declared
    return tools


def _noted(found: Tool, sentence: str) -> Tool:
    """The tool with one more sentence in its documentation, before what it returns."""
    told, returns = found.description.rsplit("\n\n", 1)
    return replace(found, description=f"{told}\n\n{sentence}\n\n{returns}")


def tools(server: str | None = None) -> list[Tool]:
    """The tools of one server, or of all.

    Raises:
        CatalogueError: there is no such server.
    """
    known = [entry.name for entry in servers()]
    if server is not None and server not in known:
        raise CatalogueError(f"no server {server!r}; there are {', '.join(known)}")
    return [entry for entry in catalogue().values() if server in (None, entry.server)]


@functools.cache
def catalogue_hash() -> str:
    """A short hash of all that subjects read of the tools: names, descriptions, schemas."""
    whole = sorted_json([found.documentation() for found in catalogue().values()])
    return blake2b(whole.encode(), digest_size=8).hexdigest()
