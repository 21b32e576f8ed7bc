"""Judges and what they have read, made without a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from evaluators.rubrics import rubric
from tests.webapp.annotation.builders import ITEMS, MOMENT
from webapp.annotation.judging import known_judge
from webapp.annotation.models import Judge, JudgeRun, Reading, ReadingState, Sample


def judge(name: str = "Minos", **sampling: Any) -> Judge:
    """A judge by the SDE rubric, as prompts and rubric are today."""
    how = {"temperature": 0, **sampling}
    return known_judge(name, f"{name} 1", "http://127.0.0.1:1/v1", how, rubric("sde"))


def read(
    by: Judge, sample: Sample, values: Mapping[str, float] | float, probe: str = ""
) -> list[Reading]:
    """What a judge gave: all items one value, or each its own; others could not be read."""
    given = dict.fromkeys(ITEMS, values) if isinstance(values, float) else values
    run, _ = JudgeRun.objects.get_or_create(
        judge=by, campaign=sample.campaign, probe=probe, defaults={"made_at": MOMENT}
    )
    grades: dict[str, dict[str, Any]] = defaultdict(dict)
    for item, value in given.items():
        grades[rubric("sde").item(item).dimension][item] = {"value": value, "reason": "so"}
    return Reading.objects.bulk_create(
        Reading(
            run=run,
            judge=by,
            sample=sample,
            dimension=dimension,
            probe=probe,
            content=f"{sample.pk} {dimension}",
            state=ReadingState.SCORED,
            grades=found,
            read_at=MOMENT,
        )
        for dimension, found in grades.items()
    )
