"""People and goods as tests speak of them, found by looking into a world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandboxes import World
from tests.sandboxes.apps.calls import State, shop_state


class Person(NamedTuple):
    """A contact, or the user, as the world begins."""

    uid: str
    name: str
    tag: str
    gender: str
    mids: tuple[str, ...]
    moids: tuple[str, ...]


class ShopItem(NamedTuple):
    """A good in one shop, as the world begins."""

    sid: str
    tid: str
    name: str
    shop_name: str
    price: float
    stock: int


def person(contact: State) -> Person:
    """The person of a contact's state."""
    return Person(
        contact["uid"],
        contact["name"],
        contact["tag"],
        contact["gender"],
        tuple(message["mid"] for message in contact["chat_history"]),
        tuple(moment["moid"] for moment in contact["moments"]),
    )


def shop_items(world: World) -> Iterator[ShopItem]:
    """All goods that are not in the cart, shops and goods in order of name."""
    state = shop_state(world)
    in_cart = {line["tid"] for line in state["cart"]}
    for shop in sorted(state["shops"].values(), key=lambda shop: str(shop["name"])):
        for item in sorted(shop["items"].values(), key=lambda item: str(item["name"])):
            if item["tid"] not in in_cart:
                yield ShopItem(
                    shop["sid"],
                    item["tid"],
                    item["name"],
                    shop["name"],
                    item["price"],
                    item["count"],
                )
