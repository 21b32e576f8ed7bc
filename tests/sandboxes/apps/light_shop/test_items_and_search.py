"""Goods: listing, describing and searching them, in one shop and in all."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_shop.corpus_reader import shop_corpus
from tests.sandboxes.apps.light_shop.spelling import alike, misspelt, of_length_in_fives
from tests.sandboxes.apps.people import ShopItem
from tests.sandboxes.calls import NOTHING, State, ok, refused


def goods(shop: State) -> list[State]:
    """The goods of a shop in order of name."""
    return sorted(shop["items"].values(), key=lambda item: str(item["name"]))


def listed(items: list[State]) -> list[State]:
    """Goods as the list of one shop shows them."""
    return [{field: i[field] for field in ("tid", "name", "price", "star")} for i in items]


def found(shops: list[State], word: str, tenths: int) -> list[State]:
    """Goods of all shops whose names are like a word, as searches show them."""
    return [
        {"sid": shop["sid"], "shop_name": shop["name"], **listed([item])[0]}
        for shop in shops
        for item in goods(shop)
        if alike(item["name"], word, tenths=tenths)
    ]


def test_a_shop_lists_its_goods_in_order_of_name(world: World, shops: list[State]) -> None:
    for shop in shops:
        assert ok(world, "list_items", sid=shop["sid"]) == listed(goods(shop))


def test_a_good_is_described_with_price_stock_and_unit(world: World, shops: list[State]) -> None:
    for shop in shops:
        corpus = {good.name: good for good in shop_corpus()[shop["category"]].goods}
        for item in goods(shop):
            expected = {
                **item,
                "unit": corpus[item["name"]].unit,
                "description": corpus[item["name"]].description,
            }
            assert ok(world, "get_item_info", sid=shop["sid"], tid=item["tid"]) == expected


@pytest.mark.parametrize("word", ["an", "TEA", "qqq"])
def test_a_fragment_finds_goods_in_all_shops(word: str, world: World, shops: list[State]) -> None:
    expected = found(shops, word, tenths=10)
    assert ok(world, "search_items", item_name=word) == expected
    assert (expected == []) is (word == "qqq")


def test_a_fragment_finds_goods_in_one_shop(world: World, shops: list[State]) -> None:
    for shop in shops:
        expected = listed([item for item in goods(shop) if "an" in item["name"].lower()])
        assert ok(world, "search_items_in_shop", sid=shop["sid"], item_name="AN") == expected


@pytest.mark.parametrize("word", ["bannana", "aple", "qqqqqq"])
def test_a_fuzzy_search_finds_goods_loosely_alike_in_all_shops(
    word: str, world: World, shops: list[State]
) -> None:
    assert ok(world, "fuzzy_search_items", item_name=word) == found(shops, word, tenths=4)


@pytest.mark.parametrize("word", ["bannana", "aple", "an"])
def test_a_fuzzy_search_finds_goods_closely_alike_in_one_shop(
    word: str, world: World, shops: list[State]
) -> None:
    for shop in shops:
        expected = listed([i for i in goods(shop) if alike(i["name"], word, tenths=6)])
        answer = ok(world, "fuzzy_search_items_in_shop", sid=shop["sid"], item_name=word)
        assert answer == expected


def test_in_one_shop_names_must_be_more_than_sixty_percent_alike(
    world: World, shops: list[State]
) -> None:
    item = of_length_in_fives(goods(shops[0]))
    wrong = 2 * len(item["name"]) // 5
    sid, name = shops[0]["sid"], item["name"]
    close = ok(world, "fuzzy_search_items_in_shop", sid=sid, item_name=misspelt(name, wrong - 1))
    limit = ok(world, "fuzzy_search_items_in_shop", sid=sid, item_name=misspelt(name, wrong))
    assert item["tid"] in [entry["tid"] for entry in close]
    assert item["tid"] not in [entry["tid"] for entry in limit]


def test_in_all_shops_names_must_be_more_than_forty_percent_alike(
    world: World, shops: list[State]
) -> None:
    item = of_length_in_fives(goods(shops[0]))
    wrong, name = 3 * len(item["name"]) // 5, item["name"]
    close = ok(world, "fuzzy_search_items", item_name=misspelt(name, wrong - 1))
    limit = ok(world, "fuzzy_search_items", item_name=misspelt(name, wrong))
    assert item["tid"] in [entry["tid"] for entry in close]
    assert item["tid"] not in [entry["tid"] for entry in limit]


def test_a_plain_search_forgives_no_misspelling(world: World, shop_item: ShopItem) -> None:
    wrong = misspelt(shop_item.name, 1)
    assert ok(world, "search_items", item_name=wrong) == []
    assert ok(world, "search_items_in_shop", sid=shop_item.sid, item_name=wrong) == []


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("list_items", {}),
        ("get_item_info", {"tid": NOTHING}),
        ("search_items_in_shop", {"item_name": "a"}),
        ("fuzzy_search_items_in_shop", {"item_name": "a"}),
        ("add_to_cart", {"tid": NOTHING, "cnt": 1}),
        ("star_shop", {}),
        ("unstar_shop", {}),
        ("star_item", {"tid": NOTHING}),
        ("unstar_item", {"tid": NOTHING}),
    ],
)
def test_an_unknown_shop_is_refused(tool: str, more: dict[str, object], world: World) -> None:
    assert refused(world, tool, sid=NOTHING, **more) == f"No shop has the id {NOTHING}."


@pytest.mark.parametrize(
    ("tool", "more"),
    [("get_item_info", {}), ("add_to_cart", {"cnt": 1}), ("star_item", {}), ("unstar_item", {})],
)
def test_a_good_is_looked_for_in_its_own_shop_only(
    tool: str, more: dict[str, int], world: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    for tid in (NOTHING, other_item.tid):
        sentence = refused(world, tool, sid=shop_item.sid, tid=tid, **more)
        assert sentence == f"{shop_item.shop_name} has no item {tid}."
