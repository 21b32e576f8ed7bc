"""The stocks that LightStock's worlds are made of, read once per process."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent / "corpus" / "stocks.json"


@dataclass(frozen=True, slots=True)
class Stock:
    """A company whose shares are traded.

    Args:
        ticker: Its short name at the exchange, in capitals.
        name: Name of the company.
        sector: One of nine.
        description: One sentence.
        cents: List price of one share, in cents.
        pe_hundredths: Listed ratio of price to earnings, in hundredths.
        cap_millions: Listed market capitalisation, in millions.
    """

    ticker: str
    name: str
    sector: str
    description: str
    cents: int
    pe_hundredths: int
    cap_millions: int


@functools.cache
def stock_corpus() -> dict[str, Stock]:
    """All stocks by ticker, in order of ticker."""
    entries = json.loads(_FILE.read_text(encoding="utf-8"))
    return {
        entry["ticker"]: Stock(
            ticker=entry["ticker"],
            name=entry["name"],
            sector=entry["sector"],
            description=entry["description"],
            cents=round(entry["price"] * 100),
            pe_hundredths=round(entry["pe_ratio"] * 100),
            cap_millions=round(entry["market_cap_billions"] * 1000),
        )
        for entry in sorted(entries, key=lambda entry: str(entry["ticker"]))
    }


@functools.cache
def tickers_by_sector() -> dict[str, tuple[str, ...]]:
    """The tickers of each sector, sectors and tickers in order of name."""
    sectors = sorted({stock.sector for stock in stock_corpus().values()})
    return {
        sector: tuple(t for t, stock in stock_corpus().items() if stock.sector == sector)
        for sector in sectors
    }
