"""The records of LightStock, each field declared scored, neutral or id/time."""

from __future__ import annotations

from typing import NamedTuple

from sandboxes._records import Cents, Collection, IdTime, Neutral, Scored
from sandboxes.apps.light_stock.amounts import nearest

BASIC, VIP = "Basic", "VIP"
BUY, SELL = "buy", "sell"
LIMIT, STOP = "limit", "stop"


class Account(NamedTuple):
    """The user's tier and money; what pending orders have frozen is out of the trading balance.

    A VIP has no quota of day trades.
    """

    tier: Scored[str]
    trading_balance: Scored[Cents]
    savings_balance: Scored[Cents]
    frozen_margin: Scored[Cents]
    day_trades_left: Scored[int | None]
    password_ready: Neutral[bool] = False

    @property
    def is_vip(self) -> bool:
        """Whether the user may sell short, place stops and trade without a quota."""
        return self.tier == VIP


class Market(NamedTuple):
    """Whether orders are taken; no tool changes it."""

    market_open: Neutral[bool]


class Watching(NamedTuple):
    """The sorted tickers that the user keeps an eye on."""

    watch_list: Scored[tuple[str, ...]] = ()


class Position(NamedTuple):
    """Shares of one stock; their number and cost are negative while they are owed (sold short).

    What is sold takes its share of the cost as the last addition left it, so that neither the
    order nor the number of several sales shows in the cost by a cent.
    """

    ticker: Scored[str]
    quantity: Scored[int]
    cost: Scored[Cents]
    whole_quantity: Neutral[int]
    whole_cost: Neutral[Cents]

    @property
    def average(self) -> int:
        """Average price of a share, to the nearest cent."""
        return nearest(abs(self.cost), abs(self.quantity))

    def after(self, change: int, price: int) -> Position | None:
        """The position once so many shares are added or, if negative, taken off, at a price.

        Returns:
            None if no share is left.
        """
        quantity = self.quantity + change
        if quantity == 0:
            return None
        if quantity * self.quantity < 0:  # through zero: all that is left is new
            return position(self.ticker, quantity, quantity * price)
        if change * self.quantity < 0:
            sign = 1 if quantity > 0 else -1
            cost = nearest(abs(self.whole_cost * quantity), abs(self.whole_quantity))
            return self._replace(quantity=quantity, cost=sign * cost)
        return position(self.ticker, quantity, self.cost + change * price)


def position(ticker: str, quantity: int, cost: int) -> Position:
    """A position of which nothing has been taken off yet."""
    return Position(ticker, quantity, cost, quantity, cost)


class PendingOrder(NamedTuple):
    """An order that waits for its price; a purchase has frozen what it would cost."""

    oid: IdTime[str]
    ticker: Scored[str]
    side: Scored[str]
    quantity: Scored[int]
    price_type: Scored[str]
    limit_price: Scored[Cents]
    frozen_margin: Scored[Cents]


class Trade(NamedTuple):
    """One executed order: what was paid or received for the shares, and the fee besides."""

    trid: IdTime[str]
    timestamp: IdTime[str]
    ticker: Scored[str]
    side: Scored[str]
    quantity: Scored[int]
    price: Scored[Cents]
    total_amount: Scored[Cents]
    fee: Scored[Cents]


class Alert(NamedTuple):
    """The price at which the user wants to hear of a stock."""

    ticker: Scored[str]
    price: Scored[Cents]
    triggered: Scored[bool]


PORTFOLIO = Collection("portfolio", Position, "ticker", keyed=True, keys=("ticker",))
PENDING_ORDERS = Collection(
    "pending_orders",
    PendingOrder,
    "oid",
    keys=("ticker", "side"),
    sum_by=("ticker", "side", "price_type", "limit_price"),
)
# Quotes never move in a world: trades of one ticker have one price, which must not be added up.
TRADE_HISTORY = Collection(
    "trade_history",
    Trade,
    "trid",
    keys=("ticker", "side"),
    sum_by=("ticker", "side", "price"),
    fees=("fee",),
)
PRICE_ALERTS = Collection("price_alerts", Alert, "ticker", keyed=True, keys=("ticker",))
