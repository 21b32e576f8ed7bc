"""The cart: it takes stock at once, keeps lines apart, and gives stock back."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_shop import stage
from tests.sandboxes.apps.people import ShopItem
from tests.sandboxes.calls import NOTHING, State, now, ok, overlay, refused, shop_state


def stock(world: World, item: ShopItem) -> int:
    """How many units the shop has left."""
    return int(ok(world, "get_item_info", sid=item.sid, tid=item.tid)["count"])


def summary(state: State) -> State:
    """What the cart's summary must be in a state."""
    lines = []
    for line in state["cart"]:
        item = state["shops"][line["sid"]]["items"][line["tid"]]
        lines.append(
            {
                "caid": line["caid"],
                "sid": line["sid"],
                "tid": line["tid"],
                "name": item["name"],
                "price": item["price"],
                "count": line["count"],
            }
        )
    return {"lines": lines, "total": round(sum(x["price"] * x["count"] for x in lines), 2)}


def test_what_lies_in_the_cart_at_the_start_is_shown_with_its_price(world: World) -> None:
    state = shop_state(world)
    assert len(state["cart"]) > 1
    assert ok(world, "get_cart_summary") == summary(state)


def test_an_empty_cart_costs_nothing(world: World) -> None:
    for line in ok(world, "get_cart_summary")["lines"]:
        ok(world, "delete_item_in_cart", caid=line["caid"])
    assert ok(world, "get_cart_summary") == {"lines": [], "total": 0}


def test_units_put_into_the_cart_leave_the_stock(world: World, shop_item: ShopItem) -> None:
    expected, time = shop_state(world), now(world)
    added = ok(world, "add_to_cart", sid=shop_item.sid, tid=shop_item.tid, cnt=3)
    line = {
        "caid": added["caid"],
        "sid": shop_item.sid,
        "tid": shop_item.tid,
        "count": 3,
        "added": time,
    }
    assert added == {"caid": line["caid"]}
    expected["cart"].append(line)
    expected["shops"][shop_item.sid]["items"][shop_item.tid]["count"] -= 3
    assert shop_state(world) == expected
    assert ok(world, "get_cart_summary") == summary(expected)


def test_lines_of_one_good_are_not_merged(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    before = ok(world, "get_cart_summary")["lines"]
    caids = [ok(world, "add_to_cart", **good, cnt=cnt)["caid"] for cnt in (2, 1, 2)]
    lines = ok(world, "get_cart_summary")["lines"]
    assert lines[: len(before)] == before
    assert [(x["caid"], x["count"]) for x in lines[len(before) :]] == list(
        zip(caids, (2, 1, 2), strict=True)
    )
    assert stock(world, shop_item) == shop_item.stock - 5


def test_all_units_can_be_taken_and_none_after_that(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    ok(world, "add_to_cart", **good, cnt=shop_item.stock)
    assert stock(world, shop_item) == 0
    sentence = refused(world, "add_to_cart", **good, cnt=1)
    assert sentence == f"{shop_item.name}: asked for 1, but the shop has 0 left."


def test_more_units_than_are_left_are_refused_whole(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    sentence = refused(world, "add_to_cart", **good, cnt=shop_item.stock + 1)
    assert f"the shop has {shop_item.stock} left" in sentence
    assert stock(world, shop_item) == shop_item.stock


def test_a_sold_out_good_is_refused(world: World, shop_item: ShopItem) -> None:
    stage.set_stock(world, shop_item.sid, shop_item.tid, 0)
    sentence = refused(world, "add_to_cart", sid=shop_item.sid, tid=shop_item.tid, cnt=1)
    assert "the shop has 0 left" in sentence


def test_a_deleted_line_gives_its_units_back_without_trace(
    world: World, shop_item: ShopItem
) -> None:
    before = overlay(world)
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    caid = ok(world, "add_to_cart", **good, cnt=4)["caid"]
    answer = ok(world, "delete_item_in_cart", caid=caid)
    assert answer == {"caid": caid, "deleted": True}
    assert stock(world, shop_item) == shop_item.stock
    assert overlay(world)[1:] == before[1:]


def test_a_deleted_line_leaves_the_other_lines_of_its_good(
    world: World, shop_item: ShopItem
) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    first = ok(world, "add_to_cart", **good, cnt=4)["caid"]
    expected = shop_state(world)
    second = ok(world, "add_to_cart", **good, cnt=3)["caid"]
    ok(world, "delete_item_in_cart", caid=second)
    assert shop_state(world) == expected
    assert expected["cart"][-1]["caid"] == first


def test_what_lay_in_the_cart_at_the_start_can_be_taken_out(world: World) -> None:
    expected = shop_state(world)
    line = expected["cart"].pop(0)
    ok(world, "delete_item_in_cart", caid=line["caid"])
    expected["shops"][line["sid"]]["items"][line["tid"]]["count"] += line["count"]
    assert shop_state(world) == expected


def test_an_unknown_line_is_refused(world: World) -> None:
    sentence = refused(world, "delete_item_in_cart", caid=NOTHING)
    assert sentence == f"The cart has no line {NOTHING}."


def test_a_line_is_deleted_once(world: World, shop_item: ShopItem) -> None:
    good = {"sid": shop_item.sid, "tid": shop_item.tid}
    caid = ok(world, "add_to_cart", **good, cnt=4)["caid"]
    ok(world, "delete_item_in_cart", caid=caid)
    sentence = refused(world, "delete_item_in_cart", caid=caid)
    assert sentence == f"The cart has no line {caid}."
    assert stock(world, shop_item) == shop_item.stock


def test_the_cart_adds_up_to_the_cent(world: World, shop_item: ShopItem) -> None:
    for line in ok(world, "get_cart_summary")["lines"]:
        ok(world, "delete_item_in_cart", caid=line["caid"])
    for units in range(1, 5):
        ok(world, "add_to_cart", sid=shop_item.sid, tid=shop_item.tid, cnt=units)
    assert ok(world, "get_cart_summary")["total"] == round(10 * round(100 * shop_item.price)) / 100
