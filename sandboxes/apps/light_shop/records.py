"""The records of LightShop, each field declared scored, neutral or id/time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandboxes._records import Cents, Collection, IdTime, Neutral, Scored


class Account(NamedTuple):
    """The user's money, and whether a payment password lies ready."""

    balance: Scored[Cents]
    password_ready: Neutral[bool] = False


class Shop(NamedTuple):
    """A shop."""

    sid: Scored[str]
    name: Scored[str]
    category: Scored[str]
    star: Scored[bool]


class Item(NamedTuple):
    """A good in one shop: its price per unit there and how many units are left."""

    tid: Scored[str]
    name: Scored[str]
    price: Scored[Cents]
    count: Scored[int]  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    star: Scored[bool]


class CartLine(NamedTuple):
    """Units of one item that are set aside in the cart."""

    caid: IdTime[str]
    sid: Scored[str]
    tid: Scored[str]
    count: Scored[int]  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    added: IdTime[str]


class Transaction(NamedTuple):
    """One payment: what was bought, as units by shop and item, and what it cost."""

    trid: IdTime[str]
    timestamp: IdTime[str]
    total: Scored[Cents]
    info: Scored[Mapping[str, Mapping[str, int]]]


SHOPS = Collection("shops", Shop, "sid", keyed=True)
ITEMS = Collection("items", Item, "tid", SHOPS, keyed=True)
CART = Collection("cart", CartLine, "caid", restores=True, sum_by=("sid", "tid"))
TRANSACTIONS = Collection("trans_history", Transaction, "trid", sum_by=())
