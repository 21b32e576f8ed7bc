"""What stands before every order: ticker, market, password, quota, tier, funds, in this order."""

from __future__ import annotations

from typing import Any

import pytest

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import arranged, buy, order, price
from tests.sandboxes.calls import STORM, faulted, not_understood, ok, refused

NO_PASSWORD = "The trade password has not been entered; ask the user for it first."
NO_DAY_TRADE = "No day trade is left; only the VIP tier trades without a quota."
ORDERS: dict[str, dict[str, Any]] = {
    "place_market_order": {"ticker": "KO", "side": "buy", "quantity": 2},
    "place_limit_order": {"ticker": "KO", "side": "buy", "quantity": 2, "limit_price": 0.5},
    "place_stop_loss_order": {"ticker": "KO", "quantity": 2, "stop_price": 0.5},
}
each_order = pytest.mark.parametrize("tool", ORDERS)
each_basic_order = pytest.mark.parametrize("tool", ["place_market_order", "place_limit_order"])


@pytest.fixture
def hopeless(world: World) -> World:
    """A world in which everything stands against an order."""
    arranged(world, "Basic", trading=0)
    stage.set_market_open(world, False)
    stage.set_tier(world, "Basic", day_trades=0)
    return world


@each_order
def test_each_gate_is_named_in_its_turn(tool: str, hopeless: World) -> None:
    arguments = ORDERS[tool]
    unknown = arguments | {"ticker": "NOPE"}
    assert refused(hopeless, tool, **unknown) == 'No stock has the ticker "NOPE".'
    assert refused(hopeless, tool, **arguments) == "The market is closed."
    stage.set_market_open(hopeless, True)
    assert refused(hopeless, tool, **arguments) == NO_PASSWORD
    ok(hopeless, "wait_trade_password")
    assert refused(hopeless, tool, **arguments) == NO_DAY_TRADE
    stage.set_tier(hopeless, "Basic", day_trades=1)
    if tool == "place_stop_loss_order":
        assert refused(hopeless, tool, **arguments) == "Stop-loss orders need the VIP tier."
        stage.set_tier(hopeless, "VIP")
        assert "shares of KO are held" in refused(hopeless, tool, **arguments)
        stage.give_shares(hopeless, "KO", 2)
    else:
        assert "the trading balance is 0.00" in refused(hopeless, tool, **arguments)
        stage.set_funds(hopeless, trading=10**6)
    ok(hopeless, tool, **arguments)  # the password was kept through all refusals


@each_order
def test_an_order_uses_the_password_up(tool: str, vip: World) -> None:
    stage.give_shares(vip, "KO", 9)
    ok(vip, "wait_trade_password")
    ok(vip, tool, **ORDERS[tool])
    assert refused(vip, tool, **ORDERS[tool]) == NO_PASSWORD


@each_basic_order
def test_each_order_of_a_basic_user_uses_up_a_day_trade(tool: str, basic: World) -> None:
    for left in (2, 1, 0):
        ok(basic, "wait_trade_password")
        ok(basic, tool, **ORDERS[tool])
        assert ok(basic, "get_day_trades_remaining") == {"tier": "Basic", "day_trades_left": left}
    ok(basic, "wait_trade_password")
    assert refused(basic, tool, **ORDERS[tool]) == NO_DAY_TRADE
    assert ok(basic, "get_day_trades_remaining")["day_trades_left"] == 0


def test_a_refused_order_uses_up_no_day_trade(basic: World) -> None:
    ok(basic, "wait_trade_password")
    refused(basic, "place_market_order", ticker="KO", side="sell", quantity=1)
    assert ok(basic, "get_day_trades_remaining")["day_trades_left"] == 3


def test_a_vip_trades_without_a_quota(vip: World) -> None:
    for _ in range(5):
        buy(vip, "KO", 1)
    unlimited = {"tier": "VIP", "day_trades_left": "unlimited"}
    assert ok(vip, "get_day_trades_remaining") == unlimited


def test_a_closed_market_stays_closed(vip: World) -> None:
    stage.set_market_open(vip, False)
    for _ in range(3):
        ok(vip, "wait_trade_password")
        for tool, arguments in ORDERS.items():
            assert refused(vip, tool, **arguments) == "The market is closed."
    assert ok(vip, "get_account_summary")["market_open"] is False


@pytest.mark.parametrize("quantity", [0, -1, -100, 1.0, "1"])
@each_order
def test_a_quantity_is_a_positive_whole_number(tool: str, quantity: object, vip: World) -> None:
    stage.give_shares(vip, "KO", 9)
    stage.set_password(vip, ready=True)
    not_understood(vip, tool, ORDERS[tool] | {"quantity": quantity})


@pytest.mark.parametrize("side", ["Buy", "hold", "SELL", "", None])
@each_basic_order
def test_a_side_is_buy_or_sell(tool: str, side: object, vip: World) -> None:
    sentence = not_understood(vip, tool, ORDERS[tool] | {"side": side})
    if isinstance(side, str):
        assert "Argument \"side\" must be 'buy' or 'sell'." in sentence


@pytest.mark.parametrize("bad", [0, -5, 0.009, 1e12])
def test_a_price_is_a_positive_amount(bad: float, vip: World) -> None:
    for tool, name in (
        ("place_limit_order", "limit_price"),
        ("place_stop_loss_order", "stop_price"),
    ):
        assert f'"{name}" must be at' in not_understood(vip, tool, ORDERS[tool] | {name: bad})
    assert '"price" must be at' in not_understood(
        vip, "set_price_alert", {"ticker": "KO", "price": bad}
    )


def test_the_largest_numbers_are_answered(vip: World) -> None:
    stage.give_shares(vip, "KO", 1_000_000)
    most = {"ticker": "KO", "quantity": 1_000_000}
    stage.set_password(vip, ready=True)
    high = 1_000_000_000
    for arguments in ({"side": "buy", "limit_price": high}, {"side": "buy", "limit_price": 0.01}):
        outcome = vip.fork().call("place_limit_order", {**most, **arguments})
        assert outcome.status in ("ok", "failed")
    order(vip, "limit", **most, side="sell", limit_price=high)
    assert ok(vip, "get_pending_orders")[0]["limit_price"] == high
    assert vip.state_hash


def test_a_wrong_password_is_a_fault_and_arms_nothing(vip: World) -> None:
    vip.begin()
    stormy = vip.fork(STORM)
    for _ in range(3):
        assert "wrong password" in faulted(stormy, "wait_trade_password")
    assert stormy.call("wait_trade_password", {}).ok


def test_tools_meet_network_faults_in_a_harsh_world_only(vip: World) -> None:
    for profile, expected in (("default", {"ok"}), ("harsh", {"ok", "internal_error"})):
        world = World(3, profile)
        assert {world.call("get_portfolio", {}).status for _ in range(60)} == expected


def test_a_password_left_over_from_the_preparation_is_forgotten(vip: World) -> None:
    ok(vip, "wait_trade_password")
    vip.begin()
    assert refused(vip, "place_market_order", **ORDERS["place_market_order"]) == NO_PASSWORD


def test_quotes_never_move(vip: World) -> None:
    before = price(vip, "KO")
    for _ in range(4):
        buy(vip, "KO", 50)
    assert price(vip, "KO") == before
