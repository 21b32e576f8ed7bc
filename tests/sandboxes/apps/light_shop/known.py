"""Values that mean something to LightShop's tools."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_shop.data_model import LightShop


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    store = world.app(LightShop)
    shops = list(store.shops.of())[:3]
    return {
        "sid": shops,
        "tid": [tid for sid in shops for tid in list(store.items.of(sid))[:3]],
        "caid": list(store.lines()),
        "trid": list(store.transactions.of()),
        "category": ["fruit", "books"],
        "item_name": ["banana", "a"],
        "cnt": [1, 2, 7],
    }
