"""Tools about stocks: sectors, finding tickers, quotes."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import units
from sandboxes._tool import tool
from sandboxes._types import Fragment, Identifier, Line
from sandboxes.apps.light_stock.checks import quoted
from sandboxes.apps.light_stock.corpus_reader import tickers_by_sector
from sandboxes.apps.light_stock.data_model import LightStock


@tool(mutates=False, requires=(), provides=("sector",))
def list_all_sectors(store: LightStock) -> list[str]:
    """List the sectors that stocks are sorted into.

    Returns:
        A sorted list of names.
    """
    return list(tickers_by_sector())


@tool(mutates=False, requires=("sector",), provides=("ticker",))
def list_all_tickers_by_sector(store: LightStock, sector: Line) -> list[str]:
    """List the stocks of one sector.

    Refused if there is no such sector.

    Args:
        sector: Name of the sector, in full; case does not matter.

    Returns:
        A sorted list of tickers.
    """
    for name, tickers in tickers_by_sector().items():
        if name.casefold() == sector.casefold():
            return list(tickers)
    raise Refused(f'There is no sector "{sector}". There are: {", ".join(tickers_by_sector())}.')


@tool(mutates=False, requires=(), provides=("ticker", "quote"))
def search_stocks(store: LightStock, query: Fragment) -> list[dict[str, Any]]:
    """Find the stocks whose ticker or company name contains a fragment; case does not matter.

    Args:
        query: Part of a ticker or of a company's name.

    Returns:
        A list of {ticker, name, price} in order of ticker; empty if there is none.
    """
    wanted = query.casefold()
    return [
        {"ticker": ticker, "name": quote.stock.name, "price": units(quote.price)}
        for ticker, quote in store.quotes.items()
        if wanted in ticker.casefold() or wanted in quote.stock.name.casefold()
    ]


@tool(mutates=False, requires=("ticker",), provides=("quote", "price alert"))
def get_stock_details(store: LightStock, ticker: Identifier) -> dict[str, Any]:
    """Describe one stock, with its quote, at which every trade is made.

    Refused if there is no such stock.

    Args:
        ticker: Ticker of the stock; case does not matter.

    Returns:
        {ticker, name, sector, description, price, pe_ratio, market_cap, price_alert}; the price is
        that of one share; price_alert is {price, triggered}, or null if none is set.
    """
    quote = quoted(store, ticker)
    stock = quote.stock
    alert = store.alerts.get(stock.ticker)
    return {
        "ticker": stock.ticker,
        "name": stock.name,
        "sector": stock.sector,
        "description": stock.description,
        "price": units(quote.price),
        "pe_ratio": quote.pe_hundredths / 100,
        "market_cap": quote.cap_millions * 1_000_000,
        "price_alert": alert and {"price": units(alert.price), "triggered": alert.triggered},
    }
