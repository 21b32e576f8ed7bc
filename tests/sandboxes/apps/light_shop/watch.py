"""What must always hold in LightShop: money and goods are conserved."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandboxes import Outcome, World
from sandboxes.apps.light_shop.data_model import LightShop


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._fresh = world.fork()
        self._start_balance = world.app(LightShop).account.value.balance
        self._paid = 0
        self._shopped_at: set[str] = set()
        self._bought: Counter[tuple[str, str]] = Counter()

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        if name == "checkout_all" and outcome.ok:
            self._note_payment(before)
        store = world.app(LightShop)
        balance = store.account.value.balance
        assert balance + self._paid == self._start_balance
        assert balance >= 0
        self._shopped_at |= {line.sid for line in store.lines().values()}  # also once emptied
        for sid in sorted(self._shopped_at):
            for tid, item in store.items.of(sid).items():
                assert item.count >= 0
                now = _units(world, sid, tid) + self._bought[sid, tid]
                assert now == _units(self._fresh, sid, tid)
        assert all(store.items.get(line.sid, line.tid) for line in store.lines().values())

    def _note_payment(self, before: World) -> None:
        store = before.app(LightShop)
        for line in store.lines().values():
            self._paid += store.cost(line)
            self._bought[line.sid, line.tid] += line.count


def _units(world: World, sid: str, tid: str) -> int:
    """Units of an item on the shelf and in the cart."""
    store = world.app(LightShop)
    item = store.items.get(sid, tid)
    assert item is not None
    return item.count + sum(line.count for line in store.lines().values() if line.tid == tid)
