"""Worlds in which trades can be made."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.light_stock.floor import arranged


@pytest.fixture
def basic(world: World) -> World:
    """A user of the Basic tier with three day trades, 50,000 and no shares; the market is open."""
    return arranged(world, "Basic")


@pytest.fixture
def vip(world: World) -> World:
    """The same for a VIP user."""
    return arranged(world, "VIP")
