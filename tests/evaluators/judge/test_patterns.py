"""A judge of whole attempts sees what people see, and chooses among what its rubric has."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from evaluators.judge import (
    NoPrompts,
    WholeAttempt,
    grade_dimension,
    items_of,
    judge_identity,
    judge_messages,
    probed,
    prompt_hash,
    read_reply,
)
from evaluators.rubrics import rubric, rubric_names
from tests.evaluators.judge.test_asking import Asked

PATTERNS = rubric("patterns")
ITEMS = items_of(PATTERNS, "CP")
ATTEMPT = WholeAttempt(
    query="Order two lamps for $20.",
    calls=[
        {
            "number": 2,
            "tool": "LightShop_pay",
            "arguments": {"cart": 7},
            "status": "fault of the world",
            "output": "Internal error.",
        }
    ],
)


def answer(first: object, second: object = "no_retry") -> str:
    """An answer with these choices."""
    given = {"P1": first, "P2": second}
    return json.dumps({name: {"value": one, "reason": "Call 2."} for name, one in given.items()})


def test_task_and_calls_are_told_with_the_choices_and_their_examples() -> None:
    system, user = (one["content"] for one in judge_messages(PATTERNS, "CP", ATTEMPT))
    for item in ITEMS:
        assert item.question in system
        assert item.examples[0].situation in system
        for option in item.options:
            assert f'"{option.value}": {option.text}' in system
    for part in ("Order two lamps for $20.", "LightShop_pay", "fault of the world", "Internal"):
        assert part in user
    assert "plan" not in user.lower()
    nothing = judge_messages(PATTERNS, "CP", replace(ATTEMPT, calls=[]))[1]["content"]
    assert "(Nothing was called.)" in nothing


def test_each_choice_of_an_item_is_read_and_nothing_else_is() -> None:
    choices = {one.id: [option.value for option in one.options] for one in ITEMS}
    for first in choices["P1"]:
        for second in choices["P2"]:
            assert read_reply(answer(first, second), ITEMS).is_whole
    for bad in ("Defeatism", "Gave up", "forgot", "", 0, 1.0, True, ["other"]):
        found = read_reply(answer(bad), ITEMS)
        assert "P1" not in found.grades, bad
        assert found.problems[0].startswith("P1 is one of saturation, clean_slate, ")
        assert found.grades["P2"].value == "no_retry"
    assert read_reply(answer(None), ITEMS).grades["P1"].value is None


def test_a_choice_that_is_none_is_sent_back_once_with_what_there_is() -> None:
    asked = Asked(answer("gave up"), answer("defeatism"))
    call = grade_dimension(PATTERNS, "CP", ATTEMPT, asked)
    assert (call.state, call.grades["P1"].value) == ("scored", "defeatism")
    assert "P1 is one of saturation" in asked.seen[1][-1]["content"]


def test_a_whole_attempt_can_only_be_asked_for_again() -> None:
    assert probed(ATTEMPT, "again") == ATTEMPT
    for senseless in ("longer", "order"):
        with pytest.raises(ValueError, match=r"there are: again$"):
            probed(ATTEMPT, senseless)


def test_judges_by_different_rubrics_have_prompts_of_their_own() -> None:
    assert prompt_hash(PATTERNS) != prompt_hash(rubric("sde"))
    assert judge_identity("m", PATTERNS, {}) != judge_identity("m", rubric("sde"), {})
    with pytest.raises(NoPrompts, match="by poems; there are prompts for: patterns, sde"):
        judge_identity("m", replace(PATTERNS, name="poems"), {})


@pytest.mark.parametrize("name", rubric_names())
def test_every_rubric_has_prompts(name: str) -> None:
    assert len(prompt_hash(rubric(name))) == 16
