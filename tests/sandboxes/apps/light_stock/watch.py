"""What must always hold in LightStock: money and shares are conserved, and promised once."""

from __future__ import annotations

from typing import Any

from sandboxes import Outcome, World
from sandboxes.apps.light_stock.data_model import LightStock

_VIP_PRICE = 800_000


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        store = world.app(LightStock)
        self._money = _money(store)
        self._tier = store.account.value.tier
        self._shares = {ticker: p.quantity for ticker, p in store.portfolio.of().items()}
        self._known = set(store.trades.of())
        self._market = store.market.value

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        store = world.app(LightStock)
        self._check_money(store)
        self._check_shares(store)
        self._check_orders(store)
        assert store.market.value == self._market
        assert store.watching.value.watch_list == tuple(sorted({*store.watching.value.watch_list}))
        assert {*store.watching.value.watch_list, *store.alerts.of()} <= set(store.quotes)
        for alert in store.alerts.of().values():
            assert alert.price > 0
            assert alert.triggered is (alert.price <= store.quotes[alert.ticker].price)
        _check_password(before.app(LightStock), store, name, outcome)

    def _check_money(self, store: LightStock) -> None:
        account = store.account.value
        spent = 0
        for trid, trade in store.trades.of().items():
            assert trade.total_amount == trade.quantity * trade.price > 0
            assert trade.price == store.quotes[trade.ticker].price
            assert 0 <= trade.fee <= 10_000
            if trid not in self._known:
                sign = 1 if trade.side == "buy" else -1
                spent += sign * trade.total_amount + trade.fee
        if account.tier != self._tier:
            assert (self._tier, account.tier) == ("Basic", "VIP")
            spent += _VIP_PRICE
        assert _money(store) == self._money - spent
        assert min(account.trading_balance, account.savings_balance, account.frozen_margin) >= 0
        assert (account.day_trades_left is None) is (account.tier == "VIP")
        assert account.day_trades_left is None or account.day_trades_left >= 0

    def _check_shares(self, store: LightStock) -> None:
        expected = dict(self._shares)
        for trid, trade in store.trades.of().items():
            if trid not in self._known:
                change = trade.quantity if trade.side == "buy" else -trade.quantity
                expected[trade.ticker] = expected.get(trade.ticker, 0) + change
        held = {ticker: p.quantity for ticker, p in store.portfolio.of().items()}
        assert held == {ticker: number for ticker, number in expected.items() if number != 0}
        for position in store.portfolio.of().values():
            assert position.quantity > 0 or store.account.value.tier == "VIP"
            assert position.cost == position.quantity * store.quotes[position.ticker].price

    def _check_orders(self, store: LightStock) -> None:
        orders = store.orders.of().values()
        promised: dict[str, int] = {}
        for order in orders:
            assert order.quantity > 0
            assert order.limit_price > 0
            quote = store.quotes[order.ticker].price
            if order.side == "buy":
                assert order.price_type == "limit"
                assert order.frozen_margin == order.quantity * order.limit_price
                assert order.limit_price < quote
            else:
                assert order.frozen_margin == 0
                promised[order.ticker] = promised.get(order.ticker, 0) + order.quantity
                below = order.limit_price < quote
                assert order.limit_price != quote
                assert below is (order.price_type == "stop")
        assert store.account.value.frozen_margin == sum(order.frozen_margin for order in orders)
        assert all(store.held(ticker) >= number for ticker, number in promised.items())


def _money(store: LightStock) -> int:
    account = store.account.value
    return account.trading_balance + account.savings_balance + account.frozen_margin


def _check_password(before: LightStock, store: LightStock, name: str, outcome: Outcome) -> None:
    """A password is entered by one tool and used up by success of those that need it."""
    ready = before.account.value.password_ready
    if outcome.ok and name == "wait_trade_password":
        ready = True
    elif outcome.ok and (name.startswith("place_") or name == "upgrade_to_vip"):
        assert ready
        ready = False
    assert store.account.value.password_ready is ready
