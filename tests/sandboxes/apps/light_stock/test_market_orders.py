"""Market orders: shares change hands at once, at the quote, and money moves to the cent."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import (
    FUNDS,
    buy,
    cents,
    fee,
    held,
    money,
    price,
    sell,
    stock_state,
)
from tests.sandboxes.calls import now, ok, refused


def trade(world: World, ticker: str, side: str, quantity: int) -> str:
    """The sentence that refuses a market order."""
    return refused(world, "place_market_order", ticker=ticker, side=side, quantity=quantity)


def test_a_purchase_books_shares_money_fee_and_the_trade(basic: World) -> None:
    ok(basic, "wait_trade_password")
    expected, time, quote = stock_state(basic), now(basic), price(basic, "SBUX")
    amount = 7 * quote
    made = ok(basic, "place_market_order", ticker="SBUX", side="buy", quantity=7)
    assert made == {
        "trid": made["trid"],
        "timestamp": time,
        "ticker": "SBUX",
        "side": "buy",
        "quantity": 7,
        "price": quote / 100,
        "total_amount": amount / 100,
        "fee": fee(basic, amount) / 100,
    }
    expected["trading_balance"] = (FUNDS - amount - fee(basic, amount)) / 100
    expected["day_trades_left"] = 2
    expected["password_ready"] = False
    expected["trade_history"].append(made)
    expected["portfolio"]["SBUX"] = {
        "ticker": "SBUX",
        "quantity": 7,
        "cost": amount / 100,
        "whole_quantity": 7,
        "whole_cost": amount / 100,
    }
    assert stock_state(basic) == expected


def test_a_sale_brings_its_amount_less_the_fee(basic: World) -> None:
    stage.give_shares(basic, "PYPL", 10)
    amount = 4 * price(basic, "PYPL")
    made = sell(basic, "PYPL", 4)
    assert (made["side"], made["quantity"], cents(made["total_amount"])) == ("sell", 4, amount)
    assert money(basic)[0] == FUNDS + amount - fee(basic, amount)
    assert held(basic) == {"PYPL": (6, price(basic, "PYPL") / 100)}


def test_selling_out_leaves_no_position(basic: World) -> None:
    before = stock_state(basic)["portfolio"]
    buy(basic, "KO", 5)
    sell(basic, "KO", 5)
    assert held(basic) == {}
    assert stock_state(basic)["portfolio"] == before


def test_buying_and_selling_costs_just_the_two_fees(basic: World) -> None:
    amount = 9 * price(basic, "KO")
    buy(basic, "KO", 9)
    sell(basic, "KO", 9)
    assert money(basic) == (FUNDS - 2 * fee(basic, amount), 1_000_000, 0)


def test_a_ticker_may_be_written_in_lower_case_and_is_kept_in_capitals(basic: World) -> None:
    assert buy(basic, "sbux", 1)["ticker"] == "SBUX"
    assert list(held(basic)) == ["SBUX"]
    assert sell(basic, "Sbux", 1)["ticker"] == "SBUX"
    assert held(basic) == {}


def test_further_purchases_move_the_average_price(basic: World) -> None:
    quote = price(basic, "KO")
    stage.give_shares(basic, "KO", 3, cost=3 * quote - 100)
    buy(basic, "KO", 1)
    assert held(basic) == {"KO": (4, (4 * quote - 100) / 4 / 100)}


def test_an_average_price_is_rounded_to_the_cent(basic: World) -> None:
    for cost, average in ((1000, 333), (1001, 334), (2, 1), (1, 0)):
        stage.give_shares(basic, "KO", 3, cost=cost)
        assert held(basic) == {"KO": (3, average / 100)}
    stage.give_shares(basic, "KO", 2, cost=5)
    assert held(basic) == {"KO": (2, 0.03)}


def test_neither_the_order_nor_the_number_of_sales_shows_in_the_cost(vip: World) -> None:
    stage.give_shares(vip, "KO", 10, cost=1001)
    ends = set()
    for parts in ([7], [3, 4], [4, 3], [1] * 7, [6, 1]):
        world = vip.fork()
        for part in parts:
            sell(world, "KO", part)
        ends.add(stock_state(world)["portfolio"]["KO"]["cost"])
    assert ends == {3.0}


def test_a_sale_leaves_the_average_price_as_it_was(vip: World) -> None:
    stage.give_shares(vip, "KO", 12, cost=12 * 4321)
    sell(vip, "KO", 5)
    assert held(vip) == {"KO": (7, 43.21)}


def test_the_last_cent_can_be_spent_and_not_one_more(vip: World) -> None:
    amount = 5 * price(vip, "KO")
    whole = amount + fee(vip, amount)
    stage.set_funds(vip, trading=whole - 1)
    stage.set_password(vip, ready=True)
    sentence = trade(vip, "KO", "buy", 5)
    assert sentence == (
        f"5 shares of KO cost {amount / 100:.2f} and a fee of {(whole - amount) / 100:.2f}; "
        f"the trading balance is {(whole - 1) / 100:.2f}."
    )
    stage.set_funds(vip, trading=whole)
    ok(vip, "place_market_order", ticker="KO", side="buy", quantity=5)
    assert money(vip)[0] == 0


def test_frozen_margin_cannot_be_spent(vip: World) -> None:
    stage.plant_order(vip, "KO", "buy", 1, FUNDS - 100)
    stage.set_password(vip, ready=True)
    assert "the trading balance is 1.00." in trade(vip, "KO", "buy", 1)


def test_a_fee_is_at_most_a_hundred(vip: World) -> None:
    stage.set_funds(vip, trading=10**10)
    made = buy(vip, "COST", 1000)
    assert made["fee"] == 100
    assert money(vip)[0] == 10**10 - cents(made["total_amount"]) - 10_000


def test_fees_are_rounded_to_the_nearest_cent(vip: World) -> None:
    stage.set_funds(vip, trading=10**9)
    for quantity in range(1, 30):
        made = buy(vip, "EXC", quantity)
        amount = cents(made["total_amount"])
        exact = amount * ok(vip, "get_account_summary")["fee_rate"]
        assert abs(cents(made["fee"]) - exact) < 0.500001
        assert cents(made["fee"]) == fee(vip, amount)


def test_more_than_is_held_cannot_be_sold_by_a_basic_user(basic: World) -> None:
    stage.give_shares(basic, "KO", 4)
    stage.set_password(basic, ready=True)
    sentence = trade(basic, "KO", "sell", 5)
    assert sentence == "4 shares of KO are held. Selling short needs the VIP tier."
    assert trade(basic, "PEP", "sell", 1).startswith("0 shares of PEP are held.")
    ok(basic, "place_market_order", ticker="KO", side="sell", quantity=4)


def test_shares_kept_for_pending_sales_cannot_be_sold(vip: World) -> None:
    stage.give_shares(vip, "KO", 10)
    stage.plant_order(vip, "KO", "sell", 7, 10**6)
    stage.set_password(vip, ready=True)
    sentence = trade(vip, "KO", "sell", 4)
    assert sentence == (
        "3 shares of KO can be sold; 7 more are kept for pending orders. Cancel those or sell less."
    )
    ok(vip, "place_market_order", ticker="KO", side="sell", quantity=3)
    assert held(vip)["KO"][0] == 7


def test_trades_are_listed_oldest_first_after_those_of_before(vip: World) -> None:
    before = ok(vip, "get_trade_history")
    made = [buy(vip, "KO", 2), buy(vip, "AAPL", 1), sell(vip, "KO", 1)]
    assert ok(vip, "get_trade_history") == before + made
    assert len({entry["trid"] for entry in made}) == 3


def test_the_portfolio_is_in_order_of_ticker(vip: World) -> None:
    for ticker in ("SBUX", "AAPL", "PYPL", "D"):
        buy(vip, ticker, 1)
    assert [entry["ticker"] for entry in ok(vip, "get_portfolio")] == ["AAPL", "D", "PYPL", "SBUX"]


@pytest.mark.parametrize("tickers", [("SBUX", "PYPL"), ("PYPL", "SBUX")])
def test_two_sales_in_either_order_end_alike(tickers: tuple[str, str], vip: World) -> None:
    for ticker in ("SBUX", "PYPL"):
        stage.give_shares(vip, ticker, 5)
    for ticker in tickers:
        sell(vip, ticker, 3)
    state = stock_state(vip)
    amounts = [3 * price(vip, ticker) for ticker in tickers]
    assert cents(state["trading_balance"]) == FUNDS + sum(a - fee(vip, a) for a in amounts)
    assert {ticker: p["quantity"] for ticker, p in state["portfolio"].items()} == {
        "SBUX": 2,
        "PYPL": 2,
    }
