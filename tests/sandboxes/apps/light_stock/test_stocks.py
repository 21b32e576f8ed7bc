"""Stocks: sectors, finding tickers, and what is told of each."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_stock.corpus_reader import stock_corpus
from tests.sandboxes.calls import ok, refused

STOCKS = stock_corpus()


def test_there_are_nine_sectors_in_order(world: World) -> None:
    sectors = ok(world, "list_all_sectors")
    assert sectors == sorted({stock.sector for stock in STOCKS.values()})
    assert len(sectors) == 9


def test_every_stock_is_in_one_sector(world: World) -> None:
    listed = [
        ok(world, "list_all_tickers_by_sector", sector=s) for s in ok(world, "list_all_sectors")
    ]
    assert all(tickers == sorted(tickers) for tickers in listed)
    assert sorted(ticker for tickers in listed for ticker in tickers) == sorted(STOCKS)


def test_a_sector_may_be_written_in_any_case(world: World) -> None:
    expected = sorted(t for t, stock in STOCKS.items() if stock.sector == "Energy")
    for sector in ("Energy", "energy", "ENERGY"):
        assert ok(world, "list_all_tickers_by_sector", sector=sector) == expected


def test_an_unknown_sector_is_refused_and_the_known_ones_are_named(world: World) -> None:
    for sector in ("Ener", "Mining"):
        sentence = refused(world, "list_all_tickers_by_sector", sector=sector)
        assert sentence.startswith(f'There is no sector "{sector}". There are: Communication, ')


@pytest.mark.parametrize("query", ["sbux", "SBUX", "Starb", "bank", "T", "&", " ", "qqq"])
def test_a_search_finds_tickers_and_names(query: str, world: World) -> None:
    wanted = query.lower()
    found = ok(world, "search_stocks", query=query)
    assert [entry["ticker"] for entry in found] == [
        ticker
        for ticker, stock in sorted(STOCKS.items())
        if wanted in ticker.lower() or wanted in stock.name.lower()
    ]
    for entry in found:
        details = ok(world, "get_stock_details", ticker=entry["ticker"])
        assert entry == {name: details[name] for name in ("ticker", "name", "price")}


def test_details_tell_all_of_a_stock(world: World) -> None:
    stock = STOCKS["SBUX"]
    shown = ok(world, "get_stock_details", ticker="sbux")
    assert {k: shown[k] for k in ("ticker", "name", "sector", "description", "price_alert")} == {
        "ticker": "SBUX",
        "name": stock.name,
        "sector": stock.sector,
        "description": stock.description,
        "price_alert": None,
    }
    assert list(shown)[4:7] == ["price", "pe_ratio", "market_cap"]
    assert 0.8 * stock.cents <= 100 * shown["price"] <= 1.6 * stock.cents
    assert 0.9 * stock.pe_hundredths <= 100 * shown["pe_ratio"] <= 1.1 * stock.pe_hundredths
    assert 0.9 * stock.cap_millions <= shown["market_cap"] / 1e6 <= 1.4 * stock.cap_millions


def test_an_alert_is_shown_with_its_stock(world: World) -> None:
    ok(world, "set_price_alert", ticker="SBUX", price=0.5)
    shown = ok(world, "get_stock_details", ticker="SBUX")["price_alert"]
    assert shown == {"price": 0.5, "triggered": True}


@pytest.mark.parametrize("ticker", ["SBU", "SBUX ", "Starbucks", "0", "x" * 64])
def test_a_ticker_is_exact_but_for_case(ticker: str, world: World) -> None:
    sentence = refused(world, "get_stock_details", ticker=ticker)
    assert sentence == f'No stock has the ticker "{ticker}".'
