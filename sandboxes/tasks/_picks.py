"""How templates pick their people and things from a world."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TypeVar

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.corpus_reader import goods_by_name
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.tasks._template import Decline

T = TypeVar("T")
Offer = tuple[Shop, Item]

_GRAMS = {"g": 1, "kg": 1000}


def one_of(draw: Stream, candidates: Sequence[T], what: str) -> T:
    """One of the candidates.

    Raises:
        Decline: there is none.
    """
    if not candidates:
        raise Decline(f"no {what}")
    return draw.choice(candidates)


def some_of(draw: Stream, candidates: Sequence[T], count: int, what: str) -> list[T]:
    """So many different ones of the candidates.

    Raises:
        Decline: there are not enough.
    """
    if len(candidates) < count:
        raise Decline(f"fewer than {count} {what}")
    return draw.sample(candidates, count)


def others(world: World, *, blocked: bool | None = False) -> list[Contact]:
    """All contacts but the user, by default those that are not blocked."""
    talk = world.app(LightTalk)
    return [
        contact
        for contact in talk.directory().values()
        if contact.uid != talk.me and blocked in (None, contact.blocked)
    ]


def tags_of_size(world: World, fewest: int, most: int) -> list[str]:
    """Tags that so many contacts carry, blocked ones included."""
    counted = Counter(contact.tag for contact in others(world, blocked=None))
    return sorted(tag for tag, count in counted.items() if fewest <= count <= most)


def offers(world: World, *, in_stock: int = 1) -> list[Offer]:
    """Every item of every shop that has so many units."""
    return [pair for pair in world.app(LightShop).all_items() if pair[1].count >= in_stock]


def kind_of(item: Item) -> str:
    """What a buyer would call the item."""
    return goods_by_name()[item.name].kind


def offers_by_kind(world: World) -> dict[str, list[Offer]]:
    """All offers by kind, where the kind's word finds these items and no others."""
    everything = list(world.app(LightShop).all_items())
    grouped: dict[str, list[Offer]] = defaultdict(list)
    for shop, item in everything:
        grouped[kind_of(item)].append((shop, item))
    names = [item.name.casefold() for _, item in everything]
    found = {}
    for kind, group in sorted(grouped.items()):
        hits = sum(kind in name for name in names)
        if hits == len(group) and all(kind in item.name.casefold() for _, item in group):
            found[kind] = group
    return found


def cheapest(group: Sequence[Offer]) -> Offer | None:
    """The offer in stock with the lowest price, if no other has that price."""
    ranked = sorted((o for o in group if o[1].count > 0), key=lambda offer: offer[1].price)
    if not ranked or (len(ranked) > 1 and ranked[0][1].price == ranked[1][1].price):
        return None
    return ranked[0]


def grams(item: Item) -> int | None:
    """The weight of one unit, or None if the item is not sold by weight."""
    number, _, unit = goods_by_name()[item.name].unit.partition(" ")
    return int(number) * _GRAMS[unit] if unit in _GRAMS else None


def weight(total: int) -> str:
    """A weight in grams as people say it."""
    return f"{total / 1000:g} kg" if total >= 1000 else f"{total} g"
