"""Whose grades somebody may see: none of a sample that they may still be given to grade.

`seen_by` says so of one person in one campaign. What is told of grades without asking who reads it,
such as on the board or in training data, goes by `unfinished`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Role, Sample, Sheet, SheetState
from webapp.annotation.queue import live


@dataclass(frozen=True)
class Unfinished:
    """What somebody may still grade, in whatever campaign.

    Args:
        digests: Of what is seen of it.
        places: The same responses by attempt and number of the event, should more or less be seen
            of one in another campaign.
    """

    digests: frozenset[str]
    places: frozenset[tuple[int, int]]

    def __contains__(self, sample: object) -> bool:
        """Whether somebody may still grade what a sample shows, there or in another campaign."""
        if not isinstance(sample, Sample):
            return False
        place = sample.attempt_id, sample.event_number
        return sample.digest in self.digests or place in self.places


def unfinished() -> Unfinished:
    """What somebody may still grade, who must not see what others gave. It takes one query.

    That is what is in an open campaign and was not handed in by as many as are wanted, or is in
    somebody's hand. Gold and training samples go to whoever comes: they stay unfinished until their
    campaign is closed. A response that is in several campaigns is finished once it is so in all.
    """
    waiting = Sample.objects.filter(campaign__closed_at=None).annotate(
        saved=Count("sheets", filter=Q(sheets__state=SheetState.SAVED)),
        held=Count("sheets", filter=Q(sheets__state=SheetState.RESERVED)),
    )
    lacks_grades = Q(saved__lt=F("campaign__graders")) | Q(held__gt=0)
    waiting = waiting.filter(~Q(role=Role.ORDINARY) | lacks_grades).order_by()
    rows = list(waiting.values_list("digest", "attempt_id", "event_number"))
    return Unfinished(
        frozenset(digest for digest, _, _ in rows),
        frozenset((attempt, event) for _, attempt, event in rows),
    )


def seen_by(user: User, campaign: Campaign) -> QuerySet[Sample]:
    """The samples of a campaign whose grades somebody may see; none of those for training.

    Of a closed campaign these are all. As long as it is open, a sample's grades may be seen by who
    has handed it in or left it to others, and by those who can't get it any more, since it has all
    the graders that it needs.

    Args:
        user: Who wants to see them.
        campaign: The campaign.
    """
    known = campaign.samples.exclude(role=Role.TRAINING)
    if campaign.closed_at is not None:
        return known
    mine = Sheet.objects.filter(sample=OuterRef("pk"), grader=user)
    through = Exists(mine.filter(state__in=(SheetState.SAVED, SheetState.SKIPPED)))
    in_hand = Exists(mine.filter(live(clock.now())))
    is_full = Q(role=Role.ORDINARY, handed_in__gte=campaign.graders) & ~Q(in_hand)
    saved = Count("sheets", filter=Q(sheets__state=SheetState.SAVED))
    return known.annotate(handed_in=saved).filter(Q(through) | is_full)


def adjudicable(user: User, campaign: Campaign) -> QuerySet[Sample]:
    """The samples that somebody may adjudicate, if people differ there.

    Nobody adjudicates what they have had before them to grade, or an own attempt. What is in for
    its known grades needs no adjudicator.

    Args:
        user: Who adjudicates.
        campaign: The campaign.
    """
    mine = Sheet.objects.filter(sample=OuterRef("pk"), grader=user)
    found = seen_by(user, campaign).filter(~Exists(mine), role=Role.ORDINARY)
    return found.exclude(contestant__user=user)
