"""LightStock: stocks to pick, accounts and markets to prepare, and how golds trade."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import BUY, VIP
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import (
    clear_orders,
    clear_portfolio,
    clear_trades,
    give_shares,
    plant_trade,
    set_funds,
    set_market_open,
    set_tier,
)
from sandboxes.tasks._client import Client
from sandboxes.tasks.kit.figures import to_the_cent
from sandboxes.tasks.kit.general import some_of

_PLENTY = 100_000_00  # cents: twenty shares of any three stocks leave some of it unspent

_LEGAL_FORM = re.compile(
    r",? (Inc\.|Incorporated|Corporation|Company|plc|Limited|and Company|& Co(\.|mpany)"
    r"(, Inc\.)?|Companies, Inc\.|Group, Inc\.)$"
)
_SPOKEN = {
    "SO": "Southern Company",
    "IBM": "IBM",
    "UNH": "UnitedHealth",
    "AEP": "American Electric Power",
    "AWK": "American Water Works",
    "AMZN": "Amazon",
    "QCOM": "Qualcomm",
    "NKE": "Nike",
    "LLY": "Eli Lilly",
}
"""Companies that people call by another name than the one that is left of the full one."""


def spoken_name(quote: Quote) -> str:
    """What people call a company: "Apple", not "Apple Inc."; finds that company and no other."""
    stock = quote.stock
    plain = _LEGAL_FORM.sub("", stock.name).removeprefix("The ").removesuffix(", Inc.")
    return _SPOKEN.get(stock.ticker, plain)


def money(cents: int) -> str:
    """An amount as it stands in an instruction, such as 12.50."""
    return f"{cents / 100:.2f}"


def all_quotes(
    world: World, *, sector: str | None = None, most: int | None = None, digits: bool = False
) -> list[Quote]:
    """All stocks with their quotes, in order of ticker.

    Args:
        world: The world.
        sector: Only those of this sector.
        most: Only those of which one share costs at most so many cents.
        digits: Whether companies with a figure in their names, such as 3M, are among them.
    """
    return [
        quote
        for quote in world.app(LightStock).quotes.values()
        if sector in (None, quote.stock.sector)
        and (most is None or quote.price <= most)
        and (digits or not re.search(r"\d", quote.stock.name))
    ]


def some_quotes(
    world: World, draw: Stream, count: int, *, most: int | None = None, digits: bool = False
) -> list[Quote]:
    """So many different stocks, of which one share costs at most so many cents."""
    return some_of(draw, all_quotes(world, most=most, digits=digits), count, "affordable stocks")


def above(quote: Quote) -> int:
    """A price well above a quote, in whole units of money, as cents."""
    return (quote.price // 100 + 10) * 100


def below(quote: Quote) -> int:
    """A price a tenth below a quote, in whole units of money, as cents."""
    return quote.price * 9 // 1000 * 100


def moves_clearly(price: int, percent: int) -> bool:
    """Whether a price in cents, moved by some per cent, is no half cent."""
    return price * (100 + percent) % 100 != 50


def fee_of(world: World, amount: int) -> int:
    """The fee for a trade of an amount, both in cents."""
    return world.app(LightStock).fee(amount)


def fresh_account(
    world: World,
    *,
    tier: str = VIP,
    trading: int = _PLENTY,
    savings: int = 80_000_00,
    day_trades: int = 3,
    market_open: bool = True,
    holdings: Mapping[str, int] | None = None,
) -> None:
    """Let the account be as told, nothing else held, traded or pending, and the market open.

    Args:
        world: The world before the attempt.
        tier: "Basic" or "VIP".
        trading: The trading balance, in cents.
        savings: The savings balance, in cents.
        day_trades: How many market and limit orders a Basic user has left.
        market_open: Whether orders are taken.
        holdings: Shares by ticker, each bought in one trade at the quote.
    """
    clear_portfolio(world)
    clear_orders(world)
    clear_trades(world)
    for number, (ticker, shares) in enumerate((holdings or {}).items()):
        give_shares(world, ticker, shares)
        plant_trade(world, ticker, BUY, shares, f"2025-09-{number + 1:02} 10:{12 + number}:07")
    set_tier(world, tier, day_trades)
    set_funds(world, trading=trading, savings=savings)
    set_market_open(world, market_open)


def ticker_of(do: Client, company: str) -> str:
    """The ticker of a company by what people call it."""
    (found,) = do("search_stocks", query=company)
    ticker = found["ticker"]
    assert isinstance(ticker, str), "stocks are known by tickers"
    return ticker


def price_of(do: Client, ticker: str) -> float:
    """The quote of a stock."""
    price = do("get_stock_details", ticker=ticker)["price"]
    assert isinstance(price, float), "quotes are money"
    return price


def shifted(do: Client, price: float, percent: int) -> float:
    """A price moved by some per cent, rounded to the cent."""
    return to_the_cent(do, do("mul", a=price, b=(100 + percent) / 100))


def trade(do: Client, side: str, ticker: str, quantity: int) -> dict[str, Any]:
    """Buy or sell at the quote in one order; the trade."""
    do("wait_trade_password")
    made: dict[str, Any] = do("place_market_order", ticker=ticker, side=side, quantity=quantity)
    return made


def net_of(do: Client, sale: dict[str, Any]) -> float:
    """What a sale brought after its fee."""
    return to_the_cent(do, do("sub", a=sale["total_amount"], b=sale["fee"]))


def save(do: Client, amount: float) -> None:
    """Move an amount from trading to savings."""
    do("transfer_funds", amount=amount, direction="t2s")


def order_at(do: Client, side: str, ticker: str, quantity: int, price: float) -> dict[str, Any]:
    """Place a limit order; what became of it, with `filled`."""
    do("wait_trade_password")
    placed: dict[str, Any] = do(
        "place_limit_order", ticker=ticker, side=side, quantity=quantity, limit_price=price
    )
    return placed


def stop_at(do: Client, ticker: str, quantity: int, price: float) -> dict[str, Any]:
    """Place a stop-loss order; what became of it, with `filled`."""
    do("wait_trade_password")
    placed: dict[str, Any] = do(
        "place_stop_loss_order", ticker=ticker, quantity=quantity, stop_price=price
    )
    return placed


def cancel_orders(do: Client, ticker: str | None = None) -> None:
    """Cancel all orders that wait, or those for one stock."""
    for order in do("get_pending_orders"):
        if ticker in (None, order["ticker"]):
            do("cancel_order", oid=order["oid"])


def upgrade(do: Client) -> None:
    """Pay for the VIP tier."""
    do("wait_trade_password")
    do("upgrade_to_vip")


def shares_held(do: Client, ticker: str) -> int:
    """How many shares of a stock are held; 0 if there are none."""
    held = {entry["ticker"]: entry["quantity"] for entry in do("get_portfolio")}
    return int(held.get(ticker, 0))
