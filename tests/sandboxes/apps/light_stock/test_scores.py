"""What trades count for: not for ids, times and order nor, where it is free, their number."""

from __future__ import annotations

from evaluators import Expectation, Score, score, spec_from_json
from sandboxes import World, declaration, evidence
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import buy, fee, money, order, price, sell
from tests.sandboxes.calls import ok

SUMMED = ("LightStock/trade_history", "LightStock/pending_orders")


def scored(old: World, truth: World, new: World, summed: tuple[str, ...] = ()) -> Score:
    """The score of a world against another, both from the same beginning."""
    before, right, found = evidence(old, truth, new)
    expectation = Expectation(right, summed=summed)
    return score(before, [expectation], found, spec_from_json(declaration()))


def split(world: World) -> tuple[int, int]:
    """Two purchases of KO whose fees, rounded each, are not that of both together."""
    quote = price(world, "KO")
    return next(
        (one, other)
        for one in range(1, 30)
        for other in range(one, 30)
        if fee(world, one * quote) + fee(world, other * quote) != fee(world, (one + other) * quote)
    )


def test_the_order_of_trades_and_their_ids_do_not_count(vip: World) -> None:
    truth, new = vip.fork(), vip.fork()
    buy(truth, "KO", 3)
    buy(truth, "PEP", 2)
    ok(new, "toggle_watchlist", ticker="V")
    ok(new, "toggle_watchlist", ticker="V")
    buy(new, "PEP", 2)
    buy(new, "KO", 3)
    found = scored(vip, truth, new)
    assert found.correct
    assert found.total == found.correct_changes > 10


def test_a_trade_of_another_stock_or_side_is_no_near_miss(vip: World) -> None:
    stage.give_shares(vip, "PEP", 9)
    truth, new = vip.fork(), vip.fork()
    buy(truth, "PEP", 3)
    sell(new, "PEP", 3)
    found = scored(vip, truth, new)
    assert not found.correct
    assert found.correct_changes == 0


def test_a_purchase_may_be_split_where_the_number_of_trades_is_free(vip: World) -> None:
    """The fee may differ by a cent per trade, as it does here."""
    truth, new, parts = vip.fork(), vip.fork(), split(vip)
    buy(truth, "KO", sum(parts))
    for part in parts:
        buy(new, "KO", part)
    stage.set_funds(new, trading=money(truth)[0])
    assert scored(vip, truth, new, SUMMED).correct
    assert not scored(vip, truth, new).correct


def test_orders_may_be_split_where_their_number_is_free(vip: World) -> None:
    truth, new = vip.fork(), vip.fork()
    purchase = {"ticker": "KO", "side": "buy", "limit_price": 5}
    order(truth, "limit", **purchase, quantity=7)
    for part in (3, 4):
        order(new, "limit", **purchase, quantity=part)
    assert scored(vip, truth, new, SUMMED).correct
    order(new, "limit", **{**purchase, "limit_price": 6}, quantity=1)
    assert not scored(vip, truth, new, SUMMED).correct


def test_passwords_do_not_count_and_day_trades_do(basic: World) -> None:
    truth, new = basic.fork(), basic.fork()
    for world in (truth, new):
        buy(world, "KO", 1)
    ok(new, "wait_trade_password")
    assert scored(basic, truth, new).correct
    stage.set_tier(new, "Basic", day_trades=1)
    assert not scored(basic, truth, new).correct


def test_watched_stocks_are_a_set_and_alerts_count_by_stock(basic: World) -> None:
    truth, new = basic.fork(), basic.fork()
    for world, tickers in ((truth, ("KO", "V")), (new, ("V", "KO"))):
        for ticker in tickers:
            ok(world, "toggle_watchlist", ticker=ticker)
            ok(world, "set_price_alert", ticker=ticker, price=500)
    assert scored(basic, truth, new).correct
    ok(new, "toggle_watchlist", ticker="PEP")
    assert scored(basic, truth, new).misbehaving == 1
