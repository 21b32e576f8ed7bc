"""Limit orders: filled at once where the quote is good enough, else kept with what they promise."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import (
    FUNDS,
    SAVINGS,
    buy,
    cents,
    fee,
    held,
    money,
    order,
    price,
    stock_state,
)
from tests.sandboxes.calls import NOTHING, ok, overlay, refused


def limit(world: World, side: str, quantity: int, at: int, ticker: str = "KO") -> dict[str, object]:
    """A limit order at so many cents."""
    made: dict[str, object] = order(
        world, "limit", ticker=ticker, side=side, quantity=quantity, limit_price=at / 100
    )
    return made


def test_a_purchase_below_the_quote_waits_and_freezes_its_cost(basic: World) -> None:
    at = price(basic, "KO") - 1
    ok(basic, "wait_trade_password")
    expected = stock_state(basic)
    made = ok(basic, "place_limit_order", ticker="ko", side="buy", quantity=6, limit_price=at / 100)
    waiting = {
        "oid": made["oid"],
        "ticker": "KO",
        "side": "buy",
        "quantity": 6,
        "price_type": "limit",
        "limit_price": at / 100,
        "frozen_margin": 6 * at / 100,
    }
    assert made == {"filled": False, **waiting}
    expected["pending_orders"] = [waiting]
    expected["trading_balance"] = (FUNDS - 6 * at) / 100
    expected["frozen_margin"] = 6 * at / 100
    expected["day_trades_left"] = 2
    expected["password_ready"] = False
    assert stock_state(basic) == expected
    assert ok(basic, "get_pending_orders") == [waiting]


def test_a_purchase_at_the_quote_or_above_is_filled_at_the_quote(vip: World) -> None:
    quote = price(vip, "KO")
    for at in (quote, quote + 1, 2 * quote):
        made = limit(vip, "buy", 2, at)
        assert made["filled"] is True
        assert made["price"] == quote / 100
    assert ok(vip, "get_pending_orders") == []
    assert money(vip) == (FUNDS - 6 * quote - 3 * fee(vip, 2 * quote), SAVINGS, 0)
    assert held(vip) == {"KO": (6, quote / 100)}


def test_a_sale_at_the_quote_or_below_is_filled_at_the_quote(vip: World) -> None:
    stage.give_shares(vip, "KO", 9)
    quote = price(vip, "KO")
    for at in (quote, quote - 1, 1):
        made = limit(vip, "sell", 2, at)
        assert made["filled"] is True
        assert made["price"] == quote / 100
    assert ok(vip, "get_pending_orders") == []
    assert held(vip) == {"KO": (3, quote / 100)}


def test_a_filled_limit_order_is_a_trade_like_any_other(basic: World) -> None:
    made = limit(basic, "buy", 2, 2 * price(basic, "KO"))
    del made["filled"]
    assert ok(basic, "get_trade_history")[-1] == made
    assert ok(basic, "get_day_trades_remaining")["day_trades_left"] == 2


def test_a_sale_above_the_quote_waits_and_keeps_its_shares(vip: World) -> None:
    stage.give_shares(vip, "KO", 9)
    before = money(vip)
    made = limit(vip, "sell", 5, price(vip, "KO") + 1)
    assert (made["filled"], made["frozen_margin"]) == (False, 0)
    assert money(vip) == before
    assert held(vip)["KO"][0] == 9
    stage.set_password(vip, ready=True)
    for tool, more in (
        ("place_market_order", {"side": "sell"}),
        ("place_limit_order", {"side": "sell", "limit_price": 1}),
        ("place_limit_order", {"side": "sell", "limit_price": 1_000_000}),
        ("place_stop_loss_order", {"stop_price": 1}),
        ("place_stop_loss_order", {"stop_price": 1_000_000}),
    ):
        sentence = refused(vip, tool, ticker="KO", quantity=5, **more)
        assert sentence.startswith("4 shares of KO can be sold; 5 more are kept")
    ok(vip, "place_market_order", ticker="KO", side="sell", quantity=4)


def test_an_order_that_waits_cannot_sell_short(vip: World) -> None:
    stage.give_shares(vip, "KO", 4)
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "side": "sell", "quantity": 5, "limit_price": 1_000_000}
    sentence = refused(vip, "place_limit_order", **arguments)
    assert sentence.startswith("4 shares of KO are held. Only market orders and limit orders")


def test_a_limit_order_that_is_filled_may_sell_short(vip: World) -> None:
    assert limit(vip, "sell", 3, 1)["filled"] is True
    assert held(vip)["KO"][0] == -3


def test_a_limit_order_that_is_filled_may_not_sell_short_for_a_basic_user(basic: World) -> None:
    stage.set_password(basic, ready=True)
    arguments = {"ticker": "KO", "side": "sell", "quantity": 1, "limit_price": 1}
    sentence = refused(basic, "place_limit_order", **arguments)
    assert sentence == "0 shares of KO are held. Selling short needs the VIP tier."


def test_the_whole_balance_can_be_frozen_and_not_a_cent_more(vip: World) -> None:
    at = price(vip, "KO") - 1
    stage.set_funds(vip, trading=3 * at - 1)
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "side": "buy", "quantity": 3, "limit_price": at / 100}
    sentence = refused(vip, "place_limit_order", **arguments)
    assert sentence == (
        f"The order would freeze {3 * at / 100:.2f}; "
        f"the trading balance is {(3 * at - 1) / 100:.2f}."
    )
    stage.set_funds(vip, trading=3 * at)
    ok(vip, "place_limit_order", **arguments)
    assert money(vip) == (0, SAVINGS, 3 * at)


def test_cancelling_gives_back_exactly_what_was_frozen(vip: World) -> None:
    before, traces = money(vip), overlay(vip)
    at = price(vip, "KO") - 7
    first, second = limit(vip, "buy", 6, at), limit(vip, "buy", 1, at - 1)
    assert money(vip) == (FUNDS - 7 * at + 1, SAVINGS, 7 * at - 1)
    answer = ok(vip, "cancel_order", oid=first["oid"])
    assert answer == {"oid": first["oid"], "cancelled": True, "released": 6 * at / 100}
    assert money(vip) == (FUNDS - at + 1, SAVINGS, at - 1)
    ok(vip, "cancel_order", oid=second["oid"])
    assert money(vip) == before
    assert ok(vip, "get_pending_orders") == []
    assert overlay(vip)[1:] == traces[1:]


def test_cancelling_a_sale_gives_the_shares_free(vip: World) -> None:
    stage.give_shares(vip, "KO", 5)
    oid = limit(vip, "sell", 5, 2 * price(vip, "KO"))["oid"]
    assert ok(vip, "cancel_order", oid=oid)["released"] == 0
    order(vip, "market", ticker="KO", side="sell", quantity=5)
    assert held(vip) == {}


def test_an_order_is_cancelled_once(vip: World) -> None:
    oid = limit(vip, "buy", 1, 100)["oid"]
    ok(vip, "cancel_order", oid=oid)
    for gone in (oid, NOTHING):
        assert refused(vip, "cancel_order", oid=gone) == f"There is no pending order {gone}."
    assert money(vip) == (FUNDS, SAVINGS, 0)


def test_an_order_is_cancelled_while_the_market_is_closed_and_without_password(vip: World) -> None:
    oid = stage.plant_order(vip, "KO", "buy", 3, 1234)
    stage.set_market_open(vip, False)
    assert money(vip) == (FUNDS - 3 * 1234, SAVINGS, 3 * 1234)
    assert ok(vip, "cancel_order", oid=oid)["released"] == 37.02
    assert money(vip) == (FUNDS, SAVINGS, 0)


def test_the_day_trade_of_a_cancelled_order_does_not_come_back(basic: World) -> None:
    ok(basic, "cancel_order", oid=limit(basic, "buy", 1, 100)["oid"])
    assert ok(basic, "get_day_trades_remaining")["day_trades_left"] == 2


def test_orders_are_listed_oldest_first(vip: World) -> None:
    made = [limit(vip, "buy", 1, at, ticker) for at, ticker in ((300, "V"), (200, "D"), (100, "T"))]
    shown = [{k: v for k, v in one.items() if k != "filled"} for one in made]
    assert ok(vip, "get_pending_orders") == shown


def test_the_order_that_waits_at_the_start_can_be_cancelled() -> None:
    world = next(w for w in map(World, range(1, 60)) if ok(w, "get_pending_orders"))
    (waiting,) = ok(world, "get_pending_orders")
    trading, savings, frozen = money(world)
    assert frozen == cents(waiting["frozen_margin"]) > 0
    assert ok(world, "cancel_order", oid=waiting["oid"])["released"] == waiting["frozen_margin"]
    assert money(world) == (trading + frozen, savings, 0)


def test_a_limit_price_has_whole_cents(vip: World) -> None:
    stage.set_password(vip, ready=True)
    for bad in (10.005, 0.1 + 0.2, 99.999, 1e-2 + 1e-9):
        arguments = {"ticker": "KO", "side": "buy", "quantity": 1, "limit_price": bad}
        sentence = refused(vip, "place_limit_order", **arguments)
        assert sentence == f"{bad!r} has fractions of a cent; give at most two decimals."
    for good in (0.01, 0.29, 1.1, 19.99, 7):
        arguments = {"ticker": "KO", "side": "buy", "quantity": 1, "limit_price": good}
        stage.set_password(vip, ready=True)
        assert ok(vip, "place_limit_order", **arguments)["limit_price"] == good


def test_buying_more_leaves_promised_shares_promised(vip: World) -> None:
    stage.give_shares(vip, "KO", 5)
    limit(vip, "sell", 5, 2 * price(vip, "KO"))
    buy(vip, "KO", 2)
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "side": "sell", "quantity": 3}
    assert refused(vip, "place_market_order", **arguments).startswith("2 shares of KO can be sold")
    ok(vip, "place_market_order", ticker="KO", side="sell", quantity=2)
