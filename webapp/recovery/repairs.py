"""The facts about scored attempts at recovery, as tables take them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from evaluators.plans import PLANS
from evaluators.sde import FACTS, PROGRAM, ItemScore, SdeScore, scores_by_source
from webapp.attempts.models import ScoreRecord, Status
from webapp.benchmark.models import Instance
from webapp.leaderboard.sets import ConditionsSet
from webapp.recovery.opinions import GradedResponse, graded_responses

MEASURES = ("completed", "efficacy", "efficacy_paper", "onward", "efficiency")
"""Facts that are averaged as they are; docs/recovery.md says what they are."""
RULED = ("S2", "S3", "S4", "S5", "E1")
"""Items that rules have something to say of."""
RULE = "rule"


@dataclass(frozen=True)
class Repair:
    """What is known of an attempt that has a score.

    Args:
        measures: The `MEASURES`, 0 to 1.
        submissions: How many plans were submitted.
        invalid: How many of them could not be run.
        first_invalid: Whether the first is one of these; None if there is no plan at all.
        rules: Values of items; None, or left out: unscored.
        graded: Its responses that people or judges have graded.
    """

    measures: Mapping[str, float]
    submissions: int
    invalid: int
    first_invalid: bool | None
    rules: Mapping[str, float | None]
    graded: tuple[GradedResponse, ...] = ()

    @property
    def efficacy(self) -> float:
        """E5, which all its responses share: `evaluators.sde.facts_of_response`."""
        return self.measures["efficacy"]

    @cached_property
    def scores(self) -> tuple[Mapping[str, SdeScore], ...]:
        """What it is worth by rules, and each graded response by people and judges."""
        responses = (one.scores(self.efficacy) for one in self.graded)
        return scores_by_source(self.items), *responses

    @property
    def items(self) -> list[ItemScore]:
        """Items of the rubric, by rules and by program."""
        values = {**dict.fromkeys(RULED), **self.rules, "E5": self.efficacy}
        return [
            ItemScore(item, value, PROGRAM if item in FACTS else RULE)
            for item, value in values.items()
        ]


Repairs = Mapping[int, Repair]
"""By the key of the score."""


def repairs_of(chosen: ConditionsSet) -> Repairs:
    """The facts about all finished attempts under a set of conditions."""
    rows = ScoreRecord.objects.filter(
        attempt__conditions__in=chosen.records, attempt__status=Status.FINISHED, evaluator=PLANS
    )
    graded = graded_responses(chosen.records)
    return {
        pk: replace(repair_of(body), graded=tuple(graded.get(attempt, ())))
        for pk, attempt, body in rows.order_by().values_list("pk", "attempt_id", "body")
    }


def types_of(chosen: ConditionsSet) -> dict[int, tuple[str, ...]]:
    """By the key of an instance: the types of its errors, each once. They are part of the gold."""
    conditions = chosen.conditions
    rows = Instance.objects.filter(
        task__suite__name=conditions.suite, task__suite__version=conditions.suite_version
    )
    return {
        pk: tuple(dict.fromkeys(label["type"] for label in gold["labels"]))
        for pk, gold in rows.order_by().values_list("pk", "gold")
    }


def repair_of(body: str) -> Repair:
    """The facts in the body of a score."""
    facts = json.loads(body)
    return Repair(
        measures={name: float(facts[name]) for name in MEASURES},
        submissions=facts["submissions"],
        invalid=facts["invalid"],
        first_invalid=facts["first_invalid"],
        rules={item: verdict["value"] for item, verdict in facts["rules"].items()},
    )
