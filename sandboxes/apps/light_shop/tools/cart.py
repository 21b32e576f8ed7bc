"""Tools about the cart."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import units
from sandboxes._tool import tool
from sandboxes._types import Count, Identifier
from sandboxes.apps.light_shop.checks import known_item
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import CartLine


@tool(mutates=True, requires=("shop", "item"), provides=("cart line",))
def add_to_cart(store: LightShop, sid: Identifier, tid: Identifier, cnt: Count) -> dict[str, Any]:
    """Put units of an item into the cart, as a line of its own; they leave the shop's stock.

    Refused if the shop is unknown, has no such item, or has fewer units left.

    Args:
        sid: Id of the shop.
        tid: Id of the item.
        cnt: How many units.

    Returns:
        {caid}, the id of the new cart line.
    """
    item = known_item(store, sid, tid)
    if item.count < cnt:
        raise Refused(f"{item.name}: asked for {cnt}, but the shop has {item.count} left.")
    world = store.world
    line = CartLine(world.new_id("cart"), sid, tid, cnt, world.timestamp())
    store.cart.put(line)
    store.restock(sid, tid, -cnt)
    return {"caid": line.caid}


@tool(mutates=False, requires=(), provides=("cart line", "shop", "item"))
def get_cart_summary(store: LightShop) -> dict[str, Any]:
    """Show what lies in the cart and what it would cost.

    Returns:
        {lines, total}; each line is {caid, sid, tid, name, price, count}, oldest first; total is
        the price of all lines.
    """
    lines = []
    for line in store.lines().values():
        item = known_item(store, line.sid, line.tid)
        lines.append(
            {
                "caid": line.caid,
                "sid": line.sid,
                "tid": line.tid,
                "name": item.name,
                "price": units(item.price),
                "count": line.count,
            }
        )
    total = sum(store.cost(line) for line in store.lines().values())
    return {"lines": lines, "total": units(total)}


@tool(mutates=True, requires=("cart line",), provides=())
def delete_item_in_cart(store: LightShop, caid: Identifier) -> dict[str, Any]:
    """Take a line out of the cart; its units go back to the shop's stock.

    Refused if the cart has no such line.

    Args:
        caid: Id of the cart line.

    Returns:
        {caid, deleted}.
    """
    line = store.cart.get(caid)
    if line is None:
        raise Refused(f"The cart has no line {caid}.")
    store.cart.remove(caid)
    store.restock(line.sid, line.tid, line.count)
    return {"caid": caid, "deleted": True}
