"""Favourites: shops and goods are marked once and unmarked once."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.apps.people import ShopItem
from tests.sandboxes.calls import State, ok, overlay, refused, shop_state


def test_at_the_start_nothing_is_a_favourite(world: World) -> None:
    assert ok(world, "get_starred_shops") == []
    assert ok(world, "get_my_starred_items") == []


def test_a_shop_becomes_a_favourite(world: World, shop_item: ShopItem) -> None:
    expected = shop_state(world)
    assert ok(world, "star_shop", sid=shop_item.sid) == {"sid": shop_item.sid, "star": True}
    expected["shops"][shop_item.sid]["star"] = True
    assert shop_state(world) == expected


def test_favourite_shops_are_listed_in_order_of_name(world: World, shops: list[State]) -> None:
    chosen = [shops[5], shops[0], shops[3]]
    for shop in chosen:
        ok(world, "star_shop", sid=shop["sid"])
    assert ok(world, "get_starred_shops") == [
        {"sid": shop["sid"], "name": shop["name"], "category": shop["category"]}
        for shop in (shops[0], shops[3], shops[5])
    ]


def test_a_shop_is_a_favourite_once(world: World, shop_item: ShopItem) -> None:
    ok(world, "star_shop", sid=shop_item.sid)
    sentence = refused(world, "star_shop", sid=shop_item.sid)
    assert sentence == f"{shop_item.shop_name} is already a favourite."


def test_a_shop_is_taken_off_the_favourites_without_trace(
    world: World, shop_item: ShopItem
) -> None:
    before = overlay(world)
    ok(world, "star_shop", sid=shop_item.sid)
    assert ok(world, "unstar_shop", sid=shop_item.sid) == {"sid": shop_item.sid, "star": False}
    assert overlay(world)[1:] == before[1:]
    assert ok(world, "get_starred_shops") == []


def test_a_shop_that_is_no_favourite_is_not_taken_off(
    world: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    ok(world, "star_shop", sid=other_item.sid)
    ok(world, "star_item", sid=shop_item.sid, tid=shop_item.tid)
    sentence = refused(world, "unstar_shop", sid=shop_item.sid)
    assert sentence == f"{shop_item.shop_name} is not a favourite."


def test_a_good_becomes_a_favourite_and_is_shown_as_one(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    expected = shop_state(world)
    assert ok(world, "star_item", **good) == {**good, "star": True}
    expected["shops"][shop_item.sid]["items"][shop_item.tid]["star"] = True
    assert shop_state(world) == expected
    assert ok(world, "get_item_info", **good)["star"] is True
    listed = ok(world, "list_items", sid=shop_item.sid)
    assert [entry["tid"] for entry in listed if entry["star"]] == [shop_item.tid]
    everywhere = ok(world, "search_items", item_name=shop_item.name)
    assert [entry["tid"] for entry in everywhere if entry["star"]] == [shop_item.tid]


def test_favourite_goods_are_listed_by_shop_and_name(
    world: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    chosen = sorted([shop_item, other_item], key=lambda item: (item.shop_name, item.name))
    for item in reversed(chosen):
        ok(world, "star_item", sid=item.sid, tid=item.tid)
    assert ok(world, "get_my_starred_items") == [
        {
            "sid": item.sid,
            "shop_name": item.shop_name,
            "tid": item.tid,
            "name": item.name,
            "price": item.price,
            "star": True,
        }
        for item in chosen
    ]


def test_a_good_is_a_favourite_once(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    ok(world, "star_item", **good)
    assert refused(world, "star_item", **good) == f"{shop_item.name} is already a favourite."


def test_a_good_is_taken_off_the_favourites_without_trace(
    world: World, shop_item: ShopItem
) -> None:
    before = overlay(world)
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    ok(world, "star_item", **good)
    assert ok(world, "unstar_item", **good) == {**good, "star": False}
    assert overlay(world)[1:] == before[1:]
    assert ok(world, "get_my_starred_items") == []


def test_a_good_that_is_no_favourite_is_not_taken_off(
    world: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    ok(world, "star_item", sid=other_item.sid, tid=other_item.tid)
    ok(world, "star_shop", sid=shop_item.sid)
    sentence = refused(world, "unstar_item", sid=shop_item.sid, tid=shop_item.tid)
    assert sentence == f"{shop_item.name} is not a favourite."


def test_a_favourite_stays_one_when_it_is_put_into_the_cart(
    world: World, shop_item: ShopItem
) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    ok(world, "star_item", **good)
    ok(world, "add_to_cart", **good, cnt=2)
    shown = ok(world, "get_item_info", **good)
    assert (shown["star"], shown["count"]) == (True, shop_item.stock - 2)
