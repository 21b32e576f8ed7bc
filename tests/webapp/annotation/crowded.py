"""A campaign of the size of a real one: many samples, many graders, much that is handed in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client

from tests.webapp.annotation.builders import ITEMS, MOMENT, campaign, samples
from webapp.accounts.models import Role, User
from webapp.annotation.models import Grade, Sample, Sheet, SheetState

_HANDED_IN_EACH = 60
_BATCH = 500


def crowded(count: int, graders: int) -> dict[str, Any]:
    """Fill the database.

    Args:
        count: How many samples.
        graders: How many people; each has handed in some sheets.

    Returns:
        The page where one of them goes on, and the cookie to look at it.
    """
    where = campaign(minutes=600)
    (like,) = samples(where, 1)
    fields = ("campaign", "attempt", "contestant", "body", "digest", "level", "types")
    shared = {name: getattr(like, name) for name in fields}
    Sample.objects.bulk_create(
        (
            Sample(**shared, event_number=number, cluster=f"query {number % 400}", place=number)
            for number in range(2, count + 1)
        ),
        batch_size=_BATCH,
    )
    people = User.objects.bulk_create(
        User(username=f"grader-{number}", role=Role.ANNOTATOR) for number in range(graders)
    )
    _hand_in(list(where.samples.values_list("pk", flat=True)), people)
    client = Client()
    client.force_login(people[0])
    cookie = settings.SESSION_COOKIE_NAME
    page = f"/grading/{where.pk}"
    return {"page": page, "cookie": f"{cookie}={client.cookies[cookie].value}"}


def _hand_in(samples_: list[int], people: list[User]) -> None:
    """Each person has graded some, two people the same ones."""
    sheets = Sheet.objects.bulk_create(
        (
            Sheet(
                sample_id=samples_[(place // 2 * _HANDED_IN_EACH + number) % len(samples_)],
                grader=person,
                state=SheetState.SAVED,
                reserved_at=MOMENT,
                expires_at=MOMENT + timedelta(minutes=30),
                saved_at=MOMENT + timedelta(minutes=5),
            )
            for place, person in enumerate(people)
            for number in range(_HANDED_IN_EACH)
        ),
        batch_size=_BATCH,
    )
    Grade.objects.bulk_create(
        (Grade(sheet=sheet, item=item, value=0.5) for sheet in sheets for item in ITEMS),
        batch_size=_BATCH,
    )
