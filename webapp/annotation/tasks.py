"""Readings of judges beside the site, a task for each."""

from __future__ import annotations

from webapp.annotation.judging import read
from webapp.annotation.models import Reading
from webapp.annotation.working import models, queue_readings
from webapp.celery import app


@app.task
def make_reading(*, reading_id: int) -> None:
    """Let a judge read a dimension of a sample, and queue what there is room for then."""
    with models() as model_of:
        read(reading_id, model_of)
    dispatch_readings(Reading.objects.values_list("run", flat=True).filter(pk=reading_id).first())


def dispatch_readings(run_id: int | None = None) -> int:
    """Queue what judges may go on with.

    Args:
        run_id: In which run; None: in all.

    Returns:
        How many readings.
    """
    return queue_readings(lambda reading: make_reading.delay(reading_id=reading), run_id)
