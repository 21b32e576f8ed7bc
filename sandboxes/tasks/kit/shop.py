"""LightShop: goods to pick, carts to prepare, and how golds shop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from sandboxes._world import World
from sandboxes.apps.light_shop.corpus_reader import goods_by_name
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop
from sandboxes.apps.light_shop.stage import empty_cart, fill_cart
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Stage

PAYMENTS = "LightShop/trans_history"
"""Collection of payments, for `Draft.summed`."""

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
Offer = tuple[Shop, Item]

_GRAMS = {"g": 1, "kg": 1000}


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


def sold_in_several_shops(world: World) -> dict[str, list[Offer]]:
    """The offers of every good that at least two shops have, by the good's name."""
    by_name: dict[str, list[Offer]] = defaultdict(list)
    for shop, item in world.app(LightShop).all_items():
        by_name[item.name].append((shop, item))
    return {name: group for name, group in sorted(by_name.items()) if len(group) > 1}


def of_different_names(found: Sequence[Offer]) -> list[Offer]:
    """One offer of each good, so that its name says which is meant."""
    return list({item.name: (shop, item) for shop, item in found}.values())


def equal_share(cents: int, people: int) -> float:
    """An equal part of an amount, rounded to the cent, half a cent up."""
    return (2 * cents + people) // (2 * people) / 100


def restocked(world: World) -> World:
    """The world as it is once the cart has been emptied."""
    fresh = world.fork()
    empty_cart(fresh)
    return fresh


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
    sid = do("get_shop_id_by_name", shop_name=shop.name)
    found = do("search_items_in_shop", sid=sid, item_name=item.name)
    return sid, next(entry["tid"] for entry in found if entry["name"] == item.name)


def put_in_cart(do: Client, shop: Shop, item: Item, units: int) -> None:
    """Put units of an item of a shop into the cart, both found by name."""
    sid, tid = looked_up(do, shop, item)
    do("add_to_cart", sid=sid, tid=tid, cnt=units)


def clear_cart(do: Client) -> None:
    """Take every line out of the cart."""
    for line in do("get_cart_summary")["lines"]:
        do("delete_item_in_cart", caid=line["caid"])


def pay(do: Client) -> float:
    """Pay for the cart; the total."""
    do("wait_payment_password")
    total = do("checkout_all")["total"]
    assert isinstance(total, float), "totals are money"
    return total
