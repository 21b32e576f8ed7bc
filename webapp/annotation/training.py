"""The training round: samples whose grades are known, with feedback, before the others."""

from __future__ import annotations

import math
from dataclasses import dataclass

from webapp.accounts.models import User
from webapp.annotation.access import gradable
from webapp.annotation.grades import Value, value_of
from webapp.annotation.models import Campaign, Grade, Role, Sheet, SheetState, TrainingPass

_TINY = 1e-9
"""What a share may be off by for being a float."""


@dataclass(frozen=True)
class Training:
    """How far somebody is with the training round of a campaign.

    Args:
        done: Samples of it that were handed in.
        total: Samples that it has.
        share: Share of items that equal the reference, 0 to 1; None before the first.
        passed: Whether all are done and enough of them agree.
        pass_mark: The share that is asked for.
        let_in: Who let them grade without having passed, and when; None: nobody has.
        sheets: Keys of the sheets of the round that were handed in, in the order of the samples.
    """

    done: int
    total: int
    share: float | None
    passed: bool
    pass_mark: float = 0.0
    let_in: TrainingPass | None = None
    sheets: tuple[int, ...] = ()

    @property
    def needed(self) -> bool:
        """Whether the ordinary samples have to wait.

        Who has failed waits as well, until a researcher lets them in or lowers its pass mark.
        """
        return self.total > 0 and not self.passed and self.let_in is None

    @property
    def failed(self) -> bool:
        """Whether all samples are done, too few agree, and nobody has let them in."""
        return self.needed and self.done >= self.total

    @property
    def agreed(self) -> int:
        """The share that was reached, in whole per cent: never more than it was."""
        return math.floor(100 * (self.share or 0) + _TINY)

    @property
    def wanted(self) -> int:
        """The share that is asked for, in whole per cent: never less than it is."""
        return math.ceil(100 * self.pass_mark - _TINY)


@dataclass(frozen=True)
class Feedback:
    """How an item of a training sample was graded, and how it is.

    Args:
        item: Id of the item.
        given: What was given; None if it was skipped.
        reference: What it is worth.
        why: And why.
        agrees: Whether the two are equal.
    """

    item: str
    given: Value | None
    reference: Value
    why: str
    agrees: bool


def training_of(user: User, campaign: Campaign) -> Training:
    """How far somebody is with the training round.

    Args:
        user: Who grades.
        campaign: The campaign; without training samples nobody has to be trained.
    """
    total = gradable(user, campaign).filter(role=Role.TRAINING).count()
    if not total:
        return Training(0, 0, None, passed=True)
    sheets = _handed_in(user, campaign, Role.TRAINING)
    told = [one for sheet in sheets for one in feedback(sheet)]
    share = sum(one.agrees for one in told) / len(told) if told else None
    passed = len(sheets) >= total and share is not None and share >= campaign.pass_mark
    return Training(
        done=len(sheets),
        total=total,
        share=share,
        passed=passed,
        pass_mark=campaign.pass_mark,
        let_in=campaign.training_passes.filter(person=user).select_related("by").first(),
        sheets=tuple(sheet.pk for sheet in sheets),
    )


def gold_share(user: User, campaign: Campaign) -> float | None:
    """Share of the items of gold samples that somebody graded like the reference; None: of none."""
    told = [
        _agrees(grade, sheet)
        for sheet in _handed_in(user, campaign, Role.GOLD)
        for grade in sheet.grades.all()
        if grade.item in sheet.sample.reference
    ]
    return sum(told) / len(told) if told else None


def feedback(sheet: Sheet) -> list[Feedback]:
    """What the items of a training sample are worth; nothing before its sheet is handed in.

    Args:
        sheet: The sheet; of other samples nothing is told, ever.
    """
    if sheet.sample.role != Role.TRAINING or sheet.state != SheetState.SAVED:
        return []
    given = {grade.item: value_of(grade) for grade in sheet.grades.all()}
    return [
        Feedback(
            item=item,
            given=given.get(item),
            reference=known["value"],
            why=known["why"],
            agrees=given.get(item) == known["value"],
        )
        for item, known in sheet.sample.reference.items()
    ]


def _handed_in(user: User, campaign: Campaign, role: Role) -> list[Sheet]:
    found = Sheet.objects.filter(
        grader=user, sample__campaign=campaign, sample__role=role, state=SheetState.SAVED
    )
    among = found.select_related("sample").prefetch_related("grades")
    return list(among.order_by("sample__place", "sample"))


def _agrees(grade: Grade, sheet: Sheet) -> bool:
    return bool(value_of(grade) == sheet.sample.reference[grade.item]["value"])
