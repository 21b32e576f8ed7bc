"""People and goods as tests speak of them, found by looking into a world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandboxes import World
from tests.sandboxes.calls import State, shop_state, talk_state


class Person(NamedTuple):
    """A contact, or the user, as the world begins."""

    uid: str
    name: str
    tag: str
    gender: str
    mids: tuple[str, ...]
    moids: tuple[str, ...]


class Cast(NamedTuple):
    """Who plays in the tests of LightTalk.

    Args:
        friend: An open contact.
        other_friend: Another one.
        stranger: An open contact who is in no group.
        chatter: An open contact with whom at least two messages were exchanged.
        poster: An open contact with at least three moments and a chat.
        blocked_friend: A blocked contact with a moment and a message.
    """

    friend: Person
    other_friend: Person
    stranger: Person
    chatter: Person
    poster: Person
    blocked_friend: Person


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


def everybody(world: World) -> list[State]:
    """The contacts and the user, with chats and moments, in order of name."""
    found: dict[str, State] = talk_state(world)["contacts"]
    return sorted(found.values(), key=lambda contact: str(contact["name"]))


def cast_of(world: World) -> Cast:
    """The people whom the tests need, as the world begins."""
    others = [contact for contact in everybody(world) if contact["tag"] != "me"]
    friend, other_friend, *rest = (person(c) for c in others if not c["blocked"])
    chatter = next(p for p in rest[1:] if len(p.mids) >= 2)
    poster = next(p for p in rest[1:] if len(p.moids) >= 3 and p.mids and p != chatter)
    blocked = next(person(c) for c in others if c["blocked"] and c["moments"] and c["chat_history"])
    return Cast(friend, other_friend, rest[0], chatter, poster, blocked)


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
