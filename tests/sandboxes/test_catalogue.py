"""The catalogue: the tools with the names, parameters and effects that the specification lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sandboxes import Tool, World, catalogue, servers, tools
from tests.sandboxes.calls import ok, overlay
from tests.sandboxes.scene import Scene
from tests.shared_data import SHARED

SPECIFICATION = SHARED.parent / "spec" / "tool_catalogue.json"
OURS = tools()
COUNTS = {
    "LightOS": 2,
    "LightTalk": 53,
    "LightShop": 26,
    "LightWeather": 23,
    "LightFlight": 22,
    "LightStock": 21,
    "LightNews": 5,
    "Math": 42,
    "Crypto": 28,
    "Chem": 17,
    "Time": 5,
    "Network": 7,
    "String": 32,
    "Unit": 16,
    "Graph": 15,
}
PLAIN_TYPES = {"string", "integer", "number", "boolean", "object", "null"}

each_tool = pytest.mark.parametrize("tool", OURS, ids=lambda tool: tool.name)


def specified() -> dict[tuple[str, str], dict[str, Any]]:
    """The specification's entries of our servers, by server and name."""
    if not SPECIFICATION.is_file():
        pytest.skip(f"no {SPECIFICATION.name} beside the shared data")
    entries = json.loads(SPECIFICATION.read_text(encoding="utf-8"))
    known = {server.name for server in servers()}
    return {(e["server"], e["name"]): e for e in entries if e["server"] in known}


def key(tool: Tool) -> tuple[str, str]:
    """What the specification knows a tool by: its own name, also where another has it."""
    return tool.server, tool.function.__name__


def fits(schema: dict[str, Any], wanted: str) -> bool:
    """Whether a parameter has the specification's type; "any" and "object" may be narrower."""
    if wanted == "any":
        return True
    if " | " in wanted:
        choices, types = schema["anyOf"], wanted.split(" | ")
        return all(map(fits, choices, types)) and len(choices) == len(types)
    if wanted.startswith("array["):
        return schema["type"] == "array" and fits(schema["items"], wanted[6:-1])
    if "enum(" in wanted:
        return schema["type"] == "string" and f"string enum({len(schema['enum'])})" == wanted
    return bool(schema["type"] == wanted in PLAIN_TYPES)


def test_there_are_314_tools_on_fifteen_servers() -> None:
    assert [(server.name, len(tools(server.name))) for server in servers()] == list(COUNTS.items())
    assert len(catalogue()) == 314


def test_the_servers_have_exactly_the_specified_tools() -> None:
    assert sorted(key(tool) for tool in OURS) == sorted(specified())


@each_tool
def test_a_tool_takes_the_specified_parameters(tool: Tool) -> None:
    wanted = specified()[key(tool)]["params"]
    properties = tool.input_schema["properties"]
    assert list(properties) == [param["name"] for param in wanted]
    for param in wanted:
        schema = properties[param["name"]]
        assert fits(schema, param["type"]), (param, schema)
        assert (param["name"] in tool.input_schema.get("required", [])) is param["required"]
        assert schema.get("default") == param["default"]


@each_tool
def test_a_tool_changes_the_state_where_the_specification_says_so(tool: Tool) -> None:
    assert tool.mutates is specified()[key(tool)]["mutates"]


@each_tool
def test_a_tool_is_described_in_words_of_its_own(tool: Tool) -> None:
    assert specified()[key(tool)]["summary"] not in tool.description


@each_tool
def test_a_description_is_made_of_sentences_and_tells_the_answer(tool: Tool) -> None:
    parts = tool.description.split("\n\n")
    assert [part[-1] for part in parts] == ["."] * len(parts)
    assert parts[-1].startswith("Returns: ")


@each_tool
def test_every_parameter_is_described_in_sentences(tool: Tool) -> None:
    texts = [p.get("description", "") for p in tool.input_schema["properties"].values()]
    assert [text[-1:] for text in texts] == ["."] * len(texts)


@each_tool
def test_a_schema_is_an_object_that_allows_nothing_else(tool: Tool) -> None:
    assert tool.input_schema["type"] == "object"
    assert tool.input_schema["additionalProperties"] is False


@each_tool
def test_what_a_tool_takes_has_an_end(tool: Tool) -> None:
    """Whoever sends a gigabyte is told, and nothing is computed with it."""
    for schema in parts(tool.input_schema["properties"]):
        kind = schema.get("type")
        if kind == "string":
            assert schema.keys() & {"maxLength", "enum", "const"}
        elif kind == "array":
            assert "maxItems" in schema
        elif kind == "object":
            assert "maxProperties" in schema or not schema.get("additionalProperties", True)


def parts(node: Any) -> Iterator[dict[str, Any]]:
    """Every schema inside some properties."""
    if isinstance(node, dict):
        if isinstance(node.get("type"), str):
            yield node
        for child in node.values():
            yield from parts(child)
    elif isinstance(node, list):
        for child in node:
            yield from parts(child)


@each_tool
def test_what_a_tool_requires_some_tool_provides(tool: Tool) -> None:
    provided = {word for other in catalogue().values() for word in other.provides}
    assert set(tool.requires) <= provided


@each_tool
def test_the_documentation_is_plain_json_of_what_subjects_need(tool: Tool) -> None:
    documented = tool.documentation()
    assert json.loads(json.dumps(documented)) == {
        "server": tool.server,
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "mutates": tool.mutates,
    }


def test_every_tool_has_a_call_that_succeeds(set_up_scene: Scene) -> None:
    assert sorted(set_up_scene.arguments) == sorted(tool.name for tool in OURS)


@each_tool
def test_a_tool_succeeds_where_it_has_something_to_do(tool: Tool, scene: Scene) -> None:
    scene.play(tool.name)


@each_tool
def test_a_read_leaves_the_state_as_it_was_and_a_write_does_not(tool: Tool, scene: Scene) -> None:
    arguments = scene.ready(tool.name)
    before, clock = own_state(scene.world, tool), scene.world.timestamp()
    everything = overlay(scene.world)
    ok(scene.world, tool.name, **arguments)
    assert (scene.world.timestamp() != clock) is tool.mutates
    if not tool.mutates:
        assert own_state(scene.world, tool) == before
        assert overlay(scene.world) == everything, "also of other apps"


@each_tool
def test_an_answer_can_be_changed_without_changing_the_world(tool: Tool, scene: Scene) -> None:
    answer = scene.play(tool.name)
    after = own_state(scene.world, tool)
    if isinstance(answer, dict | list):
        answer.clear()
    assert own_state(scene.world, tool) == after


def own_state(world: World, tool: Tool) -> Any:
    """The state of the app that a tool belongs to, as fresh JSON; None for a stateless one."""
    return None if tool.state is None else world.app(tool.state).export()
