"""A trading floor: worlds arranged for tests, and what they show."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_stock import stage
from sandboxes.apps.light_stock.data_model import LightStock
from tests.sandboxes.calls import State, ok

FUNDS = 5_000_000
SAVINGS = 1_000_000


def arranged(world: World, tier: str, *, trading: int = FUNDS) -> World:
    """The world with the market open, a tier, nothing held or ordered, and 50,000 to trade with."""
    stage.set_market_open(world, True)
    stage.set_tier(world, tier)
    stage.clear_orders(world)
    stage.clear_portfolio(world)
    stage.set_funds(world, trading=trading, savings=SAVINGS)
    return world


def stock_state(world: World) -> State:
    """The state of LightStock as fresh JSON."""
    return world.app(LightStock).export()


def price(world: World, ticker: str) -> int:
    """The quote, in cents."""
    return cents(ok(world, "get_stock_details", ticker=ticker)["price"])


def fee(world: World, amount: int) -> int:
    """What the account's summary says of the fee for an amount, in cents."""
    millionths = round(1_000_000 * ok(world, "get_account_summary")["fee_rate"])
    rounded: int = (2 * amount * millionths + 1_000_000) // 2_000_000
    return min(rounded, 10_000)


def cents(amount: float) -> int:
    """An amount of money in whole cents."""
    return round(100 * amount)


def order(world: World, tool: str, **arguments: object) -> Any:
    """Enter the password and place an order."""
    ok(world, "wait_trade_password")
    return ok(world, f"place_{tool}_order", **arguments)


def buy(world: World, ticker: str, quantity: int) -> Any:
    """Buy at the market."""
    return order(world, "market", ticker=ticker, side="buy", quantity=quantity)


def sell(world: World, ticker: str, quantity: int) -> Any:
    """Sell at the market."""
    return order(world, "market", ticker=ticker, side="sell", quantity=quantity)


def held(world: World) -> dict[str, tuple[int, float]]:
    """Quantity and average price by ticker, as the portfolio shows them."""
    return {
        entry["ticker"]: (entry["quantity"], entry["avg_price"])
        for entry in ok(world, "get_portfolio")
    }


def money(world: World) -> tuple[int, int, int]:
    """Trading balance, savings balance and frozen margin, in cents."""
    account = ok(world, "get_account_summary")
    names = ("trading_balance", "savings_balance", "frozen_margin")
    trading, savings, frozen = (cents(account[name]) for name in names)
    return trading, savings, frozen
