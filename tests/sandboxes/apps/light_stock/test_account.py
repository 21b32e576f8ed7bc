"""The account: what it shows, transfers, and the VIP tier."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import FUNDS, SAVINGS, money, stock_state
from tests.sandboxes.calls import not_understood, ok, refused

VIP_PRICE = 800_000


def test_the_summary_shows_tier_money_fees_and_market(basic: World) -> None:
    stage.plant_order(basic, "KO", "buy", 2, 1050)
    shown = ok(basic, "get_account_summary")
    rate = shown.pop("fee_rate")
    assert 0.001 <= rate <= 0.003
    assert shown == {
        "tier": "Basic",
        "trading_balance": (FUNDS - 2100) / 100,
        "savings_balance": SAVINGS / 100,
        "frozen_margin": 21.0,
        "market_open": True,
    }


def test_money_moves_between_savings_and_trading(basic: World) -> None:
    answer = ok(basic, "transfer_funds", amount=12.34, direction="s2t")
    expected = {"trading_balance": 50_012.34, "savings_balance": 9_987.66}
    assert answer == expected
    assert money(basic) == (FUNDS + 1234, SAVINGS - 1234, 0)
    ok(basic, "transfer_funds", amount=100, direction="t2s")
    assert money(basic) == (FUNDS - 8766, SAVINGS + 8766, 0)


def test_a_transfer_changes_the_two_balances_and_nothing_else(basic: World) -> None:
    expected = stock_state(basic)
    ok(basic, "transfer_funds", amount=0.01, direction="t2s")
    expected |= {"trading_balance": (FUNDS - 1) / 100, "savings_balance": (SAVINGS + 1) / 100}
    assert stock_state(basic) == expected


@pytest.mark.parametrize(
    ("direction", "source", "whole"), [("s2t", "savings", SAVINGS), ("t2s", "trading", FUNDS)]
)
def test_a_whole_balance_can_be_moved_and_not_a_cent_more(
    direction: str, source: str, whole: int, basic: World
) -> None:
    amount = (whole + 1) / 100
    sentence = refused(basic, "transfer_funds", amount=amount, direction=direction)
    assert sentence == f"The {source} balance is {whole / 100:.2f}; {amount:.2f} can't be moved."
    ok(basic, "transfer_funds", amount=whole / 100, direction=direction)
    assert 0 in money(basic)[:2]
    assert sum(money(basic)) == FUNDS + SAVINGS


def test_frozen_margin_cannot_be_moved(basic: World) -> None:
    stage.plant_order(basic, "KO", "buy", 1, FUNDS - 500)
    assert "trading balance is 5.00" in refused(
        basic, "transfer_funds", amount=5.01, direction="t2s"
    )
    ok(basic, "transfer_funds", amount=5, direction="t2s")
    assert money(basic) == (0, SAVINGS + 500, FUNDS - 500)


@pytest.mark.parametrize("amount", [0, -1, -0.01, "5", None, True])
def test_an_amount_is_a_positive_number(amount: object, basic: World) -> None:
    not_understood(basic, "transfer_funds", {"amount": amount, "direction": "s2t"})


@pytest.mark.parametrize("amount", [1.005, 0.1 + 0.2, 33.333])
def test_fractions_of_a_cent_are_not_moved(amount: float, basic: World) -> None:
    sentence = refused(basic, "transfer_funds", amount=amount, direction="s2t")
    assert sentence == f"{amount!r} has fractions of a cent; give at most two decimals."


@pytest.mark.parametrize("direction", ["S2T", "savings", "", "t2t"])
def test_a_direction_is_one_of_two(direction: str, basic: World) -> None:
    sentence = not_understood(basic, "transfer_funds", {"amount": 1, "direction": direction})
    assert "Argument \"direction\" must be 's2t' or 't2s'." in sentence


def test_a_transfer_needs_neither_password_nor_open_market(basic: World) -> None:
    stage.set_market_open(basic, False)
    ok(basic, "transfer_funds", amount=1, direction="s2t")


def test_the_upgrade_takes_its_price_and_the_password_and_ends_the_quota(basic: World) -> None:
    assert ok(basic, "check_vip_price") == VIP_PRICE / 100
    ok(basic, "wait_trade_password")
    expected = stock_state(basic)
    answer = ok(basic, "upgrade_to_vip")
    assert answer == {"tier": "VIP", "trading_balance": (FUNDS - VIP_PRICE) / 100}
    expected |= {**answer, "day_trades_left": None, "password_ready": False}
    assert stock_state(basic) == expected


def test_a_user_without_day_trades_trades_on_as_a_vip(basic: World) -> None:
    stage.set_tier(basic, "Basic", day_trades=0)
    ok(basic, "wait_trade_password")
    ok(basic, "upgrade_to_vip")
    ok(basic, "wait_trade_password")
    ok(basic, "place_market_order", ticker="KO", side="sell", quantity=1)


def test_an_upgrade_before_or_after_an_order_ends_alike(basic: World) -> None:
    """Else the order of two asked-for writes would count."""
    first, last = basic.fork(), basic.fork()
    purchase = {"ticker": "KO", "side": "buy", "quantity": 1}
    for world, tools in (
        (first, ("upgrade_to_vip", "place_market_order")),
        (last, ("place_market_order", "upgrade_to_vip")),
    ):
        for tool in tools:
            ok(world, "wait_trade_password")
            ok(world, tool, **(purchase if tool == "place_market_order" else {}))
    one, other = stock_state(first), stock_state(last)
    for state in (one, other):
        state["trade_history"][-1]["timestamp"] = ""
    assert one == other


def test_the_upgrade_needs_the_password(basic: World) -> None:
    assert "password has not been entered" in refused(basic, "upgrade_to_vip")


def test_the_upgrade_is_paid_from_what_is_not_frozen(basic: World) -> None:
    stage.plant_order(basic, "KO", "buy", 1, FUNDS - VIP_PRICE + 1)
    ok(basic, "wait_trade_password")
    sentence = refused(basic, "upgrade_to_vip")
    assert sentence == "The VIP tier costs 8000.00; the trading balance is 7999.99."
    ok(basic, "transfer_funds", amount=0.01, direction="s2t")
    assert ok(basic, "upgrade_to_vip")["trading_balance"] == 0


def test_a_vip_is_not_upgraded_again_and_keeps_the_password(vip: World) -> None:
    ok(vip, "wait_trade_password")
    assert refused(vip, "upgrade_to_vip") == "The user is a VIP already."
    ok(vip, "place_market_order", ticker="KO", side="buy", quantity=1)
