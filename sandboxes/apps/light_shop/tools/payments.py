"""Tools about money: the balance, the password, paying and past payments."""

from __future__ import annotations

from typing import Any

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._records import as_json, shown, units
from sandboxes._tool import tool
from sandboxes._types import Identifier
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Transaction


@tool(mutates=False, requires=(), provides=())
def check_balance(store: LightShop) -> float:
    """Tell the balance of the user's shop account.

    Returns:
        The balance, a number.
    """
    return units(store.account.value.balance)


@tool(mutates=True, requires=(), provides=("payment password",), faults=FaultKind.PASSWORD)
def wait_payment_password(store: LightShop) -> dict[str, Any]:
    """Ask the user to enter the payment password, which one payment needs and uses up.

    The user may mistype it; ask again then.

    Returns:
        {password_ready}.
    """
    store.account.set(store.account.value._replace(password_ready=True))
    return {"password_ready": True}


@tool(mutates=True, requires=("payment password", "cart line"), provides=("transaction",))
def checkout_all(store: LightShop) -> dict[str, Any]:
    """Pay for everything in the cart and empty it. Needs the payment password and uses it up.

    Refused, with the password kept, if the cart is empty or the balance is too small.

    Returns:
        {trid, total}, the id and the amount of the payment.
    """
    account = store.account.value
    lines = list(store.lines().values())
    if not account.password_ready:
        raise Refused("The payment password has not been entered; ask the user for it first.")
    if not lines:
        raise Refused("The cart is empty.")
    total = sum(store.cost(line) for line in lines)
    if total > account.balance:
        raise Refused(f"The cart costs {shown(total)}, the balance is {shown(account.balance)}.")
    info: dict[str, dict[str, int]] = {}
    for line in lines:
        bought = info.setdefault(line.sid, {})
        bought[line.tid] = bought.get(line.tid, 0) + line.count
    world = store.world
    payment = Transaction(world.new_id("trans"), world.timestamp(), total, info)
    store.account.set(account._replace(balance=account.balance - total, password_ready=False))
    store.transactions.put(payment)
    for line in lines:
        store.cart.remove(line.caid)
    return {"trid": payment.trid, "total": units(total)}


@tool(mutates=False, requires=(), provides=("transaction", "shop", "item"))
def get_trans_history(store: LightShop) -> list[dict[str, Any]]:
    """List all payments, oldest first.

    Returns:
        A list of {trid, timestamp, total, info}; info gives the units bought by shop id and item
        id.
    """
    return [as_json(payment) for payment in store.transactions.of().values()]


def _known(store: LightShop, trid: str) -> Transaction:
    payment = store.transactions.get(trid)
    if payment is None:
        raise Refused(f"There is no payment {trid}.")
    return payment


@tool(mutates=False, requires=("transaction",), provides=("shop", "item"))
def get_trans_info(store: LightShop, trid: Identifier) -> dict[str, Any]:
    """Show one payment.

    Refused if there is no such payment.

    Args:
        trid: Id of the payment.

    Returns:
        {trid, timestamp, total, info}; info gives the units bought by shop id and item id.
    """
    return as_json(_known(store, trid))


@tool(mutates=True, requires=("transaction",), provides=())
def delete_trans_history(store: LightShop, trid: Identifier) -> dict[str, Any]:
    """Delete the record of one payment; no money moves.

    Refused if there is no such payment.

    Args:
        trid: Id of the payment.

    Returns:
        {trid, deleted}.
    """
    _known(store, trid)
    store.transactions.remove(trid)
    return {"trid": trid, "deleted": True}
