"""Invariants of the world under any sequence of calls of all tools."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from sandboxes import CallClass, Outcome, World, catalogue
from tests.sandboxes.strategies import calls
from tests.sandboxes.walking import modules_of_tests

PROFILES = ("none", "default", "harsh")


class WorldMachine(RuleBasedStateMachine):
    """Calls tools in a world, and each app's `watch.py` looks on."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World(1)
        self.log: list[tuple[str, Any, Outcome, str]] = []

    @initialize(seed=st.integers(1, 10_000), profile=st.sampled_from(PROFILES))
    def begin(self, seed: int, profile: str) -> None:
        self.world = World(seed, profile)
        self.profile = profile
        self.watches = [module.Watch(self.world) for module in modules_of_tests("watch")]

    @rule(data=st.data())
    def call(self, data: st.DataObject) -> None:
        name, arguments = data.draw(calls(self.world), label="call")
        state_hash, before = self.world.state_hash, self.world.fork()
        outcome = self.world.call(name, arguments)
        self.log.append((name, arguments, outcome, self.world.state_hash))
        if outcome.call_class is not CallClass.VALID or not catalogue()[name].mutates:
            assert self.world.state_hash == state_hash
        else:
            assert self.world.state_hash != state_hash, "a write moves at least the clock"
        for watch in self.watches:
            watch.see(before, name, arguments, outcome, self.world)
        outcome.canonical().encode()

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
