"""The checks that LightShop's tools share."""

from __future__ import annotations

from sandboxes._outcome import Refused
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop


def known_shop(store: LightShop, sid: str) -> Shop:
    """The shop."""
    shop = store.shops.get(sid)
    if shop is None:
        raise Refused(f"No shop has the id {sid}.")
    return shop


def known_item(store: LightShop, sid: str, tid: str) -> Item:
    """An item of a shop."""
    shop = known_shop(store, sid)
    item = store.items.get(sid, tid)
    if item is None:
        raise Refused(f"{shop.name} has no item {tid}.")
    return item
