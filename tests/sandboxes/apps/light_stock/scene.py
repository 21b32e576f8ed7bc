"""One call of each LightStock tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.floor import arranged, order, price
from tests.sandboxes.calls import ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world, and tell what each tool can be called with."""
    arranged(world, "VIP")
    stage.give_shares(world, "SBUX", 10)
    low = price(world, "KO") // 2 / 100
    purchase = {"ticker": "KO", "side": "buy", "quantity": 3, "limit_price": low}
    oid = order(world, "limit", **purchase)["oid"]
    ok(world, "toggle_watchlist", ticker="KO")
    ok(world, "set_price_alert", ticker="KO", price=100)
    ok(world, "wait_trade_password")
    return {
        **_without_arguments(),
        "list_all_tickers_by_sector": {"sector": "Energy"},
        "search_stocks": {"query": "bank"},
        "get_stock_details": {"ticker": "KO"},
        "place_market_order": {"ticker": "SBUX", "side": "sell", "quantity": 2},
        "place_limit_order": purchase,
        "place_stop_loss_order": {"ticker": "SBUX", "quantity": 2, "stop_price": 1},
        "cancel_order": {"oid": oid},
        "transfer_funds": {"amount": 12.5, "direction": "s2t"},
        "toggle_watchlist": {"ticker": "SBUX"},
        "set_price_alert": {"ticker": "SBUX", "price": 90},
        "remove_price_alert": {"ticker": "KO"},
    }


def before(world: World, tool: str) -> None:
    """Only a Basic user can become a VIP, and only a VIP can place a stop-loss order."""
    if tool == "upgrade_to_vip":
        stage.set_tier(world, "Basic")


def _without_arguments() -> Calls:
    names = """
        list_all_sectors get_portfolio get_pending_orders get_trade_history get_account_summary
        get_day_trades_remaining wait_trade_password check_vip_price upgrade_to_vip
        get_watchlist_details
    """
    return {name: {} for name in names.split()}
