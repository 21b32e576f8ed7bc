"""What worlds of LightStock look like over many seeds."""

from __future__ import annotations

from statistics import mean
from typing import NamedTuple

import pytest

from sandboxes import World
from sandboxes.apps.light_stock.corpus_reader import stock_corpus
from sandboxes.apps.light_stock.data_model import LightStock
from tests.sandboxes.apps.light_stock.floor import cents
from tests.sandboxes.calls import State


class Beginning(NamedTuple):
    """A world as it begins: its state, and what no call changes."""

    state: State
    prices: dict[str, int]
    pe: dict[str, int]
    caps: dict[str, int]
    fee_rate: float
    fees: list[int]
    start: str


@pytest.fixture(scope="module")
def beginnings() -> list[Beginning]:
    """Three hundred worlds."""
    found = []
    for seed in range(1, 301):
        world = World(seed)
        store = world.app(LightStock)
        state = store.export()
        found.append(
            Beginning(
                state,
                {t: q.price for t, q in store.quotes.items()},
                {t: q.pe_hundredths for t, q in store.quotes.items()},
                {t: q.cap_millions for t, q in store.quotes.items()},
                store.fee_rate,
                [store.fee(cents(t["total_amount"])) for t in state["trade_history"]],
                world.timestamp(),
            )
        )
    return found


def spread(found: list[float], low: float, high: float) -> None:
    """Assert that numbers lie in a range, reach both its ends and have their mean in its middle."""
    width = high - low
    assert low - 1e-9 <= min(found) <= low + 0.05 * width
    assert high - 0.05 * width <= max(found) <= high + 1e-9
    assert abs(mean(found) - (low + high) / 2) <= 0.06 * width


@pytest.mark.parametrize(
    ("figure", "listed", "low", "high"),
    [
        ("prices", "cents", 0.8, 1.6),
        ("pe", "pe_hundredths", 0.9, 1.1),
        ("caps", "cap_millions", 0.9, 1.4),
    ],
)
def test_figures_are_listed_ones_times_a_factor(
    figure: str, listed: str, low: float, high: float, beginnings: list[Beginning]
) -> None:
    factors = []
    for beginning in beginnings:
        for ticker, number in getattr(beginning, figure).items():
            before = getattr(stock_corpus()[ticker], listed)
            assert low * before - 0.5 <= number <= high * before + 0.5
            factors.append(min(max(number / before, low), high))
    spread(factors, low, high)


def test_the_market_is_open_in_two_thirds_of_worlds(beginnings: list[Beginning]) -> None:
    assert 0.6 <= mean(b.state["market_open"] for b in beginnings) <= 0.73


def test_the_money_before_anything_was_bought(beginnings: list[Beginning]) -> None:
    trading = []
    for b in beginnings:
        spent = sum(t["total_amount"] + t["fee"] for t in b.state["trade_history"])
        whole = b.state["trading_balance"] + b.state["frozen_margin"] + spent
        assert round(whole * 100) % 100 == 0
        trading.append(round(whole, 2))
    spread(trading, 10_000, 50_000)
    spread([b.state["savings_balance"] for b in beginnings], 50_000, 150_000)
    assert min(b.state["trading_balance"] for b in beginnings) >= 0


def test_half_of_the_users_are_vips_and_the_others_have_one_to_three_day_trades(
    beginnings: list[Beginning],
) -> None:
    assert 0.44 <= mean(b.state["tier"] == "VIP" for b in beginnings) <= 0.56
    left = [b.state["day_trades_left"] for b in beginnings if b.state["tier"] == "Basic"]
    assert {left.count(n) > len(left) / 5 for n in (1, 2, 3)} == {True}
    assert set(left) == {1, 2, 3}
    assert {b.state["day_trades_left"] for b in beginnings if b.state["tier"] == "VIP"} == {None}


def test_the_fee_rate(beginnings: list[Beginning]) -> None:
    spread([b.fee_rate for b in beginnings], 0.001, 0.003)


def test_half_of_the_worlds_have_holdings_whether_the_market_is_open_or_not(
    beginnings: list[Beginning],
) -> None:
    for is_open in (True, False):
        those = [b for b in beginnings if b.state["market_open"] is is_open]
        assert 0.38 <= mean(bool(b.state["portfolio"]) for b in those) <= 0.62
    assert 0.44 <= mean(bool(b.state["portfolio"]) for b in beginnings) <= 0.56
    assert {len(b.state["portfolio"]) for b in beginnings} == {0, 1, 2, 3}


def test_holdings_are_what_was_bought_and_paid_for(beginnings: list[Beginning]) -> None:
    shares = set()
    for b in beginnings:
        trades = b.state["trade_history"]
        times = [trade["timestamp"] for trade in trades]
        assert times == sorted(times)
        assert all(time < b.start for time in times)
        assert sorted(b.state["portfolio"]) == sorted(trade["ticker"] for trade in trades)
        for trade, fee in zip(trades, b.fees, strict=True):
            held = b.state["portfolio"][trade["ticker"]]
            assert (held["quantity"], held["cost"]) == (trade["quantity"], trade["total_amount"])
            assert trade["side"] == "buy"
            assert cents(trade["price"]) == b.prices[trade["ticker"]]
            assert cents(trade["total_amount"]) == trade["quantity"] * b.prices[trade["ticker"]]
            assert cents(trade["fee"]) == fee
            shares.add(trade["quantity"])
    assert shares == set(range(1, 16))


def test_an_order_waits_in_about_a_fifth_of_worlds(beginnings: list[Beginning]) -> None:
    orders = [b.state["pending_orders"] for b in beginnings]
    assert 0.15 <= mean(map(bool, orders)) <= 0.30
    assert {len(some) for some in orders} == {0, 1}
    assert (
        mean(bool(b.state["pending_orders"]) for b in beginnings if b.state["market_open"]) >= 0.15
    )


def test_an_order_that_waits_is_a_purchase_below_the_quote(beginnings: list[Beginning]) -> None:
    for b in beginnings:
        for order in b.state["pending_orders"]:
            assert (order["side"], order["price_type"]) == ("buy", "limit")
            assert 10 <= order["quantity"] <= 100
            quote = b.prices[order["ticker"]]
            assert 0.85 * quote - 1 <= cents(order["limit_price"]) <= 0.97 * quote + 1
            assert cents(order["frozen_margin"]) == order["quantity"] * cents(order["limit_price"])
            assert order["ticker"] not in b.state["portfolio"]
        frozen = sum(cents(order["frozen_margin"]) for order in b.state["pending_orders"])
        assert cents(b.state["frozen_margin"]) == frozen


def test_nothing_is_watched_and_no_password_lies_ready(beginnings: list[Beginning]) -> None:
    for b in beginnings:
        assert (b.state["watch_list"], b.state["price_alerts"]) == ([], {})
        assert b.state["password_ready"] is False
