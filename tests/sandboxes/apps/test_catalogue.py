"""The catalogue: 81 tools with the names, parameters and effects that the specification lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandboxes import Tool, catalogue, servers, tools
from tests.sandboxes.apps.calls import SERVERS
from tests.sandboxes.apps.scene import Scene
from tests.shared_data import SHARED

SPECIFICATION = SHARED.parent / "spec" / "tool_catalogue.json"
OURS = [tool for server in SERVERS for tool in tools(server)]

each_tool = pytest.mark.parametrize("tool", OURS, ids=lambda tool: tool.name)


def specified() -> dict[str, dict[str, Any]]:
    """The specification's entries of our servers, by name of the tool."""
    if not SPECIFICATION.is_file():
        pytest.skip(f"no {SPECIFICATION.name} beside the shared data")
    entries = json.loads(SPECIFICATION.read_text(encoding="utf-8"))
    return {entry["name"]: entry for entry in entries if entry["server"] in SERVERS}


def json_type(schema: dict[str, Any]) -> str:
    """A parameter's type in the specification's words."""
    if "anyOf" in schema:
        return " | ".join(json_type(choice) for choice in schema["anyOf"])
    if schema["type"] == "array":
        return f"array[{json_type(schema['items'])}]"
    return str(schema["type"])


def parameters(tool: Tool) -> list[dict[str, Any]]:
    """A tool's parameters in the specification's form."""
    required = tool.input_schema.get("required", [])
    return [
        {
            "name": name,
            "type": json_type(schema),
            "required": name in required,
            "default": schema.get("default"),
        }
        for name, schema in tool.input_schema["properties"].items()
    ]


def test_there_are_81_tools_on_three_servers() -> None:
    assert [(server.name, len(tools(server.name))) for server in servers()] == [
        ("LightOS", 2),
        ("LightTalk", 53),
        ("LightShop", 26),
    ]
    assert len(catalogue()) == 81


def test_the_servers_have_exactly_the_specified_tools() -> None:
    assert {tool.name: tool.server for tool in OURS} == {
        name: entry["server"] for name, entry in specified().items()
    }


@each_tool
def test_a_tool_takes_the_specified_parameters(tool: Tool) -> None:
    assert parameters(tool) == specified()[tool.name]["params"]


@each_tool
def test_a_tool_changes_the_state_where_the_specification_says_so(tool: Tool) -> None:
    assert tool.mutates is specified()[tool.name]["mutates"]


@each_tool
def test_a_tool_is_described_in_words_of_its_own(tool: Tool) -> None:
    assert specified()[tool.name]["summary"] not in tool.description


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
    before = scene.world.state()
    scene.play(tool.name)
    assert (scene.world.state() != before) is tool.mutates


@each_tool
def test_an_answer_can_be_changed_without_changing_the_world(tool: Tool, scene: Scene) -> None:
    answer = scene.play(tool.name)
    after = scene.world.state()
    if isinstance(answer, dict | list):
        answer.clear()
    assert scene.world.state() == after
