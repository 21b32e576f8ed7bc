"""A campaign on the prepared site in which two people differ, for somebody else to settle."""

from __future__ import annotations

from collections.abc import Callable

from webapp.accounts.models import User
from webapp.annotation.campaigns import Plan, open_campaign
from webapp.annotation.grading import Entered, enter, hand_in, rubric_of
from webapp.annotation.models import Campaign
from webapp.annotation.queue import next_sheet
from webapp.attempts.models import Attempt, ContestantKind

_NOTES = {
    0: "Node 2 failed for want of an argument, and the thought says so.",
    1: "It is said that something is missing, but not what.",
}


def disputed(
    passes: Callable[..., None], researcher: User, graders: tuple[User, User]
) -> dict[str, int]:
    """The number of the campaign.

    Args:
        passes: Lets time pass.
        researcher: Who opens it, and grades nothing in it.
        graders: Who grade in it, and differ.
    """
    by_agents = Attempt.objects.filter(contestant__kind=ContestantKind.AGENT)
    where = open_campaign(
        Plan("Repairs, to be settled", "response", 2, seed=3), by_agents, researcher
    )
    for place, grader in enumerate(graders):
        for _ in range(2):
            _graded(passes, grader, where, place)
    return {"disputed": where.pk}


def _graded(passes: Callable[..., None], grader: User, where: Campaign, place: int) -> None:
    sheet = next_sheet(grader, where)
    assert sheet is not None
    for revision, item in enumerate(rubric_of(where).items):
        passes(seconds=8)
        differs = revision % 4 == 0
        value = (1.0, 0.0 if revision % 3 else 0.5)[place] if differs else 1.0
        evidence = ({"kind": "node", "ref": "2", "text": ""},) if differs else ()
        note = _NOTES[place] if differs else ""
        enter(grader, sheet.pk, revision, Entered(item.id, value, "", note, evidence))
    hand_in(grader, sheet.pk, len(rubric_of(where).items))
