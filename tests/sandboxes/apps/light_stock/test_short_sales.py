"""Short sales: VIP users sell what they do not hold, within bounds, and buy it back."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import (
    FUNDS,
    buy,
    fee,
    held,
    money,
    price,
    sell,
    stock_state,
)
from tests.sandboxes.calls import ok, refused


def most_to_sell(world: World, ticker: str) -> int:
    """The largest short sale after which the balance is twice its value, tried one by one."""
    quote, (balance, _, _) = price(world, ticker), money(world)
    number = 0
    while balance + (number + 1) * quote - fee(world, (number + 1) * quote) >= 2 * quote * (
        number + 1
    ):
        number += 1
    return number


def test_a_vip_sells_short_and_owes_the_shares(vip: World) -> None:
    amount = 4 * price(vip, "KO")
    sell(vip, "KO", 4)
    assert held(vip) == {"KO": (-4, price(vip, "KO") / 100)}
    assert money(vip)[0] == FUNDS + amount - fee(vip, amount)


def test_selling_more_than_is_held_goes_through_zero(vip: World) -> None:
    stage.give_shares(vip, "KO", 3, cost=300)
    sell(vip, "KO", 5)
    assert held(vip) == {"KO": (-2, price(vip, "KO") / 100)}


def test_covering_wholly_leaves_no_position(vip: World) -> None:
    amount = 4 * price(vip, "KO")
    sell(vip, "KO", 4)
    buy(vip, "KO", 4)
    assert held(vip) == {}
    assert stock_state(vip)["portfolio"] == {}
    assert money(vip)[0] == FUNDS - 2 * fee(vip, amount)


def test_covering_partly_leaves_the_average_price(vip: World) -> None:
    stage.give_shares(vip, "KO", -9, cost=-9 * 5555)
    buy(vip, "KO", 4)
    assert held(vip) == {"KO": (-5, 55.55)}
    assert stock_state(vip)["portfolio"]["KO"]["cost"] == -5 * 55.55


def test_buying_more_than_is_owed_goes_through_zero(vip: World) -> None:
    stage.give_shares(vip, "KO", -2, cost=-500)
    buy(vip, "KO", 6)
    assert held(vip) == {"KO": (4, price(vip, "KO") / 100)}


def test_neither_the_order_nor_the_number_of_purchases_shows_in_what_is_owed(vip: World) -> None:
    stage.give_shares(vip, "KO", -10, cost=-1001)
    ends = set()
    for parts in ([7], [3, 4], [4, 3], [1] * 7):
        world = vip.fork()
        for part in parts:
            buy(world, "KO", part)
        ends.add(stock_state(world)["portfolio"]["KO"]["cost"])
    assert ends == {-3.0}


def test_selling_shorter_moves_the_average_price(vip: World) -> None:
    quote = price(vip, "KO")
    stage.give_shares(vip, "KO", -1, cost=-quote - 200)
    sell(vip, "KO", 1)
    assert held(vip) == {"KO": (-2, (quote + 100) / 100)}


def test_the_balance_must_be_twice_what_is_owed(vip: World) -> None:
    stage.set_funds(vip, trading=1_000_000)
    most = most_to_sell(vip, "KO")
    assert most > 50
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "side": "sell", "quantity": most + 1}
    sentence = refused(vip, "place_market_order", **arguments)
    assert sentence.endswith("it must leave at least twice as much as that.")
    sell(vip, "KO", most)
    assert money(vip)[0] >= 2 * most * price(vip, "KO")


def test_proceeds_of_one_short_sale_do_not_pay_for_the_next(vip: World) -> None:
    stage.set_funds(vip, trading=1_000_000)
    most = most_to_sell(vip, "KO")
    sell(vip, "KO", most - 1)
    stage.set_password(vip, ready=True)
    for ticker in ("KO", "PEP", "COST"):
        arguments = {"ticker": ticker, "side": "sell", "quantity": 2}
        assert "sold short" in refused(vip, "place_market_order", **arguments)


def test_what_is_held_counts_for_what_is_owed_only_as_money(vip: World) -> None:
    """A sale through zero owes just what is beyond the shares held."""
    stage.set_funds(vip, trading=0)
    stage.give_shares(vip, "KO", 10)
    sell(vip, "KO", 14)
    assert held(vip)["KO"][0] == -4


def test_who_has_no_money_cannot_sell_short(vip: World) -> None:
    stage.set_funds(vip, trading=0)
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "side": "sell", "quantity": 1}
    assert "sold short" in refused(vip, "place_market_order", **arguments)


def test_a_basic_user_covers_what_is_owed(basic: World) -> None:
    stage.give_shares(basic, "KO", -3)
    buy(basic, "KO", 3)
    assert held(basic) == {}
    assert ok(basic, "get_day_trades_remaining")["day_trades_left"] == 2
