"""Long trading without plan: whatever is called, money and shares are conserved."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandboxes import Stream, World, tools
from sandboxes.apps.light_stock import stage
from tests.sandboxes.apps.light_stock.known import known_values
from tests.sandboxes.apps.light_stock.watch import Watch

TOOLS = {tool.name: tool.input_schema["properties"] for tool in tools("LightStock")}
WRITES = [tool.name for tool in tools("LightStock") if tool.mutates]
ORDERS = [name for name in WRITES if name.startswith("place_")]
CALLS = 120


def drawn(world: World, name: str, stream: Stream) -> dict[str, Any]:
    """Arguments of a call that may make sense."""
    known = known_values(world)
    return {
        argument: stream.choice(known.get(argument) or schema.get("enum") or ["order_nothing"])
        for argument, schema in TOOLS[name].items()
    }


@pytest.mark.parametrize("tier", ["Basic", "VIP"])
def test_money_and_shares_are_conserved(tier: str) -> None:
    succeeded: Counter[str] = Counter()
    for seed in range(1, 16):
        world, stream = World(seed), Stream(seed, "trading without plan", tier)
        stage.set_market_open(world, True)
        stage.set_tier(world, tier, day_trades=10)
        watch = Watch(world)
        for _ in range(CALLS):
            name = stream.choice([*WRITES, *ORDERS, *ORDERS, "wait_trade_password"])
            before, arguments = world.fork(), drawn(world, name, stream)
            if name in ORDERS and stream.chance(0.7):
                stage.set_password(before, ready=True)
                stage.set_password(world, ready=True)
            outcome = world.call(name, arguments)
            watch.see(before, name, arguments, outcome, world)
            succeeded[name] += outcome.ok
    expected = {*WRITES} - ({"upgrade_to_vip"} if tier == "VIP" else set())
    assert {name for name in WRITES if succeeded[name] >= 3} == expected
