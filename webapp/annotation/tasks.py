"""Readings of judges beside the site, a task for each."""

from __future__ import annotations

from webapp.annotation.judging import read
from webapp.annotation.working import models, queue_readings
from webapp.celery import app


@app.task
def make_reading(*, reading_id: int) -> None:
    """Let a judge read a dimension of a sample."""
    with models() as model_of:
        read(reading_id, model_of)


def dispatch_readings() -> int:
    """Queue what judges may go on with; how many readings."""
    return queue_readings(lambda reading: make_reading.delay(reading_id=reading))
