"""Invariants of the world under any sequence of calls of all tools."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from sandboxes import CallClass, Outcome, World, catalogue
from sandboxes.apps.light_shop.data_model import LightShop
from tests.sandboxes.strategies import calls

PROFILES = ("none", "default", "harsh")


def units_of_goods(world: World, sid: str, tid: str) -> int:
    """Units of an item on the shelf, in the cart and in paid transactions."""
    store = world.app(LightShop)
    item = store.items.get(sid, tid)
    assert item is not None
    carted = sum(line.count for line in store.lines().values() if line.tid == tid)
    return item.count + carted


class WorldMachine(RuleBasedStateMachine):
    """Calls tools in a world and watches what must never happen."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World(1)
        self.log: list[tuple[str, Any, Outcome, str]] = []
        self.paid = 0.0
        self.shopped_at: set[str] = set()
        self.bought: Counter[tuple[str, str]] = Counter()

    @initialize(seed=st.integers(1, 10_000), profile=st.sampled_from(PROFILES))
    def begin(self, seed: int, profile: str) -> None:
        self.world = World(seed, profile)
        self.profile = profile
        self.start_balance = self.world.app(LightShop).account.value.balance

    @rule(data=st.data())
    def call(self, data: st.DataObject) -> None:
        name, arguments = data.draw(calls(self.world), label="call")
        before, state_before = self.world.state_hash, self.world.fork()
        outcome = self.world.call(name, arguments)
        self.log.append((name, arguments, outcome, self.world.state_hash))
        if outcome.call_class is not CallClass.VALID or not catalogue()[name].mutates:
            assert self.world.state_hash == before
            assert self.world.state()["LightOS"] == state_before.state()["LightOS"]
        else:
            assert self.world.state_hash != before, "a write moves at least the clock"
        if name == "checkout_all" and outcome.ok:
            self._note_payment(state_before)
        outcome.canonical().encode()

    def _note_payment(self, before: World) -> None:
        store = before.app(LightShop)
        for line in store.lines().values():
            self.paid += store.cost(line)
            self.bought[line.sid, line.tid] += line.count

    @invariant()
    def money_is_conserved(self) -> None:
        balance = self.world.app(LightShop).account.value.balance
        if self.log:
            assert balance + self.paid == self.start_balance
            assert balance >= 0

    @invariant()
    def goods_are_conserved(self) -> None:
        fresh = World(self.world.seed)
        store = self.world.app(LightShop)
        self.shopped_at |= {line.sid for line in store.lines().values()}  # also once it is emptied
        for sid in sorted(self.shopped_at):
            for tid, item in store.items.of(sid).items():
                assert item.count >= 0
                now = units_of_goods(self.world, sid, tid) + self.bought[sid, tid]
                assert now == units_of_goods(fresh, sid, tid)

    def teardown(self) -> None:
        """Replaying the log gives the same outcomes and hashes, on any fork of the beginning."""
        if not hasattr(self, "profile"):
            return
        twin = World(self.world.seed, self.profile)
        for number, (name, arguments, outcome, state_hash) in enumerate(self.log):
            if number in (len(self.log) // 3, 2 * len(self.log) // 3):
                twin = twin.fork()
            assert twin.call(name, arguments) == outcome
            assert twin.state_hash == state_hash


TestWorld = WorldMachine.TestCase
TestWorld.settings = settings(
    max_examples=20,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.verify
class TestWorldAtLength(TestWorld):  # type: ignore[misc, valid-type]
    """The same, ten times as long and with fresh examples."""

    settings = settings(parent=TestWorld.settings, max_examples=200, derandomize=False)
