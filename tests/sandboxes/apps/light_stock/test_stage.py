"""What worlds plant, and what the gate tries instead of an argument."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import FUNDS, SAVINGS, held, money, price, stock_state
from tests.sandboxes.calls import ok


def test_a_stray_write_succeeds_whatever_is_watched(world: World) -> None:
    for number in range(1, 80):
        tool, arguments = stage.stray_write(world)
        ok(world, tool, **arguments)
        assert len(stock_state(world)["watch_list"]) == number


def test_a_planted_order_can_be_cancelled_like_any_other(basic: World) -> None:
    oid = stage.plant_order(basic, "KO", "buy", 4, 1000)
    assert money(basic) == (FUNDS - 4000, SAVINGS, 4000)
    stage.clear_orders(basic)
    assert money(basic) == (FUNDS, SAVINGS, 0)
    assert stock_state(basic)["pending_orders"] == []
    assert oid.startswith("order_")


def test_shares_are_given_at_the_quote_or_another_cost(basic: World) -> None:
    stage.give_shares(basic, "SBUX", 4)
    stage.give_shares(basic, "KO", 2, cost=333)
    assert held(basic) == {"KO": (2, 1.67), "SBUX": (4, price(basic, "SBUX") / 100)}
    stage.clear_portfolio(basic)
    assert held(basic) == {}
    assert money(basic)[0] == FUNDS


def test_alerts_and_watched_stocks_are_planted(basic: World) -> None:
    stage.set_watched(basic, ["V", "KO", "V"])
    stage.set_alert(basic, "KO", 10**8)
    assert [entry["ticker"] for entry in ok(basic, "get_watchlist_details")] == ["KO", "V"]
    alert = ok(basic, "get_stock_details", ticker="KO")["price_alert"]
    assert alert == {"price": 10**6, "triggered": False}


def test_near_a_ticker_are_those_of_its_sector(basic: World) -> None:
    near = stage.near(basic, "ticker", {"ticker": "XOM", "side": "buy", "quantity": 1})
    assert near is not None
    assert set(near) == {*ok(basic, "list_all_tickers_by_sector", sector="Energy")} - {"XOM"}


def test_near_a_ticker_that_is_sold_are_first_those_held(basic: World) -> None:
    for ticker in ("SBUX", "PYPL"):
        stage.give_shares(basic, ticker, 1)
    for more in ({"side": "sell"}, {"stop_price": 5.0}):
        near = stage.near(basic, "ticker", {"ticker": "SBUX", "quantity": 1, **more})
        assert near is not None
        assert near[0] == "PYPL"
        assert "MCD" in near
        assert "SBUX" not in near


def test_near_fixed_words_ids_and_amounts_are_others_of_their_kind(basic: World) -> None:
    oid = stage.plant_order(basic, "KO", "buy", 4, 1000)
    assert stage.near(basic, "side", {"side": "buy"}) == ("buy", "sell")
    assert stage.near(basic, "direction", {"direction": "s2t"}) == ("s2t", "t2s")
    assert stage.near(basic, "oid", {"oid": oid}) == [oid]
    assert stage.near(basic, "sector", {"sector": "Energy"}) == ok(basic, "list_all_sectors")
    assert stage.near(basic, "amount", {"amount": 12.34}) == [13.34, 11.34]
    assert stage.near(basic, "price", {"price": 0.5}) == [1.5]
    assert stage.near(basic, "query", {"query": "bank"}) is None
