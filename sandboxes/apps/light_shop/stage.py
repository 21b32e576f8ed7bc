"""What a world can do to LightShop before an attempt and no tool can: stocks and the cart."""

from __future__ import annotations

from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import CartLine


def set_stock(world: World, sid: str, tid: str, units: int) -> None:
    """Let a shop have so many units of an item."""
    store = world.app(LightShop)
    store.items.put(store.items.of(sid)[tid]._replace(count=units), sid)


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


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: a favourite mark on the last shop without one."""
    store = world.app(LightShop)
    sid = [shop.sid for shop in store.shops.of().values() if not shop.star][-1]
    return "star_shop", {"sid": sid}
