"""Tools about orders: placing, listing and cancelling them."""

from __future__ import annotations

from typing import Any, Literal

from sandboxes._outcome import Refused
from sandboxes._records import as_json, units
from sandboxes._tool import tool
from sandboxes._types import Count, Identifier
from sandboxes.apps.light_stock.amounts import Amount, in_cents
from sandboxes.apps.light_stock.checks import quoted, ready_to_trade
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import BUY, SELL, STOP
from sandboxes.apps.light_stock.trading import check_held, fill, leave_pending, release

Side = Literal["buy", "sell"]


@tool(mutates=True, requires=("ticker", "trade password"), provides=("position", "trade"))
def place_market_order(
    store: LightStock, ticker: Identifier, side: Side, quantity: Count
) -> dict[str, Any]:
    """Buy or sell shares at once, at the quote. Needs the trade password and uses it up.

    The fee comes on top of what a purchase costs, and off what a sale brings. A user of the Basic
    tier uses up a day trade. Shares that are owed after a short sale are bought back before any
    are held. VIP users may sell more than they hold, which is a short sale: afterwards the trading
    balance must be at least twice what all shares sold short are worth.

    Refused, with the password kept, if there is no such stock, the market is closed, the password
    has not been entered, no day trade is left, the trading balance is too small, or fewer shares
    are held than are sold without the VIP tier; shares kept for pending orders can't be sold.

    Args:
        ticker: Ticker of the stock; case does not matter.
        side: Either "buy" or "sell".
        quantity: How many shares.

    Returns:
        The trade, {trid, timestamp, ticker, side, quantity, price, total_amount, fee}; the total
        amount is without the fee.
    """
    quote = quoted(store, ticker)
    ready_to_trade(store)
    return as_json(fill(store, quote, side, quantity))


@tool(
    mutates=True,
    requires=("ticker", "trade password"),
    provides=("pending order", "position", "trade"),
)
def place_limit_order(
    store: LightStock, ticker: Identifier, side: Side, quantity: Count, limit_price: Amount
) -> dict[str, Any]:
    """Buy at a price or lower, or sell at a price or higher. Uses up the trade password.

    Where the quote is good enough, the order is filled at once at the quote, under the rules of a
    market order. Else it stays pending: a purchase moves limit price times quantity from the
    trading balance to the frozen margin, without a fee; a sale keeps shares that are held, and
    can't be a short sale. A user of the Basic tier uses up a day trade either way.

    Refused, with the password kept, if there is no such stock, the price has fractions of a cent,
    the market is closed, the password has not been entered, no day trade is left, or the money or
    the shares are missing.

    Args:
        ticker: Ticker of the stock; case does not matter.
        side: Either "buy" or "sell".
        quantity: How many shares.
        limit_price: The highest price to buy at, or the lowest to sell at, for one share.

    Returns:
        {filled, ...}: if filled is true, with the trade, {trid, timestamp, ticker, side, quantity,
        price, total_amount, fee}; else with the order that waits, {oid, ticker, side, quantity,
        price_type, limit_price, frozen_margin}.
    """
    quote, limit = quoted(store, ticker), in_cents(limit_price)
    ready_to_trade(store)
    if limit >= quote.price if side == BUY else limit <= quote.price:
        return {"filled": True, **as_json(fill(store, quote, side, quantity))}
    return {"filled": False, **as_json(leave_pending(store, quote, side, quantity, limit))}


@tool(
    mutates=True,
    requires=("position", "trade password", "VIP tier"),
    provides=("pending order", "trade"),
)
def place_stop_loss_order(
    store: LightStock, ticker: Identifier, quantity: Count, stop_price: Amount
) -> dict[str, Any]:
    """Sell shares that are held once their price has fallen to the stop price. VIP users only.

    The order stays pending and keeps the shares. If the quote is at the stop price or below it
    already, they are sold at once at the quote. Uses up the trade password.

    Refused, with the password kept, if there is no such stock, the price has fractions of a cent,
    the market is closed, the password has not been entered, the user is no VIP, or fewer shares
    are held beyond those kept for other pending orders.

    Args:
        ticker: Ticker of the stock; case does not matter.
        quantity: How many shares.
        stop_price: The price of one share at which to sell.

    Returns:
        {filled, ...}: if filled is true, with the trade, {trid, timestamp, ticker, side, quantity,
        price, total_amount, fee}; else with the order that waits, {oid, ticker, side, quantity,
        price_type, limit_price, frozen_margin}, whose limit_price is the stop price.
    """
    quote, stop = quoted(store, ticker), in_cents(stop_price)
    ready_to_trade(store)
    if not store.account.value.is_vip:
        raise Refused("Stop-loss orders need the VIP tier.")
    check_held(store, quote.stock.ticker, quantity)
    if stop >= quote.price:
        return {"filled": True, **as_json(fill(store, quote, SELL, quantity))}
    return {"filled": False, **as_json(leave_pending(store, quote, SELL, quantity, stop, STOP))}


@tool(mutates=True, requires=("pending order",), provides=())
def cancel_order(store: LightStock, oid: Identifier) -> dict[str, Any]:
    """Cancel a pending order, also while the market is closed. Needs no password.

    A purchase gives back to the trading balance exactly what it has frozen; a sale gives the
    shares free. A day trade that the order has used up does not come back.

    Refused if there is no such order.

    Args:
        oid: Id of the order.

    Returns:
        {oid, cancelled, released}; released is the amount given back.
    """
    order = store.orders.get(oid)
    if order is None:
        raise Refused(f"There is no pending order {oid}.")
    release(store, order)
    return {"oid": oid, "cancelled": True, "released": units(order.frozen_margin)}


@tool(mutates=False, requires=(), provides=("pending order", "ticker"))
def get_pending_orders(store: LightStock) -> list[dict[str, Any]]:
    """List the orders that wait for their price, oldest first.

    Returns:
        A list of {oid, ticker, side, quantity, price_type, limit_price, frozen_margin}; price_type
        is "limit" or "stop"; empty if there is none.
    """
    return [as_json(order) for order in store.orders.of().values()]
