"""A campaign as large as the paper's: 400 samples of 80 queries, graded by people and judges."""

from __future__ import annotations

import random

from django.db import transaction

from tests.webapp.annotation.builders import ITEMS, annotator, campaign, graded, samples
from tests.webapp.annotation.readings import judge, read
from webapp.annotation.models import Campaign

_LEVELS = (1.0, 0.5, 0.0)
_SAMPLES, _QUERIES = 400, 80


@transaction.atomic
def graded_campaign() -> Campaign:
    """The campaign: three people have graded every sample, and two judges have read it."""
    where, draw = campaign(), random.Random("many")
    people = [annotator(name) for name in ("ana", "bao", "chidi")]
    judges = [judge("Minos"), judge("Rhadamanthys")]
    for place, sample in enumerate(samples(where, _SAMPLES)):
        sample.cluster = f"query {place % _QUERIES}"
        sample.level = 1 + place % 2
        sample.save(update_fields=["cluster", "level"])
        true = {item: draw.choices(_LEVELS, (5, 2, 1))[0] for item in ITEMS}
        for person in people:
            graded(sample, person, dict(_near(draw, true)))
        for one in judges:
            read(one, sample, _near(draw, true))
    return where


def _near(draw: random.Random, true: dict[str, float]) -> dict[str, float]:
    """Eight of ten values as they are, the others any."""
    return {
        item: value if draw.random() < 0.8 else draw.choice(_LEVELS) for item, value in true.items()
    }
