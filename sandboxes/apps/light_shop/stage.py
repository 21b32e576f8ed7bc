"""What a world can do to LightShop before an attempt: stocks, favourite goods and the cart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import CartLine


def set_stock(world: World, sid: str, tid: str, units: int) -> None:
    """Let a shop have so many units of an item."""
    store = world.app(LightShop)
    store.items.put(store.items.of(sid)[tid]._replace(count=units), sid)


def set_favourite(world: World, sid: str, tid: str, favourite: bool) -> None:
    """Let an item of a shop be a favourite or not."""
    store = world.app(LightShop)
    store.items.put(store.items.of(sid)[tid]._replace(star=favourite), sid)


def empty_cart(world: World) -> None:
    """Let nothing lie in the cart; the units are back in stock."""
    store = world.app(LightShop)
    for line in list(store.lines().values()):
        store.cart.remove(line.caid)
        store.restock(line.sid, line.tid, line.count)


def fill_cart(world: World, sid: str, tid: str, units: int) -> None:
    """Let units of an item lie in the cart already."""
    store = world.app(LightShop)
    store.cart.put(CartLine(world.new_id("cart"), sid, tid, units, world.timestamp()))
    store.restock(sid, tid, -units)


def near(world: World, argument: str, arguments: Mapping[str, Any]) -> Sequence[str] | None:
    """What somebody might have taken an argument of a tool for.

    Args:
        world: The world before the call.
        argument: Name of the argument.
        arguments: All arguments of the call.

    Returns:
        Values that mean something there; None for free text.
    """
    store = world.app(LightShop)
    if argument == "sid":
        return list(store.shops.of())
    if argument == "tid":
        items = store.items.of(arguments["sid"]).values()
        return [item.tid for item in items if item.count >= arguments.get("cnt", 0)]
    if argument == "caid":
        return list(store.lines())
    if argument == "trid":
        return list(store.transactions.of())
    return None


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: a favourite mark on the last shop without one."""
    store = world.app(LightShop)
    sid = [shop.sid for shop in store.shops.of().values() if not shop.star][-1]
    return "star_shop", {"sid": sid}
