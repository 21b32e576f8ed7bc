"""Grading on the prepared site: a campaign in the middle, and one with a training round."""

from __future__ import annotations

from collections.abc import Callable

from webapp.accounts.models import User
from webapp.annotation.campaigns import Plan, open_campaign, set_reference
from webapp.annotation.grading import Entered, enter, hand_in, rubric_of, skip
from webapp.annotation.models import Campaign, Role, Sheet
from webapp.annotation.queue import next_sheet
from webapp.attempts.models import Attempt, ContestantKind

_VALUES = (1.0, 1.0, 0.5, 1.0, 0.0)
_WHY = "Every change that the plan makes is announced, and nothing else is."


def grading(
    passes: Callable[..., None], researcher: User, annotators: tuple[User, User]
) -> dict[str, int]:
    """The numbers of campaigns and sheets, by what is to be seen there.

    Args:
        passes: Lets time pass.
        researcher: Who opens the campaigns.
        annotators: Who grades in them; the first is looked at.
    """
    by_agents = Attempt.objects.filter(contestant__kind=ContestantKind.AGENT)
    going = open_campaign(Plan("Repairs, first round", "response", 6), by_agents, researcher)
    taught = open_campaign(
        Plan("Repairs, with training", "response", 2, pass_mark=0.9, seed=2), by_agents, researcher
    )
    first = taught.samples.first()
    assert first is not None
    reference = {item.id: {"value": 1.0, "why": _WHY} for item in rubric_of(taught).items}
    set_reference(first, Role.TRAINING, reference)
    looked_at, other = annotators
    saved = _graded(passes, looked_at, going)
    for _ in range(2):
        _graded(passes, other, going)
    left = next_sheet(other, going)
    assert left is not None
    skip(other, left.pk, left.revision, "The query is in a language that I don't read.")
    training = _graded(passes, looked_at, taught)
    begun = next_sheet(looked_at, going)
    assert begun is not None
    for revision, item in enumerate(rubric_of(going).items[:6]):
        enter(looked_at, begun.pk, revision, Entered(item.id, _VALUES[revision % len(_VALUES)]))
    return {
        "campaign": going.pk,
        "taught": taught.pk,
        "sheet": begun.pk,
        "saved": saved.pk,
        "training": training.pk,
    }


def _graded(passes: Callable[..., None], grader: User, where: Campaign) -> Sheet:
    sheet = next_sheet(grader, where)
    assert sheet is not None
    for revision, item in enumerate(rubric_of(where).items):
        passes(seconds=8)
        value = _VALUES[(revision + sheet.pk) % len(_VALUES)]
        enter(grader, sheet.pk, revision, Entered(item.id, value))
    return hand_in(grader, sheet.pk, len(rubric_of(where).items))
