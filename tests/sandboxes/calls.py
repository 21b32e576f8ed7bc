"""Calls and what they must come to, and the state as plain data."""

from __future__ import annotations

import json
from typing import Any

from sandboxes import FaultProfile, World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.data_model import LightTalk

State = dict[str, Any]

NOBODY = "user_nobody"
NOTHING = "thing_that_is_not_there"
PICTURE = "https://pictures.example/tram.jpg"
NEEDS_PRIVILEGE = "needs the elevated privilege"
STORM = FaultProfile("storm", unstable=(1.0, 1.0), elsewhere=1.0, password=1.0)
"""Every call meets a fault that can meet one, three times in a row."""


def overlay(world: World) -> tuple[bytes, ...]:
    """All that differs from the seed's own world, read afresh: no hash is kept from before."""
    return tuple(app.digest() for app in world.apps())


def ok(world: World, tool: str, /, **arguments: object) -> Any:
    """The output of a call that succeeds and that can be sent as UTF-8 JSON."""
    outcome = world.call(tool, arguments)
    assert outcome.status == "ok", f"{tool}: {outcome}"
    sent = json.loads(outcome.canonical().encode())
    assert sent == {"status": "ok", "output": outcome.output}, f"{tool}: changed on the way"
    return outcome.output


def refused(world: World, tool: str, /, **arguments: object) -> str:
    """The sentence of a call that the state refuses; it changes nothing."""
    return unchanged(world, "failed", tool, arguments)


def not_understood(world: World, tool: object, arguments: object) -> str:
    """The sentence of a call that violates a schema; it changes nothing."""
    return unchanged(world, "error", tool, arguments)


def faulted(world: World, tool: str, /, **arguments: object) -> str:
    """The sentence of a call that meets a fault; it changes nothing."""
    return unchanged(world, "internal_error", tool, arguments)


def unchanged(world: World, status: str, tool: object, arguments: object) -> str:
    """The sentence of a call with this status, which leaves the state as it was, to the byte."""
    before = (world.state_hash, overlay(world))
    outcome = world.call(tool, arguments)  # type: ignore[arg-type]  # no text must do no harm
    assert outcome.status == status, f"{tool!a}: {outcome!a}"
    assert (world.state_hash, overlay(world)) == before, f"{tool!a} changed the state"
    sentence = outcome.output
    assert isinstance(sentence, str)
    assert outcome.canonical().encode()
    return sentence


def talk_state(world: World) -> State:
    """The state of LightTalk as fresh JSON."""
    return world.app(LightTalk).export()


def shop_state(world: World) -> State:
    """The state of LightShop as fresh JSON."""
    return world.app(LightShop).export()


def now(world: World) -> str:
    """What the clock shows."""
    return str(ok(world, "now"))
