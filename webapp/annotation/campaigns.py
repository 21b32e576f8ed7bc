"""Opening a campaign: which samples it holds, and which of them have grades that are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from evaluators.rubrics import Rubric, RubricError, rubric
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.draws import Drawn, Offers, OnDone
from webapp.annotation.kinds import KINDS, Kind
from webapp.annotation.models import Campaign, Role, Sample
from webapp.attempts.models import Attempt, Status

_LONGEST_NAME = 100
_MOST_GRADERS = 100
_MOST_MINUTES = 14 * 24 * 60


class CampaignError(ValueError):
    """A campaign can't be opened, or a reference is none; the text says why."""


@dataclass(frozen=True)
class Plan:
    """What is wanted of a campaign.

    Args:
        name: What it is called.
        kind: Kind of its samples.
        count: How many samples, at most.
        graders: How many people grade each.
        minutes: How long one is reserved.
        pass_mark: Share of grades that must equal the reference in the training round.
        seed: Decides which samples are drawn, and in which order they are given out.
    """

    name: str
    kind: str
    count: int
    graders: int = 2
    minutes: int = 30
    pass_mark: float = 0.7
    seed: int = 1


@dataclass(frozen=True)
class Reference:
    """A sample whose grades are known.

    Args:
        attempt: Key of its attempt.
        event: The event it is about; 0: the whole attempt.
        role: What it is for: training, or gold.
        items: By item: {"value", "why"}.
    """

    attempt: int
    event: int
    role: Role
    items: Mapping[str, Any]


def open_campaign(
    plan: Plan,
    attempts: QuerySet[Attempt],
    by: User | None,
    references: Sequence[Reference] = (),
    on_done: OnDone = lambda done, total: None,
) -> Campaign:
    """Open a campaign with samples of finished attempts, balanced over level, type and contestant.

    Args:
        plan: What is wanted.
        attempts: Where samples may come from; those that have not ended are left out.
        by: Who opens it.
        references: Samples for training and gold ones, which come on top of those that are drawn,
            in this order.
        on_done: Told after each sample how many of how many are made.

    Raises:
        CampaignError: there is such a campaign already, no such kind, nothing to be graded, or a
            reference can't be used. Then nothing is opened.
    """
    kind = _kind(plan)
    known, offers = rubric(kind.rubric), Offers(kind, _ended(attempts, kind))
    drawn = _referenced(known, offers, references)
    ordinary = offers.draw(plan.name, plan.count, plan.seed, on_done)
    if not ordinary:
        raise CampaignError("there is nothing to be graded among these attempts")
    with transaction.atomic():
        campaign = Campaign.objects.create(
            name=plan.name,
            rubric=known.name,
            rubric_digest=known.digest,
            kind=kind.name,
            graders=plan.graders,
            minutes=plan.minutes,
            pass_mark=plan.pass_mark,
            opened_at=clock.now(),
            opened_by=by,
        )
        Sample.objects.bulk_create(
            _sample(campaign, one, place) for place, one in enumerate([*drawn, *ordinary], start=1)
        )
        for sample, one in zip(campaign.samples.all(), references, strict=False):
            set_reference(sample, one.role, one.items)
    return campaign


def set_reference(sample: Sample, role: Role, reference: Mapping[str, Mapping[str, Any]]) -> None:
    """Say what a sample is worth, which makes it one for training, or a gold one.

    Args:
        sample: Which.
        role: Which of the two.
        reference: By item: {"value", "why"}; all items of the rubric, or some. Checked whole: it
            may come from a file.

    Raises:
        CampaignError: an item is unknown, a value is none of its levels, or a reason is missing;
            or somebody has graded the sample already.
    """
    checked = _checked_reference(rubric(sample.campaign.rubric), role, reference)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=sample.campaign_id)  # as who reserves does
        if sample.sheets.exists():
            raise CampaignError(f"{sample} is being graded already")
        sample.role, sample.reference = role, checked
        sample.save(update_fields=("role", "reference"))


def _referenced(known: Rubric, offers: Offers, references: Sequence[Reference]) -> list[Drawn]:
    """The samples whose grades are known; all references are checked before any is made."""
    for number, one in enumerate(references, start=1):
        with _about(number):
            _checked_reference(known, one.role, one.items)
    drawn = []
    for number, one in enumerate(references, start=1):
        key = one.attempt, one.event
        made = offers.take(key) if key in offers.known else None
        if made is None:
            raise CampaignError(
                f"reference {number}: attempt {one.attempt} has nothing to be graded at event "
                f"{one.event}, or it is named twice"
            )
        drawn.append(made)
    return drawn


@contextmanager
def _about(number: int) -> Iterator[None]:
    """Say of which reference an error is."""
    try:
        yield
    except CampaignError as error:
        raise CampaignError(f"reference {number}: {error}") from error


def _checked_reference(
    known: Rubric, role: Role, reference: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    if role == Role.ORDINARY or not isinstance(reference, Mapping) or not reference:
        raise CampaignError("a reference makes a sample one for training or a gold one, by item")
    return {name: _checked(known, name, given) for name, given in reference.items()}


def _checked(known: Rubric, name: str, given: object) -> dict[str, Any]:
    """What an item is worth, as it is kept."""
    try:
        item = known.item(name)
    except RubricError as error:
        raise CampaignError(str(error)) from error
    if not isinstance(given, Mapping) or set(given) != {"value", "why"}:
        raise CampaignError(f'{name}: a reference is {{"value", "why"}}')
    value, why = given["value"], given["why"]
    if type(value) is int:  # JSON has 1 for 1.0; True stays what it is, and is none
        value = float(value)
    if not item.accepts(value):
        allowed = ", ".join(f"{one.value}" for one in item.options)
        raise CampaignError(f"{name}: the value is one of {allowed}")
    if not isinstance(why, str) or not why.strip():
        raise CampaignError(f"{name}: say why")
    return {"value": value, "why": why}


def _kind(plan: Plan) -> Kind:
    if plan.kind not in KINDS:
        raise CampaignError(f"no kind {plan.kind!r}; there are: {', '.join(KINDS)}")
    if not plan.name.strip() or Campaign.objects.filter(name=plan.name).exists():
        raise CampaignError(f"a campaign needs a name of its own; {plan.name!r} is taken or empty")
    if len(plan.name) > _LONGEST_NAME:
        raise CampaignError(f"a name has up to {_LONGEST_NAME} characters")
    if plan.count < 1 or plan.graders < 1 or plan.minutes < 1 or not 0 <= plan.pass_mark <= 1:
        raise CampaignError("samples, graders and minutes are at least 1; a pass mark is 0 to 1")
    if plan.graders > _MOST_GRADERS or plan.minutes > _MOST_MINUTES:
        raise CampaignError(
            f"a sample has up to {_MOST_GRADERS} graders, for up to {_MOST_MINUTES} minutes each"
        )
    return KINDS[plan.kind]


def _ended(attempts: QuerySet[Attempt], kind: Kind) -> QuerySet[Attempt]:
    ended = attempts.filter(status=Status.FINISHED, instance__task__suite__name=kind.suite)
    return ended.select_related("instance__task__suite", "contestant").order_by("pk")


def _sample(campaign: Campaign, drawn: Drawn, place: int) -> Sample:
    attempt, found = drawn.attempt, drawn.found
    return Sample(
        campaign=campaign,
        attempt=attempt,
        event_number=found.event_number,
        contestant=attempt.contestant,
        body=dict(found.body),
        digest=found.digest,
        cluster=found.cluster,
        level=found.level,
        types=list(found.types),
        place=place,
    )
