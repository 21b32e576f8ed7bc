"""A judge's answer counts for what can be read in it, after one repair, and for nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evaluators.judge import PROBES, Sample, content_hash, grade_dimension, judge_messages, probed
from evaluators.rubrics import rubric
from tests.evaluators.judge.test_prompts import SAMPLE

SDE = rubric("sde")
ITEMS = [item.id for item in SDE.items if item.dimension == "SI"]


class Asked:
    """A model with answers in order."""

    def __init__(self, *answers: str) -> None:
        self.seen: list[list[Mapping[str, str]]] = []
        self._answers = list(answers)

    def __call__(self, messages: Sequence[Mapping[str, str]]) -> str:
        self.seen.append(list(messages))
        return self._answers.pop(0)


def answer(**values: Any) -> str:
    """An answer with a value for each of these items, and 0.5 for all others."""
    given = dict.fromkeys(ITEMS, 0.5) | values
    return json.dumps({name: {"value": value, "reason": "seen"} for name, value in given.items()})


def test_a_whole_answer_is_taken_and_nothing_is_asked_twice() -> None:
    asked = Asked(answer(S1=1))
    call = grade_dimension(SDE, "SI", SAMPLE, asked)
    assert call.state == "scored"
    assert call.grades["S1"].value == 1.0
    assert (len(asked.seen), call.repaired, call.problems) == (1, "", ())


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "Here is what I think: all is well.",
        answer().replace("}}", "},}"),
        answer(S1=0.7),
        answer(X9=1),
        answer()[:-20],
        "这个计划很好。",
        "```json\n" + answer() + "\n```",
    ],
)
def test_what_cannot_be_used_is_sent_back_once_with_what_is_wrong(bad: str) -> None:
    asked = Asked(bad, answer(S1=0))
    call = grade_dimension(SDE, "SI", SAMPLE, asked)
    assert call.state == "scored"
    assert (call.raw, call.grades["S1"].value) == (bad, 0.0)
    assert "could not be used" in asked.seen[1][-1]["content"]
    assert asked.seen[1][-2] == {"role": "assistant", "content": bad}


def test_what_neither_answer_gives_is_unscored_and_never_zero() -> None:
    half = json.dumps({"S1": {"value": 1, "reason": "seen"}, "S2": {"value": 2, "reason": "seen"}})
    call = grade_dimension(SDE, "SI", SAMPLE, Asked(half, "I will not."))
    assert call.state == "partly"
    assert {name: grade.value for name, grade in call.grades.items()} == {"S1": 1.0}
    assert (call.raw, call.repaired) == (half, "I will not.")
    nothing = grade_dimension(SDE, "SI", SAMPLE, Asked("no", "no"))
    assert (nothing.state, dict(nothing.grades)) == ("unscored", {})
    assert nothing.problems


def test_that_an_item_cannot_be_judged_is_an_answer() -> None:
    call = grade_dimension(SDE, "SI", SAMPLE, Asked(answer(S1=None)))
    assert call.state == "scored"
    assert call.grades["S1"].value is None


def test_equal_questions_to_the_same_judge_have_one_hash() -> None:
    messages = judge_messages(SDE, "SI", SAMPLE)
    assert content_hash("a", messages) == content_hash("a", [dict(one) for one in messages])
    assert content_hash("a", messages) != content_hash("b", messages)
    assert content_hash("a", messages) != content_hash("a", judge_messages(SDE, "DR", SAMPLE))


def test_probes_change_what_must_not_matter() -> None:
    assert probed(SAMPLE, "again") == probed(SAMPLE, "") == SAMPLE
    longer = probed(SAMPLE, "longer")
    assert isinstance(longer, Sample)
    assert longer.thought.startswith(SAMPLE.thought)
    assert len(longer.thought) > len(SAMPLE.thought) + 200
    turned = probed(SAMPLE, "order")
    assert isinstance(turned, Sample)
    assert list(turned.tools) == list(reversed(SAMPLE.tools))
    assert probed(turned, "order") == SAMPLE
    with pytest.raises(ValueError, match="again, longer, order"):
        probed(SAMPLE, "shorter")
    assert PROBES == ("again", "longer", "order")
