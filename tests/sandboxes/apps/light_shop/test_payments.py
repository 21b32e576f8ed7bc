"""Payments: the password, the balance, the bill, and what is kept of it."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_shop import stage
from sandboxes.apps.light_shop.data_model import LightShop
from tests.sandboxes.apps.people import ShopItem
from tests.sandboxes.calls import NOTHING, now, ok, overlay, refused, shop_state

NO_PASSWORD = "The payment password has not been entered; ask the user for it first."


def cents(amount: float) -> int:
    """An amount of money in whole cents."""
    return round(100 * amount)


def add(world: World, item: ShopItem, units: int) -> str:
    """Put units into the cart: the id of the line."""
    return str(ok(world, "add_to_cart", sid=item.sid, tid=item.tid, cnt=units)["caid"])


def pay(world: World) -> str:
    """Enter the password and pay for the cart: the id of the payment."""
    ok(world, "wait_payment_password")
    return str(ok(world, "checkout_all")["trid"])


def set_balance(world: World, amount: int) -> None:
    """Let the user have so many cents."""
    account = world.app(LightShop).account
    account.set(account.value._replace(balance=amount))


@pytest.fixture
def emptied(world: World) -> World:
    """A world in whose cart nothing lies."""
    stage.empty_cart(world)
    return world


def test_the_balance_is_a_number(world: World) -> None:
    balance = ok(world, "check_balance")
    assert balance == shop_state(world)["balance"]
    assert type(balance) is float
    assert 8_000 <= balance <= 100_000


def test_the_password_lies_ready_once_entered(world: World) -> None:
    expected = shop_state(world)
    assert ok(world, "wait_payment_password") == {"password_ready": True}
    expected["password_ready"] = True
    assert shop_state(world) == expected
    assert ok(world, "wait_payment_password") == {"password_ready": True}


def test_without_the_password_nothing_is_paid(world: World) -> None:
    assert refused(world, "checkout_all") == NO_PASSWORD


def test_the_password_is_asked_for_before_the_cart_is_looked_at(emptied: World) -> None:
    assert refused(emptied, "checkout_all") == NO_PASSWORD


def test_a_payment_books_balance_total_and_goods_and_empties_the_cart(
    emptied: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    add(emptied, shop_item, 2)
    add(emptied, other_item, 3)
    ok(emptied, "wait_payment_password")
    expected, time = shop_state(emptied), now(emptied)
    total = (2 * cents(shop_item.price) + 3 * cents(other_item.price)) / 100
    paid = ok(emptied, "checkout_all")
    assert paid == {"trid": paid["trid"], "total": total}
    expected["balance"] = (cents(expected["balance"]) - cents(total)) / 100
    expected["password_ready"] = False
    expected["cart"] = []
    expected["trans_history"] = [
        {
            "trid": paid["trid"],
            "timestamp": time,
            "total": total,
            "info": {
                shop_item.sid: {shop_item.tid: 2},
                other_item.sid: {other_item.tid: 3},
            },
        }
    ]
    assert shop_state(emptied) == expected
    assert ok(emptied, "check_balance") == expected["balance"]
    assert ok(emptied, "get_cart_summary") == {"lines": [], "total": 0}


def test_two_lines_of_one_good_are_added_up(emptied: World, shop_item: ShopItem) -> None:
    add(emptied, shop_item, 2)
    add(emptied, shop_item, 3)
    payment = ok(emptied, "get_trans_info", trid=pay(emptied))
    assert payment["info"] == {shop_item.sid: {shop_item.tid: 5}}
    assert payment["total"] == 5 * cents(shop_item.price) / 100


def test_what_lay_in_the_cart_before_is_paid_too(world: World, shop_item: ShopItem) -> None:
    cart = ok(world, "get_cart_summary")
    add(world, shop_item, 1)
    bought: dict[str, dict[str, int]] = {}
    for line in cart["lines"]:
        bought.setdefault(line["sid"], {})[line["tid"]] = line["count"]
    bought.setdefault(shop_item.sid, {})[shop_item.tid] = 1
    payment = ok(world, "get_trans_info", trid=pay(world))
    assert payment["info"] == bought
    assert payment["total"] == (cents(cart["total"]) + cents(shop_item.price)) / 100


def test_the_password_is_used_up_by_one_payment(emptied: World, shop_item: ShopItem) -> None:
    ok(emptied, "wait_payment_password")
    add(emptied, shop_item, 1)
    pay(emptied)
    add(emptied, shop_item, 1)
    assert refused(emptied, "checkout_all") == NO_PASSWORD


def test_an_empty_cart_is_refused_and_the_password_kept(
    emptied: World, shop_item: ShopItem
) -> None:
    ok(emptied, "wait_payment_password")
    assert refused(emptied, "checkout_all") == "The cart is empty."
    add(emptied, shop_item, 1)
    ok(emptied, "checkout_all")


def test_a_cart_that_costs_too_much_is_refused_and_the_password_kept(
    emptied: World, shop_item: ShopItem
) -> None:
    price = cents(shop_item.price)
    set_balance(emptied, 2 * price - 1)
    line = add(emptied, shop_item, 1)
    add(emptied, shop_item, 1)
    ok(emptied, "wait_payment_password")
    sentence = refused(emptied, "checkout_all")
    assert sentence == f"The cart costs {2 * price / 100}, the balance is {(2 * price - 1) / 100}."
    ok(emptied, "delete_item_in_cart", caid=line)
    ok(emptied, "checkout_all")
    assert ok(emptied, "check_balance") == (price - 1) / 100


def test_the_last_cent_can_be_spent(emptied: World, shop_item: ShopItem) -> None:
    set_balance(emptied, 2 * cents(shop_item.price))
    add(emptied, shop_item, 2)
    pay(emptied)
    assert ok(emptied, "check_balance") == 0


def test_what_is_paid_for_does_not_come_back_into_stock(
    emptied: World, shop_item: ShopItem
) -> None:
    line = add(emptied, shop_item, 3)
    pay(emptied)
    assert f"The cart has no line {line}." in refused(emptied, "delete_item_in_cart", caid=line)
    shown = ok(emptied, "get_item_info", sid=shop_item.sid, tid=shop_item.tid)
    assert shown["count"] == shop_item.stock - 3


def test_payments_are_listed_oldest_first_and_shown_one_by_one(
    emptied: World, shop_item: ShopItem, other_item: ShopItem
) -> None:
    assert ok(emptied, "get_trans_history") == []
    trids = []
    for item in (shop_item, other_item, shop_item):
        add(emptied, item, 1)
        trids.append(pay(emptied))
    history = ok(emptied, "get_trans_history")
    assert history == shop_state(emptied)["trans_history"]
    assert [payment["trid"] for payment in history] == trids
    assert len(set(trids)) == 3
    for payment in history:
        assert ok(emptied, "get_trans_info", trid=payment["trid"]) == payment


def test_a_deleted_record_moves_no_money(emptied: World, shop_item: ShopItem) -> None:
    add(emptied, shop_item, 1)
    pay(emptied)
    expected = shop_state(emptied)
    add(emptied, shop_item, 1)
    trid = pay(emptied)
    expected["balance"] = ok(emptied, "check_balance")
    expected["shops"][shop_item.sid]["items"][shop_item.tid]["count"] -= 1
    answer = ok(emptied, "delete_trans_history", trid=trid)
    assert answer == {"trid": trid, "deleted": True}
    assert shop_state(emptied) == expected


def test_a_deleted_record_leaves_no_trace_of_its_own(emptied: World, shop_item: ShopItem) -> None:
    add(emptied, shop_item, 1)
    trid = pay(emptied)
    set_balance(emptied, cents(shop_state(World(emptied.seed))["balance"]))
    stage.set_stock(emptied, shop_item.sid, shop_item.tid, shop_item.stock)
    ok(emptied, "delete_trans_history", trid=trid)
    plain = World(emptied.seed)
    stage.empty_cart(plain)
    assert overlay(emptied)[1:] == overlay(plain)[1:]


@pytest.mark.parametrize("tool", ["get_trans_info", "delete_trans_history"])
def test_an_unknown_payment_is_refused(tool: str, emptied: World, shop_item: ShopItem) -> None:
    add(emptied, shop_item, 1)
    gone = pay(emptied)
    ok(emptied, "delete_trans_history", trid=gone)
    for trid in (NOTHING, gone):
        assert refused(emptied, tool, trid=trid) == f"There is no payment {trid}."
