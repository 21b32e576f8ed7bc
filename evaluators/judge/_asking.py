"""One call of a judge: asked, read, asked once more if the answer could not be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import Literal

from evaluators.judge._prompts import items_of, judge_messages, repair_message
from evaluators.judge._reply import Grade, read_reply
from evaluators.judge._sample import Material
from evaluators.rubrics import Rubric

Messages = Sequence[Mapping[str, str]]
Ask = Callable[[Messages], str]
"""Asks a model. What it raises is not the judge's fault, and is passed on."""

State = Literal["scored", "partly", "unscored"]


@dataclass(frozen=True)
class JudgeCall:
    """What came of a call.

    Args:
        raw: The answer, as it came.
        repaired: The second one; empty if the first could be used.
        grades: By item; what could not be read is not in it, which is not zero.
        problems: What was wrong with the last answer, a sentence each.
        asked: How many items there were.
    """

    raw: str
    repaired: str
    grades: Mapping[str, Grade]
    problems: tuple[str, ...]
    asked: int

    @property
    def state(self) -> State:
        """Whether all items have been graded, some, or none."""
        if len(self.grades) == self.asked:
            return "scored"
        return "partly" if self.grades else "unscored"


def grade_dimension(rubric: Rubric, dimension: str, material: Material, ask: Ask) -> JudgeCall:
    """Let a judge grade the items of a dimension.

    An answer that can't be used whole is sent back once, with what is wrong. What the second one
    gives counts; an item that only the first one has right keeps that.

    Args:
        rubric: What is graded by.
        dimension: Id of the dimension.
        material: What is graded.
        ask: Asks the model.

    Raises:
        KeyError: the rubric has no such dimension.
    """
    messages, items = judge_messages(rubric, dimension, material), items_of(rubric, dimension)
    first = read_reply(ask(messages), items)
    if first.is_whole:
        return JudgeCall(first.raw, "", first.grades, (), len(items))
    said = {"role": "assistant", "content": first.raw}
    again = repair_message(rubric, items, first.problems)
    second = read_reply(ask([*messages, said, again]), items)
    grades = MappingProxyType({**first.grades, **second.grades})
    return JudgeCall(first.raw, second.raw, grades, second.problems, len(items))


def content_hash(identity: str, messages: Messages) -> str:
    """By which an answer is found again: equal questions to the same judge are asked once.

    Args:
        identity: Of the judge.
        messages: What it is asked.
    """
    told = json.dumps([identity, [dict(one) for one in messages]], ensure_ascii=False)
    return blake2b(told.encode(), digest_size=16).hexdigest()
