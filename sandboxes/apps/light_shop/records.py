"""The records of LightShop, each field declared scored, neutral or id/time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandboxes._records import Cents, Collection, IdTime, Neutral, Scored


@dataclass(frozen=True, slots=True)
class Account:
    """The user's money, and whether a payment password lies ready."""

    balance: Scored[Cents]
    password_ready: Neutral[bool] = False


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop."""

    sid: Scored[str]
    name: Scored[str]
    category: Scored[str]
    star: Scored[bool]


@dataclass(frozen=True, slots=True)
class Item:
    """A good in one shop: its price per unit there and how many units are left."""

    tid: Scored[str]
    name: Scored[str]
    price: Scored[Cents]
    count: Scored[int]
    star: Scored[bool]


@dataclass(frozen=True, slots=True)
class CartLine:
    """Units of one item that are set aside in the cart."""

    caid: IdTime[str]
    sid: Scored[str]
    tid: Scored[str]
    count: Scored[int]
    added: IdTime[str]


@dataclass(frozen=True, slots=True)
class Transaction:
    """One payment: what was bought, as units by shop and item, and what it cost."""

    trid: IdTime[str]
    timestamp: IdTime[str]
    total: Scored[Cents]
    info: Scored[Mapping[str, Mapping[str, int]]]


SHOPS = Collection("shops", Shop, "sid", keyed=True)
ITEMS = Collection("items", Item, "tid", SHOPS, keyed=True)
CART = Collection("cart", CartLine, "caid", restores=True, sum_by=("sid", "tid"))
TRANSACTIONS = Collection("trans_history", Transaction, "trid", sum_by=())
