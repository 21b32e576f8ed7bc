"""What was given: grades of people and of judges, read in one form."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators.rubrics import Item
from webapp.annotation.models import Campaign, Grade, Judge, Reading, Role, SheetState

Value = float | str
_LEVELS = {1.0: "1", 0.5: "½", 0.0: "0"}


@dataclass(frozen=True)
class Given:
    """A grade that somebody gave.

    Args:
        sample: Key of the sample.
        item: Id of the item.
        grader: Key of the person; None: a judge.
        value: A level or a choice; None: it was skipped, or can't be judged, which is not 0.
        why: Why it was skipped; of a judge, its reason.
    """

    sample: int
    item: str
    grader: int | None
    value: Value | None
    why: str = ""


def peoples_grades(campaign: Campaign) -> list[Given]:
    """All grades on sheets that were handed in, of all samples but those for training.

    Args:
        campaign: The campaign.
    """
    found = Grade.objects.filter(sheet__sample__campaign=campaign, sheet__state=SheetState.SAVED)
    found = found.exclude(sheet__sample__role=Role.TRAINING)
    columns = ("sheet__sample_id", "item", "sheet__grader_id", "value", "choice", "skipped")
    rows = found.order_by("sheet__sample_id", "sheet_id", "id").values_list(*columns)
    return [
        Given(sample, item, grader, value if value is not None else choice or None, why)
        for sample, item, grader, value, choice, why in rows
    ]


def judge_grades(campaign: Campaign, judge: Judge, probe: str = "") -> list[Given]:
    """All grades that were read from a judge's answers; what could not be read is not among them.

    Args:
        campaign: The campaign.
        judge: The judge.
        probe: Of which probe; none: of the grading itself.
    """
    found = Reading.objects.filter(sample__campaign=campaign, judge=judge, probe=probe)
    found = found.exclude(sample__role=Role.TRAINING).order_by("sample_id", "id")
    return [
        Given(reading.sample_id, item, None, given["value"], given["reason"])
        for reading in found
        for item, given in reading.grades.items()
    ]


def label_of(value: Value, item: Item | None = None) -> str:
    """A level or a choice as people read it.

    Args:
        value: The level or the choice.
        item: The item, by which choices have titles.
    """
    titles = {} if item is None else {option.value: option.title for option in item.options}
    if titles.get(value):
        return titles[value]
    return value if isinstance(value, str) else _LEVELS.get(value, f"{value:g}")


def value_of(grade: Grade) -> Value | None:
    """The level or choice of a grade; None if it was skipped."""
    return grade.value if grade.value is not None else grade.choice or None
