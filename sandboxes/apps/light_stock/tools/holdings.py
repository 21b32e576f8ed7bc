"""Tools about what is held and what was traded."""

from __future__ import annotations

from typing import Any

from sandboxes._records import as_json, units
from sandboxes._tool import tool
from sandboxes.apps.light_stock.data_model import LightStock


@tool(mutates=False, requires=(), provides=("position", "ticker"))
def get_portfolio(store: LightStock) -> list[dict[str, Any]]:
    """List the shares that are held, or owed after short sales.

    Returns:
        A list of {ticker, quantity, avg_price} in order of ticker; a negative quantity is owed;
        avg_price is what one share cost, or brought when sold short, on average and without fees;
        empty if there is none.
    """
    positions = sorted(store.portfolio.of().values(), key=lambda position: position.ticker)
    return [
        {"ticker": p.ticker, "quantity": p.quantity, "avg_price": units(p.average)}
        for p in positions
    ]


@tool(mutates=False, requires=(), provides=("trade", "ticker"))
def get_trade_history(store: LightStock) -> list[dict[str, Any]]:
    """List all trades, oldest first. Orders that wait or were cancelled are no trades.

    Returns:
        A list of {trid, timestamp, ticker, side, quantity, price, total_amount, fee}; the total
        amount is without the fee; empty if there is none.
    """
    return [as_json(trade) for trade in store.trades.of().values()]
