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

MASS_NOUNS = frozenset(
    (
        *("ginger", "broccoli", "celery", "celeriac", "zucchini", "garlic", "cabbage", "lettuce"),
        *("kale", "spinach", "bok choy", "kohlrabi", "rutabaga", "fennel", "asparagus", "okra"),
        *("chard", "rhubarb", "squash", "eggplant", "taro", "cassava", "jicama", "lotus root"),
        *("bottle gourd", "bitter melon", "sweet potato", "basil", "mint", "dill", "sage", "thyme"),
        *("rosemary", "parsley", "cilantro", "shiso", "turmeric", "galangal", "lemongrass"),
        *("horseradish", "watercress", "arugula", "radicchio", "endive", "samphire", "edamame"),
        *("romanesco", "moringa", "mango", "papaya", "pineapple", "watermelon", "melon", "coconut"),
        *("grapefruit", "pomelo", "jackfruit", "breadfruit", "durian", "guava", "soursop", "yuzu"),
        *("starfruit", "dragon fruit", "passion fruit", "sea buckthorn", "tamarind"),
    )
)
"""Kinds of fruit and vegetable that read well after a weight: "2 kg of ginger"."""

_OVERLAPPING = frozenset(
    (
        *("hat", "cap", "beanie", "sweater", "trousers", "headphones", "jacket", "coat", "skirt"),
        *("shawl", "scarf", "jeans", "camera", "swimsuit", "flats", "bag", "sarong"),
    )
)
"""Kinds that people may find goods of another kind to belong to, so that "cheapest" is open."""

_UNCOUNTED = ("books", "fruit", "vegetable")
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
        word = kind.casefold()
        hits = sum(word in name for name in names)
        if hits == len(group) and all(word in item.name.casefold() for _, item in group):
            found[kind] = group
    return found


def counted_as(group: Sequence[Offer]) -> str:
    """How one unit of a kind is asked for, such as "one kettle" or "one pair of dumbbells".

    Empty if that is open: units differ, the kind overlaps with another, or it is no such thing.
    """
    goods = {goods_by_name()[item.name] for _, item in group}
    units = {good.unit for good in goods}
    kind = kind_of(group[0][1])
    if group[0][0].category in _UNCOUNTED or kind in _OVERLAPPING or len(units) != 1:
        return ""
    unit = units.pop().removeprefix("1 ")
    plural = kind.endswith("s") and not kind.endswith("ss")
    if plural != (unit in ("pair", "set") and not kind.endswith("set")):
        return ""
    return f"one {unit} of {kind}" if plural else f"one {kind}"


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
