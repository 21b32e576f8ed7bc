"""Every server and tool, found by walking the app folders: adding an app edits no list."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from types import ModuleType

import sandboxes.apps
from sandboxes._app import AppState
from sandboxes._outcome import sorted_json
from sandboxes._tool import Tool


class CatalogueError(LookupError):
    """An app or a tool of ours is incomplete, doubled or unknown."""


@dataclass(frozen=True)
class Server:
    """One app folder.

    Args:
        name: As subjects see it, such as "LightTalk".
        order: Its place in the catalogue.
        summary: One sentence about it.
        state: Its state model.
    """

    name: str
    order: int
    summary: str
    state: type[AppState]


@functools.cache
def _packages() -> tuple[ModuleType, ...]:
    names = [found.name for found in pkgutil.iter_modules(sandboxes.apps.__path__) if found.ispkg]
    packages = [importlib.import_module(f"sandboxes.apps.{name}") for name in sorted(names)]
    for package in packages:
        server = getattr(package, "SERVER", None)
        if not isinstance(server, Server) or server.name != server.state.server:
            raise CatalogueError(f"{package.__name__} must define SERVER, named as its state is")
    return tuple(sorted(packages, key=lambda package: int(package.SERVER.order)))


@functools.cache
def servers() -> tuple[Server, ...]:
    """All servers in catalogue order."""
    return tuple(package.SERVER for package in _packages())


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

    Raises:
        CatalogueError: two tools have one name.
    """
    tools: dict[str, Tool] = {}
    for package in _packages():
        for found in _tools_of(package):
            if found.name in tools:
                raise CatalogueError(f"two tools are called {found.name}")
            tools[found.name] = found
    return tools


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
