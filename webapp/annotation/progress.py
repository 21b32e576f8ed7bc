"""How far a campaign is, and who has done what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q

from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.closing import in_hand
from webapp.annotation.models import Campaign, Role, Sheet, SheetState
from webapp.annotation.training import Training, gold_share, training_of


@dataclass(frozen=True)
class Person:
    """What somebody has done in a campaign.

    Args:
        user: Who.
        saved: Sheets that were handed in, of samples that are neither for training nor gold.
        saved_gold: Sheets of gold samples that were handed in.
        skipped: Samples that were left to others.
        training: How far the training round is.
        gold: Share of the items of gold samples that equal the reference; None: of none yet.
        minutes: Mean minutes that a sheet took which was handed in on the page; None before the
            first.
    """

    user: User
    saved: int
    saved_gold: int
    skipped: int
    training: Training
    gold: float | None
    minutes: float | None


@dataclass(frozen=True)
class Progress:
    """How far a campaign is.

    Args:
        samples: Ordinary samples.
        wanted: Sheets that are wanted of them.
        saved: Sheets of them that were handed in, the surplus left out.
        reserved: Sheets that are in hand.
        skipped: Sheets on which a sample was left to others.
        expired: Reservations that ran out, and what was entered on them is kept.
        finished: Samples that have all the graders they need.
        people: Who has done what, most first.
        held: Sheets that are in hand, those for training and gold ones as well.
        extra: How many samples are there for something else, by what for: training, gold.
    """

    samples: int
    wanted: int
    saved: int
    reserved: int
    skipped: int
    expired: int
    finished: int
    people: list[Person]
    held: int = 0
    extra: tuple[tuple[str, int], ...] = ()

    @property
    def failed(self) -> int:
        """How many people have failed the training round and wait for a researcher."""
        return sum(one.training.failed for one in self.people)


def progress(campaign: Campaign) -> Progress:
    """How far a campaign is.

    Args:
        campaign: Which.
    """
    now = clock.now()
    saved = Count("sheets", filter=Q(sheets__state=SheetState.SAVED))
    counts = campaign.samples.filter(role=Role.ORDINARY).annotate(saved=saved)
    by_sample = list(counts.order_by().values_list("saved", flat=True))
    sheets = Sheet.objects.filter(sample__campaign=campaign, sample__role=Role.ORDINARY)
    lapsed = Q(state=SheetState.EXPIRED) | Q(state=SheetState.RESERVED, expires_at__lte=now)
    return Progress(
        samples=len(by_sample),
        wanted=len(by_sample) * campaign.graders,
        saved=sum(min(count, campaign.graders) for count in by_sample),
        reserved=sheets.filter(state=SheetState.RESERVED, expires_at__gt=now).count(),
        skipped=sheets.filter(state=SheetState.SKIPPED).count(),
        expired=sheets.filter(lapsed).count(),
        finished=sum(count >= campaign.graders for count in by_sample),
        people=_people(campaign),
        held=in_hand(campaign),
        extra=_extra(campaign),
    )


def _extra(campaign: Campaign) -> tuple[tuple[str, int], ...]:
    counts = Counter(campaign.samples.values_list("role", flat=True))
    return tuple(
        (word, counts[role])
        for role, word in ((Role.TRAINING, "for training"), (Role.GOLD, "gold"))
        if counts[role]
    )


def _people(campaign: Campaign) -> list[Person]:
    mine = Q(sheets__sample__campaign=campaign)
    ordinary = mine & Q(sheets__sample__role=Role.ORDINARY)
    gold = mine & Q(sheets__sample__role=Role.GOLD)
    found = User.objects.filter(mine).annotate(
        saved=Count("sheets", filter=ordinary & Q(sheets__state=SheetState.SAVED)),
        saved_gold=Count("sheets", filter=gold & Q(sheets__state=SheetState.SAVED)),
        left=Count("sheets", filter=ordinary & Q(sheets__state=SheetState.SKIPPED)),
    )
    return [
        Person(
            user=user,
            saved=user.saved,
            saved_gold=user.saved_gold,
            skipped=user.left,
            training=training_of(user, campaign),
            gold=gold_share(user, campaign),
            minutes=_minutes(user, campaign),
        )
        for user in found.distinct().order_by("-saved", "username")
    ]


def _minutes(user: User, campaign: Campaign) -> float | None:
    """Mean minutes of a sheet, from when somebody could turn to it.

    That is its reservation, but for a sheet that was reserved while another was in hand: it counts
    from the hand-in of that one. How long a sheet took that a file handed in, nobody knows.
    """
    saved = Sheet.objects.filter(
        grader=user, sample__campaign=campaign, state=SheetState.SAVED, imported=False
    )
    took, before = list[timedelta](), None
    for sheet in saved.order_by("saved_at", "id"):
        handed_in = sheet.saved_at
        assert handed_in is not None  # a constraint of the table
        took.append(handed_in - max(sheet.reserved_at, before or sheet.reserved_at))
        before = handed_in
    return sum(took, timedelta()).total_seconds() / 60 / len(took) if took else None
