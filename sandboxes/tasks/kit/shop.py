"""LightShop: what is on offer, carts to prepare, and how golds shop; goods: `shop_goods.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop
from sandboxes.apps.light_shop.stage import empty_cart, fill_cart
from sandboxes.tasks._client import Client, Program
from sandboxes.tasks._template import Stage

PAYMENTS = "LightShop/trans_history"
"""Collection of payments, for `Draft.summed`."""

CART = "LightShop/cart"
"""Collection of the lines of the cart, for `Draft.summed`."""

Offer = tuple[Shop, Item]


def offers(world: World, *, in_stock: int = 1) -> list[Offer]:
    """Every item of every shop that has so many units."""
    return [pair for pair in world.app(LightShop).all_items() if pair[1].count >= in_stock]


def restocked(world: World) -> World:
    """The world as it is once the cart has been emptied."""
    fresh = world.fork()
    empty_cart(fresh)
    return fresh


def cost_of(goods: Sequence[Offer], units: Sequence[int]) -> int:
    """What so many units of each of some goods cost, in cents."""
    return sum(count * item.price for count, (_, item) in zip(units, goods, strict=True))


def order_list(goods: Sequence[Offer], units: Sequence[int]) -> list[str]:
    """Goods with units and shops as they stand in an instruction."""
    return [
        f'{count} units of "{item.name}" from "{shop.name}"'
        for count, (shop, item) in zip(units, goods, strict=True)
    ]


def equal_share(cents: int, people: int) -> float:
    """An equal part of an amount, rounded to the cent, half a cent up."""
    return (2 * cents + people) // (2 * people) / 100


def cart_holds(stray: Offer | None, units: int = 1) -> Callable[[Stage], None]:
    """Empty the cart, then let the trap's goods lie in it."""

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        if stray is not None and stage.traps:
            shop, item = stray
            fill_cart(stage.world, shop.sid, item.tid, units)

    return prepare


def looked_up(do: Client, shop: Shop, item: Item) -> tuple[str, str]:
    """The ids of a shop and of an item there, by their names."""
    sid, tid, _ = priced(do, shop.name, item.name)
    return sid, tid


def priced(do: Client, shop: str, item: str) -> tuple[str, str, float]:
    """The ids of a shop and of an item there, by their names, and the price."""
    sid = do("get_shop_id_by_name", shop_name=shop)
    found = do("search_items_in_shop", sid=sid, item_name=item)
    return next((sid, entry["tid"], entry["price"]) for entry in found if entry["name"] == item)


def units_left(do: Client, sid: str, tid: str) -> int:
    """How many units of an item a shop has."""
    return int(do("get_item_info", sid=sid, tid=tid)["count"])


def star_shop(do: Client, shop: str) -> None:
    """Mark the shop with a name as a favourite."""
    do("star_shop", sid=do("get_shop_id_by_name", shop_name=shop))


def put_in_cart(do: Client, shop: Shop, item: Item, units: int) -> None:
    """Put units of an item of a shop into the cart, both found by name."""
    sid, tid = looked_up(do, shop, item)
    do("add_to_cart", sid=sid, tid=tid, cnt=units)


def clear_cart(do: Client) -> None:
    """Take every line out of the cart."""
    for line in do("get_cart_summary")["lines"]:
        do("delete_item_in_cart", caid=line["caid"])


def putting_back(gold: Program) -> Program:
    """A gold that clears the cart, and puts back what lay in it after all is paid."""

    def program(do: Client) -> None:
        lines = do("get_cart_summary")["lines"]
        gold(do)
        for line in lines:
            do("add_to_cart", sid=line["sid"], tid=line["tid"], cnt=line["count"])

    return program


def pay(do: Client) -> float:
    """Pay for the cart; the total."""
    do("wait_payment_password")
    total = do("checkout_all")["total"]
    assert isinstance(total, float), "totals are money"
    return total


def buy(do: Client, shop: Shop, item: Item, units: int) -> float:
    """Buy units of an item of a shop, both found by name; the total."""
    put_in_cart(do, shop, item, units)
    return pay(do)
