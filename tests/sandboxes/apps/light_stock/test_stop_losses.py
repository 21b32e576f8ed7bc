"""Stop-loss orders: VIP users sell what they hold once it falls."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import FUNDS, fee, held, money, order, price
from tests.sandboxes.calls import ok, refused


def test_a_stop_below_the_quote_waits_and_keeps_the_shares(vip: World) -> None:
    stage.give_shares(vip, "KO", 8)
    before, at = money(vip), price(vip, "KO") - 1
    made = order(vip, "stop_loss", ticker="ko", quantity=5, stop_price=at / 100)
    waiting = {
        "oid": made["oid"],
        "ticker": "KO",
        "side": "sell",
        "quantity": 5,
        "price_type": "stop",
        "limit_price": at / 100,
        "frozen_margin": 0,
    }
    assert made == {"filled": False, **waiting}
    assert ok(vip, "get_pending_orders") == [waiting]
    assert money(vip) == before
    assert held(vip)["KO"][0] == 8
    stage.set_password(vip, ready=True)
    sentence = refused(vip, "place_market_order", ticker="KO", side="sell", quantity=4)
    assert sentence.startswith("3 shares of KO can be sold")


def test_a_stop_at_the_quote_or_above_sells_at_once_at_the_quote(vip: World) -> None:
    stage.give_shares(vip, "KO", 8)
    quote = price(vip, "KO")
    for at in (quote, quote + 1):
        made = order(vip, "stop_loss", ticker="KO", quantity=3, stop_price=at / 100)
        assert (made["filled"], made["side"], made["price"]) == (True, "sell", quote / 100)
    assert ok(vip, "get_pending_orders") == []
    assert held(vip) == {"KO": (2, quote / 100)}
    assert money(vip)[0] == FUNDS + 6 * quote - 2 * fee(vip, 3 * quote)


def test_a_stop_never_sells_short(vip: World) -> None:
    stage.give_shares(vip, "KO", 2)
    stage.give_shares(vip, "PEP", -4)
    stage.set_password(vip, ready=True)
    for ticker, some in (("KO", 2), ("PEP", 0), ("D", 0)):
        for at in (0.01, 1_000_000):
            arguments = {"ticker": ticker, "quantity": some + 1, "stop_price": at}
            sentence = refused(vip, "place_stop_loss_order", **arguments)
            assert sentence.startswith(f"{some} shares of {ticker} are held.")


def test_a_basic_user_places_none_and_keeps_the_password(basic: World) -> None:
    stage.give_shares(basic, "KO", 8)
    stage.set_password(basic, ready=True)
    arguments = {"ticker": "KO", "quantity": 1, "stop_price": 1}
    sentence = refused(basic, "place_stop_loss_order", **arguments)
    assert sentence == "Stop-loss orders need the VIP tier."
    ok(basic, "place_market_order", ticker="KO", side="sell", quantity=1)


def test_a_cancelled_stop_gives_the_shares_free(vip: World) -> None:
    stage.give_shares(vip, "KO", 8)
    oid = order(vip, "stop_loss", ticker="KO", quantity=8, stop_price=1)["oid"]
    ok(vip, "cancel_order", oid=oid)
    order(vip, "stop_loss", ticker="KO", quantity=8, stop_price=2)


def test_a_stop_price_has_whole_cents(vip: World) -> None:
    stage.give_shares(vip, "KO", 8)
    stage.set_password(vip, ready=True)
    arguments = {"ticker": "KO", "quantity": 1, "stop_price": 1.234}
    assert "fractions of a cent" in refused(vip, "place_stop_loss_order", **arguments)
