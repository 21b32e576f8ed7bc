"""What a world can do to LightStock before an attempt and no tool can: the market, the account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_stock.corpus_reader import stock_corpus, tickers_by_sector
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import (
    BASIC,
    BUY,
    LIMIT,
    SELL,
    Alert,
    PendingOrder,
    Trade,
    position,
)
from sandboxes.apps.light_stock.trading import release

_CHOICES = {"side": (BUY, SELL), "direction": ("s2t", "t2s")}
_AMOUNTS = ("limit_price", "stop_price", "price", "amount")


def set_market_open(world: World, is_open: bool) -> None:
    """Let the market take orders or not."""
    market = world.app(LightStock).market
    market.set(market.value._replace(market_open=is_open))


def set_tier(world: World, tier: str, day_trades: int = 3) -> None:
    """Let the user have a tier; a Basic one with so many day trades left."""
    account = world.app(LightStock).account
    left = day_trades if tier == BASIC else None
    account.set(account.value._replace(tier=tier, day_trades_left=left))


def set_funds(world: World, *, trading: int | None = None, savings: int | None = None) -> None:
    """Let the user have so many cents; None leaves a balance as it is."""
    account = world.app(LightStock).account
    now = account.value
    account.set(
        now._replace(
            trading_balance=now.trading_balance if trading is None else trading,
            savings_balance=now.savings_balance if savings is None else savings,
        )
    )


def set_password(world: World, ready: bool) -> None:
    """Let the trade password lie ready or not; `World.begin` forgets it."""
    account = world.app(LightStock).account
    account.set(account.value._replace(password_ready=ready))


def give_shares(world: World, ticker: str, quantity: int, cost: int | None = None) -> None:
    """Let the user hold so many shares, or owe them if negative, whatever it was before.

    Args:
        world: The world.
        ticker: Ticker of the stock.
        quantity: How many; 0 leaves none.
        cost: What they cost in all, in cents, negative if they are owed; None: at the quote.
    """
    store = world.app(LightStock)
    if quantity == 0:
        store.portfolio.remove(ticker)
        return
    at_quote = quantity * store.quotes[ticker].price
    store.portfolio.put(position(ticker, quantity, at_quote if cost is None else cost))


def clear_portfolio(world: World) -> None:
    """Let the user hold nothing."""
    for ticker in list(world.app(LightStock).portfolio.of()):
        give_shares(world, ticker, 0)


def clear_trades(world: World) -> None:
    """Let nothing have been traded before."""
    trades = world.app(LightStock).trades
    for trid in list(trades.of()):
        trades.remove(trid)


def plant_trade(world: World, ticker: str, side: str, quantity: int, when: str) -> str:
    """Let a trade at the quote have been made before; it moves neither money nor shares.

    Args:
        world: The world.
        ticker: Ticker of the stock.
        side: "buy" or "sell".
        quantity: How many shares.
        when: Its moment, as "YYYY-MM-DD HH:MM:SS".

    Returns:
        The id of the trade.
    """
    store = world.app(LightStock)
    price = store.quotes[ticker].price
    amount, trid = quantity * price, world.new_id("trade")
    fee = store.fee(amount)
    store.trades.put(Trade(trid, when, ticker, side, quantity, price, amount, fee))
    return trid


def clear_orders(world: World) -> None:
    """Let no order be pending; what they have frozen is back in the trading balance."""
    store = world.app(LightStock)
    for order in list(store.orders.of().values()):
        release(store, order)


def plant_order(
    world: World, ticker: str, side: str, quantity: int, limit: int, price_type: str = LIMIT
) -> str:
    """Let an order be pending; a purchase freezes its margin out of the trading balance.

    Args:
        world: The world.
        ticker: Ticker of the stock.
        side: "buy" or "sell".
        quantity: How many shares; of a sale, they must be held.
        limit: Its price, in cents.
        price_type: "limit" or "stop".

    Returns:
        The id of the order.
    """
    store = world.app(LightStock)
    margin = quantity * limit if side == BUY else 0
    oid = world.new_id("order")
    store.orders.put(PendingOrder(oid, ticker, side, quantity, price_type, limit, margin))
    account = store.account.value
    store.account.set(
        account._replace(
            trading_balance=account.trading_balance - margin,
            frozen_margin=account.frozen_margin + margin,
        )
    )
    return oid


def set_watched(world: World, tickers: Sequence[str]) -> None:
    """Let exactly these stocks be on the watch list."""
    watching = world.app(LightStock).watching
    watching.set(watching.value._replace(watch_list=tuple(sorted(set(tickers)))))


def set_alert(world: World, ticker: str, price: int) -> None:
    """Let an alert be set for a stock, at so many cents."""
    store = world.app(LightStock)
    store.alerts.put(Alert(ticker, price, triggered=store.quotes[ticker].price >= price))


def near(
    world: World, argument: str, arguments: Mapping[str, Any]
) -> Sequence[str] | Sequence[float] | None:
    """What somebody might have taken an argument of a tool for.

    Args:
        world: The world before the call.
        argument: Name of the argument.
        arguments: All arguments of the call.

    Returns:
        Values that mean something there, the likeliest first; None for free text.
    """
    store = world.app(LightStock)
    if argument == "ticker":
        return _near_tickers(store, arguments)
    if argument in _CHOICES:
        return _CHOICES[argument]
    if argument in _AMOUNTS:
        amount = float(arguments[argument])
        return [round(other, 2) for other in (amount + 1, amount - 1) if other > 0]
    if argument == "oid":
        return list(store.orders.of())
    if argument == "sector":
        return list(tickers_by_sector())
    return None


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: the last stock that is not watched is from now on."""
    store = world.app(LightStock)
    unwatched = [t for t in store.quotes if t not in store.watching.value.watch_list]
    return "toggle_watchlist", {"ticker": unwatched[-1]}


def _near_tickers(store: LightStock, arguments: Mapping[str, Any]) -> list[str]:
    """Other stocks that are held, where some are sold; then those of the same sector."""
    ticker = str(arguments["ticker"]).upper()
    stocks = stock_corpus()
    of_sector = tickers_by_sector()[stocks[ticker].sector] if ticker in stocks else ()
    sells = arguments.get("side") == SELL or "stop_price" in arguments
    held = sorted(store.portfolio.of()) if sells else []
    return [other for other in dict.fromkeys((*held, *of_sector)) if other != ticker]
