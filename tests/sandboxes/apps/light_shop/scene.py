"""One call of each LightShop tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.apps.people import ShopItem, shop_items
from tests.sandboxes.calls import NOTHING, ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {**_without_arguments(), **_shops(world), **_payments(world)}


def _without_arguments() -> Calls:
    names = """
        list_all_shop_categories get_starred_shops get_my_starred_items get_cart_summary
        check_balance wait_payment_password checkout_all get_trans_history
    """
    return {name: {} for name in names.split()}


def _affordable(world: World) -> ShopItem:
    return next(i for i in shop_items(world) if i.stock >= 10 and i.price < 100)


def _shops(world: World) -> Calls:
    item = _affordable(world)
    other = next(i for i in shop_items(world) if i.sid != item.sid)
    ok(world, "star_shop", sid=other.sid)
    ok(world, "star_item", sid=other.sid, tid=other.tid)
    shop, good = {"sid": item.sid}, {"sid": item.sid, "tid": item.tid}
    shown = next(s for s in ok(world, "search_shops", shop_name=item.shop_name))
    return {
        "get_shop_id_by_name": {"shop_name": item.shop_name},
        "list_all_shops_by_category": {"category": shown["category"]},
        "search_shops": {"shop_name": item.shop_name},
        "fuzzy_search_shops": {"shop_name": item.shop_name},
        "list_items": shop,
        "get_item_info": good,
        "search_items": {"item_name": NOTHING},
        "fuzzy_search_items": {"item_name": item.name},
        "search_items_in_shop": {**shop, "item_name": item.name},
        "fuzzy_search_items_in_shop": {**shop, "item_name": item.name},
        "star_shop": shop,
        "unstar_shop": {"sid": other.sid},
        "star_item": good,
        "unstar_item": {"sid": other.sid, "tid": other.tid},
        "add_to_cart": {**good, "cnt": 2},
    }


def _payments(world: World) -> Calls:
    item = _affordable(world)
    good = {"sid": item.sid, "tid": item.tid}
    ok(world, "add_to_cart", **good, cnt=1)
    ok(world, "wait_payment_password")
    trid = ok(world, "checkout_all")["trid"]
    caid = ok(world, "add_to_cart", **good, cnt=1)["caid"]
    ok(world, "wait_payment_password")
    return {
        "delete_item_in_cart": {"caid": caid},
        "get_trans_info": {"trid": trid},
        "delete_trans_history": {"trid": trid},
    }
