"""Tools about shops: finding them and keeping favourites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Fragment, Identifier, Line
from sandboxes.apps.light_shop.checks import known_shop
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Shop
from sandboxes.apps.light_shop.search import CLOSE, containing, resembling


def _shown(shop: Shop) -> dict[str, Any]:
    return {"sid": shop.sid, "name": shop.name, "category": shop.category}


def _all_that(store: LightShop, fits: Callable[[str], bool]) -> list[dict[str, Any]]:
    return [_shown(shop) for shop in store.shops.of().values() if fits(shop.name)]


@tool(mutates=False, requires=(), provides=("category",))
def list_all_shop_categories(store: LightShop) -> list[str]:
    """List the categories that have at least one shop.

    Returns:
        A sorted list of category names.
    """
    return sorted({shop.category for shop in store.shops.of().values()})


@tool(mutates=False, requires=(), provides=("shop",))
def get_shop_id_by_name(store: LightShop, shop_name: Line) -> str:
    """Find the shop with an exact name.

    Refused if there is none.

    Args:
        shop_name: Name of the shop, upper and lower case as written.

    Returns:
        The shop's id.
    """
    for shop in store.shops.of().values():
        if shop.name == shop_name:
            return shop.sid
    raise Refused(f'No shop is called "{shop_name}".')


@tool(mutates=False, requires=("category",), provides=("shop",))
def list_all_shops_by_category(store: LightShop, category: Line) -> list[dict[str, Any]]:
    """List the shops of one category.

    Refused if the category has no shop.

    Args:
        category: Name of the category, such as "fruit".

    Returns:
        A list of {sid, name, category} in order of name.
    """
    found = [_shown(shop) for shop in store.shops.of().values() if shop.category == category]
    if not found:
        raise Refused(f'There is no shop in the category "{category}".')
    return found


@tool(mutates=False, requires=(), provides=("shop",))
def search_shops(store: LightShop, shop_name: Fragment) -> list[dict[str, Any]]:
    """Find the shops whose name contains a fragment; case does not matter.

    Args:
        shop_name: Part of a shop's name.

    Returns:
        A list of {sid, name, category} in order of name; empty if there is none.
    """
    return _all_that(store, containing(shop_name))


@tool(mutates=False, requires=(), provides=("shop",))
def fuzzy_search_shops(store: LightShop, shop_name: Fragment) -> list[dict[str, Any]]:
    """Find the shops whose name contains a fragment or is spelled alike.

    Args:
        shop_name: A shop's name, or part of it, perhaps misspelled.

    Returns:
        A list of {sid, name, category} in order of name; empty if there is none.
    """
    return _all_that(store, resembling(shop_name, CLOSE))


def _set_star(store: LightShop, sid: str, star: bool) -> dict[str, Any]:
    shop = known_shop(store, sid)
    if shop.star is star:
        raise Refused(f"{shop.name} is {'already' if star else 'not'} a favourite.")
    store.shops.put(shop._replace(star=star))
    return {"sid": sid, "star": star}


@tool(mutates=True, requires=("shop",), provides=())
def star_shop(store: LightShop, sid: Identifier) -> dict[str, Any]:
    """Mark a shop as a favourite.

    Refused if the shop is unknown or a favourite already.

    Args:
        sid: Id of the shop.

    Returns:
        {sid, star}.
    """
    return _set_star(store, sid, True)


@tool(mutates=True, requires=("shop",), provides=())
def unstar_shop(store: LightShop, sid: Identifier) -> dict[str, Any]:
    """Take a shop off the favourites.

    Refused if the shop is unknown or no favourite.

    Args:
        sid: Id of the shop.

    Returns:
        {sid, star}.
    """
    return _set_star(store, sid, False)


@tool(mutates=False, requires=(), provides=("shop",))
def get_starred_shops(store: LightShop) -> list[dict[str, Any]]:
    """List the favourite shops.

    Returns:
        A list of {sid, name, category} in order of name.
    """
    return [_shown(shop) for shop in store.shops.of().values() if shop.star]
