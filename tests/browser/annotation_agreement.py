"""A closed campaign on the prepared site that two people graded and two judges have read."""

from __future__ import annotations

import random

from evaluators.rubrics import rubric
from tests.webapp.annotation.builders import graded
from tests.webapp.annotation.readings import judge, read
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.campaigns import Plan, open_campaign
from webapp.annotation.models import Sample
from webapp.annotation.passports import look
from webapp.attempts.models import Attempt, ContestantKind

_LEVELS = (1.0, 0.5, 0.0)
_SAMPLES, _GRADED = 24, 16


def closed_campaign(researcher: User, people: tuple[User, User]) -> dict[str, int]:
    """The numbers of the campaign and of three judges, the last of which has read nothing.

    Args:
        researcher: Who opens the campaign, and has looked at how the second judge does.
        people: Who graded in it.
    """
    by_agents = Attempt.objects.filter(contestant__kind=ContestantKind.AGENT)
    where = open_campaign(Plan("Repairs, closed", "response", _SAMPLES), by_agents, researcher)
    minos, rhada, idle = judge("Minos"), judge("Rhadamanthys", seed=7), judge("Aeacus")
    draw = random.Random("judged")
    for place, sample in enumerate(where.samples.order_by("place")):
        true = {item.id: draw.choices(_LEVELS, (5, 2, 1))[0] for item in rubric("sde").items}
        read(minos, sample, _near(draw, true, 0.75))
        read(minos, sample, _near(draw, true, 0.75), "again")
        read(rhada, sample, _near(draw, true, 0.6))
        if place < _GRADED:
            for one in people:
                _graded(sample, one, _near(draw, true, 0.85))
    where.closed_at = clock.now()
    where.save(update_fields=["closed_at"])
    look(rhada, where, researcher)
    return {"campaign": where.pk, "minos": minos.pk, "rhada": rhada.pk, "idle": idle.pk}


def _near(draw: random.Random, true: dict[str, float], agree: float) -> dict[str, float]:
    """Each value as it is in so many cases, and any otherwise."""
    return {
        item: value if draw.random() < agree else draw.choice(_LEVELS)
        for item, value in true.items()
    }


def _graded(sample: Sample, person: User, values: dict[str, float]) -> None:
    sheet = graded(sample, person, dict(values))
    sheet.saved_at = clock.now()
    sheet.save(update_fields=["saved_at"])
