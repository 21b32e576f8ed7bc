"""The watch list and price alerts."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import price, stock_state
from tests.sandboxes.calls import ok, overlay, refused


def test_at_the_start_nothing_is_watched(world: World) -> None:
    assert ok(world, "get_watchlist_details") == []
    assert stock_state(world)["watch_list"] == []
    assert stock_state(world)["price_alerts"] == {}


def test_a_stock_is_put_on_the_watch_list_and_taken_off_without_trace(world: World) -> None:
    before = overlay(world)
    assert ok(world, "toggle_watchlist", ticker="sbux") == {"ticker": "SBUX", "watched": True}
    assert stock_state(world)["watch_list"] == ["SBUX"]
    assert ok(world, "toggle_watchlist", ticker="SBUX") == {"ticker": "SBUX", "watched": False}
    assert overlay(world)[1:] == before[1:]


def test_the_watch_list_shows_quotes_in_order_of_ticker(world: World) -> None:
    for ticker in ("V", "AAPL", "KO"):
        ok(world, "toggle_watchlist", ticker=ticker)
    names = ("ticker", "name", "price", "pe_ratio")
    assert ok(world, "get_watchlist_details") == [
        {name: ok(world, "get_stock_details", ticker=ticker)[name] for name in names}
        for ticker in ("AAPL", "KO", "V")
    ]


@pytest.mark.parametrize(
    ("tool", "more"),
    [("toggle_watchlist", {}), ("set_price_alert", {"price": 5}), ("remove_price_alert", {})],
)
def test_an_unknown_stock_is_refused(tool: str, more: dict[str, object], world: World) -> None:
    assert refused(world, tool, ticker="NOPE", **more) == 'No stock has the ticker "NOPE".'


def test_an_alert_waits_until_the_price_is_so_high(world: World) -> None:
    quote = price(world, "KO")
    for cents, reached in ((quote + 1, False), (quote, True), (quote - 1, True)):
        answer = ok(world, "set_price_alert", ticker="ko", price=cents / 100)
        assert answer == {"ticker": "KO", "price": cents / 100, "triggered": reached}
        assert stock_state(world)["price_alerts"] == {"KO": answer}


def test_a_stock_has_one_alert(world: World) -> None:
    for number in (500, 400):
        ok(world, "set_price_alert", ticker="KO", price=number)
    ok(world, "set_price_alert", ticker="PEP", price=500)
    alerts = stock_state(world)["price_alerts"]
    assert {ticker: alert["price"] for ticker, alert in alerts.items()} == {"KO": 400, "PEP": 500}


def test_an_alert_is_not_set_to_the_same_price_twice(world: World) -> None:
    ok(world, "set_price_alert", ticker="KO", price=77.5)
    sentence = refused(world, "set_price_alert", ticker="KO", price=77.5)
    assert sentence == "The alert of KO is set to 77.50 already."


def test_an_alert_is_removed_without_trace(world: World) -> None:
    before = overlay(world)
    ok(world, "set_price_alert", ticker="KO", price=77.5)
    assert ok(world, "remove_price_alert", ticker="ko") == {"ticker": "KO", "removed": True}
    assert overlay(world)[1:] == before[1:]
    assert refused(world, "remove_price_alert", ticker="KO") == "No alert is set for KO."


def test_an_alert_price_has_whole_cents(world: World) -> None:
    sentence = refused(world, "set_price_alert", ticker="KO", price=77.505)
    assert sentence == "77.505 has fractions of a cent; give at most two decimals."


def test_watching_needs_neither_password_nor_open_market(basic: World) -> None:
    stage.set_market_open(basic, False)
    ok(basic, "toggle_watchlist", ticker="KO")
    ok(basic, "set_price_alert", ticker="KO", price=5)
