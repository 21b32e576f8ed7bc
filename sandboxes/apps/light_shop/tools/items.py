"""Tools about goods: finding, describing and keeping favourites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import units
from sandboxes._tool import tool
from sandboxes._types import Fragment, Identifier
from sandboxes.apps.light_shop.checks import known_item, known_shop
from sandboxes.apps.light_shop.corpus_reader import goods_by_name
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop
from sandboxes.apps.light_shop.search import CLOSE, LOOSE, containing, resembling


def _listed(item: Item) -> dict[str, Any]:
    return {"tid": item.tid, "name": item.name, "price": units(item.price), "star": item.star}


def _found(shop: Shop, item: Item) -> dict[str, Any]:
    return {"sid": shop.sid, "shop_name": shop.name, **_listed(item)}


def _everywhere(store: LightShop, fits: Callable[[str], bool]) -> list[dict[str, Any]]:
    return [_found(shop, item) for shop, item in store.all_items() if fits(item.name)]


def _in_shop(store: LightShop, sid: str, fits: Callable[[str], bool]) -> list[dict[str, Any]]:
    known_shop(store, sid)
    return [_listed(item) for item in store.items.of(sid).values() if fits(item.name)]


@tool(mutates=False, requires=("shop",), provides=("item",))
def list_items(store: LightShop, sid: Identifier) -> list[dict[str, Any]]:
    """List the goods of a shop.

    Refused if the shop is unknown.

    Args:
        sid: Id of the shop.

    Returns:
        A list of {tid, name, price, star} in order of name; the price is per unit.
    """
    return _in_shop(store, sid, lambda _: True)


@tool(mutates=False, requires=("shop", "item"), provides=())
def get_item_info(store: LightShop, sid: Identifier, tid: Identifier) -> dict[str, Any]:
    """Describe one item of a shop: what it is, its price and how many units are left.

    Refused if the shop is unknown or has no such item.

    Args:
        sid: Id of the shop.
        tid: Id of the item.

    Returns:
        {tid, name, price, count, star, unit, description}; the price is per unit, count says how
        many units are left.
    """
    item = known_item(store, sid, tid)
    good = goods_by_name()[item.name]
    return {
        "tid": item.tid,
        "name": item.name,
        "price": units(item.price),
        "count": item.count,
        "star": item.star,
        "unit": good.unit,
        "description": good.description,
    }


@tool(mutates=False, requires=(), provides=("shop", "item"))
def search_items(store: LightShop, item_name: Fragment) -> list[dict[str, Any]]:
    """Find the items of all shops whose name contains a fragment; case does not matter.

    Args:
        item_name: Part of an item's name.

    Returns:
        A list of {sid, shop_name, tid, name, price, star}, by shop and item name; empty if there
        is none.
    """
    return _everywhere(store, containing(item_name))


@tool(mutates=False, requires=(), provides=("shop", "item"))
def fuzzy_search_items(store: LightShop, item_name: Fragment) -> list[dict[str, Any]]:
    """Find the items of all shops whose name contains a fragment or is loosely spelled alike.

    Args:
        item_name: An item's name, or part of it, perhaps misspelled.

    Returns:
        A list of {sid, shop_name, tid, name, price, star}, by shop and item name; empty if there
        is none.
    """
    return _everywhere(store, resembling(item_name, LOOSE))


@tool(mutates=False, requires=("shop",), provides=("item",))
def search_items_in_shop(
    store: LightShop, sid: Identifier, item_name: Fragment
) -> list[dict[str, Any]]:
    """Find the items of one shop whose name contains a fragment; case does not matter.

    Refused if the shop is unknown.

    Args:
        sid: Id of the shop.
        item_name: Part of an item's name.

    Returns:
        A list of {tid, name, price, star} in order of name; empty if there is none.
    """
    return _in_shop(store, sid, containing(item_name))


@tool(mutates=False, requires=("shop",), provides=("item",))
def fuzzy_search_items_in_shop(
    store: LightShop, sid: Identifier, item_name: Fragment
) -> list[dict[str, Any]]:
    """Find the items of one shop whose name contains a fragment or is spelled alike.

    Refused if the shop is unknown.

    Args:
        sid: Id of the shop.
        item_name: An item's name, or part of it, perhaps misspelled.

    Returns:
        A list of {tid, name, price, star} in order of name; empty if there is none.
    """
    return _in_shop(store, sid, resembling(item_name, CLOSE))


def _set_star(store: LightShop, sid: str, tid: str, star: bool) -> dict[str, Any]:
    item = known_item(store, sid, tid)
    if item.star is star:
        raise Refused(f"{item.name} is {'already' if star else 'not'} a favourite.")
    store.items.put(item._replace(star=star), sid)
    return {"sid": sid, "tid": tid, "star": star}


@tool(mutates=True, requires=("shop", "item"), provides=())
def star_item(store: LightShop, sid: Identifier, tid: Identifier) -> dict[str, Any]:
    """Mark an item of a shop as a favourite.

    Refused if the shop is unknown, has no such item, or the item is a favourite already.

    Args:
        sid: Id of the shop.
        tid: Id of the item.

    Returns:
        {sid, tid, star}.
    """
    return _set_star(store, sid, tid, True)


@tool(mutates=True, requires=("shop", "item"), provides=())
def unstar_item(store: LightShop, sid: Identifier, tid: Identifier) -> dict[str, Any]:
    """Take an item of a shop off the favourites.

    Refused if the shop is unknown, has no such item, or the item is no favourite.

    Args:
        sid: Id of the shop.
        tid: Id of the item.

    Returns:
        {sid, tid, star}.
    """
    return _set_star(store, sid, tid, False)


@tool(mutates=False, requires=(), provides=("shop", "item"))
def get_my_starred_items(store: LightShop) -> list[dict[str, Any]]:
    """List the favourite items of all shops.

    Returns:
        A list of {sid, shop_name, tid, name, price, star}, by shop and item name.
    """
    return [_found(shop, item) for shop, item in store.all_items() if item.star]
