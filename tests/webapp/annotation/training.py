"""Responses that were really submitted, sampled and graded."""

from __future__ import annotations

from typing import Any

from tests.webapp.annotation.builders import annotator, campaign, graded
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import TASK, opened
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Role, Sample
from webapp.annotation.responses import samples_of
from webapp.attempts.models import Attempt


def sampled(
    where: Campaign, attempt: Attempt, which: int = 0, role: Role = Role.ORDINARY
) -> Sample:
    """A response of an attempt, as a sample of a campaign."""
    found = list(samples_of(attempt))[which]
    sample: Sample = Sample.objects.create(
        campaign=where,
        attempt=attempt,
        event_number=found.event_number,
        contestant=attempt.contestant,
        body=dict(found.body),
        digest=found.digest,
        cluster=found.cluster,
        level=found.level,
        types=list(found.types),
        role=role,
        place=attempt.pk,
    )
    return sample


def good_and_bad(where: Campaign, grader: User, task: str = TASK) -> tuple[Sample, Sample]:
    """Two responses to one instance: the oracle's has 15 points, the other 7.5 or less."""
    good = sampled(where, acted("oracle", opened(task)))
    bad = sampled(where, acted("unchanged", opened(task)))
    graded(good, grader, 1.0)
    graded(bad, grader, 0.5)
    return good, bad


def training_scene(**fields: Any) -> tuple[Campaign, Sample, Sample]:
    """A campaign that is done, with a good and a bad response to one instance."""
    where = campaign(**{"graders": 1, **fields})
    return where, *good_and_bad(where, annotator("ana"))
