"""Values that mean something to LightStock's tools."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_stock.data_model import LightStock


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    store = world.app(LightStock)
    tickers = [*list(store.portfolio.of())[:3], "SBUX", "t"]
    quotes = [store.quotes[ticker.upper()].price / 100 for ticker in tickers]
    prices = [*quotes, *(round(quote * 0.9, 2) for quote in quotes), 500]
    return {
        "ticker": tickers,
        "sector": ["Energy", "energy"],
        "query": ["bank", "S"],
        "quantity": [1, 2, 5, 15, 400],
        "limit_price": prices,
        "stop_price": prices,
        "price": prices,
        "amount": [0.01, 12.34, 1000, 8000, 60_000],
        "oid": list(store.orders.of()),
    }
