"""Whose grades somebody may see: none of a sample that they may still be given to grade."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Role, Sample, Sheet, SheetState
from webapp.annotation.queue import live


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
