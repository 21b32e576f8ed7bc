"""A judge sees what people see, by a rubric, and is known by all that makes it what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evaluators.judge import (
    Sample,
    items_of,
    judge_identity,
    judge_messages,
    prompt_hash,
    repair_message,
)
from evaluators.rubrics import rubric

SDE = rubric("sde")
SAMPLE = Sample(
    query="Tell Anh for $5 that it rains.",
    tools=[{"name": "send_message", "description": "Send.", "input_schema": {}}],
    before={"nodes": [{"id": "root"}, {"id": "1", "tool": "sendMessage"}, {"id": "response"}]},
    after={"nodes": [{"id": "root"}, {"id": "1b", "tool": "send_message"}, {"id": "response"}]},
    history=[],
    observations=[{"id": "1", "status": "error", "output": "There is no tool sendMessage."}],
    thought="There is no sendMessage; it is send_message.",
    changes=["node 1b is new"],
)


@pytest.mark.parametrize("dimension", ["SI", "DR", "ES"])
def test_one_call_grades_one_dimension_with_its_guidance_and_examples(dimension: str) -> None:
    system, user = judge_messages(SDE, dimension, SAMPLE)
    assert (system["role"], user["role"]) == ("system", "user")
    for item in SDE.items:
        mine = item in items_of(SDE, dimension)
        for text in (item.question, item.guidance, item.examples[0].situation):
            assert (text in system["content"]) is mine
    for hidden in ("S5", "E5"):
        assert hidden not in system["content"] + user["content"]


def test_all_that_people_see_is_there() -> None:
    told = judge_messages(SDE, "DR", SAMPLE)[1]["content"]
    for part in (
        "Tell Anh for $5 that it rains.",
        '{"id": "1", "tool": "sendMessage"}',
        '{"id": "1b", "tool": "send_message"}',
        "There is no tool sendMessage.",
        "There is no sendMessage; it is send_message.",
        "- node 1b is new",
        "(Nothing came before.)",
    ):
        assert part in told
    assert "$" not in told.replace("$5", "")


def test_a_plan_that_can_not_be_read_is_said_to_be_so() -> None:
    told = judge_messages(SDE, "SI", replace(SAMPLE, after=None, thought=""))[1]["content"]
    assert "(It can't be read.)" in told
    assert "(There is none.)" in told


def test_a_repair_names_what_was_wrong() -> None:
    items = items_of(SDE, "ES")
    told = repair_message(SDE, items, ("E2 is missing", "E9 was not asked for"))["content"]
    assert "E2 is missing; E9 was not asked for." in told
    assert "E1, E2, E3, E4" in told


def test_a_judge_is_another_one_as_soon_as_anything_of_it_changes() -> None:
    usual = judge_identity("m", SDE, {"temperature": 0, "seed": 1})
    assert usual == judge_identity("m", SDE, {"seed": 1, "temperature": 0})
    others = {
        judge_identity("m2", SDE, {"temperature": 0, "seed": 1}),
        judge_identity("m", SDE, {"temperature": 0.5, "seed": 1}),
        judge_identity("m", replace(SDE, digest="other"), {"temperature": 0, "seed": 1}),
    }
    assert len(others | {usual}) == 4
    assert len(prompt_hash(SDE)) == 16
