"""Stateless servers: names of their own, no faults, draws that repeat, answers taken from a log."""

from __future__ import annotations

import pytest

from sandboxes import Outcome, RecordedCall, World, catalogue, tools
from sandboxes.tasks import InterdependentEnvironment, find_instance
from tests.sandboxes.calls import STORM, not_understood, ok
from tests.sandboxes.scene import Scene

SHARED_NAMES = [
    ("LightShop", "check_balance", "LightFlight"),
    ("LightShop", "wait_payment_password", "LightFlight"),
    ("LightWeather", "convert_temperature", "Unit"),
    ("Math", "clamp", "Chem"),
    ("Crypto", "base64_encode", "String"),
    ("Crypto", "base64_decode", "String"),
]


@pytest.mark.parametrize(("first", "name", "later"), SHARED_NAMES)
def test_a_shared_name_is_the_first_servers_and_both_documentations_say_so(
    first: str, name: str, later: str
) -> None:
    bare, named = catalogue()[name], catalogue()[f"{later}_{name}"]
    assert (bare.server, named.server) == (first, later)
    assert bare.function is not named.function
    assert f"{later} has a tool of the same name, {named.name}." in bare.description
    assert f"because {name} is a tool of {first}." in named.description


def test_no_other_tool_has_another_name_than_its_function() -> None:
    renamed = {tool.name for tool in tools() if tool.name != tool.function.__name__}
    assert renamed == {f"{later}_{name}" for _, name, later in SHARED_NAMES}


def test_stateless_tools_meet_no_faults(scene: Scene) -> None:
    stormy = scene.world.fork(STORM)
    for tool in tools():
        if tool.state is None:
            ok(stormy, tool.name, **scene.arguments[tool.name])


def test_what_is_drawn_depends_on_the_world_and_the_number_of_the_call_alone() -> None:
    world, twin = World(5), World(5)
    drawn = [ok(world, "uuid4") for _ in range(3)]
    for _ in range(4):
        ok(twin, "random_hex")
        ok(twin, "acc_network")
    assert [ok(twin, "uuid4") for _ in range(3)] == drawn
    assert len(set(drawn)) == 3
    assert ok(World(6), "uuid4") not in drawn


def test_a_recorded_answer_is_taken_and_not_computed_again() -> None:
    """Whatever a library answers by now; the next call draws what it would have drawn."""
    instance = find_instance("interdependent", "share_contact", 1)
    original = InterdependentEnvironment(instance, "none")
    outcomes = [original.call("uuid4", {}) for _ in range(2)]

    folded = InterdependentEnvironment(instance, "none")
    folded.apply(RecordedCall("uuid4", {"no": "argument"}, Outcome("error", "not understood")))
    folded.apply(RecordedCall("uuid4", {}, Outcome("ok", "as another version answered")))

    assert folded.calls_left == original.calls_left
    assert folded.call("uuid4", {}) == outcomes[1]


def test_a_mistake_inside_an_argument_is_told_with_its_place(world: World) -> None:
    conversion = {"unit_type": "length", "value": "1", "from_unit": "mile", "to_unit": "foot"}
    sentence = not_understood(world, "convert_batch", {"requests": [conversion]})
    assert 'Argument "requests"[0]["value"] must be a number without quotes.' in sentence
    del conversion["value"]
    sentence = not_understood(world, "convert_batch", {"requests": [conversion]})
    assert 'Argument "requests"[0]["value"] is missing.' in sentence


def test_schemas_are_in_one_piece() -> None:
    assert not [tool.name for tool in tools() if "$ref" in str(tool.input_schema)]
