"""A small chat and a small shop as plain JSON, with a specification of their own."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Self

from evaluators import Change, ChangeKind, Expectation, Score, Spec, TextRule, score, spec_from_json

SPEC_JSON: dict[str, Any] = {
    "collections": {
        "Chat/contacts": {"id": "uid"},
        "Chat/contacts/*/messages": {"id": "mid", "keys": ["to"]},
        "Chat/contacts/*/posts": {"id": "pid"},
        "Chat/contacts/*/posts/*/**/comments": {"id": "cid"},
        "Chat/groups": {"id": "gid"},
        "Chat/groups/*/messages": {"id": "mid"},
        "Chat/invites": {"id": "iid", "keys": ["gid"]},
        "Shop/cart": {"id": "line", "restores": True, "sum_by": ["item", "price"]},
        "Shop/bookings": {"id": "bid", "restores": True},
        "Shop/bookings/*/passengers": {"id": "uid"},
        "Shop/payments": {"id": "pay", "sum_by": ["seller"], "fees": ["fee"]},
        "Shop/trades": {"id": "trade", "keys": ["ticker", "side"]},
    },
    "scored": [
        "Profile",
        "Chat/contacts/*/name",
        "Chat/contacts/*/remark",
        "Chat/contacts/*/nickname",
        "Chat/contacts/*/blocked",
        "Chat/contacts/*/tags",
        "Chat/contacts/*/messages/*/from",
        "Chat/contacts/*/messages/*/to",
        "Chat/contacts/*/messages/*/text",
        "Chat/contacts/*/posts/*/text",
        "Chat/contacts/*/posts/*/place",
        "Chat/contacts/*/posts/*/likes",
        "Chat/contacts/*/posts/*/**/comments/*/from",
        "Chat/contacts/*/posts/*/**/comments/*/text",
        "Chat/groups/*/name",
        "Chat/groups/*/owner",
        "Chat/groups/*/members",
        "Chat/groups/*/messages/*/from",
        "Chat/groups/*/messages/*/text",
        "Chat/groups/*/messages/*/at",
        "Chat/invites/*/gid",
        "Chat/invites/*/to",
        "Shop/balance",
        "Shop/cart/*/item",
        "Shop/cart/*/count",
        "Shop/cart/*/price",
        "Shop/bookings/*/flight",
        "Shop/bookings/*/price",
        "Shop/bookings/*/passengers/*/name",
        "Shop/bookings/*/passengers/*/seat",
        "Shop/payments/*/seller",
        "Shop/payments/*/total",
        "Shop/payments/*/fee",
        "Shop/payments/*/goods",
        "Shop/trades/*/ticker",
        "Shop/trades/*/side",
        "Shop/trades/*/quantity",
        "Shop/trades/*/total",
    ],
    "neutral": ["Settings"],
    "id_time": [
        "Chat/contacts/*/messages/*/mid",
        "Chat/contacts/*/messages/*/time",
        "Chat/contacts/*/posts/*/pid",
        "Chat/contacts/*/posts/*/**/comments/*/cid",
        "Chat/groups/*/gid",
        "Chat/groups/*/messages/*/mid",
        "Chat/invites/*/iid",
        "Shop/cart/*/line",
        "Shop/bookings/*/bid",
        "Shop/payments/*/pay",
        "Shop/trades/*/trade",
    ],
    "money": [
        "Shop/balance",
        "Shop/cart/*/price",
        "Shop/bookings/*/price",
        "Shop/payments/*/total",
        "Shop/payments/*/fee",
        "Shop/trades/*/total",
    ],
}
SPEC: Spec = spec_from_json(SPEC_JSON)

_START: dict[str, Any] = {
    "Settings": {"clock": "2026-03-01 09:00:00", "place": "Oslo", "armed": False},
    "Profile": {"motto": "", "height": 1.5, "visits": 0, "visible": True, "pins": []},
    "Chat": {
        "contacts": {
            "u_me": {
                "name": "Mia Berg", "remark": "", "blocked": False, "tags": [],
                "messages": [], "posts": [],
            },
            "u_anna": {
                "name": "Anna Lund", "remark": "", "blocked": False, "tags": ["friends"],
                "messages": [
                    {"mid": "m_old1", "from": "u_anna", "to": "u_me", "text": "Hi", "time": "8:00"},
                    {"mid": "m_old2", "from": "u_me", "to": "u_anna", "text": "Yo", "time": "8:05"},
                ],
                "posts": [
                    {
                        "pid": "p_old", "text": "Rain again", "place": "Bergen",
                        "likes": ["u_anna", "u_bob"],
                        "comments": [
                            {
                                "cid": "k_old", "from": "u_bob", "text": "Here too",
                                "comments": [
                                    {"cid": "k_deep", "from": "u_me", "text": "Oh", "comments": []}
                                ],
                            }
                        ],
                    }
                ],
            },
            "u_bob": {
                "name": "Bob Moe", "remark": "", "blocked": False, "tags": [],
                "messages": [], "posts": [],
            },
        },
        "groups": [
            {
                "gid": "g_old", "name": "Choir", "owner": "u_anna", "members": ["u_anna", "u_me"],
                "messages": [{"mid": "gm_old", "from": "u_anna", "text": "At six", "at": []}],
            }
        ],
        "invites": [],
    },
    "Shop": {
        "balance": 100.0,
        "cart": [{"line": "c_old", "item": "pen", "count": 2, "price": 1.5}],
        "bookings": [
            {
                "bid": "b_old", "flight": "F1", "price": 80.0,
                "passengers": {"u_anna": {"name": "Anna Lund", "seat": "1A"}},
            }
        ],
        "payments": [
            {"pay": "pay_old", "seller": "Inkwell", "total": 5.0, "fee": 0.05, "goods": {"ink": 1}}
        ],
        "trades": [],
    },
}  # fmt: skip


class Scene:
    """A state under construction; what hangs under what is named by ids.

    Leaves that count: a message 3, a post 2 and one per like, a comment 2, a group 2 and one per
    member, a group message 2 and one per mention, an invite 2, a cart line 3, a booking 2 and 2 per
    passenger, a payment 3 and one per kind of goods, a trade 4.
    """

    def __init__(self) -> None:
        self.state: dict[str, Any] = copy.deepcopy(_START)

    def set(self, path: str, value: Any) -> Self:
        """Write a value below the contacts' ids or other plain keys."""
        *above, last = path.split("/")
        self._at(above)[last] = value
        return self

    def drop(self, path: str) -> Self:
        """Take a key away, or the record with that id out of a list."""
        *above, last = path.split("/")
        place = self._at(above)
        del place[last if isinstance(place, dict) else _index(place, last)]
        return self

    def message(self, mid: str, to: str, text: Any, *, chat: str = "") -> Self:
        """A message of the user to a contact, in that contact's chat if not in another."""
        record = {"mid": mid, "from": "u_me", "to": to, "text": text, "time": f"now, {mid}"}
        return self._add(f"Chat/contacts/{chat or to}/messages", record)

    def post(self, pid: str, text: str, *likes: str) -> Self:
        """A post of the user."""
        record = {"pid": pid, "text": text, "place": "Oslo", "likes": [*likes], "comments": []}
        return self._add("Chat/contacts/u_me/posts", record)

    def comment(self, cid: str, text: str, under: str) -> Self:
        """A comment of the user under a post or a comment."""
        record = {"cid": cid, "from": "u_me", "text": text, "comments": []}
        return self._add(f"Chat/contacts/{under}/comments", record)

    def group(self, gid: str, name: str, *members: str) -> Self:
        """A group of the user's."""
        record = {"gid": gid, "name": name, "owner": "u_me", "members": [*members], "messages": []}
        return self._add("Chat/groups", record)

    def group_message(self, mid: str, gid: str, text: str, *at: str) -> Self:
        """A message of the user to a group."""
        record = {"mid": mid, "from": "u_me", "text": text, "at": [*at]}
        return self._add(f"Chat/groups/{gid}/messages", record)

    def invite(self, iid: str, gid: str, to: str) -> Self:
        """An invitation to a group."""
        return self._add("Chat/invites", {"iid": iid, "gid": gid, "to": to})

    def cart(self, line: str, item: str, count: Any, price: float = 1.5) -> Self:
        """A line in the cart."""
        record = {"line": line, "item": item, "count": count, "price": price}
        return self._add("Shop/cart", record)

    def booking(self, bid: str, flight: str, **seats: str) -> Self:
        """An unpaid booking with a passenger per seat."""
        passengers = {uid: {"name": uid, "seat": seat} for uid, seat in seats.items()}
        record = {"bid": bid, "flight": flight, "price": 80.0, "passengers": passengers}
        return self._add("Shop/bookings", record)

    def payment(
        self, pay: str, total: float, fee: float, *, seller: str = "Inkwell", **goods: int
    ) -> Self:
        """A payment to a seller for goods."""
        record = {"pay": pay, "seller": seller, "total": total, "fee": fee, "goods": {**goods}}
        return self._add("Shop/payments", record)

    def trade(self, trade: str, side: str, ticker: str, quantity: int, total: float) -> Self:
        """A trade at the exchange."""
        record = {"trade": trade, "side": side, "ticker": ticker, "quantity": quantity}
        return self._add("Shop/trades", {**record, "total": total})

    def _add(self, path: str, record: dict[str, Any]) -> Self:
        self._at(path.split("/")).append(record)
        return self

    def _at(self, steps: list[str]) -> Any:
        place: Any = self.state
        for step in steps:
            place = place[step if isinstance(place, dict) else _index(place, step)]
        return place


def _index(records: list[dict[str, Any]], key: str) -> int:
    """Where the record stands whose id, its first field, is the key."""
    return next(i for i, record in enumerate(records) if key == next(iter(record.values())))


def end(
    truth: Scene,
    *,
    texts: tuple[tuple[str, TextRule], ...] = (),
    ordered: tuple[str, ...] = (),
    summed: tuple[str, ...] = (),
    counted: tuple[str, ...] = (),
) -> Expectation:
    """A right end."""
    return Expectation(truth.state, texts, ordered, summed, counted)


def judged(wanted: Expectation | Scene, new: Scene, old: Scene | None = None) -> Score:
    """The score of a scene against one right end, from the start if not from another scene."""
    one = end(wanted) if isinstance(wanted, Scene) else wanted
    return score((old or Scene()).state, [one], new.state, SPEC)


def figures(
    wanted: Expectation | Scene, new: Scene, old: Scene | None = None
) -> tuple[int, int, int]:
    """T, M and Mb."""
    found = judged(wanted, new, old)
    return found.total, found.correct_changes, found.misbehaving


def paths(found: Score, kind: ChangeKind) -> list[str]:
    """Where a score has changes of a kind."""
    return [change.path for change in found.changes if change.kind is kind]


def only(found: Score, which: Callable[[Change], bool] = lambda _: True) -> Change:
    """The one change of a score that fits."""
    (change,) = filter(which, found.changes)
    return change
