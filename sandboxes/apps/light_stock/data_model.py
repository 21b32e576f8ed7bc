"""State of LightStock: the account, positions, orders, trades, what is watched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandboxes._app import AppState
from sandboxes._tables import Cell, Table, no_base
from sandboxes.apps.light_stock.records import (
    PENDING_ORDERS,
    PORTFOLIO,
    PRICE_ALERTS,
    SELL,
    TRADE_HISTORY,
    Alert,
    PendingOrder,
    Position,
    Trade,
    Watching,
)
from sandboxes.apps.light_stock.seeding import Quote, StockBase

if TYPE_CHECKING:
    from sandboxes._world import World


class LightStock(AppState):
    """All that LightStock knows. Quotes and the fee rate are the world's and never change."""

    server = "LightStock"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        base = self._base = world.base.part(StockBase)
        self.account = Cell(base.account)
        self.market = Cell(base.market)
        self.watching = Cell(Watching())
        self.portfolio: Table[Position] = Table(PORTFOLIO, lambda _: base.holdings)
        self.orders: Table[PendingOrder] = Table(PENDING_ORDERS, lambda _: base.orders)
        self.trades: Table[Trade] = Table(TRADE_HISTORY, lambda _: base.trades)
        self.alerts: Table[Alert] = Table(PRICE_ALERTS, no_base)

    def reset_session(self) -> None:
        """Forget a password that was entered and not used."""
        self.account.set(self.account.value._replace(password_ready=False))

    @property
    def quotes(self) -> Mapping[str, Quote]:
        """All quotes by ticker, in order of ticker."""
        return self._base.quotes

    @property
    def fee_rate(self) -> float:
        """The share of a trade's amount that is charged as its fee."""
        return self._base.fee_millionths / 1_000_000

    def fee(self, amount: int) -> int:
        """The fee for a trade of an amount, both in cents."""
        return self._base.fee(amount)

    def held(self, ticker: str) -> int:
        """How many shares are held; negative if they are owed."""
        found = self.portfolio.get(ticker)
        return 0 if found is None else found.quantity

    def promised(self, ticker: str) -> int:
        """How many of the shares held are kept for pending sales."""
        orders = self.orders.of().values()
        return sum(o.quantity for o in orders if o.ticker == ticker and o.side == SELL)

    def owed_value(self) -> int:
        """What it would cost to buy back all shares that are owed, in cents, without fees."""
        positions = self.portfolio.of().values()
        return sum(-p.quantity * self.quotes[p.ticker].price for p in positions if p.quantity < 0)
