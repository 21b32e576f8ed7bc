"""What a seed makes of LightStock: quotes, the account, and what was traded before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from sandboxes._streams import Stream, make_id
from sandboxes.apps.light_stock.amounts import nearest
from sandboxes.apps.light_stock.corpus_reader import Stock, stock_corpus
from sandboxes.apps.light_stock.records import (
    BASIC,
    BUY,
    LIMIT,
    VIP,
    Account,
    Market,
    PendingOrder,
    Position,
    Trade,
    position,
)

_APP = "LightStock"
_PRICE_FACTOR = (0.8, 1.6)
_PE_FACTOR = (0.9, 1.1)
_CAP_FACTOR = (0.9, 1.4)
_MARKET_OPEN = 2 / 3
_TRADING = (10_000, 50_000)
_SAVINGS = (50_000, 150_000)
_VIP = 0.5
_DAY_TRADES = (1, 3)
_FEE_RATE = 2000
_FEE_FACTOR = (0.5, 1.5)
_MILLION = 1_000_000
_HIGHEST_FEE = 10_000
_HOLDINGS = 0.5
_PURCHASES = (1, 3)
_SHARES = (1, 15)
_ORDER = 0.5
_ORDERED = (10, 100)
_LIMIT_FACTOR = (0.85, 0.97)
_FIRST_DAY = datetime(2025, 6, 1)  # noqa: DTZ001 - a world's clock has no time zone
_WEEKDAYS = tuple(day for day in range(200) if (_FIRST_DAY + timedelta(day)).weekday() < 5)
_OPENS, _OPEN_SECONDS = timedelta(hours=9, minutes=30), 6 * 3600

VIP_PRICE = 800_000
"""What the VIP tier costs, in cents."""


class Quote(NamedTuple):
    """What a stock is worth in this world, which never moves.

    Args:
        stock: The stock.
        price: Price of one share, in cents.
        pe_hundredths: Ratio of price to earnings, in hundredths.
        cap_millions: Market capitalisation, in millions.
    """

    stock: Stock
    price: int
    pe_hundredths: int
    cap_millions: int


class _Traded(NamedTuple):
    """What was bought and ordered before the world began."""

    trades: Mapping[str, Trade]
    orders: Mapping[str, PendingOrder]
    money_left: int


class StockBase:
    """The quotes, the account, the holdings and the orders that a world starts with.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    @cached_property
    def quotes(self) -> Mapping[str, Quote]:
        """All quotes by ticker, in order of ticker."""
        stocks = stock_corpus()
        drawn = iter(self._stream("quotes").units(3 * len(stocks)))
        return {
            ticker: Quote(
                stock,
                price=_scaled(stock.cents, _PRICE_FACTOR, next(drawn)),
                pe_hundredths=_scaled(stock.pe_hundredths, _PE_FACTOR, next(drawn)),
                cap_millions=_scaled(stock.cap_millions, _CAP_FACTOR, next(drawn)),
            )
            for ticker, stock in stocks.items()
        }

    @cached_property
    def fee_millionths(self) -> int:
        """What a trade costs besides, in millionths of its amount."""
        return _scaled(_FEE_RATE, _FEE_FACTOR, self._stream("fee").unit())

    @cached_property
    def market(self) -> Market:
        """Whether orders are taken in this world."""
        return Market(self._stream("market").chance(_MARKET_OPEN))

    @cached_property
    def account(self) -> Account:
        """The user's tier and money, less what was paid and frozen before."""
        stream = self._stream("tier")
        tier = VIP if stream.chance(_VIP) else BASIC
        return Account(
            tier=tier,
            trading_balance=self._traded.money_left,
            savings_balance=100 * self._stream("savings").between(*_SAVINGS),
            frozen_margin=sum(order.frozen_margin for order in self.orders.values()),
            day_trades_left=None if tier == VIP else stream.between(*_DAY_TRADES),
        )

    @property
    def trades(self) -> Mapping[str, Trade]:
        """The purchases before the world began, oldest first."""
        return self._traded.trades

    @property
    def orders(self) -> Mapping[str, PendingOrder]:
        """The order that waits already, if any."""
        return self._traded.orders

    @cached_property
    def holdings(self) -> Mapping[str, Position]:
        """What is left of the purchases, which is all of them, in order of ticker."""
        bought = sorted(self.trades.values(), key=lambda trade: trade.ticker)
        return {t.ticker: position(t.ticker, t.quantity, t.total_amount) for t in bought}

    def fee(self, amount: int) -> int:
        """The fee for a trade of an amount, both in cents."""
        return min(nearest(amount * self.fee_millionths, _MILLION), _HIGHEST_FEE)

    @cached_property
    def _traded(self) -> _Traded:
        money = 100 * self._stream("trading").between(*_TRADING)
        stream = self._stream("holdings")
        if not stream.chance(_HOLDINGS):
            return _Traded({}, {}, money)
        *tickers, ordered = stream.sample(list(self.quotes), stream.between(*_PURCHASES) + 1)
        trades = {}
        for ticker, when in zip(tickers, self._days(len(tickers)), strict=True):
            trade = self._purchase(ticker, stream.between(*_SHARES), when)
            if trade.total_amount + trade.fee <= money:
                trades[trade.trid] = trade
                money -= trade.total_amount + trade.fee
        order = self._order(ordered)
        if order is None or order.frozen_margin > money:
            return _Traded(trades, {}, money)
        return _Traded(trades, {order.oid: order}, money - order.frozen_margin)

    def _days(self, count: int) -> list[str]:
        """So many moments of the year before, in their order, while the market was open."""
        stream = self._stream("trading days")
        days = sorted(stream.sample(_WEEKDAYS, count))
        return [
            (
                _FIRST_DAY + timedelta(days=day, seconds=stream.below(_OPEN_SECONDS)) + _OPENS
            ).isoformat(" ")
            for day in days
        ]

    def _purchase(self, ticker: str, shares: int, when: str) -> Trade:
        price = self.quotes[ticker].price
        amount = shares * price
        trid = make_id(self._seed, "trade", "base", ticker)
        return Trade(trid, when, ticker, BUY, shares, price, amount, self.fee(amount))

    def _order(self, ticker: str) -> PendingOrder | None:
        stream = self._stream("order")
        if not stream.chance(_ORDER):
            return None
        quantity = stream.between(*_ORDERED)
        limit = _scaled(self.quotes[ticker].price, _LIMIT_FACTOR, stream.unit())
        oid = make_id(self._seed, "order", "base", ticker)
        return PendingOrder(oid, ticker, BUY, quantity, LIMIT, limit, quantity * limit)

    def _stream(self, purpose: str) -> Stream:
        return Stream(self._seed, _APP, purpose)


def _scaled(number: int, factor: tuple[float, float], unit: float) -> int:
    """A number times a factor from a range, to the nearest whole."""
    low, high = factor
    return round(number * (low + (high - low) * unit))
