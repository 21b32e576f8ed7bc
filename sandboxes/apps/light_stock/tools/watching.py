"""Tools about what the user keeps an eye on: the watch list and price alerts."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import as_json, shown, units
from sandboxes._tool import tool
from sandboxes._types import Identifier
from sandboxes.apps.light_stock.amounts import Amount, in_cents
from sandboxes.apps.light_stock.checks import quoted
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import Alert


@tool(mutates=True, requires=("ticker",), provides=())
def toggle_watchlist(store: LightStock, ticker: Identifier) -> dict[str, Any]:
    """Put a stock on the watch list, or take it off if it is there.

    Refused if there is no such stock.

    Args:
        ticker: Ticker of the stock; case does not matter.

    Returns:
        {ticker, watched}; watched says whether it is on the list now.
    """
    name = quoted(store, ticker).stock.ticker
    watching = store.watching.value
    after = set(watching.watch_list) ^ {name}
    store.watching.set(watching._replace(watch_list=tuple(sorted(after))))
    return {"ticker": name, "watched": name in after}


@tool(mutates=False, requires=(), provides=("ticker", "quote"))
def get_watchlist_details(store: LightStock) -> list[dict[str, Any]]:
    """Show the stocks on the watch list with their quotes.

    Returns:
        A list of {ticker, name, price, pe_ratio} in order of ticker; empty if there is none.
    """
    quotes = [store.quotes[ticker] for ticker in store.watching.value.watch_list]
    return [
        {
            "ticker": quote.stock.ticker,
            "name": quote.stock.name,
            "price": units(quote.price),
            "pe_ratio": quote.pe_hundredths / 100,
        }
        for quote in quotes
    ]


@tool(mutates=True, requires=("ticker",), provides=("price alert",))
def set_price_alert(store: LightStock, ticker: Identifier, price: Amount) -> dict[str, Any]:
    """Ask to be told when the price of a stock is at least so high; one alert per stock.

    It replaces the alert of the stock, if one is set. If the quote is at that price or above it
    already, the alert is marked as triggered at once.

    Refused if there is no such stock, the price has fractions of a cent, or the alert of the stock
    is set to this price already.

    Args:
        ticker: Ticker of the stock; case does not matter.
        price: The price of one share, with at most two decimals.

    Returns:
        {ticker, price, triggered}.
    """
    quote, cents = quoted(store, ticker), in_cents(price)
    name = quote.stock.ticker
    before = store.alerts.get(name)
    if before is not None and before.price == cents:
        raise Refused(f"The alert of {name} is set to {shown(cents)} already.")
    alert = Alert(name, cents, triggered=quote.price >= cents)
    store.alerts.put(alert)
    return as_json(alert)


@tool(mutates=True, requires=("price alert",), provides=())
def remove_price_alert(store: LightStock, ticker: Identifier) -> dict[str, Any]:
    """Remove the alert of a stock.

    Refused if there is no such stock or no alert is set for it.

    Args:
        ticker: Ticker of the stock; case does not matter.

    Returns:
        {ticker, removed}.
    """
    name = quoted(store, ticker).stock.ticker
    if store.alerts.get(name) is None:
        raise Refused(f"No alert is set for {name}.")
    store.alerts.remove(name)
    return {"ticker": name, "removed": True}
