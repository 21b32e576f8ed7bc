"""LightShop: goods to pick, by kind, by weight, by price and by what they are good for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.corpus_reader import goods_by_name
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item
from sandboxes.tasks._template import Decline
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.shop import Offer, offers, restocked

FOOD = ("fruit", "vegetable")
"""Categories of goods that are sold by weight."""

DEAR = 200_00
"""In cents: nobody buys several of what costs more."""

AFFORDABLE = 120_00
"""In cents: what costs no more is bought without ado."""

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

_UNCOUNTED = ("books", *FOOD)
_GRAMS = {"g": 1, "kg": 1000}
_PRESENTS = ("books", "fashion", "electronics", "home_appliances", "sports_equipment")
_DEAREST_PRESENT = 400_00  # cents
_ANYBODY_CAN_PAY = 250_00  # cents: several units of several such goods
_STOCKED = 20


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


def sold_in_several_shops(world: World) -> dict[str, list[Offer]]:
    """The offers of every good that at least two shops have, by the good's name."""
    by_name: dict[str, list[Offer]] = defaultdict(list)
    for shop, item in world.app(LightShop).all_items():
        by_name[item.name].append((shop, item))
    return {name: group for name, group in sorted(by_name.items()) if len(group) > 1}


def of_different_names(found: Sequence[Offer]) -> list[Offer]:
    """One offer of each good, so that its name says which is meant."""
    return list({item.name: (shop, item) for shop, item in found}.values())


def on_offer(
    world: World, *, in_stock: int = 1, least: int = 0, most: int | None = None
) -> list[Offer]:
    """Goods as they are on offer once the cart has been emptied.

    Args:
        world: The world.
        in_stock: Only those of which so many units are there.
        least: Only those that cost at least so many cents.
        most: Only those that cost at most so many cents.
    """
    return [
        offer
        for offer in offers(restocked(world), in_stock=in_stock)
        if offer[1].price >= least and (most is None or offer[1].price <= most)
    ]


def small_good(world: World, draw: Stream, *, in_stock: int) -> Offer:
    """An affordable good, not sold by weight, of which so many units are in stock.

    Raises:
        Decline: there is none.
    """
    affordable = on_offer(world, in_stock=in_stock, most=AFFORDABLE)
    fitting = [offer for offer in affordable if offer[0].category not in FOOD]
    return one_of(draw, fitting, "affordable good in stock")


def presents(world: World, units: int) -> list[Offer]:
    """Goods that one might bring along, of which so many units are in stock."""
    fitting = on_offer(world, in_stock=units, most=_DEAREST_PRESENT)
    return [offer for offer in fitting if offer[0].category in _PRESENTS]


def everyday_goods(world: World) -> list[Offer]:
    """Goods of which every shop that is chosen has plenty, at a price that anybody can pay."""
    return on_offer(world, in_stock=_STOCKED, most=_ANYBODY_CAN_PAY)


def suitable(offered: list[Offer], wanted: frozenset[str]) -> list[Offer]:
    """The goods of these kinds and categories, or all goods if there are none such."""
    return [offer for offer in offered if _suits(offer, wanted)] or offered


def goods_of_shops(world: World, draw: Stream, count: int, wanted: frozenset[str]) -> list[Offer]:
    """So many everyday goods, all of different names, and others only where wanted ones lack.

    Raises:
        Decline: there are not enough.
    """
    found = of_different_names(draw.shuffled(everyday_goods(world)))
    if len(found) < count:
        raise Decline(f"fewer than {count} everyday goods")
    return sorted(found, key=lambda offer: not _suits(offer, wanted))[:count]


def _suits(offer: Offer, wanted: frozenset[str]) -> bool:
    """Whether an offer is of one of the kinds or categories."""
    return not wanted.isdisjoint((offer[0].category, kind_of(offer[1])))
