"""A seeded world to test in, and a scene in which every tool has something to do."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.scene import Scene, set_scene

SEED = 2


@pytest.fixture(scope="session")
def untouched() -> World:
    """The world as the seed makes it; tests change forks of it only."""
    return World(SEED)


@pytest.fixture
def world(untouched: World) -> World:
    """A world of one's own, without privilege."""
    return untouched.fork()


@pytest.fixture(scope="session")
def set_up_scene() -> Scene:
    """The scene in which every tool has a call that succeeds; tests use forks of its world."""
    return set_scene(World(SEED))


@pytest.fixture
def scene(set_up_scene: Scene) -> Scene:
    """A scene of one's own."""
    return set_up_scene.fork()
