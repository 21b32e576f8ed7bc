"""What the tests of each server give to those of all, found by walking their folders.

A server's tests are in a folder named as its own, under `apps` or `stateless`:

- `scene.py` has `arguments(world)`: prepares a world by calls and answers, by name of the tool,
  arguments with which it succeeds there. Where no one world suits all tools, `before(world, tool)`
  does what is still missing for one.
- An app's `known.py` has `known_values(world)`: by name of the argument, values that mean
  something in the world as it is now.
- An app's `watch.py` has `Watch(world)` with `see(before, name, arguments, outcome, world)`, called
  after each call of any tool: asserts what must always hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

Calls = dict[str, dict[str, Any]]

_HERE = Path(__file__).parent


def folders_of_tests() -> list[Path]:
    """The folders of all servers' tests."""
    return [
        folder
        for kind in ("apps", "stateless")
        for folder in sorted((_HERE / kind).iterdir())
        if (folder / "__init__.py").exists()
    ]


def modules_of_tests(name: str) -> Iterator[ModuleType]:
    """Every server's test module of this name."""
    for folder in folders_of_tests():
        module = f"tests.sandboxes.{folder.parent.name}.{folder.name}.{name}"
        if find_spec(module) is not None:
            yield import_module(module)
