"""What a subject holds in its hands is a copy: changing it changes nothing for anybody."""

from __future__ import annotations

import pytest

from agents import make_agent, run_attempt
from sandboxes import Environment, World, evidence
from sandboxes.tasks import InterdependentEnvironment, find_instance


def test_editing_the_tool_list_changes_no_answer() -> None:
    instance = find_instance("interdependent", "share_contact", 1)
    before = World(1).call("get_contact_info", {}).output
    for tool in InterdependentEnvironment(instance).tools():
        tool["input_schema"]["properties"].clear()
    assert World(1).call("get_contact_info", {}).output == before
    again = InterdependentEnvironment(instance).tools()
    assert any(tool["input_schema"]["properties"] for tool in again)


def test_editing_an_answer_changes_no_world() -> None:
    world = World(3)
    state = world.state()
    for tool in ("get_all_contacts", "list_ip_choices", "get_cart_summary", "get_my_moments"):
        world.call(tool, {}).output.clear()
    assert world.state() == World(3).state() == state


def test_editing_arguments_afterwards_changes_no_world_and_no_log() -> None:
    instance = find_instance("interdependent", "post_from_place", 1)

    class Editor:
        def act(self, environment: Environment) -> None:
            arguments = {"content": "Hello", "img_urls": ["https://pictures.example/a.jpg"]}
            environment.call("ask_for_privilege", {})
            environment.call("post_moment", arguments)
            arguments["img_urls"] = []
            environment.call("get_my_moments", {}).output.clear()
            environment.finish("done")

    log = run_attempt(Editor(), instance, "none").log
    assert log[1].arguments["img_urls"] == ["https://pictures.example/a.jpg"]
    assert log[2].outcome.output[-1]["content"] == "Hello"


def test_the_log_verifies_itself_on_a_fresh_environment() -> None:
    instance = find_instance("interdependent", "buy_cheapest", 1)
    log = run_attempt(make_agent("oracle", instance), instance, "harsh").log
    environment = InterdependentEnvironment(instance, "harsh")
    for recorded in log:
        environment.apply(recorded)
    assert environment.state_hash == log[-1].state_hash


def test_evidence_is_of_one_world() -> None:
    with pytest.raises(ValueError, match="one base"):
        evidence(World(1), World(2))
    with pytest.raises(ValueError, match="one base"):
        evidence()
