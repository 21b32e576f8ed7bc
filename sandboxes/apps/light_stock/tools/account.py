"""Tools about the account: money, the password, the tier."""

from __future__ import annotations

from typing import Any, Literal

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._records import shown, units
from sandboxes._tool import tool
from sandboxes.apps.light_stock.amounts import Amount, in_cents
from sandboxes.apps.light_stock.checks import password_entered
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_stock.records import VIP
from sandboxes.apps.light_stock.seeding import VIP_PRICE


@tool(mutates=False, requires=(), provides=())
def get_account_summary(store: LightStock) -> dict[str, Any]:
    """Show the account: the tier, the money, the fees, and whether orders are taken.

    Returns:
        {tier, trading_balance, savings_balance, frozen_margin, fee_rate, market_open}; the tier is
        "Basic" or "VIP"; the frozen margin is what pending purchases have taken out of the trading
        balance; a trade's fee is its amount times fee_rate, to the cent, and at most 100.
    """
    account = store.account.value
    return {
        "tier": account.tier,
        "trading_balance": units(account.trading_balance),
        "savings_balance": units(account.savings_balance),
        "frozen_margin": units(account.frozen_margin),
        "fee_rate": store.fee_rate,
        "market_open": store.market.value.market_open,
    }


@tool(mutates=False, requires=(), provides=())
def get_day_trades_remaining(store: LightStock) -> dict[str, Any]:
    """Tell how many more market and limit orders the user may place.

    Returns:
        {tier, day_trades_left}; day_trades_left is a number, or "unlimited" for VIP users.
    """
    account = store.account.value
    left = account.day_trades_left
    return {"tier": account.tier, "day_trades_left": "unlimited" if left is None else left}


@tool(mutates=True, requires=(), provides=())
def transfer_funds(
    store: LightStock, amount: Amount, direction: Literal["s2t", "t2s"]
) -> dict[str, Any]:
    """Move money between savings and trading. Frozen margin can't be moved.

    Refused if the amount has fractions of a cent or is more than the balance it comes from.

    Args:
        amount: How much, with at most two decimals.
        direction: Either "s2t", from savings to trading, or "t2s", from trading to savings.

    Returns:
        {trading_balance, savings_balance}, both afterwards.
    """
    cents, account = in_cents(amount), store.account.value
    name, source = (
        ("savings", account.savings_balance)
        if direction == "s2t"
        else ("trading", account.trading_balance)
    )
    if cents > source:
        raise Refused(f"The {name} balance is {shown(source)}; {shown(cents)} can't be moved.")
    moved = cents if direction == "s2t" else -cents
    account = account._replace(
        trading_balance=account.trading_balance + moved,
        savings_balance=account.savings_balance - moved,
    )
    store.account.set(account)
    return {
        "trading_balance": units(account.trading_balance),
        "savings_balance": units(account.savings_balance),
    }


@tool(mutates=True, requires=(), provides=("trade password",), faults=FaultKind.PASSWORD)
def wait_trade_password(store: LightStock) -> dict[str, Any]:
    """Ask the user to enter the trade password, which one order or one upgrade uses up.

    The user may mistype it; ask again then.

    Returns:
        {password_ready}.
    """
    store.account.set(store.account.value._replace(password_ready=True))
    return {"password_ready": True}


@tool(mutates=False, requires=(), provides=())
def check_vip_price(store: LightStock) -> float:
    """Tell what the VIP tier costs.

    Returns:
        The price, a number.
    """
    return units(VIP_PRICE)


@tool(mutates=True, requires=("trade password",), provides=("VIP tier",))
def upgrade_to_vip(store: LightStock) -> dict[str, Any]:
    """Pay for the VIP tier from the trading balance. Needs the trade password and uses it up.

    VIP users trade without a quota of day trades, may sell short and place stop-loss orders.

    Refused, with the password kept, if the user is a VIP already, the password has not been
    entered, or the trading balance is too small.

    Returns:
        {tier, trading_balance}.
    """
    account = store.account.value
    if account.is_vip:
        raise Refused("The user is a VIP already.")
    password_entered(store)
    if account.trading_balance < VIP_PRICE:
        raise Refused(
            f"The VIP tier costs {shown(VIP_PRICE)}; "
            f"the trading balance is {shown(account.trading_balance)}."
        )
    balance = account.trading_balance - VIP_PRICE
    store.account.set(
        account._replace(
            tier=VIP, trading_balance=balance, day_trades_left=None, password_ready=False
        )
    )
    return {"tier": VIP, "trading_balance": units(balance)}
