"""How orders are checked, filled and left pending."""

from __future__ import annotations

from typing import NamedTuple

from sandboxes._outcome import Refused
from sandboxes._records import shown
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import (
    BUY,
    LIMIT,
    SELL,
    Account,
    PendingOrder,
    Trade,
    position,
)
from sandboxes.apps.light_stock.seeding import Quote

_NOT_SHORT = "Only market orders and limit orders that are filled at once can sell short."


class _Deal(NamedTuple):
    """An order as it would be filled, in cents."""

    ticker: str
    side: str
    quantity: int
    price: int
    amount: int
    fee: int

    @property
    def change(self) -> int:
        """By how many shares the position changes."""
        return self.quantity if self.side == BUY else -self.quantity

    @property
    def credit(self) -> int:
        """By how much the trading balance changes."""
        return -self.amount - self.fee if self.side == BUY else self.amount - self.fee


def fill(store: LightStock, quote: Quote, side: str, quantity: int) -> Trade:
    """Buy or sell at the quote. The password and a day trade are used up.

    Raises:
        Refused: the money or the shares are missing.
    """
    amount = quantity * quote.price
    fee = store.fee(amount)
    deal = _Deal(quote.stock.ticker, side, quantity, quote.price, amount, fee)
    if side == BUY:
        _check_purchase(store, deal)
    else:
        _check_sale(store, deal)
    return _book(store, deal)


def leave_pending(
    store: LightStock, quote: Quote, side: str, quantity: int, limit: int, price_type: str = LIMIT
) -> PendingOrder:
    """Let an order wait for its price. The password and a day trade are used up.

    A purchase freezes what it would cost; a sale keeps shares that are held.

    Raises:
        Refused: the money or the shares are missing.
    """
    margin = quantity * limit if side == BUY else 0
    account = store.account.value
    ticker = quote.stock.ticker
    if margin > account.trading_balance:
        raise Refused(
            f"The order would freeze {shown(margin)}; "
            f"the trading balance is {shown(account.trading_balance)}."
        )
    if side == SELL:
        check_held(store, ticker, quantity)
    order = PendingOrder(
        store.world.new_id("order"), ticker, side, quantity, price_type, limit, margin
    )
    store.orders.put(order)
    store.account.set(
        _used_up(account)._replace(
            trading_balance=account.trading_balance - margin,
            frozen_margin=account.frozen_margin + margin,
        )
    )
    return order


def release(store: LightStock, order: PendingOrder) -> None:
    """Take a pending order away and give back exactly what it has frozen."""
    account = store.account.value
    store.orders.remove(order.oid)
    store.account.set(
        account._replace(
            trading_balance=account.trading_balance + order.frozen_margin,
            frozen_margin=account.frozen_margin - order.frozen_margin,
        )
    )


def _check_purchase(store: LightStock, deal: _Deal) -> None:
    balance = store.account.value.trading_balance
    if deal.amount + deal.fee > balance:
        raise Refused(
            f"{deal.quantity} shares of {deal.ticker} cost {shown(deal.amount)} and a fee of "
            f"{shown(deal.fee)}; the trading balance is {shown(balance)}."
        )


def _check_sale(store: LightStock, deal: _Deal) -> None:
    if deal.quantity <= _to_sell(store, deal.ticker):
        return
    account = store.account.value
    if store.promised(deal.ticker) or not account.is_vip:
        check_held(store, deal.ticker, deal.quantity, "Selling short needs the VIP tier.")
    held = max(store.held(deal.ticker), 0)
    owed = store.owed_value() + (deal.quantity - held) * deal.price
    balance = account.trading_balance + deal.credit
    if balance < 2 * owed:
        raise Refused(
            f"The sale would leave {shown(balance)} in the trading balance, and shares worth "
            f"{shown(owed)} sold short; it must leave at least twice as much as that."
        )


def check_held(store: LightStock, ticker: str, quantity: int, otherwise: str = _NOT_SHORT) -> None:
    """Make sure that so many shares are held and not kept for pending sales.

    Args:
        store: The app.
        ticker: Ticker of the stock.
        quantity: How many shares.
        otherwise: Why more can't be sold.

    Raises:
        Refused: fewer can be sold.
    """
    if quantity <= _to_sell(store, ticker):
        return
    promised = store.promised(ticker)
    if promised:
        raise Refused(
            f"{_to_sell(store, ticker)} shares of {ticker} can be sold; {promised} more are kept "
            "for pending orders. Cancel those or sell less."
        )
    raise Refused(f"{max(store.held(ticker), 0)} shares of {ticker} are held. {otherwise}")


def _to_sell(store: LightStock, ticker: str) -> int:
    return max(store.held(ticker), 0) - store.promised(ticker)


def _book(store: LightStock, deal: _Deal) -> Trade:
    world, account = store.world, store.account.value
    trade = Trade(
        trid=world.new_id("trade"),
        timestamp=world.timestamp(),
        ticker=deal.ticker,
        side=deal.side,
        quantity=deal.quantity,
        price=deal.price,
        total_amount=deal.amount,
        fee=deal.fee,
    )
    before = store.portfolio.get(deal.ticker)
    after = (
        position(deal.ticker, deal.change, deal.change * deal.price)
        if before is None
        else before.after(deal.change, deal.price)
    )
    if after is None:
        store.portfolio.remove(deal.ticker)
    else:
        store.portfolio.put(after)
    store.trades.put(trade)
    balance = account.trading_balance + deal.credit
    store.account.set(_used_up(account)._replace(trading_balance=balance))
    return trade


def _used_up(account: Account) -> Account:
    """The account after an order: without the password, and with one day trade less."""
    left = account.day_trades_left
    return account._replace(
        password_ready=False, day_trades_left=None if left is None else left - 1
    )
