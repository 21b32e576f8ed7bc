"""The checks that LightStock's tools share."""

from __future__ import annotations

from sandboxes._outcome import Refused
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.seeding import Quote


def quoted(store: LightStock, ticker: str) -> Quote:
    """The quote of a stock; its ticker may be written in lower case."""
    quote = store.quotes.get(ticker.upper())
    if quote is None:
        raise Refused(f'No stock has the ticker "{ticker}".')
    return quote


def password_entered(store: LightStock) -> None:
    """Make sure that the trade password lies ready."""
    if not store.account.value.password_ready:
        raise Refused("The trade password has not been entered; ask the user for it first.")


def ready_to_trade(store: LightStock) -> None:
    """Make sure that an order is taken from the user at all."""
    if not store.market.value.market_open:
        raise Refused("The market is closed.")
    password_entered(store)
    if store.account.value.day_trades_left == 0:
        raise Refused("No day trade is left; only the VIP tier trades without a quota.")
