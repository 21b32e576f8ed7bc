"""What researchers do for those who have done the training round and agreed too seldom.

The round is not done a second time with the same samples: who has read their feedback knows what is
expected, and would show a good memory. So either somebody is let in, or less is asked of everybody.
"""

from __future__ import annotations

from django.db import transaction

from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, LoweredMark, TrainingPass
from webapp.annotation.round_models import per_cent
from webapp.annotation.training import training_of


class RoundError(ValueError):
    """Something can't be done about a training round; the text says why."""


def let_in(campaign: Campaign, person: User, by: User) -> TrainingPass:
    """Let somebody grade who has failed the training round. It is recorded who did, and when.

    Args:
        campaign: In which campaign.
        person: Whom; who has been let in already stays so, by whom it was.
        by: The researcher.

    Raises:
        RoundError: this person has not failed the round.
    """
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)  # as who reserves does
        training = training_of(person, held)
        if training.let_in is not None:
            return training.let_in
        if not training.failed:
            raise RoundError(f"{person.username} has not failed the training round")
        return _passed(held, person, by)


def trained_elsewhere(campaign: Campaign, person: User) -> None:
    """Record that somebody needs no training in a campaign, if the training is not behind them.

    Args:
        campaign: In which campaign.
        person: Who.
    """
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if training_of(person, held).needed:
            _passed(held, person, None)


def lower_pass_mark(campaign: Campaign, mark: float, by: User) -> Campaign:
    """Ask for less in the training round, of everybody. It is recorded who did, and when.

    Args:
        campaign: In which campaign.
        mark: Share of grades that must equal the reference from now on, 0 to 1.
        by: The researcher.

    Returns:
        The campaign as it is now.

    Raises:
        RoundError: the mark is no share, or not lower than the one that holds.
    """
    with transaction.atomic():
        held = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if not 0 <= mark < held.pass_mark:
            raise RoundError(
                f"the pass mark is {per_cent(held.pass_mark)} %, and can only be lowered: "
                "choose a number below that, and not below 0"
            )
        LoweredMark.objects.create(
            campaign=held, before=held.pass_mark, after=mark, by=by, at=clock.now()
        )
        held.pass_mark = mark
        held.save(update_fields=("pass_mark",))
    return held


def _passed(campaign: Campaign, person: User, by: User | None) -> TrainingPass:
    made: TrainingPass = TrainingPass.objects.create(
        campaign=campaign, person=person, by=by, at=clock.now()
    )
    return made
