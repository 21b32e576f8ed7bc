"""The stocks that worlds are made of: as many as promised, distinct and told apart."""

from __future__ import annotations

import re

from sandboxes.apps.light_stock.corpus_reader import stock_corpus, tickers_by_sector

STOCKS = stock_corpus()


def test_there_are_eighty_stocks_in_nine_sectors() -> None:
    assert len(STOCKS) == 80
    assert len(tickers_by_sector()) == 9
    assert sum(map(len, tickers_by_sector().values())) == 80
    assert min(map(len, tickers_by_sector().values())) >= 8


def test_tickers_names_and_descriptions_are_distinct() -> None:
    assert all(re.fullmatch("[A-Z]{1,5}", ticker) for ticker in STOCKS)
    assert len({stock.name for stock in STOCKS.values()}) == 80
    assert len({stock.description for stock in STOCKS.values()}) == 80


def test_a_description_is_one_short_sentence() -> None:
    for stock in STOCKS.values():
        assert stock.description.endswith(".")
        assert 30 <= len(stock.description) <= 120


def test_figures_are_positive() -> None:
    for stock in STOCKS.values():
        assert min(stock.cents, stock.pe_hundredths, stock.cap_millions) > 0
